package site

func init() { registerSection[Promises]("promises") }

// Promises is a short row of promises, such as those below a hero.
//
// Use it for two to four promises that fit into a few words each.
//
//	sections:
//	  - promises:
//	      items:
//	        - {icon: leaf, title: Organic Flour}
//	        - {icon: clock, title: Fresh at Seven}
type Promises struct {
	Heading
	// The promises, in order.
	Items []Promise `yaml:"items" json:"items" validate:"required,min=1"`
}

// Promise is one promise.
type Promise struct {
	// The drawing of the promise.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The promise in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}
