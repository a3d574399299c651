package site

func init() { registerSection[Logos]("logos") }

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
