package site

func init() { registerSection[Cards]("cards") }

// Cards is a grid of cards.
//
// Use it for what has a name and a sentence each: services, values, reasons. Cards may lead to pages.
//
//	sections:
//	  - cards:
//	      title: What We Bake
//	      items:
//	        - {icon: wheat, title: Bread, text: Sourdough and rye from our own flour.}
//	        - {icon: cake, title: Cakes, text: 'To order, two days ahead.'}
type Cards struct {
	Heading
	// How many cards stand side by side on a wide screen.
	Columns int `yaml:"columns" json:"columns,omitempty" validate:"omitempty,min=1,max=4"`
	// How the cards are laid out: an even grid, a bento grid with some larger cards, or a list.
	Layout string `yaml:"layout" json:"layout,omitempty" validate:"omitempty,oneof=grid bento list"`
	// The cards, in order.
	Items []Card `yaml:"items" json:"items" validate:"required,min=1"`
	// Links below the cards.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}

// Card is one card.
type Card struct {
	// The drawing of the card.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The card in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// A picture above the words, 3:2.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"card"`
	// A list below the text.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// Where the card leads.
	Link *Link `yaml:"link" json:"link,omitempty"`
}
