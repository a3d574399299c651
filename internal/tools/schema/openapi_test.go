package schema

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/outline"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/server"
)

func describe(t *testing.T) (document map[string]any) {
	t.Helper()
	description, err := Embedded().OpenAPI(server.Endpoints())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(description, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// testdata/openapi-3.1.json is the schema that the OpenAPI Initiative publishes
// (spec.openapis.org/oas/3.1/schema, Apache-2.0).
func TestTheDescriptionOfTheAPIIsOpenAPI(t *testing.T) {
	document := describe(t)
	file, err := os.Open("testdata/openapi-3.1.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rules, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("openapi.json", rules); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(document); err != nil {
		t.Error(err)
	}
	if security, said := document["security"].([]any); !said || len(security) > 0 {
		t.Errorf("the API asks for %v", document["security"])
	}
	document["paths"].(map[string]any)["no-slash"] = map[string]any{}
	if schema.Validate(document) == nil {
		t.Error("the validator takes anything")
	}
}

// compile returns the schema of an answer as programs that read the description have it.
func compile(t *testing.T, name string, whole bool) *jsonschema.Schema {
	t.Helper()
	document := describe(t)
	// Where the description shall be whole, nothing may be there that it does not name. A
	// section has its type beside its body, which the words of JSON Schema for that forbid.
	for _, schema := range document["components"].(map[string]any)["schemas"].(map[string]any) {
		if object, is := schema.(map[string]any); is && whole && object["properties"] != nil {
			object["additionalProperties"] = false
		}
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("api.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("api.json#/components/schemas/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func asJSON(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var parsed any
	if err := json.Unmarshal(text, &parsed); err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestAnswersAreAsTheyAreDescribed(t *testing.T) {
	loader := content.NewLoader(outline.Options{})
	revision, problems, err := loader.Load(context.Background(), os.DirFS("../../testkit/content"), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	if err != nil || revision == nil {
		t.Fatal(err, problems)
	}
	settings, plan, page := compile(t, "Site", true), compile(t, "Plan", true), compile(t, "PageData", false)
	for _, bundle := range revision.Sites {
		if err := settings.Validate(asJSON(t, bundle.Site)); err != nil {
			t.Errorf("%s: %v", bundle.Site.ID, err)
		}
		for _, p := range bundle.Pages {
			if err := page.Validate(asJSON(t, site.PageData{Site: bundle.Site, Page: p})); err != nil {
				t.Errorf("%s: %v", p.Path, err)
			}
		}
		for id, entry := range bundle.Plans.All() {
			if err := plan.Validate(asJSON(t, entry)); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
	}
}

func TestAnswersThatAreOtherwiseAreNoticed(t *testing.T) {
	page := compile(t, "PageData", false)
	for _, answer := range []string{`{}`, `{"site": {}, "page": {}}`, `[]`} {
		var parsed any
		if err := json.Unmarshal([]byte(answer), &parsed); err != nil {
			t.Fatal(err)
		}
		if page.Validate(parsed) == nil {
			t.Errorf("%s fits", answer)
		}
	}
}

func TestEveryAddressIsDescribed(t *testing.T) {
	paths := describe(t)["paths"].(map[string]any)
	for _, endpoint := range server.Endpoints() {
		if paths[endpoint.Path] == nil {
			t.Errorf("%s is not described", endpoint.Path)
		}
	}
	if len(paths) != len(server.Endpoints()) || len(paths) < 15 {
		t.Errorf("%d addresses are described", len(paths))
	}
}
