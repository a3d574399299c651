package site

func init() { registerSection[Industries]("industries") }

// Industries shows kinds of clients of industries.yaml, each with what it gets.
//
// The clients are written once, in industries.yaml.
//
//	sections:
//	  - industries: {title: Who We Bake For}
type Industries struct {
	Heading
	// How they are shown: windows dresses one large shop window with the sample of the industry that a visitor chooses. Left out, each has its drawing.
	Layout string `yaml:"layout" json:"layout,omitempty" validate:"omitempty,oneof=windows"`
	// Words on the price tag in the window, such as Sample design: they say that nobody's website is shown.
	Label Text `yaml:"label" json:"label,omitempty"`
	// The industries, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`

	Items []*Industry `yaml:"-" json:"items"`
}

// LayoutWindows is the layout that dresses a window for each industry.
const LayoutWindows = "windows"
