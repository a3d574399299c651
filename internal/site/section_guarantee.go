package site

func init() { registerSection[Guarantee]("guarantee") }

// Guarantee is a promise with weight, such as money back.
//
// Use it beside prices, for a promise that you keep without discussion.
//
//	sections:
//	  - guarantee: {icon: shield-check, title: Fresh or Free, text: A loaf that is not fresh costs nothing.}
type Guarantee struct {
	Heading
	// The drawing beside the words.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// Its terms, each in a few words.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}
