package yamldoc

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/site"
)

// fieldsBelow calls a function for each field of a set of keys, and of those below it.
func fieldsBelow(s *plan.Type, above []*plan.Field, visit func(path []*plan.Field)) {
	for i := range s.Keys {
		path := append(above[:len(above):len(above)], &s.Keys[i])
		visit(path)
		if s.Keys[i].Type.HasKeys() {
			fieldsBelow(s.Keys[i].Type, path, visit)
		}
	}
}

// nested writes a value at the keys of a path.
func nested(path []*plan.Field, value string) string {
	for i := len(path) - 1; i >= 0; i-- {
		value = "{" + path[i].Name + ": " + value + "}"
	}
	return value
}

func at(v reflect.Value, path []*plan.Field) reflect.Value {
	for _, f := range path {
		if v = reflect.Indirect(v); !v.IsValid() {
			return v
		}
		v = v.FieldByIndex(f.Index)
	}
	return reflect.Indirect(v)
}

func isNothing(v reflect.Value) bool {
	return !v.IsValid() || v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// A translation that writes false, 0, an empty text or an empty list of any key has that, and one that leaves the key
// out has what the original has.
func TestWhatATranslationWritesHolds(t *testing.T) {
	some := map[plan.Kind][2]string{ // and nothing
		plan.Word: {"a", "''"}, plan.Text: {"a", "''"}, plan.Markdown: {"a", "''"}, plan.Flag: {"true", "false"}, plan.Number: {"3", "0"}, plan.List: {"[]", "[]"},
	}
	visited := map[plan.Kind]int{}
	for _, file := range []struct {
		name   string
		target func() any
		entry  func(any) reflect.Value
	}{
		{"main/site.yaml", func() any { return new(site.Site) }, func(v any) reflect.Value { return reflect.ValueOf(v) }},
		{"main/plans.yaml", func() any { return new(site.Collection[site.Plan]) }, entryOf[site.Plan]},
		{"main/products.yaml", func() any { return new(site.Collection[site.Product]) }, entryOf[site.Product]},
		{"main/industries.yaml", func() any { return new(site.Collection[site.Industry]) }, entryOf[site.Industry]},
		{"main/forms.yaml", func() any { return new(site.Collection[site.Form]) }, entryOf[site.Form]},
		{"main/people.yaml", func() any { return new(site.Collection[site.Person]) }, entryOf[site.Person]},
		{"main/locations.yaml", func() any { return new(site.Collection[site.Location]) }, entryOf[site.Location]},
		{"main/images.yaml", func() any { return new(site.Collection[site.ImageNote]) }, entryOf[site.ImageNote]},
		{"main/testimonials.yaml", func() any { return new(site.Collection[site.Testimonial]) }, entryOf[site.Testimonial]},
	} {
		settings := file.name == "main/site.yaml"
		write := func(keys string) []byte {
			if !settings {
				keys = "{x: " + keys + "}"
			}
			return []byte(keys + "\n")
		}
		root := plan.Of(reflect.TypeOf(file.target()))
		if !settings {
			root = root.Elem
		}
		fieldsBelow(root, nil, func(path []*plan.Field) {
			last := path[len(path)-1]
			values, known := some[last.Type.Kind]
			for _, f := range path {
				if f.Same || f.Own || !settings && !f.Type.Words && !f.Key {
					known = false
				}
			}
			if !known {
				return
			}
			if last.Type.Kind == plan.List {
				values[0] = "[{}]"
				if last.Type.Elem.IsText() {
					values[0] = "[a]"
				}
			}
			visited[last.Type.Kind]++
			original, _ := Decode(file.name, nil, write(nested(path, values[0])), file.target())
			for _, wins := range []bool{true, false} {
				into, written := file.target(), nested(path, values[1])
				if !wins { // some other key
					written = strings.Replace(written, path[0].Name+": ", "other: ", 1)
				}
				Decode(strings.Replace(file.name, "/", "/de/", 1), original, write(written), into)
				if got := at(file.entry(into), path); isNothing(got) != wins {
					t.Errorf("%s: over %s, %s is %+v", file.name, nested(path, values[0]), written, got)
				}
			}
		})
	}
	for form, least := range map[plan.Kind]int{plan.Text: 80, plan.Word: 20, plan.Flag: 2, plan.List: 10} {
		if visited[form] < least {
			t.Errorf("%d keys of the form %d are visited", visited[form], form)
		}
	}
}

func entryOf[T any](v any) reflect.Value { return reflect.ValueOf(v.(*site.Collection[T]).Get("x")) }

// Everything that is found in a translation points into the file in which it is written.
func TestPlacesInATranslation(t *testing.T) {
	originalText := "a:\n  kind: message\n  title: A\n  fields:\n    - {name: n, label: N, type: text}\n    - name: m\n      label: M\n      type: text\n" +
		"  submit: {label: Send, sending: Sending}\n  success: {title: T, text: T}\n  failure: {title: T, text: T}\nb:\n  title: B\n"
	translation := "a:\n  submit: {label: Los}\n  fields:\n    - {name: m, label: ''}\n"
	original, _ := Decode("main/forms.yaml", nil, []byte(originalText), new(site.Collection[site.Form]))
	var forms site.Collection[site.Form]
	doc, _ := Decode("main/de/forms.yaml", original, []byte(translation), &forms)
	check := func() {
		t.Helper()
		for path, want := range map[string]string{
			"a.submit.label": "main/de/forms.yaml:2:19", "a.submit.sending": "main/forms.yaml:9:34", "a.title": "main/forms.yaml:3:10",
			"a.fields[0].label": "main/forms.yaml:5:24", "a.fields[1].label": "main/de/forms.yaml:4:24",
			"a.fields[1].type": "main/forms.yaml:8:13", "a.fields[name=m].label": "main/de/forms.yaml:4:24",
			"a.text": "main/de/forms.yaml:1:1", "b.title": "main/forms.yaml:13:10", "b.text": "main/forms.yaml:12:1",
		} {
			p := doc.At(path, "", "", "")
			if got := fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column); got != want {
				t.Errorf("%s is at %s, want %s", path, got, want)
			}
		}
		for path, want := range map[string]bool{
			"a.submit.label": false, "a.submit.sending": true, "a.title": true, "a.fields[name=n].label": true,
			"a.fields[name=m].label": false, "a.fields[name=m].type": true, "b.title": true, "a": false,
		} {
			if doc.FallsBack(path) != want {
				t.Errorf("%s falls back: %t", path, !want)
			}
		}
		if !doc.HasEmpty("a.fields[1].label") || doc.HasEmpty("a.fields[0].label") {
			t.Error("it is not known which label is empty")
		}
	}
	check()
	original.Release(func() []byte { return []byte(originalText) })
	doc.Release(func() []byte { return []byte(translation) })
	check()
}

