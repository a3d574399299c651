package site

func init() { registerSection[Guarantee]("guarantee") }

// Guarantee is a promise with weight, such as money back.
type Guarantee struct {
	Heading
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// Its terms, each in a few words.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}
