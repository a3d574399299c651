package site

func init() { registerSection[SinglePlan]("plan") }

// SinglePlan shows one plan as a large pricing card.
type SinglePlan struct {
	Heading
	// The plan of plans.yaml.
	Ref Ref `yaml:"ref" json:"-" validate:"required"`

	Plan *Plan `yaml:"-" json:"plan"`
}
