package content

import (
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// Parsed values are shared by all loads, so they are copied before anything
// in them is resolved; parts in which there is nothing to resolve are shared with
// the result. The copy goes by type: what a type holds that needs work is looked
// up once, and a new section type needs no line here as long as it is made of the
// words of package site (texts, links, icons, pictures).

// place is where a value stands in its file, as a chain from the inside out;
// it becomes a path only when somebody asks.
type place struct {
	parent *place
	key    string // empty for an item of a list
	index  int    // in the list; slotHere where the key is the slot of the pictures there
}

// slotHere marks a place that is no step of the path.
const slotHere = -1

func (p *place) child(key string) *place { return &place{parent: p, key: key} }
func (p *place) item(i int) *place       { return &place{parent: p, index: i} }
func (p *place) in(slot site.Slot) *place {
	return &place{parent: p, key: string(slot), index: slotHere}
}
func (p *place) String() string           { return string(p.append(nil)) }
func (p *place) path(below string) string { return p.child(below).String() }

// pictureSlot returns the slot of a picture at the place; empty where it has none.
func (p *place) pictureSlot() site.Slot {
	for ; p != nil; p = p.parent {
		if p.index == slotHere {
			return site.Slot(p.key)
		}
	}
	return ""
}

func (p *place) append(out []byte) []byte {
	if p == nil {
		return out
	}
	out = p.parent.append(out)
	if p.index == slotHere {
		return out
	}
	if p.key == "" {
		out = append(out, '[')
		out = strconv.AppendInt(out, int64(p.index), 10)
		return append(out, ']')
	}
	if len(out) > 0 {
		out = append(out, '.')
	}
	return append(out, p.key...)
}

// fieldKind is what has to be done with the values of a type.
type fieldKind int

const (
	fieldPlain fieldKind = iota // nothing below it needs work: it is shared with the original
	fieldText
	fieldMarkdown
	fieldIcon
	fieldLink
	fieldImage
	fieldDrawing
	fieldPrice
	fieldSection
	fieldMoment
	fieldStruct
	fieldPointer
	fieldList
)

// typePlan says what has to be done with a type and with what is in it.
type typePlan struct {
	kind    fieldKind
	elem    *typePlan
	fields  []typeField
	asTyped bool // whether a text keeps the quotation marks that were typed
	unseen  bool // whether its texts are on no page
	icons   bool // whether icons are in it, so that it is visited
	owned   bool // whether the copy is written to later, so that there must be one
}

// may reports whether a text has to be searched for what to resolve or to set.
func (p *typePlan) may(words string) bool {
	return text.MayRefer(words) || !p.asTyped && text.MaySet(words)
}

// completed are the items of lists to which something is added after they were
// resolved: what a form, a service or a legal section leaves out.
var completed = map[reflect.Type]bool{
	reflect.TypeFor[site.Field]():         true,
	reflect.TypeFor[site.Option]():        true,
	reflect.TypeFor[site.Service]():       true,
	reflect.TypeFor[site.Logo]():          true,
	reflect.TypeFor[site.ComparisonRow](): true,
	reflect.TypeFor[site.Question]():      true,
	reflect.TypeFor[site.GalleryItem]():   true,
	reflect.TypeFor[site.Hours]():         true,
	reflect.TypeFor[site.LegalSection]():  true,
}

// unseen are types with texts that are on no page.
var unseen = []string{"Business", "PostalAddress", "Mail", "MailWords", "FormMail"}

// asTyped reports whether the texts of a field are for programs, which get them as they were typed.
func asTyped(t reflect.Type, field reflect.StructField) bool {
	output := t == reflect.TypeFor[site.Example]() && field.Tag.Get("yaml") == "output" // see completePreview
	return output || slices.Contains(unseen, t.Name()) || field.Tag.Get("json") == "-"
}

// typed returns the plan of a text, or of a list of texts, that stays as it was typed.
func (p *typePlan) typed() *typePlan {
	switch {
	case p.kind == fieldText:
		return &typePlan{kind: fieldText, asTyped: true}
	case p.kind == fieldList && p.elem.kind == fieldText:
		return &typePlan{kind: fieldList, elem: p.elem.typed()}
	}
	return p
}

type typeField struct {
	index int
	key   string // empty where the fields stand beside the parent's own
	slot  site.Slot
	plan  *typePlan
}

var leafKinds = map[reflect.Type]fieldKind{
	reflect.TypeFor[site.Text]():     fieldText,
	reflect.TypeFor[site.Markdown](): fieldMarkdown,
	reflect.TypeFor[site.Icon]():     fieldIcon,
	reflect.TypeFor[site.Link]():     fieldLink,
	reflect.TypeFor[site.Image]():    fieldImage,
	reflect.TypeFor[site.Drawing]():  fieldDrawing,
	reflect.TypeFor[site.Price]():    fieldPrice,
	reflect.TypeFor[site.Section]():  fieldSection,
	reflect.TypeFor[time.Time]():     fieldMoment,
}

var plans sync.Map // reflect.Type -> *typePlan

func typePlanOf(t reflect.Type) *typePlan {
	if known, ok := plans.Load(t); ok {
		return known.(*typePlan)
	}
	made, _ := plans.LoadOrStore(t, newTypePlan(t))
	return made.(*typePlan)
}

func newTypePlan(t reflect.Type) *typePlan {
	if leaf, known := leafKinds[t]; known {
		return &typePlan{kind: leaf, icons: leaf == fieldIcon}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		elem := typePlanOf(t.Elem())
		switch {
		case elem.kind == fieldPlain:
			return &typePlan{}
		case t.Kind() == reflect.Slice:
			return &typePlan{kind: fieldList, elem: elem, icons: elem.icons}
		}
		return &typePlan{kind: fieldPointer, elem: elem, icons: elem.icons}
	case reflect.Struct:
		p := &typePlan{owned: completed[t], unseen: slices.Contains(unseen, t.Name())}
		for i := range t.NumField() {
			field := t.Field(i)
			key := field.Tag.Get("yaml")
			if !field.IsExported() || key == "-" || (key == "" && !field.Anonymous) {
				continue
			}
			below := typePlanOf(field.Type)
			if below.kind == fieldPlain {
				continue
			}
			if asTyped(t, field) {
				below = below.typed()
			}
			p.kind = fieldStruct
			p.icons = p.icons || below.icons
			p.fields = append(p.fields, typeField{index: i, key: key, slot: site.Slot(field.Tag.Get("slot")), plan: below})
		}
		return p
	}
	return &typePlan{}
}

// resolved returns a copy of a parsed value in which everything that the
// scope can resolve is resolved.
func resolved[T any](s *scope, raw *T, at *place) *T {
	made := *raw
	s.visit(reflect.ValueOf(&made).Elem(), typePlanOf(reflect.TypeFor[T]()), at)
	return &made
}

// done tells whether a value needs no more work, as most, so that no place is made for it.
func (s *scope) done(v reflect.Value, p *typePlan) bool {
	switch p.kind {
	case fieldText:
		return !p.may(v.String())
	case fieldIcon:
		return s.knowsIcon(site.Icon(v.String()))
	case fieldPointer, fieldList:
		return v.IsNil()
	}
	return false
}

// needsCopy tells whether resolving a value changes anything in it.
func needsCopy(v reflect.Value, p *typePlan) bool {
	switch p.kind {
	case fieldPlain, fieldIcon:
		return false
	case fieldText:
		return p.may(v.String())
	case fieldStruct:
		return p.owned || slices.ContainsFunc(p.fields, func(f typeField) bool { return needsCopy(v.Field(f.index), f.plan) })
	case fieldPointer:
		return !v.IsNil() && needsCopy(v.Elem(), p.elem)
	case fieldList:
		for i := range v.Len() {
			if needsCopy(v.Index(i), p.elem) {
				return true
			}
		}
		return false
	}
	return true
}

// visit resolves a value and what is in it, in place. What is shared with the
// parsed file is copied first, unless nothing in it changes: then only its icons
// are checked.
func (s *scope) visit(v reflect.Value, p *typePlan, at *place) {
	switch p.kind {
	case fieldText:
		words := v.Addr().Interface().(*site.Text)
		if p.asTyped {
			*words = s.text(*words, at)
		} else {
			*words = s.set(*words, at)
		}
	case fieldMarkdown:
		s.markdown(v.Addr().Interface().(*site.Markdown), at)
	case fieldIcon:
		s.icon(*v.Addr().Interface().(*site.Icon), at)
	case fieldLink:
		s.link(v.Addr().Interface().(*site.Link), at)
	case fieldImage:
		s.image(v.Addr().Interface().(*site.Image), at)
	case fieldDrawing:
		s.drawing(v.Addr().Interface().(*site.Drawing), at)
	case fieldPrice:
		s.price(v.Addr().Interface().(*site.Price))
	case fieldMoment:
		s.moment(v.Addr().Interface().(*time.Time), at)
	case fieldSection:
		s.section(v.Addr().Interface().(*site.Section), at)
	case fieldStruct:
		for _, field := range p.fields {
			value := v.Field(field.index)
			if s.done(value, field.plan) {
				continue
			}
			plan := field.plan
			if field.key == "label" && isConsent(v) {
				plan = plan.typed()
			}
			below := at
			if field.key != "" {
				below = at.child(field.key)
			}
			if field.slot != "" {
				below = below.in(field.slot)
			}
			s.visit(value, plan, below)
		}
	case fieldPointer:
		if needsCopy(v, p) {
			made := reflect.New(v.Type().Elem())
			made.Elem().Set(v.Elem())
			v.Set(made)
		} else if !p.icons {
			return
		}
		s.visit(v.Elem(), p.elem, at)
	case fieldList:
		if needsCopy(v, p) {
			made := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(made, v)
			v.Set(made)
		} else if !p.icons {
			return
		}
		for i := range v.Len() {
			if value := v.Index(i); !s.done(value, p.elem) {
				s.visit(value, p.elem, at.item(i))
			}
		}
	}
}

// isConsent reports whether a value is a field of a form whose label says what is agreed to: it
// comes back as it was shown, is compared with what stands here, and so stays as it was typed.
func isConsent(v reflect.Value) bool {
	field, is := v.Addr().Interface().(*site.Field)
	return is && field.Type == "consent"
}
