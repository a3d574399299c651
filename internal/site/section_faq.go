package site

func init() { registerSection[FAQ]("faq") }

// FAQ is questions with their answers, which open on demand.
//
// Use it for what people really ask. A link such as /prices#can-i-cancel opens the answer, and search engines are told the questions.
//
//	sections:
//	  - faq:
//	      title: Questions
//	      items: [{question: Can I cancel?, answer: Any month.}]
type FAQ struct {
	Heading
	// The questions, in order.
	Items []Question `yaml:"items" json:"items" validate:"required,min=1"`
}

// Question is one question with its answer.
type Question struct {
	// Anchor of the question: a link to it opens the answer. Left out, it is made from the question.
	ID string `yaml:"id" json:"id" validate:"omitempty,slug"`
	// The question.
	Question Text `yaml:"question" json:"question" validate:"required"`
	// The answer, as Markdown.
	Answer Markdown `yaml:"answer" json:"answer" validate:"required"`
}
