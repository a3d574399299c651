package site

func init() { registerSection[Team]("team") }

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
