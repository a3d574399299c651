package site

func init() { registerSection[Prose]("prose") }

// Prose is running text.
//
// Use it for what has to be explained in sentences. Headings, lists, links, pictures and tables are written in Markdown.
//
//	sections:
//	  - prose:
//	      title: Our Flour
//	      markdown: |
//	        We mill **twice a week**, and know the farmers by name.
type Prose struct {
	Heading
	// The text, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown" validate:"required"`
}
