package site

func init() { registerSection[Place]("place") }

// Place says where to find somebody: the address, a map, when it is open, and how to call.
//
// Use it on the page that people open on their way to you.
//
//	sections:
//	  - place:
//	      title: The Shop
//	      address: 12 Mill Lane, Little Wexham
//	      hours: ['Tuesday to Sunday: 7 to 13']
type Place struct {
	Heading
	// The address, line by line.
	Address Text `yaml:"address" json:"address" validate:"required"`
	// A map or the front door.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"half"`
	// Where the address leads, such as its page at a map service.
	To Text `yaml:"to" json:"-"`
	// When it is open, line by line: {days: Monday to Friday, time: 9 to 17}, or "Monday to Friday: 9 to 17" in quotes.
	Hours []Hours `yaml:"hours" json:"hours,omitempty"`
	// A phone number, as people write it.
	Phone Text `yaml:"phone" json:"-"`
	// A mail address.
	Email Text `yaml:"email" json:"-"`
	// Links below, such as how to get there.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`

	// The address as a link.
	Link *Link `yaml:"-" json:"link,omitempty"`
	// Phone and mail as links.
	Contacts []Link `yaml:"-" json:"contacts,omitempty"`
}

// Hours is one line of opening hours.
type Hours struct {
	// The days, such as Monday to Friday. A line that is text alone may say the hours, too, behind a colon.
	Days Text `yaml:"days" json:"days" validate:"required" short:"true"`
	// The hours of these days, such as 9 am to 5 pm, or closed.
	Time Text `yaml:"time" json:"time,omitempty"`
}
