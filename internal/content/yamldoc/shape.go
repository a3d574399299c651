package yamldoc

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// form is what a Go type takes from a file.
type form uint8

const (
	formText form = iota
	formFlag
	formNumber
	formMoment
	formMarkdown
	formList
	formKeys
	formCollection
	formSection
	formPointer
)

// shape is what there is to know about a Go type, found out once.
type shape struct {
	form   form
	typ    reflect.Type
	elem   *shape // of pointers, lists and collections
	fields []field
	byName map[string]int
	names  []string // without those that every section has
	short  string   // the key that a text alone is the value of; empty where there is none
}

// field is one key of a struct; keys of embedded structs stand among the others.
type field struct {
	name  string
	index []int
	shape *shape
	rules rules
	times bool // one of [site.SectionTimes], which stand beside the body
}

// collection is a [site.Collection] of any entry.
type collection interface {
	NewEntry() any
	PutEntry(id string, entry any)
	IDs() []string
	AnyEntry(id string) (entry any, known bool)
}

var (
	collectionType = reflect.TypeFor[collection]()
	sectionType    = reflect.TypeFor[site.Section]()
	markdownType   = reflect.TypeFor[site.Markdown]()
	refType        = reflect.TypeFor[site.Ref]()
	timesType      = reflect.TypeFor[site.SectionTimes]()
	momentType     = reflect.TypeFor[time.Time]()
)

var shapes sync.Map // reflect.Type -> *shape

// shapeOf returns the shape of a type. It panics for a type that no file can
// hold, which is a programming error: a test visits all types of package site.
func shapeOf(t reflect.Type) *shape {
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	made, _ := shapes.LoadOrStore(t, newShape(t))
	return made.(*shape)
}

func newShape(t reflect.Type) *shape {
	s := &shape{typ: t, byName: map[string]int{}}
	switch {
	case t == sectionType:
		s.form = formSection
	case t == markdownType:
		s.form = formMarkdown
	case t == momentType:
		s.form = formMoment
	case reflect.PointerTo(t).Implements(collectionType):
		s.form = formCollection
		entry := reflect.New(t).Interface().(collection).NewEntry()
		s.elem = shapeOf(reflect.TypeOf(entry).Elem())
	case t.Kind() == reflect.String:
		s.form = formText
	case t.Kind() == reflect.Bool:
		s.form = formFlag
	case t.Kind() == reflect.Int:
		s.form = formNumber
	case t.Kind() == reflect.Slice:
		s.form, s.elem = formList, shapeOf(t.Elem())
	case t.Kind() == reflect.Pointer:
		s.form, s.elem = formPointer, shapeOf(t.Elem())
	case t.Kind() == reflect.Struct:
		s.form = formKeys
		s.addFields(t, nil)
	default:
		panic(fmt.Sprintf("document: no file can hold a %s", t))
	}
	return s
}

var sectionShapes sync.Map // reflect.Type -> *shape

// sectionShape is the shape of a section's body, with the keys that every section has.
func sectionShape(t reflect.Type) *shape {
	if known, ok := sectionShapes.Load(t); ok {
		return known.(*shape)
	}
	body := *shapeOf(t)
	body.fields, body.byName = slices.Clone(body.fields), maps.Clone(body.byName)
	for _, f := range shapeOf(timesType).fields {
		f.times = true
		body.byName[f.name] = len(body.fields)
		body.fields = append(body.fields, f)
	}
	made, _ := sectionShapes.LoadOrStore(t, &body)
	return made.(*shape)
}

func (s *shape) addFields(t reflect.Type, index []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case f.Anonymous && name == "":
			s.addFields(f.Type, at)
		case name != "" && name != "-" && f.IsExported():
			s.byName[name] = len(s.fields)
			s.names = append(s.names, name)
			if f.Tag.Get("short") != "" {
				s.short = name
			}
			s.fields = append(s.fields, field{
				name: name, index: at, shape: shapeOf(f.Type),
				rules: parseRules(f.Tag.Get("validate")),
			})
		}
	}
}

// goField returns the key that belongs to a Go field, by which rules name their neighbours.
func (s *shape) goField(name string) *field {
	for i := range s.fields {
		if !s.fields[i].times && s.typ.FieldByIndex(s.fields[i].index).Name == name {
			return &s.fields[i]
		}
	}
	return nil
}

// takes reports whether the type has the key itself or behind a pointer.
func (s *shape) takes(key string) bool {
	_, known := s.behindPointer().byName[key]
	return known
}
