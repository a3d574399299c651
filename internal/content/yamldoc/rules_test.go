package yamldoc

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/site"
)

// roots are all types that a content file can hold, and the body of every section.
func roots() []reflect.Type {
	types := []reflect.Type{
		reflect.TypeFor[site.Site](), reflect.TypeFor[site.Page](), reflect.TypeFor[site.Legal](),
		reflect.TypeFor[site.Collection[site.Product]](), reflect.TypeFor[site.Collection[site.Plan]](),
		reflect.TypeFor[site.Collection[site.Industry]](), reflect.TypeFor[site.Collection[site.Form]](),
		reflect.TypeFor[site.Collection[site.Person]](), reflect.TypeFor[site.Collection[site.Testimonial]](),
		reflect.TypeFor[site.Collection[site.ImageNote]](), reflect.TypeFor[site.SectionTimes](),
		reflect.TypeFor[site.Collection[site.Location]](),
	}
	for _, name := range site.SectionTypes() {
		types = append(types, reflect.TypeOf(site.NewSectionBody(name)).Elem())
	}
	return types
}

// TestEveryRuleIsKnown asks every rule of every type about values that break
// it. A misspelt or new rule shows here, and not while a site is running.
func TestEveryRuleIsKnown(t *testing.T) {
	seen := map[reflect.Type]bool{}
	checked := 0
	var walk func(s *plan.Type)
	ask := func(s *plan.Type, f plan.Field, tag string) {
		if tag == "" {
			return
		}
		checked++
		for _, value := range samples(s) {
			violation, found := broken(value, tag)
			if !found {
				continue
			}
			code, message, _ := violation.words("It", fmt.Sprint(value), s)
			if code == "" {
				t.Errorf("%s of %s: the rule %q has no words: %s", f.Name, s.Go, tag, message)
			}
		}
	}
	walk = func(s *plan.Type) {
		if s == nil || seen[s.Go] {
			return
		}
		seen[s.Go] = true
		walk(s.Elem)
		for _, f := range s.Keys {
			ask(f.Type, f, f.Rules.Check)
			if f.Rules.Each != "" {
				ask(f.Type.Elem, f, f.Rules.Each)
			}
			for _, other := range []string{f.Rules.RequiredWithout, f.Rules.ExcludedWith} {
				if _, known := s.Place[other]; other != "" && !known {
					t.Errorf("%s of %s: its rule names %s, which is no key", f.Name, s.Go, other)
				}
			}
			walk(f.Type)
		}
	}
	for _, root := range roots() {
		walk(plan.Of(root))
	}
	if checked < 30 {
		t.Errorf("only %d rules were found", checked)
	}
}

// samples are values that most rules refuse.
func samples(s *plan.Type) []any {
	switch s.Kind {
	case plan.Number:
		return []any{-1, 0, 1 << 30}
	case plan.List:
		return []any{reflect.MakeSlice(s.Go, 0, 0).Interface()}
	case plan.Word, plan.Text, plan.Icon:
		var values []any
		for _, text := range []string{"?", "no such thing", "Ä", strings.Repeat("x", 1000)} {
			values = append(values, reflect.ValueOf(text).Convert(s.Go).Interface())
		}
		return values
	}
	return []any{reflect.Zero(s.Go).Interface()}
}

func TestOwnRules(t *testing.T) {
	tests := []struct {
		rule       string
		good, evil []string
	}{
		{"slug", []string{"a", "about-us", "24-7"}, []string{"About", "a--b", "-a", "a_b", "ä", "a b"}},
		{"amount", []string{"0", "2499", "49.99", "0.50"}, []string{"", "$1", "1,000", "01", "1.5", "-1", "1e3", ".5"}},
		{"color", []string{"#05060a", "#ABCDEF", "oklch(0.7 0.15 250)", "oklch(70% 0.1 0)", "oklch(1 0 0)", "oklch(0.21 .03 264.5)"}, []string{
			"#fff", "05060a", "red", "oklch(0.7, 0.1, 250)", "oklch(7 0.1 250)", "rgb(0 0 0)", "#05060a;}", "oklch(0.7 0.1 250) }",
			"oklch(0.7 . 250)",
		}},
	}
	for _, tt := range tests {
		for _, text := range tt.good {
			if _, found := broken(text, tt.rule); found {
				t.Errorf("%s refuses %q", tt.rule, text)
			}
		}
		for _, text := range tt.evil {
			if _, found := broken(text, tt.rule); !found {
				t.Errorf("%s accepts %q", tt.rule, text)
			}
		}
	}
}

// TestKeysOfOthersAreNoneOfOurs: a key that a type gets is no mistake any more, and what is proposed is there.
func TestKeysOfOthersAreNoneOfOurs(t *testing.T) {
	types := map[string]reflect.Type{}
	for _, of := range []any{site.Page{}, site.Embed{}, site.Image{}, site.GalleryItem{}, site.Link{}} {
		types[reflect.TypeOf(of).Name()] = reflect.TypeOf(of)
	}
	for name, other := range otherKeys {
		of, key, _ := strings.Cut(name, ".")
		if types[of] == nil {
			t.Errorf("%s: add its type to this test", name)
			continue
		}
		known := plan.Of(types[of]).Place
		_, there := known[key]
		if _, meant := known[other[0]]; there || !meant && other[0] != "-" || !strings.HasSuffix(other[1], ".") {
			t.Errorf("%s: %q", name, other)
		}
	}
}

func TestCurlyQuotesAreNoQuotes(t *testing.T) {
	const told = `Curly quotes are letters here: type straight ones, " or '.`
	for written, want := range map[string]bool{
		"title: “Hello: World”\n": true, "title: T\nsections: [{hero: {title: “H, B”}}]\n": true, "title: T\ndraft: “true”\n": true,
		"title: T\ntags: [„Bread: fresh“]\n": true, "title: «Hello: World»\n": true, "title: ‘Hello: World’\n": true,
		"title: Hello: World\n": false, "title: The “good”: bread\n": false, "title: T\ndraft: \"true\"\n": false,
	} {
		var page site.Page
		_, problems := Decode("main/pages/a.yaml", nil, []byte(written), &page)
		if got := fmt.Sprint(problems); len(problems) == 0 || strings.Contains(got, told) != want {
			t.Errorf("%s: %s", written, got)
		}
	}
	var page site.Page
	if _, problems := Decode("main/pages/a.yaml", nil, []byte("title: “Hello, World”\nsections: [{hero: {title: “Yes”}}]\n"), &page); len(problems) > 0 || page.Title != "“Hello, World”" {
		t.Errorf("a quotation is %q: %v", page.Title, problems)
	}
}
