package schema

import (
	"reflect"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Generator describes the domain types with the given doc comments.
type Generator struct {
	docs Docs
}

// New returns a generator that takes its descriptions from docs.
func New(docs Docs) *Generator { return &Generator{docs: docs} }

// JSONSchemas is [Generator.JSONSchemas] with the embedded comments.
func JSONSchemas() (map[string][]byte, error) {
	docs, err := EmbeddedDocs()
	if err != nil {
		return nil, err
	}
	return New(docs).JSONSchemas()
}

// root is one kind of YAML file of a site.
type root struct {
	// Name of its schema, such as plans.
	name string
	typ  reflect.Type
}

// roots finds the kinds of files in [site.Bundle], where all that a site may
// have stands: a collection is a file of the field's name, and each struct
// with YAML fields is a kind of file of the struct's name.
func roots() []root {
	var found []root
	seen := map[reflect.Type]bool{}
	for f := range reflect.TypeFor[site.Bundle]().Fields() {
		name, t := strings.ToLower(f.Name), f.Type
		if _, isCollection := entryType(t); !isCollection {
			if t.Kind() == reflect.Slice {
				t = t.Elem()
			}
			if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
				continue
			}
			t = t.Elem()
			name = strings.ToLower(t.Name())
		}
		if !seen[t] {
			seen[t] = true
			found = append(found, root{name: name, typ: t})
		}
	}
	// No bundle holds blocks: they are sections of the pages that show them.
	return append(found, root{name: "blocks", typ: reflect.TypeFor[site.Collection[site.Section]]()})
}
