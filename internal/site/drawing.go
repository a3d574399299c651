package site

// Drawing is an object that Marquee brings along, drawn in the colours of the site. It is written as its name alone,
// such as parcel.
type Drawing struct {
	// Name of the drawing, such as parcel.
	Name string `yaml:"name" json:"name" validate:"required" short:"true"`

	// Address of the file: it holds the symbol base, and one for each part.
	URL string `yaml:"-" json:"url,omitempty"`
	// Size of the space that it is drawn in.
	Width  float64 `yaml:"-" json:"width,omitempty"`
	Height float64 `yaml:"-" json:"height,omitempty"`
	// Names of the parts that can be lit; they stand above the base.
	Parts []string `yaml:"-" json:"parts,omitempty"`
}

// Drawings gives the drawings that content may name.
type Drawings interface {
	// Drawing returns the drawing of a name, and whether there is one.
	Drawing(name string) (drawing Drawing, known bool)
	// DrawingNames returns all names, sorted.
	DrawingNames() []string
}
