package content

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// leadImage returns the first picture that a page shows, as [site.Image.Shown] tells it, or "".
func leadImage(sections []site.Section) string {
	for _, section := range sections {
		if lead := firstImage(reflect.ValueOf(section.Body)); lead != "" {
			return lead
		}
	}
	return ""
}

var (
	imageType = reflect.TypeFor[site.Image]()
	holders   sync.Map // reflect.Type -> []int: the fields of a struct that may hold a picture
)

// firstImage returns the first picture in a value that reaches the templates, in the
// order of its fields.
func firstImage(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return firstImage(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			if found := firstImage(v.Index(i)); found != "" {
				return found
			}
		}
	case reflect.Struct:
		if v.Type() == imageType {
			return v.Addr().Interface().(*site.Image).Shown()
		}
		for _, i := range imageFields(v.Type()) {
			if found := firstImage(v.Field(i)); found != "" {
				return found
			}
		}
	}
	return ""
}

// imageFields returns which fields of a struct may hold a picture.
func imageFields(t reflect.Type) []int {
	if known, ok := holders.Load(t); ok {
		return known.([]int)
	}
	var fields []int
	for i := range t.NumField() {
		if f := t.Field(i); shownField(f) && holdsImage(f.Type, []reflect.Type{t}) {
			fields = append(fields, i)
		}
	}
	holders.Store(t, fields)
	return fields
}

// holdsImage tells whether a value of a type may hold a picture. Above are the types
// that are being looked into: some hold themselves.
func holdsImage(t reflect.Type, above []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return holdsImage(t.Elem(), above)
	case reflect.Struct:
	default:
		return false
	}
	if t == imageType {
		return true
	}
	if slices.Contains(above, t) {
		return false
	}
	for f := range t.Fields() {
		if shownField(f) && holdsImage(f.Type, append(above, t)) {
			return true
		}
	}
	return false
}

func shownField(f reflect.StructField) bool {
	return f.IsExported() && (f.Anonymous || !strings.HasPrefix(f.Tag.Get("json"), "-")) && f.Type.PkgPath() != "time"
}