// What has no partner is told where nothing else is wrong, and what the original lacks is not told of the translation.
func TestMistakesOfATranslation(t *testing.T) {
	const good = "x: {name: A, text: B, icon: c, features: [{title: D}]}"
	for name, test := range map[string]struct{ original, translation, want string }{
		"nothing": {good, "x: {name: C}", ""},
		"a list that the original does not have": {
			good, "x: {actions: [{label: C}]}",
			"main/de/products.yaml:1:14: This list has 1 item, and that of the original 0. Write one item for each, in the same " +
				"order; {} leaves one as it is.",
		},
		"an entry that the original does not have": {
			good, "y: {actions: [{label: C}]}",
			"main/de/products.yaml:1:1: The site main has no entry \"y\" to translate. An entry begins in the first language.",
		},
		"a mistake in the original":     {"x: {nmae: A, icon: b}", "x: {text: C}\ny: {name: D, features: [{title: E}]}", ""},
		"an original that is no YAML":   {"x: {name: A", "x: {text: C, features: [{title: E}]}", ""},
		"a mistake beside a wrong name": {good, "y: {name: B}\nx: {nmae: B}", "main/de/products.yaml:2:5: The product \"x\" has no key `nmae`."},
		"an icon": {
			good, "x: {icon: c}",
			"main/de/products.yaml:1:5: `icon` is the same in every language. Remove it here; it is written in main/products.yaml.",
		},
		"an entry twice": {good, "x: {name: B}\nx: {name: C}", "main/de/products.yaml:2:1: `x` is there twice: it is already on line 1."},
		"a key twice":    {good, "x: {name: B, name: C}", "main/de/products.yaml:1:14: `name` is there twice: it is already on line 1."},
		"no value":       {good, "x: {name: }", "main/de/products.yaml:1:5: `name` has no value."},
	} {
		t.Run(name, func(t *testing.T) {
			target := func() any { return new(site.Collection[site.Product]) }
			original, _ := Decode("main/products.yaml", nil, []byte(test.original+"\n"), target())
			_, problems := Decode("main/de/products.yaml", original, []byte(test.translation+"\n"), target())
			got := ""
			for _, p := range problems {
				got += p.String() + "\n"
			}
			if !strings.HasPrefix(got, test.want) || len(problems) > 1 || test.want == "" && got != "" {
				t.Errorf("told:\n%s\nwanted:\n%s", got, test.want)
			}
		})
	}
}
