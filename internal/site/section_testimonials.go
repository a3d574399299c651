package site

func init() { registerSection[Testimonials]("testimonials") }

// Testimonials shows what others say about the company.
//
// Use it for what real people said and agreed to see here. Written once in testimonials.yaml, it can stand on several pages; testimonials for one page alone are `items`.
//
//	sections:
//	  - testimonials: {title: What People Say, refs: [first-client]}
type Testimonials struct {
	Heading
	// The testimonials of testimonials.yaml, in order. Left out, with no items either: all of the site.
	Refs []Ref `yaml:"refs" json:"-" validate:"omitempty,min=1,excluded_with=Items"`
	// Testimonials that are written here, instead of refs.
	Items []Testimonial `yaml:"items" json:"items" validate:"min=1"`
	// How they are laid out: a wall of cards, or single ones in large letters, one below the other. Left out: a wall, or single where there is one.
	Layout string `yaml:"layout" json:"layout" validate:"omitempty,oneof=wall single"`
}
