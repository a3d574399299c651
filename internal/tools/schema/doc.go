// Package schema describes the domain types to editors and to TypeScript.
//
// It reads the Go types of package site by reflection, and their doc comments
// from docs.gen.json, which is embedded so that a binary can describe its
// content format without its sources. Nothing here is listed by hand: a new
// field, a new section type or a new file of a site appears in the output by
// itself after `make generate`.
//
// # What is made
//
//   - [Generator.TypeScript]: the types of everything that templates and the
//     API receive, from `json` tags.
//   - [Registry]: the table from section type to React component.
//   - [Generator.JSONSchemas]: one JSON Schema for each kind of YAML file, from
//     `yaml` and `validate` tags, for completion and hints in editors.
//   - [Generator.Guide]: the pages of the guide for marketers (docs/guide) that
//     list all keys of a section or a file. Lines of a type's comment that are set
//     in by a tab are its example; a test loads each of them.
//
// # What TypeScript may rely on
//
// A field is optional where its JSON may leave it out (`omitempty`). A list is
// `T[] | null` where nothing promises that it is set; `required`, `min=1` and
// `yaml:"-"` (computed when a revision is made) are such promises. A choice
// (`oneof`) that is always written holds one of its values: the loader fills
// in the default where a marketer leaves it out.
//
// # Where JSON Schema stands
//
// The schemas are draft-07, which every YAML plugin understands. They are help
// while typing, not the judge: rules without a word in JSON Schema (unknown
// references, links, icons) are found by `marquee check` only. A field of text
// takes numbers and booleans too, because text is kept as it was typed.
package schema
