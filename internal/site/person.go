package site

// Person is somebody of the company, or somebody who writes for it: an entry of people.yaml.
type Person struct {
	// The person's name.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// What the person does, in a few words.
	Role Text `yaml:"role" json:"role,omitempty"`
	// A portrait. It is cut to a square, around its focus.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"portrait"`
	// Two or three sentences.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Where to find the person: a mail address, a profile. One with an icon shows the icon alone, and its label is read out.
	Links []Link `yaml:"links" json:"links,omitempty"`

	ID string `yaml:"-" json:"id,omitempty"`
}

// Testimonial is what somebody says about the company: an entry of testimonials.yaml.
type Testimonial struct {
	// What is said, without quotation marks.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// Who says it.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// Who that is, such as Owner of a bakery.
	Role Text `yaml:"role" json:"role,omitempty"`
	// A portrait of who says it. It is cut to a square, around its focus.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"portrait"`
	// Where it was said, such as a review: with `to` its label is a link, else words alone.
	Source *Link `yaml:"source" json:"source,omitempty"`

	ID string `yaml:"-" json:"id,omitempty"`
}
