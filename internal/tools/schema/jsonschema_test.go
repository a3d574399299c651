package schema

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// parsed returns a schema as an editor reads it.
func parsed(t *testing.T, name string) map[string]any {
	t.Helper()
	schemas := Embedded().JSONSchemas()
	var schema map[string]any
	if err := json.Unmarshal(schemas[name], &schema); err != nil {
		t.Fatalf("schema %s: %v", name, err)
	}
	return schema
}

// at follows keys into a parsed schema.
func at(t *testing.T, schema any, keys ...string) any {
	t.Helper()
	for i, key := range keys {
		object, ok := schema.(map[string]any)
		if !ok || object[key] == nil {
			t.Fatalf("the schema has no %s", strings.Join(keys[:i+1], "/"))
		}
		schema = object[key]
	}
	return schema
}

func expect(t *testing.T, got any, wantJSON string) {
	t.Helper()
	var want any
	if err := json.Unmarshal([]byte(wantJSON), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		text, _ := json.Marshal(got)
		t.Errorf("got  %s\nwant %s", text, wantJSON)
	}
}

func TestEveryKindOfFileHasASchema(t *testing.T) {
	schemas := Embedded().JSONSchemas()
	want := []string{
		"blocks", "forms", "forms.translation", "images", "images.translation", "industries", "industries.translation", "legal",
		"locations", "locations.translation", "page", "people", "people.translation", "plans", "plans.translation",
		"products", "products.translation", "redirects", "site",
		"site.translation", "testimonials", "testimonials.translation",
	}
	if got := slices.Sorted(maps.Keys(schemas)); !slices.Equal(got, want) {
		t.Errorf("schemas for %v, want %v", got, want)
	}
}

func TestATranslationMayLeaveOutEverything(t *testing.T) {
	for name, data := range Embedded().JSONSchemas() {
		isTranslation := strings.HasSuffix(name, TranslationSuffix)
		if isTranslation && (strings.Contains(string(data), `"required": [`) || strings.Contains(string(data), `"oneOf"`)) {
			t.Errorf("%s requires something", name)
		}
	}
	fields := at(t, parsed(t, "forms.translation"), "definitions", "Field")
	expect(t, at(t, fields, "additionalProperties"), `false`)
	expect(t, at(t, fields, "properties", "label", "type"), `["string", "number", "boolean"]`)
}

func TestSchemaOfACollection(t *testing.T) {
	plans := parsed(t, "plans")
	expect(t, at(t, plans, "$schema"), `"http://json-schema.org/draft-07/schema#"`)
	expect(t, at(t, plans, "propertyNames", "pattern"), `"^[a-z0-9]+(-[a-z0-9]+)*$"`)
	expect(t, at(t, plans, "additionalProperties"), `{"$ref": "#/definitions/Plan"}`)
	expect(t, at(t, plans, "definitions", "Plan", "required"), `["name"]`)
	expect(t, at(t, plans, "definitions", "Plan", "oneOf"), `[{"required": ["price"]}, {"required": ["prices"]}]`)
	expect(t, at(t, plans, "definitions", "Price", "properties"), `{
		"amount": {"description": "The amount as digits, such as 49.99 or 2499.", "type": ["string", "number"],
			"pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{2})?$", "minLength": 1},
		"currency": {"description": "The currency, such as USD.", "type": ["string", "number"],
			"pattern": "^[A-Z]{3}$", "minLength": 1},
		"period": {"description": "How often it is paid: month, year or once.", "type": "string", "enum": ["month", "year", "once"]},
		"from": {"description": "Whether it is the lowest of several prices.", "type": "boolean"}}`)
}

func TestSchemaOfSections(t *testing.T) {
	page := parsed(t, "page")
	expect(t, at(t, page, "properties", "sections", "items"), `{"$ref": "#/definitions/Section"}`)
	choices := at(t, page, "definitions", "Section", "oneOf").([]any)
	types := append(site.SectionTypes(), site.BlockType)
	if len(choices) != len(types) {
		t.Fatalf("%d choices for %d section types", len(choices), len(types))
	}
	for i, name := range types {
		expect(t, at(t, choices[i], "required"), `["`+name+`"]`)
		expect(t, choices[i].(map[string]any)["additionalProperties"], `false`)
		at(t, choices[i], "properties", name)
	}
	quote := choices[slices.Index(types, "quote")]
	expect(t, at(t, quote, "properties", "quote"), `{"description": "One sentence with room around it.", "$ref": "#/definitions/Quote"}`)
	// A section that needs nothing may be left empty: "- plans:".
	plans := choices[slices.Index(types, "plans")]
	expect(t, at(t, plans, "properties", "plans"),
		`{"description": "Shows plans side by side.", "anyOf": [{"$ref": "#/definitions/Plans"}, {"type": "null"}]}`)
}

