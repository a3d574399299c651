package content

import (
	"reflect"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// leadImage returns the address of the first picture that a page shows, or "".
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
	holders   sync.Map // reflect.Type -> bool: whether a value of the type may hold a picture
)

// firstImage returns the address of the first picture in a value that reaches the
// templates, in the order of its fields.
func firstImage(v reflect.Value) string {
	if !v.IsValid() || !holdsImage(v.Type(), nil) {
		return ""
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return firstImage(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if found := firstImage(v.Index(i)); found != "" {
				return found
			}
		}
	case reflect.Struct:
		if v.Type() == imageType {
			return v.Interface().(site.Image).URL
		}
		for i := range v.NumField() {
			if shownField(v.Type().Field(i)) {
				if found := firstImage(v.Field(i)); found != "" {
					return found
				}
			}
		}
	}
	return ""
}

// holdsImage tells whether a value of a type may hold a picture. Above are the types
// that are being looked into: some hold themselves.
func holdsImage(t reflect.Type, above []reflect.Type) bool {
	if t == imageType {
		return true
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return holdsImage(t.Elem(), above)
	case reflect.Struct:
	default:
		return false
	}
	if known, ok := holders.Load(t); ok {
		return known.(bool)
	}
	for _, outer := range above {
		if outer == t {
			return false
		}
	}
	holds := false
	for f := range t.Fields() {
		holds = holds || shownField(f) && holdsImage(f.Type, append(above, t))
	}
	if len(above) == 0 { // what was cut short by a type above is not known
		holders.Store(t, holds)
	}
	return holds
}

func shownField(f reflect.StructField) bool {
	return f.IsExported() && (f.Anonymous || !strings.HasPrefix(f.Tag.Get("json"), "-")) && f.Type.PkgPath() != "time"
}
