package site

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"
)

// Section is one item of a page's list of sections. In YAML it has one key, its type; in JSON the type stands beside
// the fields of the body:
//
//   - quote: {text: …}        {"type": "quote", "text": "…"}
//
// In YAML it may be shown for a time, and may be an entry of blocks.yaml instead. The sections of a page of a revision
// are those that are there now, blocks among them like all others.
type Section struct {
	// The type, such as hero.
	Type string
	// A pointer to the body, such as *Hero; nil for a block that is not resolved.
	Body any
	// Of the type [BlockType]: which entry of blocks.yaml it is.
	Block Ref
	SectionTimes
}

// BlockType is the key of a section that is written in blocks.yaml.
const BlockType = "block"

// Block is one section that many pages share: an entry of blocks.yaml.
//
// The entry holds the section as a page would hold it. A page shows it by its name, with `- block: cta-call` among its
// sections; what is changed in blocks.yaml is changed on all pages. Links to anchors lead to those of the page that
// shows it.
//
//	cta-call:
//	  cta:
//	    title: Talk to us
//	    actions: [{label: Call, to: tel:+1-555-010-0199}]
type Block struct {
	SectionTimes
}

// SectionTimes say when a section is there. Both stand among the keys of any section, or beside its type.
type SectionTimes struct {
	// When the section appears, such as 2026-12-01 09:00 on the clock of the site. A day without a time is included.
	// Left out, it is there from the beginning.
	PublishAt *time.Time `yaml:"publishAt" json:"-"`
	// When the section goes, such as 2026-12-24 18:00. A day without a time is included. Left out, it stays.
	ExpireAt *time.Time `yaml:"expireAt" json:"-"`
}

// MarshalJSON writes the body's object with the type as its first field.
func (s Section) MarshalJSON() ([]byte, error) {
	body, err := json.Marshal(s.Body)
	if err != nil {
		return nil, err
	}
	if len(body) < 2 || body[0] != '{' {
		return nil, fmt.Errorf("section %s: body is no JSON object", s.Type)
	}
	head := fmt.Appendf(nil, `{"type":%q`, s.Type)
	if len(body) > 2 {
		head = append(head, ',')
	}
	return append(head, body[1:]...), nil
}

var sectionTypes = map[string]reflect.Type{}

// registerSection makes a section type known under its name in YAML. The file that defines the type calls it in its
// init function, so that a new type is one file here and one in web/src/sections.
func registerSection[Body any](name string) { sectionTypes[name] = reflect.TypeFor[Body]() }

// NewSectionBody returns a pointer to a new body of the section type, or nil where there is no such type.
func NewSectionBody(name string) any {
	if body, known := sectionTypes[name]; known {
		return reflect.New(body).Interface()
	}
	return nil
}

// SectionTypes returns the names of all section types, sorted.
func SectionTypes() []string { return slices.Sorted(maps.Keys(sectionTypes)) }

// Heading is what most sections begin with. It is embedded: its fields stand beside the section's own.
type Heading struct {
	// Anchor of the section, for links such as /#products.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// A few words above the title.
	Eyebrow Text `yaml:"eyebrow" json:"eyebrow,omitempty"`
	// The title.
	Title Text `yaml:"title" json:"title,omitempty"`
	// A sentence or two below the title.
	Text Text `yaml:"text" json:"text,omitempty"`
}

// Anchor returns the anchor of the section, or "".
func (h *Heading) Anchor() string { return h.ID }

func (h *Hero) Anchor() string  { return h.ID }
func (q *Quote) Anchor() string { return q.ID }

// Names of parts of the stylesheet (web/src/styles/parts) that no section type is called like, or that others need,
// too. Only pages that show such a part load it.
const (
	StyleEntries = "entries" // the cards of entries, which lists and entries show, too
	StylePoster  = "poster"  // posters of heroes, legal documents and pages for unknown addresses
	StyleDrawn   = "drawn"   // heroes with a drawing
	StyleFull    = "full"    // heroes with a picture from edge to edge
	StylePreview = "preview" // the line at the end of what is seen by a preview link
	StyleChat    = "chat"    // previews that are a conversation alone
	StyleExample = "example" // previews that are an example without notes
	StyleField   = "field-"  // fields of forms, with their type behind it
	StyleCards   = "cards-"  // cards, with their layout behind it
	StylePeriods = "periods" // the choice of whose prices plans show
	StyleTabs    = "tabs"    // which a section type is called like: several forms stand behind them, too

	StyleAnnouncement = "announcement" // the line above the bar
	StyleSubmenu      = "submenu"      // lists that lines of the bar open
	StyleSwitch       = "switch"       // the button between light and dark
	StyleAsk          = "ask"          // the question whether visitors agree
	StyleRightToLeft  = "rtl"          // languages that are written from right to left
	StyleWriting      = "writing"      // what few Markdown texts have, such as tables

	SceneJournal = "journal" // a conversation on a page below a drawing
	ScenePrompt  = "prompt"  // an example with notes in its margin
	SceneLegend  = "legend"  // a drawing whose parts are lit by the tiles beside it
	SceneRepair  = "repair"  // a chat beside a drawing of what is talked about
	SceneWindows = "windows" // a shop window that is dressed for the industry that a visitor chooses
)

