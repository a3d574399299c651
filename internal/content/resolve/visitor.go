package resolve

import (
	"reflect"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/fields"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// resolved returns a copy of a parsed value in which everything that the scope can resolve is resolved.
func resolved[T any](s *scope, raw *T, at *outline.Place) *T {
	made := *raw
	s.visit(reflect.ValueOf(&made).Elem(), fields.PlanOf(reflect.TypeFor[T]()), at)
	return &made
}

// done tells whether a value needs no more work, as most, so that no place is made for it.
func (s *scope) done(v reflect.Value, p *fields.Plan) bool {
	switch p.Kind {
	case fields.Text:
		return !p.May(v.String())
	case fields.Icon:
		return s.knowsIcon(site.Icon(v.String()))
	case fields.Pointer, fields.List:
		return v.IsNil()
	}
	return false
}

// needsCopy tells whether resolving a value changes anything in it.
func needsCopy(v reflect.Value, p *fields.Plan) bool {
	switch p.Kind {
	case fields.Plain, fields.Icon:
		return false
	case fields.Text:
		return p.May(v.String())
	case fields.Struct:
		return p.Owned ||
			slices.ContainsFunc(p.Fields, func(f fields.Field) bool { return needsCopy(v.Field(f.Index), f.Plan) })
	case fields.Pointer:
		return !v.IsNil() && needsCopy(v.Elem(), p.Elem)
	case fields.List:
		for i := range v.Len() {
			if needsCopy(v.Index(i), p.Elem) {
				return true
			}
		}
		return false
	}
	return true
}

// visit resolves a value and what is in it, in place. What is shared with the parsed file is copied first, where
// something in it changes.
func (s *scope) visit(v reflect.Value, p *fields.Plan, at *outline.Place) {
	switch p.Kind {
	case fields.Text:
		words := v.Addr().Interface().(*site.Text)
		if p.AsTyped {
			*words = s.text(*words, at)
		} else {
			*words = s.set(*words, at)
		}
	case fields.Markdown:
		s.markdown(v.Addr().Interface().(*site.Markdown), at)
	case fields.Icon:
		s.icon(*v.Addr().Interface().(*site.Icon), at)
	case fields.Link:
		s.link(v.Addr().Interface().(*site.Link), at)
	case fields.Image:
		s.image(v.Addr().Interface().(*site.Image), at)
	case fields.Drawing:
		s.drawing(v.Addr().Interface().(*site.Drawing), at)
	case fields.Price:
		s.price(v.Addr().Interface().(*site.Price))
	case fields.Moment:
		written := v.Addr().Interface().(*time.Time)
		s.checkClock(*written, func() *outline.Place { return at })
		*written = text.Moment(*written, s.owner.Zone)
	case fields.Section:
		s.section(v.Addr().Interface().(*site.Section), at)
	case fields.Struct:
		for _, field := range p.Fields {
			value := v.Field(field.Index)
			if s.done(value, field.Plan) {
				continue
			}
			plan := field.Plan
			if field.Key == "label" && isConsent(v) {
				plan = plan.Typed()
			}
			below := at.Child(field.Key)
			if slot := slotOf(v, field); slot != "" {
				below = below.In(slot)
			}
			s.visit(value, plan, below)
		}
	case fields.Pointer:
		if needsCopy(v, p) {
			made := reflect.New(v.Type().Elem())
			made.Elem().Set(v.Elem())
			v.Set(made)
		} else if !p.Used {
			return
		}
		s.visit(v.Elem(), p.Elem, at)
	case fields.List:
		if needsCopy(v, p) {
			made := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(made, v)
			v.Set(made)
		} else if !p.Used {
			return
		}
		for i := range v.Len() {
			if value := v.Index(i); !s.done(value, p.Elem) {
				s.visit(value, p.Elem, at.Item(i))
			}
		}
	}
}

// slotOf returns the slot of a field with a picture. That of a hero may be as wide as the window.
func slotOf(v reflect.Value, field fields.Field) site.Slot {
	if hero, is := v.Addr().Interface().(*site.Hero); is && field.Slot != "" && hero.Full() {
		return site.SlotFull
	}
	return field.Slot
}

// isConsent reports whether a value is a field whose label is what visitors agree to: it comes back as it was shown,
// and so stays as it was typed.
func isConsent(v reflect.Value) bool {
	field, is := v.Addr().Interface().(*site.Field)
	return is && field.Type == "consent"
}
