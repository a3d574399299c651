package site

func init() { registerSection[Checklist]("checklist") }

// Checklist is a list of things that are included or true, with an optional card beside it.
//
// Use it to show at a glance what a customer gets.
//
//	sections:
//	  - checklist:
//	      title: In Every Box
//	      items: [A loaf of sourdough, Six rolls, Something sweet]
type Checklist struct {
	Heading
	// What is on the list, in order.
	Items []Text `yaml:"items" json:"items" validate:"required,min=1"`
	// A card beside the list.
	Aside *Aside `yaml:"aside" json:"aside,omitempty"`
}

// Aside is a card beside a list.
type Aside struct {
	// The drawing of the note.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The note in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Links below it.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}
