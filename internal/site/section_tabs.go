package site

func init() { registerSection[Tabs]("tabs") }

// Tabs is a few views that share one place; the first one is open.
//
// Use it for views of which people want one. Browsers without scripts show all of them.
//
//	sections:
//	  - tabs:
//	      title: How to Order
//	      items:
//	        - {label: Online, markdown: Choose a box until six in the evening.}
//	        - {label: By phone, markdown: Call us from seven on.}
type Tabs struct {
	Heading
	// The tabs, from left to right.
	Items []Tab `yaml:"items" json:"items" validate:"required,min=1"`
}

// Tab is one view among tabs.
type Tab struct {
	// The words of the tab, best one or two.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// Title of the view. Left out, there is none: the label says it.
	Title Text `yaml:"title" json:"title,omitempty"`
	// The words, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown"`
	// Short points below the words.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// A picture beside the words.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"half"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}
