package jsonld

import (
	"cmp"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// entry adds what an entry of a collection is.
func (w *writer) entry(page *site.Page) {
	if page.Entry == nil {
		return
	}
	switch page.Entry.Kind {
	case site.KindArticle, site.KindCaseStudy, site.KindChangelog:
		w.add(w.article(page))
	case site.KindEvent:
		w.event(page)
	case site.KindJob:
		w.job(page)
	}
}

func (w *writer) article(page *site.Page) article {
	entry := page.Entry
	made := article{
		Type: "Article", ID: w.ofPage("article"), Headline: string(page.Title), Description: summary(page),
		Image: cmp.Or(w.absolute(entry.Image), page.Head.Image), Language: w.owner.Language, Page: ref{w.ofPage("page")},
		Published: entry.Date, Modified: cmp.Or(entry.Updated, entry.Date), Keywords: strings.Join(entry.TagNames, ", "),
		Author: ref{w.ofSite("business")}, Publisher: ref{w.ofSite("business")},
	}
	if entry.Author != nil {
		made.Author = w.person(entry.Author)
	}
	return made
}

func (w *writer) person(p *site.Person) person {
	made := person{Type: "Person", Name: string(p.Name), Role: string(p.Role), Image: w.absolute(p.Image)}
	for _, link := range p.Links {
		if link.Kind == site.LinkExternal {
			made.SameAs = append(made.SameAs, link.Href)
		}
	}
	return made
}

// event adds an event, unless the content does not say where or when it is.
func (w *writer) event(page *site.Page) {
	address, entry := w.address(), page.Entry
	if address == nil || entry.Starts == "" {
		return
	}
	w.add(event{
		Type: "Event", ID: w.ofPage("event"), Name: string(page.Title), Description: summary(page),
		Image: cmp.Or(w.absolute(entry.Image), page.Head.Image), URL: w.url, Starts: entry.Starts, Ends: entry.Ends,
		Status: "https://schema.org/EventScheduled", Attendance: "https://schema.org/OfflineEventAttendanceMode",
		Place: place{"Place", string(w.owner.Name), address}, Organizer: ref{w.ofSite("business")},
	})
}

// job adds a job, unless the content does not say where the work is.
func (w *writer) job(page *site.Page) {
	address := w.address()
	if address == nil || page.Entry.Date == "" {
		return
	}
	description := summary(page)
	if page.Markdown != nil && len(page.Markdown.Nodes) > 0 {
		description = paragraphs(page.Markdown.Nodes)
	}
	made := jobPosting{
		Type: "JobPosting", ID: w.ofPage("job"), Title: string(page.Title), Description: description, URL: w.url,
		Posted: page.Entry.Date, Organization: ref{w.ofSite("business")}, Place: place{Type: "Place", Address: address},
	}
	if page.ExpireAt != nil {
		made.ValidThrough = page.ExpireAt.Format("2006-01-02T15:04:05Z07:00")
	}
	w.add(made)
}

// summary returns the description of an entry in a sentence or two.
func summary(page *site.Page) string {
	return cmp.Or(string(page.Summary), page.Head.Description)
}

// paragraphs returns the words of a text, with an empty line between its blocks.
func paragraphs(nodes []site.Node) string {
	var blocks []string
	for _, node := range nodes {
		if text := strings.TrimSpace(words(node)); text != "" {
			blocks = append(blocks, text)
		}
	}
	return strings.Join(blocks, "\n\n")
}

// words returns the words of a node; items of a list stand on lines of their own.
func words(node site.Node) string {
	var out strings.Builder
	out.WriteString(node.Text)
	if node.Kind == "break" {
		out.WriteString("\n")
	}
	for i, child := range node.Children {
		if child.Kind == "item" && i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(words(child))
	}
	return out.String()
}
