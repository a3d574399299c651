package site

func init() { registerSection[Prose]("prose") }

// Prose is running text.
type Prose struct {
	Heading
	// The text, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown" validate:"required"`
}
