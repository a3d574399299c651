// Package site is the domain of Marquee: what a website is made of.
//
// It imports the standard library only and knows no YAML library, no HTTP and no SQL. Adapters (content, render, pages,
// server) speak in its types.
//
// # One type, two faces
//
// Every type here is the single source of three things: the YAML that marketers write (`yaml` tags), the JSON that
// templates and the API receive (`json` tags), and the rules of both (`validate` tags, in the words of
// go-playground/validator). A field with `yaml:"-"` is computed when a revision is made; a field with `json:"-"` is an
// input that never leaves the process. JSON Schemas and TypeScript types are generated from these types by `make
// generate`; the doc comment of a field is what an editor shows on hover.
//
// # From file to revision
//
// A [Site] is a folder: settings, collections ([Product], [Plan], [Industry], [Form], [Person], [Testimonial]), two
// legal documents ([Legal]) and pages ([Page]) made of a list of [Section]. Package content reads a tree of such
// folders, resolves every reference and link, and makes one immutable [Revision]. Nobody changes a revision after it
// was made; a new one replaces it whole.
//
// # Words
//
// [Text] is what a visitor reads. It is kept exactly as typed, and may refer to facts with {{…}}. No sentence for
// visitors stands in Go or TSX: words of the interface live in [Labels] and [Errors].
package site
