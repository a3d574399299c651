package site

func init() { registerSection[SinglePlan]("plan") }

// SinglePlan shows one plan as a large pricing card.
//
// Use it on a page about one offer. The plan is written once, in plans.yaml.
//
//	sections:
//	  - plan: {ref: weekly-box}
type SinglePlan struct {
	Heading
	// The plan of plans.yaml.
	Ref Ref `yaml:"ref" json:"-" validate:"required"`

	Plan *Plan `yaml:"-" json:"plan"`
}
