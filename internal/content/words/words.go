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

var known sync.Map // *site.Site by spelling

// spelling is what the words depend on: a tag names a region and more beside it.
type spelling struct {
	language string
	swiss    bool // without ß
}

// LanguageOf returns the language of a tag without its region: de for de-CH.
func LanguageOf(tag string) string {
	base, _ := language.Make(tag).Base()
	return base.String()
}

// In returns the words in the language of a tag such as de or de-CH, as a site that says nothing else; nil for a
// language that Marquee does not speak. Nobody may change them.
func In(tag string) *site.Site {
	region, _ := language.Make(tag).Region()
	wanted := spelling{LanguageOf(tag), region.String() == "CH" || region.String() == "LI"}
	if made, is := known.Load(wanted); is {
		return made.(*site.Site)
	}
	name := wanted.language + ".yaml"
	text, err := files.ReadFile(name)
	if err != nil {
		return nil
	}
	if wanted.swiss {
		text = bytes.ReplaceAll(text, []byte("ß"), []byte("ss"))
	}
	made := &site.Site{}
	if err := yaml.UnmarshalWithOptions(text, made, yaml.Strict()); err != nil {
		panic(fmt.Errorf("parse %s: %w", name, err)) // which its test would have said
	}
	known.Store(wanted, made)
	return made
}
