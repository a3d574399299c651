package typography

import (
	"reflect"
	"slices"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// Set returns a copy of a value with all texts for visitors set in a language. The
// value itself stays as it is; parts without texts are shared.
func Set[T any](language string, value *T) *T {
	m, known := marksOf(language)
	if !known {
		return value
	}
	return m.value(reflect.ValueOf(value)).Interface().(*T)
}

var (
	textType     = reflect.TypeFor[site.Text]()
	markdownType = reflect.TypeFor[site.Markdown]()
	fieldType    = reflect.TypeFor[site.Field]()
)

// value returns a copy of a value with its texts set.
func (m marks) value(v reflect.Value) reflect.Value {
	switch v.Type() {
	case textType:
		return reflect.ValueOf(site.Text(m.text(v.String())))
	case markdownType:
		markdown := v.Interface().(site.Markdown)
		markdown.Nodes = m.nodes(markdown.Nodes)
		return reflect.ValueOf(markdown)
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Map:
		if v.IsNil() {
			return v
		}
	}
	set := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Interface:
		set.Set(m.value(v.Elem()))
	case reflect.Pointer:
		set.Set(reflect.New(v.Type().Elem()))
		set.Elem().Set(m.value(v.Elem()))
	case reflect.Slice:
		set.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			set.Index(i).Set(m.value(v.Index(i)))
		}
	case reflect.Map:
		set.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for key, value := range v.Seq2() {
			set.SetMapIndex(key, m.value(value))
		}
	case reflect.Struct:
		set.Set(v)
		for _, i := range textFields(v.Type()) {
			set.Field(i).Set(m.value(v.Field(i)))
		}
		// What is agreed to comes back as it was shown, and is compared with what stands in the form.
		if v.Type() == fieldType && v.FieldByName("Type").String() == "consent" {
			set.FieldByName("Label").Set(v.FieldByName("Label"))
		}
	default:
		return v
	}
	return set
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
		if slices.Contains(within, t) {
			return false // what it holds beside itself counts
		}
		for i := range t.NumField() {
			if field := t.Field(i); field.IsExported() && field.Tag.Get("json") != "-" && holdsText(field.Type, append(within, t)) {
				return true
			}
		}
	}
	return false
}