// StyleParts returns the parts of the stylesheet that the page may need, sorted: those of its section types, and of
// what is shown in them.
func (p *Page) StyleParts() []string {
	var names []string
	if p.NotFound != nil && p.NotFound.Poster != nil || p.Legal != nil && p.Legal.Poster != nil {
		names = append(names, StylePoster)
	}
	if p.Navigation != nil && p.Navigation.hasSubmenu() {
		names = append(names, StyleSubmenu)
	}
	for _, section := range p.Sections {
		names = append(names, section.Type)
		switch body := section.Body.(type) {
		case *Cards:
			names = append(names, StyleCards+cmp.Or(body.Layout, "grid"))
		case *Plans:
			if len(body.Periods) > 0 {
				names = append(names, StylePeriods)
			}
		case *Forms:
			if len(body.Items) > 1 {
				names = append(names, StyleTabs)
			}
			for _, form := range body.Items {
				for _, field := range form.Fields {
					names = append(names, StyleField+field.Type)
				}
			}
		case *Hero:
			names = append(names, body.Preview.scene())
			if body.Poster != nil {
				names = append(names, StylePoster)
			} else if body.Full() {
				names = append(names, StyleFull)
			} else if body.Drawing != nil {
				names = append(names, StyleDrawn)
			}
		case *ProductShowcase:
			for _, product := range body.Items {
				names = append(names, product.Preview.scene())
			}
		case *Tiles:
			if body.Scene != nil {
				names = append(names, SceneLegend)
			}
		case *Industries:
			if body.Layout == LayoutWindows {
				names = append(names, SceneWindows)
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	slices.Sort(names)
	return slices.Clip(slices.Compact(names))
}

// StyleParts returns the parts of the stylesheet that every page of the site may need.
func (s *Site) StyleParts() (names []string) {
	if s.Announcement != nil {
		names = append(names, StyleAnnouncement)
	}
	if s.Navigation.hasSubmenu() || s.Switcher != nil && s.Switcher.Bar {
		names = append(names, StyleSubmenu)
	}
	if s.Theme.Switch {
		names = append(names, StyleSwitch)
	}
	if s.Asks != nil {
		names = append(names, StyleAsk)
	}
	return names
}

func (n *Navigation) hasSubmenu() bool {
	return slices.ContainsFunc(n.Links, func(link NavigationLink) bool { return len(link.Links) > 0 })
}

// ShownDrawings returns the drawings of the page, each once, from top to bottom. Cards and products that have no picture
// show one of the fields.
func (p *Page) ShownDrawings(fields *Drawing) (shown []*Drawing) {
	add := func(drawing *Drawing) {
		same := func(other *Drawing) bool { return other.URL == drawing.URL }
		if drawing != nil && drawing.Data != nil && !slices.ContainsFunc(shown, same) {
			shown = append(shown, drawing)
		}
	}
	addPreview := func(preview *Preview) {
		if preview != nil && preview.Chat != nil {
			add(preview.Chat.Drawing)
		}
	}
	for _, section := range p.Sections {
		switch body := section.Body.(type) {
		case *Hero:
			add(body.Drawing)
			addPreview(body.Preview)
		case *ProductShowcase:
			for _, product := range body.Items {
				if addPreview(product.Preview); product.Preview == nil && product.Image == nil {
					add(fields)
				}
			}
		case *Cards:
			if body.Layout == LayoutBento && slices.ContainsFunc(body.Items, func(c Card) bool { return c.Image == nil }) {
				add(fields)
			}
		case *Tiles:
			add(body.Scene)
		case *Industries:
			for _, industry := range body.Items {
				add(industry.Drawing)
			}
		}
	}
	return shown
}

// scene returns the part of the stylesheet that a preview needs; empty where there is none.
func (p *Preview) scene() string {
	switch {
	case p == nil:
		return ""
	case p.Example != nil && len(p.Example.Notes) > 0:
		return ScenePrompt
	case p.Chat != nil && len(p.Chat.Steps) > 0:
		return SceneRepair
	case p.Chat != nil && p.Chat.Drawing != nil:
		return SceneJournal
	case p.Chat != nil:
		return StyleChat
	}
	return StyleExample
}
