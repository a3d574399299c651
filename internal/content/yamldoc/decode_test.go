package yamldoc

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func decodePage(t *testing.T, source string) (*site.Page, *Document, []Problem) {
	t.Helper()
	page := new(site.Page)
	doc, problems := Decode("main/pages/index.yaml", nil, []byte(source), page)
	return page, doc, problems
}

func TestDecodeKeepsEveryTextAsTyped(t *testing.T) {
	tests := []struct{ written, want string }{
		{"+49301234567", "+49301234567"},
		{"1.20", "1.20"},
		{"012", "012"},
		{"030123456", "030123456"},
		{"0x10", "0x10"},
		{"0o17", "0o17"},
		{"0b11", "0b11"},
		{".5", ".5"},
		{"1_000", "1_000"},
		{"1e3", "1e3"},
		{"-5", "-5"},
		{".inf", ".inf"},
		{".NaN", ".NaN"},
		{"yes", "yes"},
		{"on", "on"},
		{"true", "true"},
		{"False", "False"},
		{"123456789012345678901234567890", "123456789012345678901234567890"},
		{"2026-12-01", "2026-12-01"},
		{"9:00 AM - 6:00 PM", "9:00 AM - 6:00 PM"},
		{"24/7", "24/7"},
		{"20+", "20+"},
		{"a # b", "a"},
		{"a#b", "a#b"},
		{"it's \"fine\"", "it's \"fine\""},
		{"two  spaces", "two  spaces"},
		{"ends with spaces   ", "ends with spaces"},
		{"Hi {{site.name}}!", "Hi {{site.name}}!"},
		{"Hi {{ site.name }}, [you]", "Hi {{ site.name }}, [you]"},
		{`"{{year}} {{site.name}}"`, "{{year}} {{site.name}}"},
		{`'{{year}}'`, "{{year}}"},
		{`"null"`, "null"},
		{`"~"`, "~"},
		{`"012"`, "012"},
		{`'it''s'`, "it's"},
		{`"a \"b\" \\ \u00e9 \x41 \U0001F600 \ud83d\ude00\n"`, "a \"b\" \\ é A 😀 😀\n"},
		{`"#1 in town"`, "#1 in town"},
		{`" around "`, " around "},
		{"-dash", "-dash"},
		{"?really", "?really"},
		{":colon", ":colon"},
		{"http://x.y/z?a=b#c", "http://x.y/z?a=b#c"},
		{"日本語 😀", "日本語 😀"},
		{"non\u00a0breaking", "non\u00a0breaking"},
		{"first\n  second", "first second"},
		{"first\n\n  second", "first\nsecond"},
		{"\n  below", "below"},
		{"\n  \"below\"", "below"},
		{"\"first\n  second\"", "first second"},
		{"'first\n\n  second'", "first\nsecond"},
		{"\"joined\\\n  up\"", "joinedup"},
		{"|\n  first\n  second", "first\nsecond\n"},
		{"|\n  first\n    deeper: # stays\n\n  last\n", "first\n  deeper: # stays\n\nlast\n"},
		{"|-\n  first\n\n  second\n\n", "first\n\nsecond"},
		{"|+\n  first\n", "first\n\n"},
		{">\n  first\n  second\n\n  third", "first second\nthird\n"},
		{">-\n  first\n  second\n", "first second"},
		{"|\n  {{site.name}}: - [x] @y", "{{site.name}}: - [x] @y\n"},
		{"| # comment\n  first", "first\n"},
		{"|\n  a\tb", "a\tb\n"},
	}
	for _, tt := range tests {
		for _, lineEnd := range []string{"\n", "\r\n", "\r"} {
			source := strings.ReplaceAll("title: "+tt.written+"\ndraft: true\n", "\n", lineEnd)
			page, _, problems := decodePage(t, source)
			if len(problems) > 0 {
				t.Errorf("%q: %v", source, problems[0])
			} else if string(page.Title) != tt.want || !page.Draft {
				t.Errorf("%q gives %q (draft %v), want %q", source, page.Title, page.Draft, tt.want)
			}
		}
		if strings.Contains(tt.written, "\n") || strings.HasPrefix(tt.written, "-d") {
			continue
		}
		page, _, problems := decodePage(t, "title: a\nsections:\n  - hero:\n      title: b\n      points:\n        - "+tt.written+"\n")
		if len(problems) > 0 {
			t.Errorf("item %q: %v", tt.written, problems[0])
		} else if got := page.Sections[0].Body.(*site.Hero).Points[0]; string(got) != tt.want {
			t.Errorf("item %q gives %q, want %q", tt.written, got, tt.want)
		}
	}
}

func TestDecodeReadsValidFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/valid/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for label, bytes := range map[string][]byte{
			"as it is": data, "with byte order mark": append([]byte(byteOrderMark), data...),
			"of Windows": []byte(strings.ReplaceAll(string(data), "\n", "\r\n")),
			"with marks": []byte("---\n" + string(data) + "...\n"),
		} {
			into := target(filepath.Base(name))
			if _, problems := Decode(name, nil, bytes, into); len(problems) > 0 {
				t.Errorf("%s: %v", label, problems)
			}
			if missing := missingValue(reflect.ValueOf(into).Elem(), name); missing != "" {
				t.Errorf("%s: %s is missing", label, missing)
			}
		}
	}
}

func TestDecodeFillsEveryKindOfField(t *testing.T) {
	data, err := os.ReadFile("testdata/valid/page.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page, _, problems := decodePage(t, string(data))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	hero := page.Sections[0].Body.(*site.Hero)
	cards := page.Sections[2].Body.(*site.Cards)
	prose := page.Sections[3].Body.(*site.Prose)
	for _, check := range []struct{ got, want any }{
		{len(page.Sections), 6},
		{page.Sections[4].Type, "plans"},
		{string(hero.Text), "From {{plans.pro.price}} a month. Don't wait, call +49 30 1234567 or write to {{site.email}}"},
		{hero.Actions[1].To, site.Text("#preview")},
		{len(hero.Points), 3},
		{cards.Columns, 2},
		{cards.Title, site.Text("Technology & Capabilities")},
		{cards.Items[0].Text, site.Text("Personalised behaviour: it evolves.\n\n  Indented \"text\" # stays\n")},
		{cards.Items[1].Link.To, site.Text("/technology")},
		{prose.Markdown.Source, site.Text("# Innovation\n\n- continuous *learning*\n- `code: here`")},
		{page.PublishAt.UTC().Hour(), 14},
		{page.ExpireAt == nil, true},
		{page.Navigation.Action.Style, "primary"},
		{page.Aliases[1], "/start"},
		{page.Navigation.Action.To, site.Text("/contact")},
	} {
		if check.got != check.want {
			t.Errorf("got %#v, want %#v", check.got, check.want)
		}
	}
}

func TestCollectionsKeepTheOrderOfTheFile(t *testing.T) {
	data, err := os.ReadFile("testdata/valid/plans.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var plans site.Collection[site.Plan]
	doc, problems := Decode("main/plans.yaml", nil, data, &plans)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := strings.Join(plans.IDs(), " "); got != "pro ecommerce-store" {
		t.Errorf("ids are %s", got)
	}
	if price := plans.Get("pro").Price; price.Amount != "49.90" || !plans.Get("ecommerce-store").Price.From {
		t.Errorf("price is %+v", price)
	}
	if p := doc.At("ecommerce-store.price.currency", "x", "X.", ""); p.Line != 10 || p.Column != 15 {
		t.Errorf("currency is at %d:%d", p.Line, p.Column)
	}
}

// missingValue names a required value that is not there, by the tags alone
// and so independent of the decoder.
func missingValue(v reflect.Value, path string) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return ""
		}
		return missingValue(v.Elem(), path)
	case reflect.Slice:
		for i := range v.Len() {
			if missing := missingValue(v.Index(i), path); missing != "" {
				return missing
			}
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() || v.Type() == reflect.TypeFor[site.Markdown]() {
			return ""
		}
		if section, ok := v.Interface().(site.Section); ok {
			return missingValue(reflect.ValueOf(section.Body), path+"."+section.Type)
		}
		if v.CanAddr() {
			if ids, ok := v.Addr().Interface().(interface{ IDs() []string }); ok {
				get := v.Addr().MethodByName("Get")
				for _, id := range ids.IDs() {
					if missing := missingValue(get.Call([]reflect.Value{reflect.ValueOf(id)})[0], path+"."+id); missing != "" {
						return missing
					}
				}
				return ""
			}
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() || f.Tag.Get("yaml") == "-" {
				continue
			}
			required := strings.HasPrefix(f.Tag.Get("validate"), "required,") || f.Tag.Get("validate") == "required"
			if required && v.Field(i).IsZero() {
				return path + "." + f.Name
			}
			if missing := missingValue(v.Field(i), path+"."+f.Name); missing != "" {
				return missing
			}
		}
	}
	return ""
}