func TestSchemaStatesTheRules(t *testing.T) {
	page, website, forms := parsed(t, "page"), parsed(t, "site"), parsed(t, "forms")
	cards := at(t, page, "definitions", "Cards", "properties")
	expect(t, at(t, cards, "columns"),
		`{"description": "How many cards stand side by side on a wide screen.", "type": "integer", "minimum": 1, "maximum": 4}`)
	expect(t, at(t, cards, "items", "minItems"), `1`)
	expect(t, at(t, cards, "eyebrow", "description"), `"A few words above the title."`)
	expect(t, at(t, page, "properties", "publishAt", "pattern"), `"^\\d{4}-\\d{2}-\\d{2}([T ]\\d{1,2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:\\d{2})?)?$"`)
	expect(t, at(t, page, "definitions", "Preview", "oneOf"), `[{"required": ["chat"]}, {"required": ["example"]}]`)
	expect(t, at(t, website, "properties", "baseURL", "format"), `"uri"`)
	expect(t, at(t, website, "definitions", "Mail", "properties", "recipients", "items", "format"), `"email"`)
	expect(t, at(t, website, "properties", "facts", "additionalProperties"), `{"type": ["string", "number", "boolean"]}`)
	expect(t, at(t, website, "definitions", "SEO", "properties", "titleTemplate", "pattern"), `"\\{title\\}"`)
	expect(t, at(t, forms, "definitions", "Field", "properties", "min", "maximum"), `1000000000`)
	expect(t, at(t, forms, "definitions", "AtLeast", "required"), `["fields"]`)
	recipients := at(t, forms, "definitions", "Form", "properties", "recipients")
	expect(t, at(t, recipients, "type"), `["array", "object"]`)
	expect(t, at(t, recipients, "items"), `{"type": "string", "format": "email"}`)
	expect(t, at(t, recipients, "additionalProperties"), `{"type": ["array", "string"], "items": {"type": "string", "format": "email"}}`)
	expect(t, at(t, parsed(t, "legal"), "properties", "slug", "pattern"), `"^/"`)
}

func TestComputedFieldsAreNotOffered(t *testing.T) {
	website := parsed(t, "site")
	for _, computed := range []string{"id", "assets", "location", "ID"} {
		if _, offered := at(t, website, "properties").(map[string]any)[computed]; offered {
			t.Errorf("site.yaml offers %s, which is computed", computed)
		}
	}
}

// Every object refuses unknown keys, every reference has its definition, and
// every definition is used.
func TestSchemasAreClosed(t *testing.T) {
	schemas := Embedded().JSONSchemas()
	for name := range schemas {
		schema := parsed(t, name)
		definitions, _ := schema["definitions"].(map[string]any)
		used := map[string]bool{}
		var walk func(path string, value any)
		walk = func(path string, value any) {
			switch value := value.(type) {
			case map[string]any:
				if _, isObject := value["properties"].(map[string]any); isObject && value["type"] == "object" {
					if value["additionalProperties"] != false {
						t.Errorf("%s%s takes unknown keys", name, path)
					}
				}
				if reference, ok := value["$ref"].(string); ok {
					target := strings.TrimPrefix(reference, "#/definitions/")
					used[target] = true
					if definitions[target] == nil {
						t.Errorf("%s%s refers to %s, which is not defined", name, path, reference)
					}
				}
				for key, below := range value {
					walk(path+"/"+key, below)
				}
			case []any:
				for _, below := range value {
					walk(path+"/*", below)
				}
			}
		}
		walk("", schema)
		for definition := range definitions {
			if !used[definition] {
				t.Errorf("%s: definition %s is not used", name, definition)
			}
		}
	}
}

func TestDescriptionsAreForMarketers(t *testing.T) {
	generator := New(Docs{Types: map[string]TypeDoc{
		"Plans": {Doc: "Plans shows [Plan] side by side. And more.\n\nSee [site.Bundle]."},
		"Quote": {Doc: "Quote is one\nsentence"},
		"Hero":  {},
	}})
	for _, test := range []struct {
		typ  reflect.Type
		want string
	}{
		{reflect.TypeFor[site.Plans](), "Shows Plan side by side."},
		{reflect.TypeFor[site.Quote](), "One sentence"},
		{reflect.TypeFor[site.Hero](), ""},
	} {
		if got := generator.words(test.typ).Sentence; got != test.want {
			t.Errorf("%s: got %q, want %q", test.typ, got, test.want)
		}
	}
}

func TestSchemaSaysWhatPeopleEditAValueWith(t *testing.T) {
	page, plans, website := parsed(t, "page"), parsed(t, "plans"), parsed(t, "site")
	for _, c := range []struct {
		in   any
		path []string
		kind string
		of   string
	}{
		{page, []string{"definitions", "Image"}, "picture", ""},
		{page, []string{"definitions", "Link", "properties", "to"}, "link", ""},
		{page, []string{"definitions", "Plans", "properties", "refs", "items"}, "reference", "plans"},
		{page, []string{"definitions", "Features", "properties", "product"}, "reference", "products"},
		{page, []string{"definitions", "Team", "properties", "refs", "items"}, "reference", "people"},
		{page, []string{"properties", "author"}, "reference", "people"},
		{page, []string{"properties", "markdown"}, "rich", ""},
		{page, []string{"properties", "date"}, "date", ""},
		{page, []string{"properties", "publishAt"}, "date", ""},
		{plans, []string{"definitions", "Price"}, "price", ""},
		{website, []string{"definitions", "Business", "properties", "hours", "items"}, "hours", ""},
		{website, []string{"definitions", "Colors", "properties", "primary"}, "colour", ""},
	} {
		found := at(t, c.in, c.path...).(map[string]any)
		if of, _ := found["x-of"].(string); found["x-kind"] != c.kind || of != c.of {
			t.Errorf("%v is edited with %v of %q, want %s of %q", c.path, found["x-kind"], of, c.kind, c.of)
		}
	}
}
