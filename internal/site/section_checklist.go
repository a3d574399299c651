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
	Items []Text `yaml:"items" json:"items" validate:"required,min=1"`
	// A card beside the list.
	Aside *Aside `yaml:"aside" json:"aside,omitempty"`
}

// Aside is a card beside a list.
type Aside struct {
	Icon    Icon   `yaml:"icon" json:"icon,omitempty"`
	Title   Text   `yaml:"title" json:"title" validate:"required"`
	Text    Text   `yaml:"text" json:"text,omitempty"`
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}
