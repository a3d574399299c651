package site

func init() { registerSection[CallToAction]("cta") }

// CallToAction closes a page: one wish, and the buttons that fulfil it.
//
// Use it once, at the end of a page. What many pages end with can be a block.
//
//	sections:
//	  - cta:
//	      title: Bread on Your Table
//	      actions: [{label: Order a Box, to: /, style: primary}]
type CallToAction struct {
	Heading
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions" validate:"required,min=1"`
	// Small print below the buttons.
	Note Text `yaml:"note" json:"note,omitempty"`
}
