package schema

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// object is a JSON object; encoding/json sorts its keys.
type object = map[string]any

// Endpoint is an address of the API.
type Endpoint struct {
	// The path, with {names} in braces.
	Path string `json:"path"`
	// What it answers, in a sentence.
	Summary string `json:"summary"`

	operation string
	answer    reflect.Type
	list      bool
	query     bool // whether ?path= names a page
	entries   bool // whether it is a collection, by id
}

// Endpoints are all addresses that answer GET.
func Endpoints() []Endpoint {
	all := []Endpoint{
		{Path: "/api", Summary: "What there is: this list.", operation: "listEndpoints", answer: reflect.TypeFor[Index]()},
		{Path: "/api/openapi.json", Summary: "The same as OpenAPI 3.1.", operation: "describe"},
		{Path: "/api/sites", Summary: "The sites of this host.", operation: "listSites", answer: reflect.TypeFor[SiteSummary](), list: true},
		{Path: "/api/sites/{site}", Summary: "The settings of a site: brand, theme, navigation, footer, words of the interface.", operation: "getSite", answer: reflect.TypeFor[site.Site]()},
	}
	for _, c := range []struct {
		name, entry string
		t           reflect.Type
	}{
		{"products", "Product", reflect.TypeFor[site.Product]()},
		{"plans", "Plan", reflect.TypeFor[site.Plan]()},
		{"industries", "Industry", reflect.TypeFor[site.Industry]()},
		{"forms", "Form", reflect.TypeFor[site.Form]()},
	} {
		all = append(
			all,
			Endpoint{Path: "/api/sites/{site}/" + c.name, Summary: "The " + c.name + " of a site that its pages show, by id.", operation: "list" + c.entry + "s", answer: c.t, entries: true},
			Endpoint{Path: "/api/sites/{site}/" + c.name + "/{id}", Summary: "One of them.", operation: "get" + c.entry, answer: c.t},
		)
	}
	return append(
		all,
		Endpoint{Path: "/api/sites/{site}/terms", Summary: "The terms of a site.", operation: "getTerms", answer: reflect.TypeFor[site.Legal]()},
		Endpoint{Path: "/api/sites/{site}/privacy", Summary: "The privacy policy of a site.", operation: "getPrivacy", answer: reflect.TypeFor[site.Legal]()},
		Endpoint{Path: "/api/pages", Summary: "A page with its site: all that the templates need. A former path leads on to the page's path.", operation: "getPage", answer: reflect.TypeFor[PageData](), query: true},
	)
}

// OpenAPI returns the description of the API in OpenAPI 3.1, and the index of GET /api.
func (g *Generator) OpenAPI() (description, index []byte, err error) {
	w := &apiWriter{generator: g, schemas: object{}}
	paths := object{}
	for _, e := range Endpoints() {
		paths[e.Path] = object{"get": w.operation(e)}
	}
	paths["/api/send-contact-email"] = object{"post": w.submit()}
	w.value(reflect.TypeFor[ErrorAnswer](), rules{})
	document := object{
		"openapi": "3.1.1",
		"info": object{
			"title": "Marquee", "version": "1",
			"description": "The content of a website as JSON, as it is shown: references, prices and links are resolved. Answers carry an ETag, and X-Content-Revision names the revision of the content that made them. Errors have one shape.",
			"license":     object{"name": "MIT", "identifier": "MIT"},
		},
		"servers":    []any{object{"url": "/"}},
		"security":   []any{}, // nobody signs in
		"paths":      paths,
		"components": object{"schemas": w.schemas},
	}
	if description, err = json.Marshal(document); err != nil {
		return nil, nil, err
	}
	index, err = json.Marshal(Index{Endpoints: Endpoints(), OpenAPI: "/api/openapi.json"})
	return description, index, err
}

// apiWriter describes types as their JSON shows them.
type apiWriter struct {
	generator *Generator
	schemas   object
}

func (w *apiWriter) operation(e Endpoint) object {
	var parameters []any
	for rest := e.Path; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		name, more, _ := strings.Cut(after, "}")
		parameters = append(parameters, object{"name": name, "in": "path", "required": true, "schema": object{"type": "string"}})
		rest = more
	}
	if e.query {
		parameters = append(parameters, object{"name": "path", "in": "query", "required": true, "description": "Path of the page, such as /about.", "schema": object{"type": "string", "pattern": "^/"}})
	}
	responses := object{
		"200": object{"description": e.Summary, "content": object{"application/json": object{"schema": w.answer(e)}}},
		"304": object{"description": "It is what If-None-Match names."},
	}
	if len(parameters) > 0 {
		responses["404"] = w.failure("There is no such thing.")
	}
	if e.query {
		responses["301"] = object{"description": "The page has moved: Location is where it is asked for."}
		responses["400"] = w.failure("No path is given.")
	}
	made := object{"operationId": e.operation, "summary": e.Summary, "responses": responses}
	if parameters != nil {
		made["parameters"] = parameters
	}
	return made
}

