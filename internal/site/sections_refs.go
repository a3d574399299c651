package site

func init() {
	registerSection[ProductShowcase]("products")
	registerSection[Features]("features")
	registerSection[Plans]("plans")
	registerSection[SinglePlan]("plan")
	registerSection[Consultations]("consultations")
	registerSection[Industries]("industries")
	registerSection[Team]("team")
	registerSection[Testimonials]("testimonials")
	registerSection[Entries]("entries")
	registerSection[Forms]("forms")
	registerSection[Contact]("contact")
	registerSection[Place]("place")
	registerSection[Locations]("locations")
}

// ProductShowcase presents products of products.yaml.
//
// Use it to lead to the pages of products.
//
//	sections:
//	  - products: {title: Our Apps}
type ProductShowcase struct {
	Heading
	// The products, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`
	// How much is shown: brief (name, text and the first button) or full (every feature and all buttons).
	Detail string `yaml:"detail" json:"detail,omitempty" validate:"omitempty,oneof=brief full"`

	Items []*Product `yaml:"-" json:"items"`
}

// Features shows the features of one product as cards.
//
// Use it on the page of the product. The features themselves are written once, in products.yaml.
//
//	sections:
//	  - features: {title: What the App Does, product: bread-app}
type Features struct {
	Heading
	// The product of products.yaml.
	Product Ref `yaml:"product" json:"-" validate:"required"`
	// How many cards stand side by side on a wide screen.
	Columns int `yaml:"columns" json:"columns,omitempty" validate:"omitempty,min=1,max=4"`

	Items []Feature `yaml:"-" json:"items"`
	// The product that they are of.
	Of *Product `yaml:"-" json:"-"`
}

// Plans shows plans side by side.
//
// Use it to let people compare. The plans are written once, in plans.yaml.
//
//	sections:
//	  - plans: {title: Our Boxes, refs: [weekly-box, family-box]}
type Plans struct {
	Heading
	// The plans, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`
	// Lets visitors choose what is shown of plans with several `prices`: period, such as per month or per year. Left
	// out, each plan shows all its prices.
	Toggle string `yaml:"toggle" json:"-" validate:"omitempty,oneof=period"`

	// What there is to choose, with the words for it; empty where there is no choice.
	Periods []Period `yaml:"-" json:"periods,omitempty"`

	Items []*Plan `yaml:"-" json:"items"`
}

// Period is how often something is paid, as visitors choose it.
type Period struct {
	// Its name: month, year or once.
	Name string `yaml:"-" json:"name"`
	// The words for it.
	Label Text `yaml:"-" json:"label"`
}

// SinglePlan shows one plan as a large pricing card.
//
// Use it on a page about one offer. The plan is written once, in plans.yaml.
//
//	sections:
//	  - plan: {ref: weekly-box}
type SinglePlan struct {
	Heading
	// The plan of plans.yaml.
	Ref Ref `yaml:"ref" json:"-" validate:"required"`

	Plan *Plan `yaml:"-" json:"plan"`
}

// Consultations shows plans that are bought by the session: price, duration and what is in it.
//
// Use it for hours, lessons and appointments. Prices come from plans.yaml, where they are written once.
//
//	sections:
//	  - consultations: {title: Learn to Bake, refs: [baking-class]}
type Consultations struct {
	Heading
	// The plans, in order.
	Refs []Ref `yaml:"refs" json:"-" validate:"required,min=1"`

	Items []*Plan `yaml:"-" json:"items"`
}

// Industries shows kinds of clients of industries.yaml, each with what it gets.
//
// The clients are written once, in industries.yaml.
//
//	sections:
//	  - industries: {title: Who We Bake For}
type Industries struct {
	Heading
	// How they are shown: windows dresses one large shop window with the sample of the industry that a visitor chooses.
	// Left out, each has its drawing.
	Layout string `yaml:"layout" json:"layout,omitempty" validate:"omitempty,oneof=windows"`
	// Words on the price tag in the window, such as Sample design: they say that nobody's website is shown.
	Label Text `yaml:"label" json:"label,omitempty"`
	// The industries, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`

	Items []*Industry `yaml:"-" json:"items"`
}

// LayoutWindows is the layout that dresses a window for each industry.
const LayoutWindows = "windows"

