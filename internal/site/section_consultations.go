package site

func init() { registerSection[Consultations]("consultations") }

// Consultations shows plans that are bought by the session: price, duration and what is in it.
//
// Use it for hours, lessons and appointments. Prices come from plans.yaml, where they are written once.
//
//	sections:
//	  - consultations: {title: Learn to Bake, refs: [baking-class]}
type Consultations struct {
	Heading
	// The plans, in order.
	Refs []Ref `yaml:"refs" json:"-" validate:"required,min=1"`

	Items []*Plan `yaml:"-" json:"items"`
}
