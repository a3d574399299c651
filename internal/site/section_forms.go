package site

func init() { registerSection[Forms]("forms") }

// Forms shows forms of forms.yaml; several share their place as tabs, the first one open.
//
// Fields, buttons and messages of a form are written once, in forms.yaml.
//
//	sections:
//	  - forms: {title: Write to Us, refs: [message]}
type Forms struct {
	Heading
	// The forms, in order.
	Refs []Ref `yaml:"refs" json:"-" validate:"required,min=1"`

	Items []*Form `yaml:"-" json:"items"`
}
