// Package feed writes the feeds of a collection: Atom (RFC 4287) and JSON Feed 1.1 (jsonfeed.org).
//
// An entry goes whole into a feed: its Markdown, and the words and pictures of its sections, as package markdown writes
// them, made HTML. So it has neither classes nor scripts, and all addresses are whole, because nobody knows where a
// feed is read.
package feed

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/evenlight/marquee/internal/site"
)

// Media types of the two forms.
const (
	AtomType = "application/atom+xml; charset=utf-8"
	JSONType = "application/feed+json; charset=utf-8"
)

// Source is a feed and what it needs to know of its site.
type Source struct {
	Feed *site.Feed
	Site *site.Site
	// Returns what an entry says below its title, as Markdown.
	Words func(entry *site.Page) []byte
}

// never stands where a feed requires a moment and there is none.
var never = time.Unix(0, 0).UTC()

type entry struct {
	page                         *site.Page
	address, base                string
	published, updated           time.Time // zero where nobody says
	author, summary, html, image string
}

func (s Source) entries() []entry {
	made := make([]entry, 0, len(s.Feed.Entries))
	for _, page := range s.Feed.Entries {
		if page.Entry == nil || page.Head.Canonical == "" {
			continue
		}
		e := entry{page: page, address: page.Head.Canonical, summary: string(page.Summary)}
		e.base = strings.TrimSuffix(page.Head.Canonical, page.Path)
		e.published = s.moment(page.Entry.Date)
		e.updated = cmp.Or(s.moment(page.Entry.Updated), e.published, s.moment(page.Entry.Starts), never)
		if page.Entry.Author != nil {
			e.author = string(page.Entry.Author.Name)
		}
		if image := page.Entry.Image; image != nil && image.URL != "" {
			e.image = e.base + image.URL
		}
		e.html = toHTML(s.Words(page))
		made = append(made, e)
	}
	return made
}

// moment reads a day or a moment: a day begins in the zone of the site. Returns the zero time where it is neither.
func (s Source) moment(day string) time.Time {
	zone := cmp.Or(s.Site.Location, time.UTC)
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(layout, day, zone); err == nil {
			return at
		}
	}
	return time.Time{}
}

func (s Source) list(path string) string { return strings.TrimSuffix(s.Site.BaseURL, "/") + path }

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

type atomEntry struct {
	Title      string         `xml:"title"`
	ID         string         `xml:"id"`
	Link       atomLink       `xml:"link"`
	Published  *time.Time     `xml:"published"`
	Updated    time.Time      `xml:"updated"`
	Author     *string        `xml:"author>name"`
	Categories []atomCategory `xml:"category"`
	Summary    string         `xml:"summary,omitempty"`
	Content    *atomText      `xml:"content"`
}

// Atom writes the feed as Atom.
func (s Source) Atom() []byte {
	var feed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Lang    string      `xml:"xml:lang,attr"`
		Title   string      `xml:"title"`
		ID      string      `xml:"id"`
		Links   []atomLink  `xml:"link"`
		Updated time.Time   `xml:"updated"`
		Author  string      `xml:"author>name"`
		Entries []atomEntry `xml:"entry"`
	}
	feed.Lang, feed.Title, feed.Author = s.Site.Language, string(s.Feed.Title), string(s.Site.Name)
	feed.ID = s.list(s.Feed.Path)
	feed.Links = []atomLink{
		{"self", "application/atom+xml", s.list(s.Feed.AtomPath())}, {"alternate", "text/html", feed.ID},
	}
	feed.Updated = never

	for _, e := range s.entries() {
		made := atomEntry{
			Title: string(e.page.Title), ID: e.address, Link: atomLink{Rel: "alternate", Type: "text/html", Href: e.address},
			Updated: e.updated, Summary: e.summary,
		}
		if !e.published.IsZero() {
			made.Published = &e.published
		}
		if e.author != "" {
			made.Author = &e.author
		}
		for _, tag := range e.page.Entry.TagNames {
			made.Categories = append(made.Categories, atomCategory{tag})
		}
		if e.html != "" {
			made.Content = &atomText{"html", e.html}
		}
		if e.updated.After(feed.Updated) {
			feed.Updated = e.updated
		}
		feed.Entries = append(feed.Entries, made)
	}
	body, err := xml.Marshal(feed)
	if err != nil {
		panic(fmt.Sprintf("encode feed: %v", err)) // strings and moments of four-digit years: cannot happen
	}
	return append([]byte(xml.Header), body...)
}

type jsonAuthor struct {
	Name string `json:"name"`
}

type jsonItem struct {
	ID        string       `json:"id"`
	URL       string       `json:"url"`
	Title     string       `json:"title"`
	Summary   string       `json:"summary,omitempty"`
	HTML      string       `json:"content_html"`
	Image     string       `json:"image,omitempty"`
	Published time.Time    `json:"date_published,omitzero"`
	Modified  time.Time    `json:"date_modified"`
	Authors   []jsonAuthor `json:"authors,omitempty"`
	Tags      []string     `json:"tags,omitempty"`
}

// JSON writes the feed as JSON Feed.
func (s Source) JSON() []byte {
	feed := struct {
		Version  string       `json:"version"`
		Title    string       `json:"title"`
		Home     string       `json:"home_page_url"`
		Address  string       `json:"feed_url"`
		Language string       `json:"language,omitempty"`
		Authors  []jsonAuthor `json:"authors"`
		Items    []jsonItem   `json:"items"`
	}{
		"https://jsonfeed.org/version/1.1", string(s.Feed.Title), s.list(s.Feed.Path), s.list(s.Feed.JSONPath()),
		s.Site.Language,
		[]jsonAuthor{{string(s.Site.Name)}},
		[]jsonItem{},
	}
	for _, e := range s.entries() {
		item := jsonItem{
			ID: e.address, URL: e.address, Title: string(e.page.Title), Summary: e.summary, HTML: e.html, Image: e.image,
			Published: e.published, Modified: e.updated, Tags: e.page.Entry.TagNames,
		}
		if e.author != "" {
			item.Authors = []jsonAuthor{{e.author}}
		}
		feed.Items = append(feed.Items, item)
	}
	body, err := json.Marshal(feed)
	if err != nil {
		panic(fmt.Sprintf("encode feed: %v", err)) // strings and moments of four-digit years: cannot happen
	}
	return body
}

var converter = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList,
	extension.Footnote))

func toHTML(markdown []byte) string {
	var out strings.Builder
	if err := converter.Convert(markdown, &out); err != nil {
		panic("feed: " + err.Error()) // only a writer that fails can, and this one does not
	}
	return out.String()
}
