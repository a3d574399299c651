// Package fields says where the types of package site hold what has to be resolved: texts,
// Markdown, links, pictures, icons.
package fields

import (
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// Kind is what has to be done with the values of a type.
type Kind int

const (
	Plain Kind = iota // nothing below it needs work: it is shared with the original
	Text
	Markdown
	Icon
	Link
	Image
	Drawing
	Price
	Section
	Moment
	Struct
	Pointer
	List
)

// Plan says what has to be done with a type and with what is in it.
type Plan struct {
	Kind    Kind
	Elem    *Plan
	Fields  []Field
	AsTyped bool // whether a text keeps the quotation marks that were typed
	Used    bool // whether icons, links or pictures are in it, which are noted where they are shown
	Links   bool // whether links are in it, whose targets depend on where they are shown
	Owned   bool // whether the copy is written to later, so that there must be one
}

// May reports whether a text has to be searched for what to resolve or to set.
func (p *Plan) May(words string) bool {
	return text.MayRefer(words) || !p.AsTyped && text.MaySet(words)
}

// completed are the items of lists to which something is added after they were
// resolved: what a form, a service or a legal section leaves out.
var completed = []string{
	"Field", "Option", "Service", "Logo", "ComparisonRow", "Question", "GalleryItem", "Hours", "LegalSection",
}

// unseen are types with texts that are on no page.
var unseen = []string{"Business", "PostalAddress", "Mail", "MailWords", "FormMail"}

// asTyped reports whether the texts of a field are for programs, which get them as they were typed.
func asTyped(t reflect.Type, field reflect.StructField) bool {
	output := t == reflect.TypeFor[site.Example]() && field.Tag.Get("yaml") == "output" // see completePreview
	return output || slices.Contains(unseen, t.Name()) || field.Tag.Get("json") == "-"
}

// Typed returns the plan of a text, or of a list of texts, that stays as it was typed.
func (p *Plan) Typed() *Plan {
	switch {
	case p.Kind == Text:
		return &Plan{Kind: Text, AsTyped: true}
	case p.Kind == List && p.Elem.Kind == Text:
		return &Plan{Kind: List, Elem: p.Elem.Typed()}
	}
	return p
}

type Field struct {
	Index int
	Key   string // empty where the fields stand beside the parent's own
	Slot  site.Slot
	Plan  *Plan
}

var leafKinds = map[reflect.Type]Kind{
	reflect.TypeFor[site.Text]():     Text,
	reflect.TypeFor[site.Markdown](): Markdown,
	reflect.TypeFor[site.Icon]():     Icon,
	reflect.TypeFor[site.Link]():     Link,
	reflect.TypeFor[site.Image]():    Image,
	reflect.TypeFor[site.Drawing]():  Drawing,
	reflect.TypeFor[site.Price]():    Price,
	reflect.TypeFor[site.Section]():  Section,
	reflect.TypeFor[time.Time]():     Moment,
}

var plans sync.Map // reflect.Type -> *Plan

func PlanOf(t reflect.Type) *Plan {
	if known, ok := plans.Load(t); ok {
		return known.(*Plan)
	}
	made, _ := plans.LoadOrStore(t, newPlan(t))
	return made.(*Plan)
}

func newPlan(t reflect.Type) *Plan {
	if leaf, known := leafKinds[t]; known {
		return &Plan{Kind: leaf, Used: leaf == Icon || leaf == Link || leaf == Image, Links: leaf == Link}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		elem := PlanOf(t.Elem())
		if elem.Kind == Plain {
			return &Plan{}
		}
		kind := Pointer
		if t.Kind() == reflect.Slice {
			kind = List
		}
		return &Plan{Kind: kind, Elem: elem, Used: elem.Used, Links: elem.Links}
	case reflect.Struct:
		p := &Plan{Owned: slices.Contains(completed, t.Name())}
		for i := range t.NumField() {
			field := t.Field(i)
			key := field.Tag.Get("yaml")
			if !field.IsExported() || key == "-" || (key == "" && !field.Anonymous) {
				continue
			}
			below := PlanOf(field.Type)
			if below.Kind == Plain {
				continue
			}
			if asTyped(t, field) {
				below = below.Typed()
			}
			p.Kind = Struct
			p.Used, p.Links = p.Used || below.Used, p.Links || below.Links
			p.Fields = append(p.Fields, Field{Index: i, Key: key, Slot: site.Slot(field.Tag.Get("slot")), Plan: below})
		}
		return p
	}
	return &Plan{}
}
