package schema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"reflect"
	"strings"
	"text/template"

	"github.com/evenlight/marquee/internal/site"
)

// Index is the answer of GET /api.
type Index struct {
	// What can be asked for.
	Endpoints []Endpoint `json:"endpoints"`
	// Address of its description as OpenAPI.
	OpenAPI string `json:"openapi"`
}

// Endpoint is an address of the API.
type Endpoint struct {
	// The path, with {names} in braces.
	Path string `json:"path"`
	// What it answers, in a sentence.
	Summary string `json:"summary"`

	operation string
	answer    reflect.Type
}

// endpoints returns all addresses that answer GET.
func endpoints() []Endpoint {
	const one = "/api/sites/{site}"
	all := []Endpoint{
		{"/api", "What there is: this list.", "listEndpoints", reflect.TypeFor[Index]()},
		{"/api/openapi.json", "The same as OpenAPI 3.1.", "describe", nil},
		{"/api/sites", "The sites of this host.", "listSites", reflect.TypeFor[[]site.SiteSummary]()},
		{
			one, "The settings of a site: brand, theme, navigation, footer, words of the interface.",
			"getSite", reflect.TypeFor[site.Site](),
		},
	}
	collection := func(name string, t reflect.Type) {
		entries := reflect.MapOf(reflect.TypeFor[string](), t)
		summary := "The " + name + " of a site that its pages show, by id."
		all = append(all, Endpoint{one + "/" + name, summary, "list" + t.Name() + "s", entries},
			Endpoint{one + "/" + name + "/{id}", "One of them.", "get" + t.Name(), t})
	}
	collection("products", reflect.TypeFor[site.Product]())
	collection("plans", reflect.TypeFor[site.Plan]())
	collection("industries", reflect.TypeFor[site.Industry]())
	collection("forms", reflect.TypeFor[site.Form]())
	return append(
		all,
		Endpoint{one + "/terms", "The terms of a site.", "getTerms", reflect.TypeFor[site.Legal]()},
		Endpoint{one + "/privacy", "The privacy policy of a site.", "getPrivacy", reflect.TypeFor[site.Legal]()},
		Endpoint{
			"/api/pages",
			"A page with its site: all that the templates need. A former path leads on to the page's path.",
			"getPage", reflect.TypeFor[site.PageData](),
		},
	)
}

//go:embed openapi.json.tmpl
var openAPI string

// OpenAPI returns the description of the API in OpenAPI 3.1, and the index of GET /api.
func (g *Generator) OpenAPI() (description, index []byte, err error) {
	w := &schemaWriter{Generator: g, tag: "json", place: "#/components/schemas/", definitions: map[string]jsonSchema{}}
	schemaOf := func(t reflect.Type) string {
		if t == nil {
			return `{"type": "object"}`
		}
		return string(encode(w.value(g.shape(t, nil)), ""))
	}
	type operation struct{ Path, Summary, ID, Schema string }
	var operations []operation
	for _, e := range endpoints() {
		operations = append(operations, operation{e.Path, e.Summary, e.operation, schemaOf(e.answer)})
	}
	accepted, failure := schemaOf(reflect.TypeFor[site.Accepted]()), schemaOf(reflect.TypeFor[site.ErrorAnswer]())
	document := template.Must(template.New("").Funcs(template.FuncMap{"contains": strings.Contains}).Parse(openAPI))
	var whole, compact bytes.Buffer
	err = document.Execute(&whole, map[string]any{
		"Operations": operations,
		"Accepted":   accepted,
		"Failure":    failure,
		"Schemas":    string(encode(w.definitions, "")),
	})
	if err != nil {
		return nil, nil, err
	}
	if err := json.Compact(&compact, whole.Bytes()); err != nil {
		return nil, nil, err
	}
	index, err = json.Marshal(Index{Endpoints: endpoints(), OpenAPI: "/api/openapi.json"})
	return compact.Bytes(), index, err
}
