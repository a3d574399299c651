package site

func init() { registerSection[Gallery]("gallery") }

// Gallery is a wall of pictures; each opens large.
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
