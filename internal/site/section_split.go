package site

func init() { registerSection[Split]("split") }

// Split is a picture and words side by side.
//
// Use it to tell something with a picture beside it. Several in a row look best with the picture on changing sides.
//
//	sections:
//	  - split:
//	      title: Who We Are
//	      markdown: Four bakers, **one oven**, and a lot of patience.
//	      image: {src: images/team.jpg, alt: Our team in front of the oven}
type Split struct {
	Heading
	// The words, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown"`
	// The picture.
	Image *Image `yaml:"image" json:"image" validate:"required" slot:"half"`
	// On which side of the words the picture stands on a wide screen. Left out: right.
	Side string `yaml:"side" json:"side,omitempty" validate:"omitempty,oneof=left right"`
	// Short points below the words.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}
