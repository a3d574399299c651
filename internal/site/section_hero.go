package site

func init() { registerSection[Hero]("hero") }

// Hero opens a page: the page's one main title, and what to do first.
//
// Every page begins with one, and has one only: its title is the title of the whole page.
//
//	sections:
//	  - hero:
//	      title: Bread Worth Getting Up For
//	      text: Baked every morning, two streets from the station.
type Hero struct {
	// Anchor of the section.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// A few words above the title.
	Eyebrow Text `yaml:"eyebrow" json:"eyebrow,omitempty"`
	// The main title of the page.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two below the title.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
	// Short points below the buttons.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// How much room it takes: tall for landing pages, short for pages below them.
	Size string `yaml:"size" json:"size,omitempty" validate:"omitempty,oneof=tall short"`
	// A small drawn scene beside the words.
	Preview *Preview `yaml:"preview" json:"preview,omitempty"`
	// Shows the preview of this product instead of one of its own.
	Product Ref `yaml:"product" json:"-"`
	// A picture beside the words.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"hero"`
	// A drawn object beside the words, such as parcel. A preview of a short hero lies on it; where there is an image, it is left out.
	Drawing *Drawing `yaml:"drawing" json:"drawing,omitempty"`
	// A poster composed of these shapes, to the edge of the window: the first one leads, and all may stand more than once.
	Poster []string `yaml:"poster" json:"poster,omitempty" validate:"omitempty,max=6,dive,oneof=arch eye leaf disc column"`
}
