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

	Items []*Plan `yaml:"-" json:"items"`
}
