package schema

import (
	"reflect"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// field is one field of a struct as one of its two faces shows it.
type field struct {
	goName string
	// Name in JSON or YAML.
	name string
	typ  reflect.Type
	// Whether JSON leaves it out when it is empty.
	omitEmpty bool
	// Whether it is computed when a revision is made, and not written by marketers.
	computed bool
	rules    rules
	doc      string
}

// structFields returns the fields that the tag (json or yaml) shows, and the
// embedded structs, whose fields stand beside them. A field without a json tag
// that content may set has no name.
func (g *Generator) structFields(t reflect.Type, tag string) (own []field, embedded []reflect.Type) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get(tag), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			embedded = append(embedded, f.Type)
			continue
		case name == "-" || !f.IsExported():
			continue
		case name == "" && f.Tag.Get("yaml") == "":
			continue
		}
		own = append(own, field{
			goName:    f.Name,
			name:      name,
			typ:       f.Type,
			omitEmpty: strings.Contains(","+options+",", ",omitempty,"),
			computed:  f.Tag.Get("yaml") == "-",
			rules:     parseRules(f.Tag.Get("validate")),
			doc:       plain(g.docs.Types[t.Name()].Fields[f.Name]),
		})
	}
	return own, embedded
}

// collection is what every site.Collection offers, whatever it holds.
type collection interface {
	NewEntry() any
	PutEntry(id string, entry any)
}

// entryType returns what a collection holds, and whether t is a collection.
func entryType(t reflect.Type) (reflect.Type, bool) {
	if !reflect.PointerTo(t).Implements(reflect.TypeFor[collection]()) {
		return nil, false
	}
	entry := reflect.New(t).Interface().(collection).NewEntry()
	return reflect.TypeOf(entry).Elem(), true
}

var (
	textType     = reflect.TypeFor[site.Text]()
	iconType     = reflect.TypeFor[site.Icon]()
	refType      = reflect.TypeFor[site.Ref]()
	markdownType = reflect.TypeFor[site.Markdown]()
	nodeType     = reflect.TypeFor[site.Node]()
	sectionType  = reflect.TypeFor[site.Section]()
	timeType     = reflect.TypeFor[time.Time]()
)

// sectionBody returns the struct that holds the fields of a section type.
func sectionBody(name string) reflect.Type {
	return reflect.TypeOf(site.NewSectionBody(name)).Elem()
}
