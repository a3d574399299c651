package schema

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"text/template"

	"github.com/evenlight/marquee/internal/site"
)

//go:embed openapi.json.tmpl
var openAPIText string

var openAPITemplate = template.Must(template.New("").Funcs(template.FuncMap{
	"lower": strings.ToLower,
	"text":  func(words string) string { return string(encode(words, "")) },
}).Parse(openAPIText))

// OpenAPI returns the description of an API in OpenAPI 3.1.
func (g *Generator) OpenAPI(endpoints []site.Endpoint) ([]byte, error) {
	w := &schemaWriter{Generator: g, tag: "json", place: "#/components/schemas/", definitions: map[string]jsonSchema{}}
	schemaOf := func(t reflect.Type) string {
		if t == nil {
			return `{"type": "object"}`
		}
		return string(encode(w.value(g.shape(t, nil)), ""))
	}
	type operation struct {
		site.Endpoint
		Names  []string // in the path
		Schema string   // of the answer
	}
	var operations []operation
	for _, e := range endpoints {
		e.Method = cmp.Or(e.Method, http.MethodGet)
		made := operation{Endpoint: e, Schema: schemaOf(e.Answer)}
		for _, found := range nameInPath.FindAllStringSubmatch(e.Path, -1) {
			made.Names = append(made.Names, found[1])
		}
		operations = append(operations, made)
	}
	failure := schemaOf(reflect.TypeFor[site.ErrorAnswer]()) // before the definitions are written
	var whole, compact bytes.Buffer
	err := openAPITemplate.Execute(&whole, map[string]any{
		"Operations": operations, "Failure": failure, "Schemas": string(encode(w.definitions, "")),
	})
	if err != nil {
		return nil, err
	}
	if err := json.Compact(&compact, whole.Bytes()); err != nil {
		return nil, err
	}
	return compact.Bytes(), nil
}

// nameInPath is a part of a path that a request chooses.
var nameInPath = regexp.MustCompile(`\{(\w+)\}`)
