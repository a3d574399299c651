package site

func init() { registerSection[Features]("features") }

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
