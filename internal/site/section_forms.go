package site

func init() { registerSection[Forms]("forms") }

// Forms shows forms of forms.yaml; several share their place as tabs, the first one open.
//
// Fields, buttons and messages of a form are written once, in forms.yaml. With contact, the other ways to reach
// somebody stand beside the forms.
//
//	sections:
//	  - forms:
//	      title: Write to Us
//	      refs: [message]
//	      contact:
//	        items:
//	          - {icon: clock, title: Hours, text: 'Tuesday to Sunday, 7 to 13'}
type Forms struct {
	Heading
	// The forms, in order.
	Refs []Ref `yaml:"refs" json:"-" validate:"required,min=1"`

	Items []*Form `yaml:"-" json:"items"`

	// Contact information beside the forms; on a phone it follows them.
	Contact *FormsContact `yaml:"contact" json:"contact,omitempty"`
}

// FormsContact is contact information beside forms, with the keys of a contact section.
type FormsContact struct {
	// Anchor, for links such as /connect#hours.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// The title.
	Title Text `yaml:"title" json:"title,omitempty"`
	// A sentence below the title.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The ways to reach somebody, in order.
	Items []ContactItem `yaml:"items" json:"items" validate:"required,min=1"`
}
