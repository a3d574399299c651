package site

import "reflect"

// APIIndex is the answer of GET /api.
type APIIndex struct {
	// What can be asked for.
	Endpoints []Endpoint `json:"endpoints"`
	// Address of its description as OpenAPI.
	OpenAPI string `json:"openapi"`
}

// Endpoint is an address of the API, as programs are told of it.
type Endpoint struct {
	// The path, with {names} in braces.
	Path string `json:"path"`
	// What it answers, in a sentence.
	Summary string `json:"summary"`

	// Name of the operation in OpenAPI, such as listSites.
	Operation string `json:"-"`
	// POST, where it takes something; empty for GET.
	Method string `json:"-"`
	// Type of the answer; nil for any object.
	Answer reflect.Type `json:"-"`
	// What is asked beyond the names in the path.
	Parameters []Parameter `json:"-"`
	// JSON Schema of what is sent.
	Body string `json:"-"`
	// What other statuses than 200 mean; from 400 on the answer is an [ErrorAnswer]. Names in the path answer 404.
	Statuses map[int]string `json:"-"`
}

// Parameter is a value of the query or of a header that a request gives.
type Parameter struct {
	// query or header.
	In, Name, Description string
	// A regular expression; empty for all text.
	Pattern  string
	Required bool
}
