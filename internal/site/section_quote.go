package site

func init() { registerSection[Quote]("quote") }

// Quote is one sentence with room around it.
//
// Use it where a page shall breathe. For what customers say, take testimonials.
//
//	sections:
//	  - quote: {text: Bread needs time and nothing else.}
type Quote struct {
	// Anchor of the section.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// The sentence, without quotation marks.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// Whose words they are.
	Source Text `yaml:"source" json:"source,omitempty"`
	// A portrait of who said it.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"portrait"`
}
