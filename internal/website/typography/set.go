package typography

import (
	"reflect"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// Set returns a value with all texts for visitors set in a language. The value itself
// stays as it is; it is returned where there is nothing to set. What is the same in both
// is shared.
func Set[T any](language string, value *T) *T {
	m, known := marksOf(language)
	if !known || value == nil {
		return value
	}
	made, _ := m.value(reflect.ValueOf(value))
	return made.Interface().(*T)
}

var (
	textType     = reflect.TypeFor[site.Text]()
	markdownType = reflect.TypeFor[site.Markdown]()
	fieldType    = reflect.TypeFor[site.Field]()
)

// value returns a value with its texts set, and whether that is another one.
func (m marks) value(v reflect.Value) (reflect.Value, bool) {
	switch v.Type() {
	case textType:
		typed := v.String()
		set := m.text(typed)
		if set == typed {
			return v, false
		}
		return reflect.ValueOf(site.Text(set)), true
	case markdownType:
		typed := v.Interface().(site.Markdown)
		nodes, changed := m.nodes(typed.Nodes)
		if !changed {
			return v, false
		}
		return reflect.ValueOf(site.Markdown{Source: typed.Source, Nodes: nodes}), true
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v, false
		}
		return m.value(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			return v, false
		}
		made, changed := m.value(v.Elem())
		if !changed {
			return v, false
		}
		pointer := reflect.New(made.Type())
		pointer.Elem().Set(made)
		return pointer, true
	case reflect.Struct:
		return m.fields(v)
	case reflect.Slice:
		return m.items(v)
	case reflect.Map:
		return m.entries(v)
	}
	return v, false
}

func (m marks) fields(v reflect.Value) (reflect.Value, bool) {
	set, changed := v, false
	for _, i := range textFields(v.Type()) {
		made, differs := m.value(v.Field(i))
		if !differs {
			continue
		}
		if !changed {
			set, changed = reflect.New(v.Type()).Elem(), true
			set.Set(v)
		}
		set.Field(i).Set(made)
	}
	// What is agreed to comes back as it was shown, and is compared with what stands in the form.
	if changed && v.Type() == fieldType && v.FieldByName("Type").String() == "consent" {
		set.FieldByName("Label").Set(v.FieldByName("Label"))
	}
	return set, changed
}

func (m marks) items(v reflect.Value) (reflect.Value, bool) {
	if !holdsText(v.Type(), nil) {
		return v, false
	}
	set, changed := v, false
	for i := range v.Len() {
		made, differs := m.value(v.Index(i))
		if !differs {
			continue
		}
		if !changed {
			set, changed = reflect.MakeSlice(v.Type(), v.Len(), v.Len()), true
			reflect.Copy(set, v)
		}
		set.Index(i).Set(made)
	}
	return set, changed
}

func (m marks) entries(v reflect.Value) (reflect.Value, bool) {
	set, changed := v, false
	for key, value := range v.Seq2() {
		made, differs := m.value(value)
		if !differs {
			continue
		}
		if !changed {
			set, changed = reflect.MakeMapWithSize(v.Type(), v.Len()), true
			for key, value := range v.Seq2() {
				set.SetMapIndex(key, value)
			}
		}
		set.SetMapIndex(key, made)
	}
	return set, changed
}

// known are the fields of structs that templates get and that may hold text:
// reflect.Type -> []int.
var known sync.Map

func textFields(t reflect.Type) []int {
	if found, is := known.Load(t); is {
		return found.([]int)
	}
	var all []int
	for i := range t.NumField() {
		if field := t.Field(i); field.IsExported() && field.Tag.Get("json") != "-" && holdsText(field.Type, nil) {
			all = append(all, i)
		}
	}
	known.Store(t, all)
	return all
}

// holdsText reports whether there may be text in values of a type; within are the types that it is part of.
func holdsText(t reflect.Type, within []reflect.Type) bool {
	switch t.Kind() {
	case reflect.String:
		return t == textType
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return holdsText(t.Elem(), within)
	case reflect.Struct:
		for _, outer := range within {
			if outer == t {
				return false // what it holds beside itself counts
			}
		}
		for i := range t.NumField() {
			if field := t.Field(i); field.IsExported() && field.Tag.Get("json") != "-" && holdsText(field.Type, append(within, t)) {
				return true
			}
		}
	}
	return false
}
