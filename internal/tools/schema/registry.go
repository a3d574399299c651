package schema

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Registry returns the TypeScript table from section type to component. The
// component of a section type is named after the Go type of its body: Hero is
// drawn by HeroSection in the file HeroSection.tsx.
func Registry() []byte {
	var out bytes.Buffer
	out.WriteString(banner)
	out.WriteString("import type { ComponentType } from 'react';\n")
	out.WriteString("import type { Section, SectionType } from '../content/types.gen';\n")
	types := site.SectionTypes()
	components := make([]string, len(types))
	for i, name := range types {
		components[i] = sectionBody(name).Name() + "Section"
	}
	for _, component := range slices.Sorted(slices.Values(components)) {
		fmt.Fprintf(&out, "import { %[1]s } from './%[1]s';\n", component)
	}
	out.WriteString("\n/** Who draws which type of section. */\nexport const sections = {\n")
	for i, name := range types {
		fmt.Fprintf(&out, "  %s: %s,\n", propertyName(name), components[i])
	}
	out.WriteString("} satisfies { [T in SectionType]: ComponentType<Extract<Section, { type: T }>> };\n")
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
