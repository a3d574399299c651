// Package markdown writes a page as Markdown, for programs that read words rather
// than documents: language models, and people's own tools.
//
// # One walk for all sections
//
// No section has code here. A body is walked by its Go type: a title or name becomes a
// heading, [site.Text] a paragraph, a list of texts or short items a list, a link a
// link, a picture a picture, a table a table. What visitors do not read as words (icons,
// layouts, anchors, what `json:"-"` hides) is left out, so a new section needs nothing.
//
// # Addresses
//
// Links and pictures are whole addresses, because the text is read away from its page.
//
// No word is added: all of it stands in the content.
package markdown

import (
	"reflect"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Page writes a page of a site.
func Page(owner *site.Site, page *site.Page) []byte {
	w := &writer{base: strings.TrimSuffix(page.Head.Canonical, page.Path), url: page.Head.Canonical}
	if !hasHero(page) {
		w.heading(1, string(page.Title))
		w.quote(page.Description)
	}
	w.entry(page)
	if page.Legal != nil {
		w.legal(owner, page.Legal)
	}
	for _, section := range page.Sections {
		w.section(section)
	}
	w.list(page.List)
	return []byte(strings.Join(w.blocks, "\n\n") + "\n")
}

// Entry writes what an entry of a collection says below its title: its picture, its text and its
// sections, but for those that show other entries.
func Entry(page *site.Page) []byte {
	w := &writer{base: strings.TrimSuffix(page.Head.Canonical, page.Path), url: page.Head.Canonical}
	if page.Entry != nil {
		w.image(page.Entry.Image)
	}
	if page.Markdown != nil {
		w.nodes(page.Markdown.Nodes)
	}
	for _, section := range page.Sections {
		if _, others := section.Body.(*site.Entries); !others {
			w.section(section)
		}
	}
	return []byte(strings.Join(w.blocks, "\n\n"))
}

func hasHero(page *site.Page) bool {
	for _, section := range page.Sections {
		if hero, is := section.Body.(*site.Hero); is && hero != nil {
			return true
		}
	}
	return false
}

// writer collects the blocks of a page.
type writer struct {
	base, url string
	blocks    []string
}

func (w *writer) block(text string) {
	if text = strings.TrimRight(text, " \n"); text != "" {
		w.blocks = append(w.blocks, text)
	}
}

func (w *writer) heading(level int, text string) {
	if text != "" {
		w.block(strings.Repeat("#", min(level, 6)) + " " + inline(text))
	}
}

func (w *writer) quote(text site.Text) {
	if text != "" {
		w.block("> " + inline(string(text)))
	}
}

// entry writes what an entry of a collection has beside its sections.
func (w *writer) entry(page *site.Page) {
	entry := page.Entry
	if entry != nil {
		var line []string
		for _, part := range []string{entry.When, entry.DateText} {
			if part != "" {
				line = append(line, inline(part))
			}
		}
		if entry.Author != nil {
			line = append(line, inline(string(entry.Author.Name)))
		}
		for _, tag := range entry.TagNames {
			line = append(line, inline(tag))
		}
		w.block(strings.Join(line, " · "))
		w.image(entry.Image)
	}
	var facts []string
	for _, fact := range page.Facts {
		facts = append(facts, "- **"+inline(string(fact.Label))+"**: "+inline(string(fact.Value)))
	}
	w.block(strings.Join(facts, "\n"))
	if page.Markdown != nil {
		w.nodes(page.Markdown.Nodes)
	}
}

func (w *writer) legal(owner *site.Site, legal *site.Legal) {
	w.block(strings.TrimPrefix(inline(string(owner.Labels.Updated))+": "+inline(string(legal.Updated)), ": "))
	if legal.Intro != nil {
		w.nodes(legal.Intro.Markdown.Nodes)
	}
	for _, section := range legal.Sections {
		w.heading(2, string(section.Title))
		w.nodes(section.Markdown.Nodes)
	}
}

// list writes the entries of a collection.
func (w *writer) list(list *site.EntryList) {
	if list == nil {
		return
	}
	w.cards(list.Items)
	w.cards(list.Past)
	var around []string
	for _, link := range []*site.Link{list.Newer, list.Older} {
		if link != nil {
			around = append(around, w.link(*link))
		}
	}
	w.block(strings.Join(around, " · "))
}

func (w *writer) cards(cards []*site.EntryCard) {
	var lines []string
	for _, card := range cards {
		line := "- " + w.link(card.Link)
		if when := card.When + card.DateText; when != "" {
			line += " (" + inline(when) + ")"
		}
		if card.Summary != "" {
			line += ": " + inline(string(card.Summary))
		}
		lines = append(lines, line)
	}
	w.block(strings.Join(lines, "\n"))
}

// section writes a section. The title of a hero is the title of the page.
func (w *writer) section(section site.Section) {
	body := reflect.ValueOf(section.Body)
	if body.Kind() != reflect.Pointer || body.IsNil() {
		return
	}
	level := 2
	if _, isHero := section.Body.(*site.Hero); isHero {
		level = 1
	}
	w.structure(body.Elem(), level)
}
