package content

import (
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// Decoded values are shared by all loads, so they are copied before anything
// in them is resolved; parts in which there is nothing to resolve are shared with
// the result. The copy goes by type: what a type holds that needs work is looked
// up once, and a new section type needs no line here as long as it is made of the
// words of package site (texts, links, icons, pictures).

// place is where a value stands in its file, as a chain from the inside out;
// it becomes a path only when somebody asks.
type place struct {
	parent *place
	key    string // empty for an item of a list
	index  int
}

func (p *place) child(key string) *place  { return &place{parent: p, key: key} }
func (p *place) item(i int) *place        { return &place{parent: p, index: i} }
func (p *place) String() string           { return string(p.append(nil)) }
func (p *place) path(below string) string { return p.child(below).String() }

func (p *place) append(out []byte) []byte {
	if p == nil {
		return out
	}
	out = p.parent.append(out)
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

// duty is what has to be done with the values of a type.
type duty int

const (
	dutyNone duty = iota // nothing below it needs work: it is shared with the original
	dutyText
	dutyMarkdown
	dutyIcon
	dutyLink
	dutyImage
	dutyPrice
	dutySection
	dutyStruct
	dutyPointer
	dutyList
)

// plan says what has to be done with a type and with what is in it.
type plan struct {
	duty   duty
	elem   *plan
	fields []planField
	icons  bool // whether icons are in it, so that it is looked at
	owned  bool // whether the copy is written to later, so that there must be one
}

// completed are the items of lists to which something is added after they were
// resolved: what a form, a service or a legal section leaves out.
var completed = map[reflect.Type]bool{
	reflect.TypeFor[site.Field]():        true,
	reflect.TypeFor[site.Option]():       true,
	reflect.TypeFor[site.Service]():      true,
	reflect.TypeFor[site.LegalSection](): true,
}

type planField struct {
	index int
	key   string // empty where the fields stand beside the parent's own
	plan  *plan
}

var leafDuties = map[reflect.Type]duty{
	reflect.TypeFor[site.Text]():     dutyText,
	reflect.TypeFor[site.Markdown](): dutyMarkdown,
	reflect.TypeFor[site.Icon]():     dutyIcon,
	reflect.TypeFor[site.Link]():     dutyLink,
	reflect.TypeFor[site.Image]():    dutyImage,
	reflect.TypeFor[site.Price]():    dutyPrice,
	reflect.TypeFor[site.Section]():  dutySection,
}

var plans sync.Map // reflect.Type -> *plan

func planOf(t reflect.Type) *plan {
	if known, ok := plans.Load(t); ok {
		return known.(*plan)
	}
	made, _ := plans.LoadOrStore(t, makePlan(t))
	return made.(*plan)
}

func makePlan(t reflect.Type) *plan {
	if leaf, known := leafDuties[t]; known {
		return &plan{duty: leaf, icons: leaf == dutyIcon}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		elem := planOf(t.Elem())
		switch {
		case elem.duty == dutyNone:
			return &plan{}
		case t.Kind() == reflect.Slice:
			return &plan{duty: dutyList, elem: elem, icons: elem.icons}
		}
		return &plan{duty: dutyPointer, elem: elem, icons: elem.icons}
	case reflect.Struct:
		p := &plan{owned: completed[t]}
		for i := range t.NumField() {
			field := t.Field(i)
			key := field.Tag.Get("yaml")
			if !field.IsExported() || key == "-" || (key == "" && !field.Anonymous) {
				continue
			}
			if below := planOf(field.Type); below.duty != dutyNone {
				p.duty = dutyStruct
				p.icons = p.icons || below.icons
				p.fields = append(p.fields, planField{index: i, key: key, plan: below})
			}
		}
		return p
	}
	return &plan{}
}

// resolved returns a copy of a decoded value in which everything that the
// scope can resolve is resolved.
func resolved[T any](s *scope, raw *T, at *place) *T {
	made := *raw
	s.visit(reflect.ValueOf(&made).Elem(), planOf(reflect.TypeFor[T]()), at)
	return &made
}

// done tells whether a value needs no more work, as most, so that no place is made for it.
func (s *scope) done(v reflect.Value, p *plan) bool {
	switch p.duty {
	case dutyText:
		return !mayRefer(v.String())
	case dutyIcon:
		return s.knowsIcon(site.Icon(v.String()))
	case dutyPointer, dutyList:
		return v.IsNil()
	}
	return false
}

// writes tells whether resolving a value changes anything in it.
func writes(v reflect.Value, p *plan) bool {
	switch p.duty {
	case dutyNone, dutyIcon:
		return false
	case dutyText:
		return mayRefer(v.String())
	case dutyStruct:
		return p.owned || slices.ContainsFunc(p.fields, func(f planField) bool { return writes(v.Field(f.index), f.plan) })
	case dutyPointer:
		return !v.IsNil() && writes(v.Elem(), p.elem)
	case dutyList:
		for i := range v.Len() {
			if writes(v.Index(i), p.elem) {
				return true
			}
		}
		return false
	}
	return true
}

// look does with a value that is shared what changes nothing in it: it finds the icons.
func (s *scope) look(v reflect.Value, p *plan, at *place) {
	switch p.duty {
	case dutyIcon:
		s.icon(site.Icon(v.String()), at)
	case dutyStruct:
		for _, field := range p.fields {
			value := v.Field(field.index)
			if !field.plan.icons || s.done(value, field.plan) {
				continue
			}
			below := at
			if field.key != "" {
				below = at.child(field.key)
			}
			s.look(value, field.plan, below)
		}
	case dutyPointer:
		if p.icons && !v.IsNil() {
			s.look(v.Elem(), p.elem, at)
		}
	case dutyList:
		for i := 0; p.icons && i < v.Len(); i++ {
			if item := v.Index(i); !s.done(item, p.elem) {
				s.look(item, p.elem, at.item(i))
			}
		}
	}
}

func (s *scope) visit(v reflect.Value, p *plan, at *place) {
	switch p.duty {
	case dutyText:
		text := v.Addr().Interface().(*site.Text)
		*text = s.text(*text, at)
	case dutyMarkdown:
		s.markdown(v.Addr().Interface().(*site.Markdown), at)
	case dutyIcon:
		s.icon(*v.Addr().Interface().(*site.Icon), at)
	case dutyLink:
		s.link(v.Addr().Interface().(*site.Link), at)
	case dutyImage:
		s.image(v.Addr().Interface().(*site.Image), at)
	case dutyPrice:
		s.price(v.Addr().Interface().(*site.Price))
	case dutySection:
		s.section(v.Addr().Interface().(*site.Section), at)
	case dutyStruct:
		for _, field := range p.fields {
			value := v.Field(field.index)
			if s.done(value, field.plan) {
				continue
			}
			below := at
			if field.key != "" {
				below = at.child(field.key)
			}
			s.visit(value, field.plan, below)
		}
	case dutyPointer:
		if !writes(v, p) {
			s.look(v, p, at)
			return
		}
		made := reflect.New(v.Type().Elem())
		made.Elem().Set(v.Elem())
		v.Set(made)
		s.visit(made.Elem(), p.elem, at)
	case dutyList:
		if !writes(v, p) {
			s.look(v, p, at)
			return
		}
		made := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(made, v)
		v.Set(made)
		for i := range v.Len() {
			if value := v.Index(i); !s.done(value, p.elem) {
				s.visit(value, p.elem, at.item(i))
			}
		}
	}
}
