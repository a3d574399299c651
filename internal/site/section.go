package site

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// Section is one item of a page's list of sections. In YAML it has exactly one
// key, its type; in JSON the type stands beside the fields of the body:
//
//   - quote: {text: …}        {"type": "quote", "text": "…"}
type Section struct {
	// The type, such as hero.
	Type string
	// A pointer to the body, such as *Hero.
	Body any
}

// MarshalJSON writes the body's object with the type as its first field.
func (s Section) MarshalJSON() ([]byte, error) {
	body, err := json.Marshal(s.Body)
	if err != nil {
		return nil, err
	}
	if len(body) < 2 || body[0] != '{' {
		return nil, fmt.Errorf("section %s: body is no JSON object", s.Type)
	}
	head := fmt.Appendf(nil, `{"type":%q`, s.Type)
	if len(body) > 2 {
		head = append(head, ',')
	}
	return append(head, body[1:]...), nil
}

var sectionTypes = map[string]reflect.Type{}

// registerSection makes a section type known under its YAML name. It is called
// by the init function of the file that defines the type, so that a new type
// is one file here and one file in web/src/sections.
func registerSection[Body any](name string) {
	if _, known := sectionTypes[name]; known {
		panic("section type registered twice: " + name)
	}
	sectionTypes[name] = reflect.TypeFor[Body]()
}

// NewSectionBody returns a pointer to a new body of the section type, or nil
// where there is no such type.
func NewSectionBody(name string) any {
	body, known := sectionTypes[name]
	if !known {
		return nil
	}
	return reflect.New(body).Interface()
}

// SectionTypes returns the names of all section types, sorted.
func SectionTypes() []string {
	names := make([]string, 0, len(sectionTypes))
	for name := range sectionTypes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Heading is what most sections begin with. It is embedded: its fields stand
// beside the section's own.
type Heading struct {
	// Anchor of the section, for links such as /#products.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// A few words above the title.
	Eyebrow Text `yaml:"eyebrow" json:"eyebrow,omitempty"`
	// The title.
	Title Text `yaml:"title" json:"title,omitempty"`
	// A sentence or two below the title.
	Text Text `yaml:"text" json:"text,omitempty"`
}
