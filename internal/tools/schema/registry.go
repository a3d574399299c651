package schema

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// seldom are the section types that most pages do without: the client loads what draws
// them, all together, before it shows a page that has one. What loads code by itself, as a
// gallery does, cannot be one of them: it would bring the stylesheet of the entry along.
var seldom = []string{
	"comparison", "embed", "entries", "faq", "logos", "place", "split", "tabs", "team", "testimonials", "timeline", "video",
}

// Registry returns the TypeScript table from section type to component. The
// component of a section type is named after the Go type of its body: Hero is
// drawn by HeroSection in the file HeroSection.tsx.
func Registry() []byte {
	return registry("sections", "Who draws which type of section.", site.SectionTypes(), seldom)
}

// SeldomRegistry returns the table of the types that few pages have.
func SeldomRegistry() []byte {
	return registry("seldomSections", "Who draws the types of sections that few pages have.", seldom, nil)
}

// registry writes the table of some types; those that are loaded later get a stand-in there.
func registry(table, doc string, types, later []string) []byte {
	var out bytes.Buffer
	out.WriteString(banner)
	out.WriteString("import type { ComponentType } from 'react';\n")
	out.WriteString("import type { Section, SectionType } from '../content/types.gen';\n")
	var rows, imports []string
	for _, name := range types {
		component := sectionBody(name).Name() + "Section"
		if slices.Contains(later, name) {
			rows = append(rows, fmt.Sprintf("  %s: Later,\n", propertyName(name)))
			continue
		}
		imports = append(imports, component)
		rows = append(rows, fmt.Sprintf("  %s: %s,\n", propertyName(name), component))
	}
	proof := "{ [T in SectionType]: ComponentType<Extract<Section, { type: T }>> }"
	if len(later) > 0 {
		imports = append(imports, "Later")
	} else {
		proof = "Partial<" + proof + ">"
	}
	for _, component := range slices.Sorted(slices.Values(imports)) {
		fmt.Fprintf(&out, "import { %[1]s } from './%[1]s';\n", component)
	}
	fmt.Fprintf(&out, "\n/** %s */\nexport const %s = {\n%s} satisfies %s;\n", doc, table, strings.Join(rows, ""), proof)
	return out.Bytes()
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

// propertyName writes the name of a property, in quotes where it needs them.
func propertyName(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return quote(name)
}

var escapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`)

func quote(text string) string { return "'" + escapes.Replace(text) + "'" }

// union writes string literals as alternatives.
func union(values []string) string {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = quote(value)
	}
	return strings.Join(quoted, " | ")
}
