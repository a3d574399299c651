package site

import "slices"

// Look is what makes a site look like itself: the style sheets of its folder look, written against data-section,
// data-slot, the classes of [LookClasses] and the properties of its theme. Addresses in them are those of files.
type Look struct {
	Base     string            // look.css
	Sections map[string]string // sections/<type>.css, by the type of section
	Pictures []Backdrop        // what look.css shows, for pages to preload
}

// CSS returns the sheets that a site needs whose pages show these types of sections, sorted by type.
func (l *Look) CSS(types []string) string {
	out := l.Base
	for _, name := range slices.Sorted(slices.Values(types)) {
		out += l.Sections[name]
	}
	return out
}

// Slots are the values of data-slot, sorted. A look may rely on them, and so they mean the same in every section: what
// docs/guide/looks.md says.
var Slots = []string{
	"actions", "announcement", "answer", "aside", "backdrop", "badge", "bar", "body", "byline", "caption", "code",
	"disc", "drawing", "eyebrow", "footer", "head", "icon", "item", "items", "label", "letters", "line", "mark", "media",
	"menu", "name", "note", "output", "panel", "points", "poster", "price", "question", "quote", "scene", "sent",
	"site", "sites", "tab", "tabpanel", "tabs", "text", "title", "value", "wordmark", "words",
}

// LookClasses are the classes that a look may rely on, beside slots.
var LookClasses = []string{
	"badge", "button", "button-ghost", "button-onward", "button-primary", "button-secondary", "button-text", "card",
	"card-featured", "card-link", "checks", "chip", "chip-large", "drawing", "heading-display", "hero-drawn", "hero-tall", "icon",
	"journal", "journal-drawing", "linkable", "prompt", "prompt-note", "prompt-note-label",
	"prompt-note-words", "prompt-notes", "prompt-phrase", "prompt-sheet", "prompt-title", "prompt-words", "prose",
	"repair", "sample", "sample-action", "sample-arch", "sample-bar", "sample-columns", "sample-eyebrow",
	"sample-list", "sample-lists", "sample-menu", "sample-note", "sample-picture", "sample-sign", "sample-table",
	"sample-title", "sample-words", "scene", "scene-bar", "section", "section-band", "section-slim", "tag", "tags", "wrap",
}

// LookSections are the values of data-section beside the types of sections.
var LookSections = []string{"entry", "legal", "list", "not-found"}
