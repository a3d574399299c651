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
	Items []Reason `yaml:"items" json:"items" validate:"required,min=1"`
}

// Reason is one reason to trust.
type Reason struct {
	Icon  Icon `yaml:"icon" json:"icon,omitempty"`
	Title Text `yaml:"title" json:"title" validate:"required"`
	Text  Text `yaml:"text" json:"text,omitempty"`
}
