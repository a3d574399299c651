package site

func init() { registerSection[CallToAction]("cta") }

// CallToAction closes a page: one wish, and the buttons that fulfil it.
type CallToAction struct {
	Heading
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions" validate:"required,min=1"`
	// Small print below the buttons.
	Note Text `yaml:"note" json:"note,omitempty"`
}
