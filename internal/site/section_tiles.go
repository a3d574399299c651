package site

func init() { registerSection[Tiles]("tiles") }

// Tiles is a dense grid of small tiles, such as use cases.
//
// Use it for many small things, such as use cases or kinds.
//
//	sections:
//	  - tiles:
//	      title: Kinds
//	      items: [{icon: wheat, title: Rye}, {icon: wheat, title: Spelt}]
type Tiles struct {
	Heading
	// The tiles, in order.
	Items []Tile `yaml:"items" json:"items" validate:"required,min=1"`
}

// Tile is one small tile.
type Tile struct {
	// The drawing of the tile.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The tile in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}
