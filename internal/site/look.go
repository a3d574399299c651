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

// Slots are the values of data-slot, with what they mark. A look may rely on them, and so they mean the same in every
// section.
var Slots = map[string]string{
	"actions":      "a row of buttons",
	"announcement": "the line above the bar",
	"answer":       "what a question opens",
	"aside":        "what stands beside the rest of a section",
	"backdrop":     "an empty box at the end of every page's content, for a look to draw on",
	"badge":        "a few words of praise of a plan",
	"bar":          "the bar at the top",
	"body":         "what holds name, words, points and link of an item",
	"byline":       "who said it",
	"caption":      "words below a picture or film",
	"code":         "the number of the page for unknown addresses",
	"disc":         "the disc behind the name of the site",
	"drawing":      "a drawing in the colours of the site",
	"eyebrow":      "a few words above a title",
	"footer":       "the end of every page",
	"head":         "what holds eyebrow, title and text of a section",
	"icon":         "a sign",
	"item":         "one of the items",
	"items":        "the list of a section",
	"label":        "a small text that names something: a date, a figure, a category",
	"letters":      "the name of the site as wide as the page, and its image, which a look may show",
	"line":         "a line of the menu",
	"media":        "a picture",
	"menu":         "the links of the bar; on phones, where it is `:popover-open`, a screen of its own",
	"name":         "the heading of an item",
	"note":         "small print",
	"output":       "what an example gives",
	"panel":        "a surface that holds the words of a whole section",
	"points":       "a list with check marks",
	"poster":       "a picture composed of shapes",
	"price":        "a price with the words around it",
	"question":     "one question with its answer",
	"quote":        "what somebody said",
	"scene":        "a drawn scene",
	"sent":         "what a form says when it was sent",
	"site":         "one of the sites of the company, in the footer",
	"sites":        "the sites of the company, in the footer",
	"tab":          "what opens a panel",
	"tabpanel":     "what a tab opens",
	"tabs":         "the row of tabs",
	"text":         "a sentence or two below a title",
	"title":        "the title of a section",
	"value":        "a figure",
	"wordmark":     "the name of the site at the end of a page",
	"words":        "the text of an item",
}

// LookClasses are the classes that a look may rely on, beside slots.
var LookClasses = []string{
	"badge", "button", "button-ghost", "button-onward", "button-primary", "button-secondary", "button-text", "card",
	"card-featured", "card-link", "checks", "chip", "chip-large", "drawing", "heading-display", "hero-drawn", "hero-tall", "icon",
	"journal", "journal-drawing", "journal-lines", "linkable", "prompt", "prompt-note", "prompt-note-label",
	"prompt-note-words", "prompt-notes", "prompt-phrase", "prompt-sheet", "prompt-title", "prompt-words", "prose",
	"repair", "sample", "sample-action", "sample-arch", "sample-bar", "sample-columns", "sample-eyebrow",
	"sample-list", "sample-lists", "sample-menu", "sample-note", "sample-picture", "sample-sign", "sample-table",
	"sample-title", "sample-words", "scene", "scene-bar", "section", "section-band", "section-slim", "tag", "tags", "wrap",
}

// LookSections are the values of data-section beside the types of sections.
var LookSections = []string{"entry", "legal", "list", "not-found"}
