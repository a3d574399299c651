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
	// A drawing of many parts, such as house: the tiles become its legend, and each lights its part.
	Scene *Drawing `yaml:"scene" json:"scene,omitempty"`
	// The tiles, in order.
	Items []Tile `yaml:"items" json:"items" validate:"required,min=1"`

	// The tile that each part of the scene is lit by, counted from 1.
	Steps map[string]int `yaml:"-" json:"steps,omitempty"`
}

// Tile is one small tile.
type Tile struct {
	// The drawing of the tile.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The tile in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The part of the scene that the tile lights, such as car. It is an anchor, too: a link to #car lights it.
	Part string `yaml:"part" json:"part,omitempty"`
}
