package site

func init() { registerSection[Trust]("trust") }

// Trust gives reasons to trust the company.
//
// Use it for reasons that can be checked: certificates, memberships, guarantees.
//
//	sections:
//	  - trust:
//	      title: Why People Come Back
//	      items: [{icon: award, title: Master Bakers, text: Three of the four of us.}]
type Trust struct {
	Heading
	// The reasons, in order.
	Items []Reason `yaml:"items" json:"items" validate:"required,min=1"`
}

// Reason is one reason to trust.
type Reason struct {
	// The drawing of the reason.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The reason in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}
