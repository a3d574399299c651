package content

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// wordsPerMinute is how fast people read; characters of scripts without spaces count
// for half a word.
const wordsPerMinute = 220

// resolveEntryTimes finds out where an entry stands in its collection, when an event is
// over, and hides an entry whose day is still to come.
func (r *resolver) resolveEntryTimes(page *pageState) {
	raw, zone := page.rawPage, page.owner.zone
	day, err := time.ParseInLocation(time.DateOnly, raw.Date, time.UTC)
	if page.order = day; err != nil {
		page.order = time.Time{}
	}
	if from := text.When(raw.PublishAt, zone).In(zone); raw.PublishAt != nil && from.Format(time.DateOnly) == raw.Date { // several on one day
		page.order = day.Add(time.Duration(from.Hour()*60+from.Minute()) * time.Minute)
	}
	if page.member.kind == site.KindEvent {
		page.order, page.over = text.When(raw.Starts, zone), text.WhenOver(raw.Ends, zone)
		if raw.Ends == nil && raw.Starts != nil {
			page.over = text.NextMidnight(page.order, zone)
		}
	}
	if raw.PublishAt == nil && err == nil && raw.Date > page.site.day.Date {
		w := page.window
		w.from, _ = text.Moment(day.In(site.OnCalendar), zone)
		if w.until.IsZero() || w.until.After(w.from) {
			r.setWindow(page, w)
		}
	}
}

// checkEntry checks what a page may hold as an entry, or else as none.
func (s *scope) checkEntry(p *pageState) {
	page := p.rawPage
	if page.Collection != nil && !p.lists() {
		message, hint := "Only the index.yaml of a folder makes it a collection.", "Move these lines to the index.yaml of the folder with the entries."
		if p.entry.below == "/" {
			message, hint = "The first page of a site cannot be a collection: all other pages would be its entries.", "Put the entries into a folder with an index.yaml of its own, such as pages/blog."
		}
		s.deps.add(s.file.doc.AtKey("collection", "bad-collection", message, hint))
	}
	switch {
	case p.doubtful:
		return
	case p.member.at == "":
		s.checkNoEntry(p)
		return
	}
	kind, missing := p.member.kind, func(key, message, hint string) {
		s.at(nil, "missing-key", message, fmt.Sprintf("Add a line such as %s: %s.", key, hint))
	}
	switch {
	case kind == site.KindEvent && page.Starts == nil:
		missing("starts", "An event needs a moment at which it begins.", "2026-12-01 09:00")
	case kind != site.KindEvent && page.Date == "":
		missing("date", "An entry of this collection needs a date.", "2026-11-01")
	}
	if kind != site.KindEvent {
		for key, moment := range map[string]*time.Time{"starts": page.Starts, "ends": page.Ends} {
			if moment != nil {
				s.deps.add(s.file.doc.AtKey(key, "useless-moment", fmt.Sprintf("Only events have the key %s, and this collection is of the kind %s.", key, kind),
					"Remove it, or write kind: event in the index.yaml of the folder."))
			}
		}
	}
	if page.Starts != nil && page.Ends != nil && kind == site.KindEvent && !text.WhenOver(page.Ends, s.owner.zone).After(text.When(page.Starts, s.owner.zone)) {
		s.at(&place{key: "ends"}, "bad-end", "The event would end before it begins.", "Give ends a later moment than starts.")
	}
	if page.Markdown == nil && len(page.Sections) == 0 {
		s.warn(nil, "empty-entry", "The entry shows nothing but its title and its summary.", "Write its text, or sections.")
	}
	if page.Updated != "" && page.Updated < page.Date {
		s.at(&place{key: "updated"}, "bad-updated", "The entry would have been changed before its date.", "Give updated a later day than date, or remove the line.")
	}
	for i, section := range page.Sections {
		if _, isHero := section.Body.(*site.Hero); isHero {
			s.at((&place{key: "sections"}).item(i).child(section.Type), "second-hero", "An entry shows its own title at the top: a hero would be a second one.", "Use another section, such as cta or cards.")
		}
	}
}

// checkNoEntry refuses what only entries have.
func (s *scope) checkNoEntry(p *pageState) {
	if p.inMarkdown() && !p.lists() {
		s.deps.name(p.file.path, "stray-entry", "Move it into the folder of a collection, or write the page as .yaml with sections.",
			"Only entries of a collection are written in Markdown, and no index.yaml above this file has the key collection.")
		return
	}
	page := p.rawPage
	for _, key := range []struct {
		name string
		used bool
	}{
		{"updated", page.Updated != ""},
		{"author", page.Author != ""},
		{"tags", page.Tags != nil},
		{"summary", page.Summary != ""},
		{"facts", page.Facts != nil},
		{"markdown", page.Markdown != nil},
		{"starts", page.Starts != nil},
		{"ends", page.Ends != nil},
	} {
		if !key.used || key.name == "markdown" && p.lists() {
			continue
		}
		hint := "Add collection to the index.yaml of the folder, or remove it."
		if key.name == "markdown" {
			hint = "Write the text in a section: - prose: {markdown: …}."
		}
		s.deps.add(s.file.doc.AtKey(key.name, "no-entry", fmt.Sprintf("Only an entry of a collection has the key %s.", key.name), hint))
	}
}

