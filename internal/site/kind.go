package site

import (
	"iter"
	"reflect"
	"strings"
)

// Kind is a kind of content that a site has in a file of its own, as a collection of entries by their ids: plans.yaml.
// A [Bundle] has a field for each; all that has to do with every kind goes by [Kinds], so that a new one needs no more
// than its type and that field.
type Kind struct {
	// Name of the file without its ending, in references and in the API: plans.
	Name string
	// One of its entries, as messages call it: plan; empty where no text and no section names any.
	Noun string
	// What texts may refer to behind the id of an entry: {{plans.basic.name}}. Fields of type Text are there by
	// themselves.
	Parts []string
	// Which entries programs may read by the API: none, all, or shown: those that pages show, or that say public.
	API string
	// Whether its entries stay as they are written.
	AsWritten bool
	// Whether each language of a site has its own, and not those of the first one.
	Own bool
	// The type of its collection.
	Type  reflect.Type
	field int
}

// Kinds are all kinds of content, as they follow each other in a [Bundle].
var Kinds = func() (all []*Kind) {
	for i := range reflect.TypeFor[Bundle]().NumField() {
		field := reflect.TypeFor[Bundle]().Field(i)
		if !reflect.PointerTo(field.Type).Implements(reflect.TypeFor[AnyCollection]()) {
			continue
		}
		k := &Kind{
			Name: strings.ToLower(field.Name), Noun: field.Tag.Get("noun"), API: field.Tag.Get("api"),
			AsWritten: field.Tag.Get("resolved") == "no", Own: field.Tag.Get("languages") == "own",
			Type: field.Type, field: i,
		}
		if parts := field.Tag.Get("parts"); parts != "" {
			k.Parts = strings.Split(parts, " ")
		}
		all = append(all, k)
	}
	return all
}()

// KindCalled returns the kind with a name, or nil.
func KindCalled(name string) *Kind {
	for _, k := range Kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Of returns the entries of the kind that a site has.
func (k *Kind) Of(b *Bundle) AnyCollection {
	return reflect.ValueOf(b).Elem().Field(k.field).Addr().Interface().(AnyCollection)
}

// Set gives a site the entries of the kind.
func (k *Kind) Set(b *Bundle, entries AnyCollection) {
	reflect.ValueOf(b).Elem().Field(k.field).Set(reflect.ValueOf(entries).Elem())
}

// Entry returns the type of an entry of the kind.
func (k *Kind) Entry() reflect.Type {
	return reflect.TypeOf(reflect.New(k.Type).Interface().(AnyCollection).NewEntry()).Elem()
}

// Public returns the entries of a kind that programs may read of a site: nobody is told what is not published yet, such
// as the price of next year.
func (r *Revision) Public(k *Kind, b *Bundle) AnyCollection {
	found := reflect.New(k.Type).Interface().(AnyCollection)
	if k.API == "" {
		return found
	}
	for id, entry := range k.Of(b).AnyEntries() {
		shown := r.Shown == nil || r.Shown[b.Site.ID+"/"+k.Name+"/"+id]
		if k.API == "all" || shown || reflect.ValueOf(entry).Elem().FieldByName("Public").Bool() {
			found.PutEntry(id, entry)
		}
	}
	return found
}

// AnyCollection is a [Collection] for whoever does not know what it holds.
type AnyCollection interface {
	IDs() []string
	Len() int
	AnyEntries() iter.Seq2[string, any]
	AnyEntry(id string) any // nil, or a pointer that is nil, where there is none
	NewEntry() any
	PutEntry(id string, entry any)
}
