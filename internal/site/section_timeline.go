package site

func init() { registerSection[Timeline]("timeline") }

// Timeline is what happened when, such as the years of a company.
//
// Use it for the story of a company, or for what is planned.
//
//	sections:
//	  - timeline:
//	      title: Fifty Years
//	      items:
//	        - {date: '1974', title: The First Oven}
//	        - {date: '2024', title: A Second Shop, text: In the old mill.}
type Timeline struct {
	Heading
	// What happened, in order.
	Items []Moment `yaml:"items" json:"items" validate:"required,min=1"`
}

// Moment is one entry of a timeline.
type Moment struct {
	// When it was, in any words, such as 2024 or Spring 2025.
	Date Text `yaml:"date" json:"date" validate:"required"`
	// What happened.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}
