package site

func init() { registerSection[Forms]("forms") }

// Forms shows forms of forms.yaml; several share their place as tabs, the first one open.
type Forms struct {
	Heading
	// The forms, in order.
	Refs []Ref `yaml:"refs" json:"-" validate:"required,min=1"`

	Items []*Form `yaml:"-" json:"items"`
}
