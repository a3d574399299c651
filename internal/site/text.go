package site

import (
	"encoding/json"
	"time"
)

// Text is plain text for visitors. As it is typed it may refer to facts, such as {{plans.promptify-pro.price}} or
// {{year}}; in a revision what it refers to is resolved, and quotation marks and apostrophes that were typed straight
// are those of its language.
type Text string

// Icon is the name of a Lucide icon, such as "shield-check".
type Icon string

// Ref is the id of an entry of a collection. Another site's entry is written with the site's id first:
// "main/promptify-pro".
type Ref string

// Fact is one short statement that is written once and referred to by text everywhere, such as an opening time:
// {{facts.business-hours}}.
type Fact = Text

// Markdown is formatted text. Templates receive it as a tree of [Node], never as HTML.
type Markdown struct {
	Source Text
	Nodes  []Node
}

// MarshalJSON writes the nodes as an array, an empty one where there are none.
func (m Markdown) MarshalJSON() ([]byte, error) {
	if m.Nodes == nil {
		return []byte("[]"), nil
	}
	return json.Marshal(m.Nodes)
}

// Node is one element of a Markdown text.
type Node struct {
	// What it is: paragraph, heading, list, item, text, strong, emphasis, code, codeblock, link, quote, break, rule,
	// figure (a picture by itself), image (a picture among words), table, titles (its first row), row, cell.
	Kind string `json:"kind"`
	// The words of text, code and codeblock nodes; the caption of a figure.
	Text string `json:"text,omitempty"`
	// Level of a heading, from 2 to 6.
	Level int `json:"level,omitempty"`
	// Anchor of a heading.
	ID string `json:"id,omitempty"`
	// Whether a list is numbered.
	Ordered bool `json:"ordered,omitempty"`
	// Where the words of a cell stand: center or end; empty for the beginning.
	Align string `json:"align,omitempty"`
	// The picture of a figure or image.
	Image *Image `json:"image,omitempty"`
	// Target of a link.
	Link *Link `json:"link,omitempty"`
	// What is inside, in order.
	Children []Node `json:"children,omitempty"`
}

// A moment that is written without a zone is on the clock of the site, which is not known while a file is read. Until a
// revision is made of it, its location is one of these.
var (
	// OnClock is the location of a moment such as 2026-12-01 09:00.
	OnClock = time.FixedZone("clock", 0)
	// OnCalendar is the location of a day such as 2026-12-01: its first moment.
	OnCalendar = time.FixedZone("calendar", 0)
)
