package site

func init() { registerSection[ProductShowcase]("products") }

// ProductShowcase presents products of products.yaml.
//
// Use it to lead to the pages of products.
//
//	sections:
//	  - products: {title: Our Apps}
type ProductShowcase struct {
	Heading
	// The products, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`
	// How much is shown: brief (name, text and a few features) or full (every feature, and the buttons).
	Detail string `yaml:"detail" json:"detail,omitempty" validate:"omitempty,oneof=brief full"`

	Items []*Product `yaml:"-" json:"items"`
}