// Team shows people: who they are, and where to find them.
//
// People are written once in people.yaml, where articles find their authors, too.
//
//	sections:
//	  - team: {title: Who Bakes, refs: [founder]}
type Team struct {
	Heading
	// The people of people.yaml, in order. Left out, with no items either: all of the site.
	Refs []Ref `yaml:"refs" json:"-" validate:"omitempty,min=1,excluded_with=Items"`
	// People that are written here, instead of refs.
	Items []Person `yaml:"items" json:"items" validate:"min=1"`
}

// Testimonials shows what others say about the company.
//
// Use it for what real people said and agreed to see here. Written once in testimonials.yaml, it can stand on several
// pages; testimonials for one page alone are `items`.
//
//	sections:
//	  - testimonials: {title: What People Say, refs: [first-client]}
type Testimonials struct {
	Heading
	// The testimonials of testimonials.yaml, in order. Left out, with no items either: all of the site.
	Refs []Ref `yaml:"refs" json:"-" validate:"omitempty,min=1,excluded_with=Items"`
	// Testimonials that are written here, instead of refs.
	Items []Testimonial `yaml:"items" json:"items" validate:"min=1"`
	// How they are laid out: a wall of cards, or single ones in large letters, one below the other. Left out: a wall,
	// or single where there is one.
	Layout string `yaml:"layout" json:"layout" validate:"omitempty,oneof=wall single"`
}

// Entries shows the newest entries of a collection; of events those that come next.
//
// A new entry is shown wherever its collection is, as soon as it is there.
//
//	sections:
//	  - entries: {title: News, from: /blog}
type Entries struct {
	Heading
	// The path of the collection, such as /blog; of another site with its id first, such as bakery:/blog. Left out, on
	// the index.yaml of a collection: that one.
	From Text `yaml:"from" json:"-"`
	// How many entries at most. Left out: 3.
	Limit int `yaml:"limit" json:"-" validate:"omitempty,min=1,max=24"`
	// Only entries with this tag.
	Tag string `yaml:"tag" json:"-"`
	// Links below the entries.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`

	Items []*EntryCard `yaml:"-" json:"items"`
}

// Forms shows forms of forms.yaml; several share their place as tabs, the first one open.
//
// Fields, buttons and messages of a form are written once, in forms.yaml. A form that stands alone in a section without
// a title has its own there. With contact, the other ways to reach
// somebody stand beside the forms.
//
//	sections:
//	  - forms:
//	      title: Write to Us
//	      refs: [message]
//	      contact:
//	        items:
//	          - {icon: clock, title: Hours, text: 'Tuesday to Sunday, 7 to 13'}
type Forms struct {
	Heading
	// The forms, in order.
	Refs []Ref `yaml:"refs" json:"-" validate:"required,min=1"`

	Items []*Form `yaml:"-" json:"items"`

	// Contact information beside the forms; on a phone it follows them.
	Contact *FormsContact `yaml:"contact" json:"contact,omitempty"`
}

// FormsContact is contact information beside forms, with the keys of a contact section.
type FormsContact struct {
	// Anchor, for links such as /connect#hours.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// The title.
	Title Text `yaml:"title" json:"title,omitempty"`
	// A sentence below the title.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The ways to reach somebody, in order.
	Items []ContactItem `yaml:"items" json:"items" validate:"required,min=1"`
}

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

// Place says where to find somebody: the address, a map, when it is open, and how to call.
//
// Use it on the page that people open on their way to you. For places with hours that are written once, take locations.
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

// Locations shows where people find the business: address, phone, opening hours, exceptions to come, and whether it is
// open now.
//
// Locations are written once in locations.yaml. Where the hours stand in words, take {{locations.shop.hours}}.
//
//	sections:
//	  - locations: {title: Where You Find Us, refs: [shop]}
type Locations struct {
	Heading
	// The locations of locations.yaml, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-" validate:"omitempty,min=1"`

	Items []*Location `yaml:"-" json:"items"`
	// Title of the exceptions.
	SpecialLabel Text `yaml:"-" json:"specialLabel"`
}

// Hours is one line of opening hours.
type Hours struct {
	// The days, such as Monday to Friday. A line that is text alone may say the hours, too, behind a colon.
	Days Text `yaml:"days" json:"days" validate:"required" short:"true"`
	// The hours of these days, such as 9 am to 5 pm, or closed.
	Time Text `yaml:"time" json:"time,omitempty"`
	// Why a location has these hours.
	Reason Text `yaml:"-" json:"reason,omitempty"`
}
