package site

func init() { registerSection[Services]("services") }

// Services shows services to choose from, each leading to its page.
//
// Use it to lead to a page of each service, with its price where there is one in plans.yaml.
//
//	sections:
//	  - services:
//	      title: Services
//	      items: [{icon: truck, title: Delivery, text: To your door before eight.}]
type Services struct {
	Heading
	// The services, in order.
	Items []Service `yaml:"items" json:"items" validate:"required,min=1"`
}

// Service is one service.
type Service struct {
	// The drawing of the service.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The service in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// What belongs to it, in a few words each.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// The plan of plans.yaml whose price is shown.
	Plan Ref `yaml:"plan" json:"-"`
	// Whether that price is the lowest of several for this service.
	From bool `yaml:"from" json:"-"`
	// Where it leads.
	Link *Link `yaml:"link" json:"link,omitempty"`

	Price *Price `yaml:"-" json:"price,omitempty"`
}
