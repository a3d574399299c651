package site

func init() { registerSection[Steps]("steps") }

// Steps is a process, one step after the other.
type Steps struct {
	Heading
	Items []Step `yaml:"items" json:"items" validate:"required,min=1"`
}

// Step is one step of a process.
type Step struct {
	Icon  Icon `yaml:"icon" json:"icon,omitempty"`
	Title Text `yaml:"title" json:"title" validate:"required"`
	Text  Text `yaml:"text" json:"text,omitempty"`
}
