package resolve

import (
	"reflect"
	"testing"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/site"
)

// A field that YAML may not write is empty on every page until a filler computes it.
func TestASectionWithAComputedFieldHasAFiller(t *testing.T) {
	found := 0
	for _, name := range site.SectionTypes() {
		body := reflect.TypeOf(site.NewSectionBody(name)).Elem()
		for _, field := range computed(body) {
			found++
			if fillers[body] == nil {
				t.Errorf("%s is never computed: add `fillWith((*scope).fill%s)` to internal/content/resolve/sections.go", field, body.Name())
			}
		}
	}
	if found < 20 {
		t.Errorf("%d fields are computed", found)
	}
}

// computed returns the fields below a type that templates get and YAML does not write,
// but for those of links, pictures and the like, which are resolved wherever they are.
func computed(t reflect.Type) (found []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || plan.Of(t).Kind != plan.Struct {
		return nil
	}
	for i := range t.NumField() {
		field := t.Field(i)
		switch {
		case field.Tag.Get("yaml") != "-":
			found = append(found, computed(field.Type)...)
		case field.Tag.Get("json") != "-":
			found = append(found, t.String()+"."+field.Name)
		}
	}
	return found
}
