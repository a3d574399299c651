package schema

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

//go:embed docs.gen.json
var embeddedDocs []byte

// Docs are the doc comments of the described types, by their Go names.
type Docs struct {
	Types map[string]TypeDoc `json:"types"`
}

// TypeDoc is what the source says about one type.
type TypeDoc struct {
	// Comment of the type.
	Doc string `json:"doc,omitempty"`
	// Comments of its fields, by Go name.
	Fields map[string]string `json:"fields,omitempty"`
	// Constants of the type, in the order of the source.
	Values []ValueDoc `json:"values,omitempty"`
}

// ValueDoc is one constant of a string type.
type ValueDoc struct {
	Value string `json:"value"`
	Doc   string `json:"doc,omitempty"`
}

// EmbeddedDocs returns the comments as they were when the sources were last generated.
func EmbeddedDocs() (Docs, error) {
	var docs Docs
	if err := json.Unmarshal(embeddedDocs, &docs); err != nil {
		return Docs{}, fmt.Errorf("parse docs.gen.json: %w", err)
	}
	return docs, nil
}

// docLink is a link of Go's doc comments, such as [Node] or [site.Node].
var docLink = regexp.MustCompile(`\[((?:[a-z]\w*\.)?[A-Z][\w.]*)\]`)

// plain returns a comment without the marks that only Go's tools understand.
func plain(comment string) string {
	return strings.TrimSpace(docLink.ReplaceAllString(comment, "$1"))
}
