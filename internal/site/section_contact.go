package site

func init() { registerSection[Contact]("contact") }

// Contact is contact information: address, hours, response time.
//
// Use it on the page where people look for you. For a picture of the map and opening hours, take place.
//
//	sections:
//	  - contact:
//	      title: Find Us
//	      items:
//	        - {icon: phone, title: Phone, link: {label: +1 555 0100, to: 'tel:+15550100'}}
//	        - {icon: clock, title: Hours, text: 'Tuesday to Sunday, 7 to 13'}
type Contact struct {
	Heading
	// The ways to reach somebody, in order.
	Items []ContactItem `yaml:"items" json:"items" validate:"required,min=1"`
}

// ContactItem is one piece of contact information.
type ContactItem struct {
	// The drawing of the way.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// What it is, such as Business hours.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// The information as text.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The information as a link.
	Link *Link `yaml:"link" json:"link,omitempty"`
}