// entry makes what an entry shows beside its own words, and its card for lists. What
// it shows of other entries comes later.
func (s *scope) entry(p *pageState) {
	c, raw := s.resolver.memberOf(p), p.rawPage
	if c == nil {
		return
	}
	out := p.out
	if out.Summary == "" {
		out.Summary = out.Description
	}
	if out.Description == "" {
		out.Description = out.Summary
	}
	detail := &site.EntryDetail{Kind: c.settings.Kind, EntryDates: s.entryDates(p), ReadingTime: s.readingTime(p, c.settings.Kind), Tags: make([]*site.Link, 0, len(p.tags))}
	card := &site.EntryCard{
		Kind: detail.Kind, EntryDates: detail.EntryDates, Summary: out.Summary, Facts: out.Facts,
		Link: site.Link{Label: out.Title, Href: p.path, Kind: site.LinkPage},
	}
	for _, slug := range p.tags {
		name := c.tagged[slug].name
		detail.TagNames = append(detail.TagNames, name)
		link := &site.Link{Label: s.quoted(name), Kind: site.LinkPage}
		if c.settings.Tags {
			link.Href = c.index.path + "/" + tagSegment + "/" + slug
		}
		detail.Tags = append(detail.Tags, link)
	}
	card.Tags = detail.TagNames
	if raw.Image != nil {
		detail.Image, card.Image = s.imageIn(raw.Image, site.SlotWide), s.imageIn(raw.Image, site.SlotCard)
		out.Lead = detail.Image.Shown()
	}
	if raw.Author != "" {
		if person, owner := lookup(s, raw.Author, &place{key: "author"}, "people", peopleOf); person != nil {
			detail.Author = s.showPerson(person.ID, person, owner)
			card.Author = person.Name
		}
	}
	if detail.Kind == site.KindChangelog { // its list is what people read
		card.Markdown = out.Markdown
	}
	out.Entry = detail
	p.card = card
}

// imageIn resolves the picture of an entry for another place than link previews.
func (s *scope) imageIn(raw *site.Image, slot site.Slot) *site.Image {
	made := *raw
	s.image(&made, (&place{key: "image"}).in(slot))
	return &made
}

// entryDates writes the days and moments of an entry.
func (s *scope) entryDates(p *pageState) site.EntryDates {
	raw, format, zone := p.rawPage, s.shown.dateFormat(), s.owner.zone
	dates := site.EntryDates{Date: raw.Date, DateText: dayText(raw.Date, format), Updated: raw.Updated, UpdatedText: dayText(raw.Updated, format)}
	if p.member.kind != site.KindEvent || raw.Starts == nil {
		return dates
	}
	from, whole := text.When(raw.Starts, zone).In(zone), wholeDay(raw.Starts)
	clock := s.shown.timeFormat()
	write := func(at time.Time, whole bool) (program, words string) {
		if whole {
			return at.Format(time.DateOnly), at.Format(format)
		}
		return at.Format(time.RFC3339), at.Format(format) + ", " + at.Format(clock)
	}
	dates.Starts, dates.When = write(from, whole)
	if raw.Ends == nil {
		return dates
	}
	until, wholeEnd := text.When(raw.Ends, zone).In(zone), wholeDay(raw.Ends)
	var words string
	dates.Ends, words = write(until, wholeEnd)
	switch sameDay := from.Format(time.DateOnly) == until.Format(time.DateOnly); {
	case sameDay && wholeEnd:
	case sameDay:
		dates.When += " – " + until.Format(clock)
	default:
		dates.When += " – " + words
	}
	return dates
}

// wholeDay tells whether a moment is written as a day.
func wholeDay(written *time.Time) bool { return written.Location() == site.OnCalendar }

// dayText writes a day in words; what is no day has its problem already.
func dayText(day, format string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return at.Format(format)
}

// readingTime says how long reading an entry takes.
func (s *scope) readingTime(p *pageState, kind site.EntryKind) string {
	words := string(s.shown.out.Labels.ReadingTime)
	if kind != site.KindArticle && kind != site.KindCaseStudy || words == "" {
		return ""
	}
	count := 0
	if p.out.Markdown != nil {
		count = countWords(p.out.Markdown.Nodes)
	}
	for _, section := range p.out.Sections {
		if prose, isProse := section.Body.(*site.Prose); isProse {
			count += countWords(prose.Markdown.Nodes)
		}
	}
	if count == 0 {
		return ""
	}
	return strings.ReplaceAll(words, "{minutes}", strconv.Itoa(max(1, (count+wordsPerMinute/2)/wordsPerMinute)))
}

// countWords counts what there is to read in a text, code left out.
func countWords(nodes []site.Node) int {
	count := 0
	for _, node := range nodes {
		if node.Kind == "codeblock" {
			continue
		}
		unspaced, inWord := 0, false
		for _, c := range node.Text {
			letter := unicode.IsLetter(c) || unicode.IsDigit(c)
			switch {
			case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
				unspaced++
				inWord = false
			case letter && !inWord:
				count++
				inWord = true
			case unicode.IsSpace(c):
				inWord = false
			}
		}
		count += unspaced/2 + countWords(node.Children)
	}
	return count
}

// shownWords are the labels that a collection shows, by its kind.
func shownWords(settings *site.Listing) []string {
	words := []string{"labels.newer", "labels.older"}
	switch settings.Kind {
	case site.KindArticle, site.KindCaseStudy:
		words = append(words, "labels.readingTime")
	case site.KindEvent:
		words = append(words, "labels.upcoming", "labels.past")
	}
	if settings.Tags {
		words = append(words, "labels.tags")
	}
	return words
}
