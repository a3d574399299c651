package site

func init() { registerSection[TechnologyStack]("stack") }

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
