package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// draft is the dialect of the schemas.
const draft = "http://json-schema.org/draft-07/schema#"

// jsonSchema is one schema, with the keywords that content needs, in the order
// in which people read them.
type jsonSchema struct {
	Schema      string       `json:"$schema,omitempty"`
	Comment     string       `json:"$comment,omitempty"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	Ref         string       `json:"$ref,omitempty"`
	Type        any          `json:"type,omitempty"` // a name, or a list of names
	Enum        []string     `json:"enum,omitempty"`
	Pattern     string       `json:"pattern,omitempty"`
	Format      string       `json:"format,omitempty"`
	Minimum     *int         `json:"minimum,omitempty"`
	Maximum     *int         `json:"maximum,omitempty"`
	MinLength   *int         `json:"minLength,omitempty"`
	MaxLength   *int         `json:"maxLength,omitempty"`
	MinItems    *int         `json:"minItems,omitempty"`
	MaxItems    *int         `json:"maxItems,omitempty"`
	Items       *jsonSchema  `json:"items,omitempty"`
	Names       *jsonSchema  `json:"propertyNames,omitempty"`
	Properties  properties   `json:"properties,omitempty"`
	Required    []string     `json:"required,omitempty"`
	Additional  any          `json:"additionalProperties,omitempty"` // false, or the schema of every entry
	AnyOf       []jsonSchema `json:"anyOf,omitempty"`
	OneOf       []jsonSchema `json:"oneOf,omitempty"`
	Definitions properties   `json:"definitions,omitempty"`
}

// properties is an object of schemas that keeps its order.
type properties []property

type property struct {
	name   string
	schema jsonSchema
}

// MarshalJSON writes an object from name to schema.
func (p properties) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, entry := range p {
		if i > 0 {
			out.WriteByte(',')
		}
		body, err := encode(entry.schema, "")
		if err != nil {
			return nil, fmt.Errorf("property %s: %w", entry.name, err)
		}
		fmt.Fprintf(&out, "%q:%s", entry.name, body)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// encode writes JSON and a line break, without escapes for HTML: people read these files.
func encode(value any, indent string) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	err := encoder.Encode(value)
	return out.Bytes(), err
}

// JSONSchemas returns one schema for each kind of YAML file of a site, by the
// name of the kind, such as page or plans. Each stands alone: what it refers
// to is among its own definitions.
func (g *Generator) JSONSchemas() (map[string][]byte, error) {
	schemas := map[string][]byte{}
	for _, r := range roots() {
		w := &schemaWriter{generator: g, known: map[string]bool{}}
		top := w.top(r)
		if w.err != nil {
			return nil, fmt.Errorf("describe %s: %w", r.name, w.err)
		}
		text, err := encode(top, "  ")
		if err != nil {
			return nil, fmt.Errorf("write schema %s: %w", r.name, err)
		}
		schemas[r.name] = text
	}
	return schemas, nil
}