func (w *apiWriter) answer(e Endpoint) object {
	switch {
	case e.answer == nil:
		return object{"type": "object"}
	case e.list:
		return object{"type": "array", "items": w.value(e.answer, rules{})}
	case e.entries:
		return object{"type": "object", "additionalProperties": w.value(e.answer, rules{})}
	}
	return w.value(e.answer, rules{})
}

func (w *apiWriter) failure(description string) object {
	return object{"description": description, "content": object{"application/json": object{"schema": object{"$ref": schemaRef + "ErrorAnswer"}}}}
}

// submit describes how forms are sent.
func (w *apiWriter) submit() object {
	fields := object{
		"type": "object", "required": []any{"site", "form"},
		"properties": object{
			"site": object{"type": "string", "description": "The id of the site."},
			"form": object{"type": "string", "description": "The id of the form."},
			"type": object{"type": "string", "description": "The kind of the form, where it is contact or booking."},
		},
		"additionalProperties": true,
		"description":          "The fields of the form by their names, beside site and form. GET /api/sites/{site}/forms/{id} lists them.",
	}
	responses := object{"200": object{"description": "It is stored.", "content": object{"application/json": object{"schema": w.value(reflect.TypeFor[Accepted](), rules{})}}}}
	for status, description := range map[string]string{
		"400": "It cannot be read.", "409": "The idempotency key was used for another message.", "422": "Fields do not fit: error.fields says which.",
		"429": "Too many came from this address.", "503": "None are taken at the moment.",
	} {
		responses[status] = w.failure(description)
	}
	return object{
		"operationId": "submitForm", "summary": "Send what a visitor wrote. It is stored before the answer.",
		"parameters": []any{object{
			"name": "Idempotency-Key", "in": "header", "description": "Names one filling of a form: sent twice, it is stored once.", "schema": object{"type": "string"},
		}},
		"requestBody": object{"required": true, "content": object{"application/json": object{"schema": fields}}},
		"responses":   responses,
	}
}

const schemaRef = "#/components/schemas/"

// value returns the schema of a value as JSON shows it.
func (w *apiWriter) value(t reflect.Type, r rules) object {
	if choices := r.choices(); len(choices) > 0 && t.Kind() == reflect.String {
		return object{"type": "string", "enum": choices}
	}
	switch t {
	case textType, iconType, refType:
		return object{"type": "string"}
	case timeType:
		return object{"type": "string", "format": "date-time"}
	case markdownType:
		return object{"type": "array", "items": w.value(nodeType, rules{})}
	case sectionType:
		return w.named("Section", w.sections)
	}
	if entry, isCollection := entryType(t); isCollection {
		return object{"type": "object", "additionalProperties": w.value(entry, r.below())}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.value(t.Elem(), r)
	case reflect.Slice:
		return object{"type": "array", "items": w.value(t.Elem(), r.below())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": w.value(t.Elem(), r.below())}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Struct:
		return w.named(t.Name(), func() object { return w.structure(t) })
	}
	var values []string
	for _, value := range w.generator.docs.Types[t.Name()].Values {
		values = append(values, value.Value)
	}
	if values != nil {
		return object{"type": "string", "enum": values}
	}
	return object{"type": "string"}
}

// named returns a reference to a schema, which is made when it is first met.
func (w *apiWriter) named(name string, define func() object) object {
	if _, known := w.schemas[name]; !known {
		w.schemas[name] = nil // it may lead back to itself
		w.schemas[name] = define()
	}
	return object{"$ref": schemaRef + name}
}

func (w *apiWriter) structure(t reflect.Type) object {
	properties, required := w.properties(t)
	made := object{"type": "object", "properties": properties}
	if doc, _, _ := strings.Cut(plain(w.generator.docs.Types[t.Name()].Doc), "\n\n"); doc != "" {
		made["description"] = joined(doc)
	}
	if len(required) > 0 {
		made["required"] = required
	}
	return made
}

// properties returns those of a struct and of what is embedded in it, and the names of
// those that are always there.
func (w *apiWriter) properties(t reflect.Type) (object, []string) {
	own, embedded := w.generator.structFields(t, "json")
	all, required := object{}, []string{}
	for _, base := range embedded {
		more, needed := w.properties(base)
		maps.Copy(all, more)
		required = append(required, needed...)
	}
	for _, f := range own {
		if f.name == "" {
			continue
		}
		value := w.value(f.typ, f.rules)
		if f.doc != "" {
			value["description"] = joined(f.doc)
		}
		left := f.omitEmpty && f.typ.Kind() != reflect.Struct
		if !left {
			required = append(required, f.name)
			if mayBeNull(f) {
				value = object{"anyOf": []any{value, object{"type": "null"}}}
			}
		}
		all[f.name] = value
	}
	return all, required
}

// sections returns the union of all sections, told apart by their type.
func (w *apiWriter) sections() object {
	var all []any
	for _, name := range site.SectionTypes() {
		all = append(all, object{"allOf": []any{
			object{"type": "object", "required": []any{"type"}, "properties": object{"type": object{"const": name}}},
			w.value(sectionBody(name), rules{}),
		}})
	}
	return object{"oneOf": all}
}
