package site

func init() { registerSection[Plans]("plans") }

// Plans shows plans side by side.
//
// Use it to let people compare. The plans are written once, in plans.yaml.
//
//	sections:
//	  - plans: {title: Our Boxes, refs: [weekly-box, family-box]}
type Plans struct {
	Heading
	// The plans, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`
	// Lets visitors choose what is shown of plans with several `prices`: period, such as per month or per year. Left out, each plan shows all its prices.
	Toggle string `yaml:"toggle" json:"-" validate:"omitempty,oneof=period"`

	// What there is to choose, with the words for it; empty where there is no choice.
	Periods []Period `yaml:"-" json:"periods,omitempty"`

	Items []*Plan `yaml:"-" json:"items"`
}

// Period is how often something is paid, as visitors choose it.
type Period struct {
	// Its name: month, year or once.
	Name string `yaml:"-" json:"name"`
	// The words for it.
	Label Text `yaml:"-" json:"label"`
}
