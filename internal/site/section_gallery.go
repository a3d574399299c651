package site

func init() { registerSection[Gallery]("gallery") }

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
