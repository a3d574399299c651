package site

func init() { registerSection[Plans]("plans") }

// Plans shows plans side by side.
type Plans struct {
	Heading
	// The plans, in order. Left out: all of the site.
	Refs []Ref `yaml:"refs" json:"-"`

	Items []*Plan `yaml:"-" json:"items"`
}
