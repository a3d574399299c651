package site

func init() { registerSection[Promises]("promises") }

// Promises is a short row of promises, such as those below a hero.
type Promises struct {
	Heading
	Items []Promise `yaml:"items" json:"items" validate:"required,min=1"`
}

// Promise is one promise.
type Promise struct {
	Icon  Icon `yaml:"icon" json:"icon,omitempty"`
	Title Text `yaml:"title" json:"title" validate:"required"`
	Text  Text `yaml:"text" json:"text,omitempty"`
}
