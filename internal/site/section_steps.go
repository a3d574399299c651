package site

func init() { registerSection[Steps]("steps") }

// Steps is a process, one step after the other.
//
// Use it to say how something goes on: from the order to the table.
//
//	sections:
//	  - steps:
//	      title: How It Works
//	      items: [{title: Choose a Box}, {title: We Bake}, {title: You Collect}]
type Steps struct {
	Heading
	// The steps, in order.
	Items []Step `yaml:"items" json:"items" validate:"required,min=1"`
}

// Step is one step of a process.
type Step struct {
	// The drawing of the step.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The step in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// A picture below the words, 3:2.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"card"`
}
