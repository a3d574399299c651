package site

func init() {
	registerSection[Cards]("cards")
	registerSection[Tiles]("tiles")
	registerSection[Promises]("promises")
	registerSection[Trust]("trust")
	registerSection[Services]("services")
	registerSection[Metrics]("metrics")
	registerSection[TechnologyStack]("stack")
	registerSection[Logos]("logos")
	registerSection[Gallery]("gallery")
}

// Cards is a grid of cards.
//
// Use it for what has a name and a sentence each: services, values, reasons. Cards may lead to pages.
//
//	sections:
//	  - cards:
//	      title: What We Bake
//	      items:
//	        - {icon: wheat, title: Bread, text: Sourdough and rye from our own flour.}
//	        - {icon: cake, title: Cakes, text: 'To order, two days ahead.'}
type Cards struct {
	Heading
	// How many cards stand side by side on a wide screen.
	Columns int `yaml:"columns" json:"columns,omitempty" validate:"omitempty,min=1,max=4"`
	// How the cards are laid out: an even grid, a bento grid with some larger cards, a list, or a grid with numbers in
	// place of signs, for what comes in an order.
	Layout string `yaml:"layout" json:"layout,omitempty" validate:"omitempty,oneof=grid bento list numbered"`
	// The cards, in order.
	Items []Card `yaml:"items" json:"items" validate:"required,min=1"`
	// Links below the cards.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}

// LayoutBento is the layout with large cards, which are drawn where they have no picture.
const LayoutBento = "bento"

// Card is one card.
type Card struct {
	// The drawing of the card.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The card in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// A picture above the words, 3:2.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"card"`
	// A list below the text.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// Where the card leads.
	Link *Link `yaml:"link" json:"link,omitempty"`
}

// Tiles is a dense grid of small tiles, such as use cases.
//
// Use it for many small things, such as use cases or kinds.
//
//	sections:
//	  - tiles:
//	      title: Kinds
//	      items: [{icon: wheat, title: Rye}, {icon: wheat, title: Spelt}]
type Tiles struct {
	Heading
	// A drawing of many parts, such as house: the tiles become its legend, and each lights its part.
	Scene *Drawing `yaml:"scene" json:"scene,omitempty"`
	// The tiles, in order.
	Items []Tile `yaml:"items" json:"items" validate:"required,min=1"`

	// The tile that each part of the scene is lit by, counted from 1.
	Steps map[string]int `yaml:"-" json:"steps,omitempty"`
}

// Tile is one small tile.
type Tile struct {
	// The drawing of the tile.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The tile in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The part of the scene that the tile lights, such as car. It is an anchor, too: a link to #car lights it.
	Part string `yaml:"part" json:"part,omitempty"`
}

// Promises is a short row of promises, such as those below a hero.
//
// Use it for two to four promises that fit into a few words each.
//
//	sections:
//	  - promises:
//	      items:
//	        - {icon: leaf, title: Organic Flour}
//	        - {icon: clock, title: Fresh at Seven}
type Promises struct {
	Heading
	// The promises, in order.
	Items []Promise `yaml:"items" json:"items" validate:"required,min=1"`
}

// Promise is one promise.
type Promise struct {
	// The drawing of the promise.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The promise in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}

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

// Metrics shows figures.
//
// Use it for figures that are true and can be proven: years, people, places.
//
//	sections:
//	  - metrics:
//	      title: In Figures
//	      items: [{value: '4', label: Bakers}, {value: '1974', label: First Oven}]
type Metrics struct {
	Heading
	// The figures, in order.
	Items []Metric `yaml:"items" json:"items" validate:"required,min=1"`
}

// Metric is one figure and what it counts.
type Metric struct {
	// The drawing of the figure.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The figure, such as 20+.
	Value Text `yaml:"value" json:"value" validate:"required"`
	// What it counts.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}

// TechnologyStack lists technologies by category.
//
// Use it for tools, materials or ingredients that belong into groups.
//
//	sections:
//	  - stack:
//	      title: What Is in It
//	      groups: [{title: Sourdough, items: [Rye, Water, Salt]}]
type TechnologyStack struct {
	Heading
	// The groups, in order.
	Groups []StackGroup `yaml:"groups" json:"groups" validate:"required,min=1"`
}

// StackGroup is one category of technologies.
type StackGroup struct {
	// The drawing of the group.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The group in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// What is in the group.
	Items []Text `yaml:"items" json:"items" validate:"required,min=1"`
}

// Logos is a row of logos, such as those of clients, all in one colour of the theme.
//
// Use it for clients, partners or places where one can buy, with their consent.
//
//	sections:
//	  - logos:
//	      title: Where to Find Our Bread
//	      items:
//	        - {image: images/acme.svg, name: Acme Groceries}
//	        - {image: images/north.svg, name: North Market, to: https://north-market.example}
type Logos struct {
	Heading
	// The logos, in order.
	Items []Logo `yaml:"items" json:"items" validate:"required,min=1"`
}

// Logo is one logo.
type Logo struct {
	// The logo: an SVG, or another picture with a transparent background. Only its shape is shown.
	Image *Image `yaml:"image" json:"image" validate:"required" slot:"logo"`
	// Whose logo it is. It is read out instead of the picture.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// Where the logo leads.
	To Text `yaml:"to" json:"-"`

	Link *Link `yaml:"-" json:"link,omitempty"`
}

// Gallery is a wall of pictures; each opens large.
//
// Use it for pictures that are worth looking at in large.
//
//	sections:
//	  - gallery:
//	      title: From the Bakery
//	      items:
//	        - {src: images/oven.jpg, alt: The oven in the morning}
//	        - {src: images/shop.jpg, alt: The counter, caption: Open from seven on}
type Gallery struct {
	Heading
	// The pictures, in order: files of the folder images, or {src: images/shop.jpg, caption: …}.
	Items []GalleryItem `yaml:"items" json:"items" validate:"required,min=1,max=200"`
}

// GalleryItem is one picture of a gallery.
type GalleryItem struct {
	Image `slot:"tile"`
	// A line below the picture.
	Caption Text `yaml:"caption" json:"caption,omitempty"`

	// The picture as it opens.
	Large *Image `yaml:"-" json:"large"`
}
