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
	// The industries, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`

	Items []*Industry `yaml:"-" json:"items"`
}
