package resolve

import (
	"reflect"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// resolved returns a copy of a parsed value in which everything that the scope can resolve is resolved.
func resolved[T any](s *scope, raw *T, at *outline.Place) *T {
	made := *raw
	s.visit(reflect.ValueOf(&made).Elem(), plan.Of(reflect.TypeFor[T]()), at)
	return &made
}

// done tells whether a value needs no more work, as most, so that no place is made for it.
func (s *scope) done(v reflect.Value, p *plan.Type) bool {
	switch {
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice:
		return v.IsNil()
	case p.Kind == plan.Text:
		return !mayChange(v.String(), p)
	case p.Kind == plan.Icon:
		return s.knowsIcon(site.Icon(v.String()))
	}
	return false
}

// mayChange reports whether a text has to be searched for what to resolve or to set.
func mayChange(words string, p *plan.Type) bool {
	return text.MayRefer(words) || !p.AsTyped && text.MaySet(words)
}

// needsCopy tells whether resolving a value changes anything in it.
func needsCopy(v reflect.Value, p *plan.Type) bool {
	switch {
	case !p.Resolved || p.Kind == plan.Icon:
		return false
	case v.Kind() == reflect.Pointer:
		return !v.IsNil() && needsCopy(v.Elem(), p)
	case p.Kind == plan.Text:
		return mayChange(v.String(), p)
	case p.Kind == plan.Struct:
		return p.Completed ||
			slices.ContainsFunc(p.Fields, func(f plan.Field) bool { return needsCopy(v.Field(f.Index[0]), f.Type) })
	case p.Kind == plan.List:
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
func (s *scope) visit(v reflect.Value, p *plan.Type, at *outline.Place) {
	if v.Kind() == reflect.Pointer {
		if needsCopy(v, p) {
			made := reflect.New(v.Type().Elem())
			made.Elem().Set(v.Elem())
			v.Set(made)
		} else if !p.Used {
			return
		}
		v = v.Elem()
	}
	switch p.Kind {
	case plan.Text:
		words := v.Addr().Interface().(*site.Text)
		if p.AsTyped {
			*words = s.text(*words, at)
		} else {
			*words = s.set(*words, at)
		}
	case plan.Markdown:
		s.markdown(v.Addr().Interface().(*site.Markdown), at)
	case plan.Icon:
		s.icon(*v.Addr().Interface().(*site.Icon), at)
	case plan.Link:
		s.link(v.Addr().Interface().(*site.Link), at)
	case plan.Image:
		s.image(v.Addr().Interface().(*site.Image), at)
	case plan.Drawing:
		s.drawing(v.Addr().Interface().(*site.Drawing), at)
	case plan.Price:
		s.price(v.Addr().Interface().(*site.Price))
	case plan.Moment:
		written := v.Addr().Interface().(*time.Time)
		s.checkClock(*written, func() *outline.Place { return at })
		*written = text.Moment(*written, s.owner.Zone)
	case plan.Section:
		s.section(v.Addr().Interface().(*site.Section), at)
	case plan.Struct:
		for i := range p.Fields {
			field := &p.Fields[i]
			value, of := v.Field(field.Index[0]), field.Type
			if s.done(value, of) {
				continue
			}
			if field.Name == "label" && isConsent(v) {
				of = of.Typed()
			}
			below := at.Child(field.Name)
			if slot := slotOf(v, field); slot != "" {
				below = below.In(slot)
			}
			s.visit(value, of, below)
		}
	case plan.List:
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
func slotOf(v reflect.Value, field *plan.Field) site.Slot {
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
