// Package words holds the words of the interface in the languages that Marquee speaks. Each language is one file with
// the groups labels, errors, checks and mailWords of site.yaml, whole. Another language is another file; its test says
// what is wrong with it.
package words

import (
	"bytes"
	"embed"
	"fmt"
	"sync"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/language"

	"github.com/evenlight/marquee/internal/site"
)

//go:embed *.yaml
var files embed.FS

var known sync.Map // *site.Site by the tag of its language

// LanguageOf returns the language of a tag without its region: de for de-CH.
func LanguageOf(tag string) string {
	base, _ := language.Make(tag).Base()
	return base.String()
}

// In returns the words in the language of a tag such as de or de-CH, as a site that says nothing else; nil for a
// language that Marquee does not speak. Nobody may change them.
func In(tag string) *site.Site {
	if made, is := known.Load(tag); is {
		return made.(*site.Site)
	}
	name := LanguageOf(tag) + ".yaml"
	text, err := files.ReadFile(name)
	if err != nil {
		return nil
	}
	if region, _ := language.Make(tag).Region(); region.String() == "CH" || region.String() == "LI" {
		text = bytes.ReplaceAll(text, []byte("ß"), []byte("ss"))
	}
	made := &site.Site{}
	if err := yaml.UnmarshalWithOptions(text, made, yaml.Strict()); err != nil {
		panic(fmt.Errorf("parse %s: %w", name, err)) // which its test would have said
	}
	known.Store(tag, made)
	return made
}
