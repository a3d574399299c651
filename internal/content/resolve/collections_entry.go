package resolve

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// wordsPerMinute is how fast people read; characters of scripts without spaces count for half a word.
const wordsPerMinute = 220

func (s *scope) checkEntry(p *outline.Page) {
	page, kind := p.RawPage, p.Member.Kind
	if page.Collection != nil && !p.Lists() {
		s.atKey("collection", "bad-collection",
			"Move these lines to the index.yaml of a folder below pages, with the entries.",
			"Only the index.yaml of a folder makes it a collection, and not that of the first page.")
	}
	if p.Doubtful {
		return
	}
	if p.Member.At == "" {
		s.checkNoEntry(p)
		return
	}
	switch {
	case kind == site.KindEvent && page.Starts == nil:
		s.at(nil, "missing-key", "Add a line such as starts: 2026-12-01 09:00.",
			"An event needs a moment at which it begins.")
	case kind != site.KindEvent && page.Date == "":
		s.at(nil, "missing-key", "Add a line such as date: 2026-11-01.", "An entry of this collection needs a date.")
	}
	if page.Starts != nil && page.Ends != nil && kind == site.KindEvent &&
		!text.WhenOver(page.Ends, s.owner.Zone).After(text.When(page.Starts, s.owner.Zone)) {
		s.at(outline.At("ends"), "bad-end", "Give ends a later moment than starts.",
			"The event would end before it begins.")
	}
	for i, section := range page.Sections {
		if _, isHero := section.Body.(*site.Hero); isHero {
			s.at(outline.At("sections").Item(i).Child(section.Type), "second-hero",
				"Use another section, such as cta or cards.",
				"An entry shows its own title at the top: a hero would be a second one.")
		}
	}
}

func (s *scope) checkNoEntry(p *outline.Page) {
	if p.InMarkdown() && !p.Lists() {
		s.deps.Name(p.File.Path, "stray-entry",
			"Move it into the folder of a collection, or write the page as .yaml with sections.",
			"Only entries of a collection are written in Markdown, and no index.yaml above this file has the key collection.")
		return
	}
	page := p.RawPage
	for key, used := range map[string]bool{
		"updated": page.Updated != "", "author": page.Author != "", "tags": page.Tags != nil, "summary": page.Summary != "",
		"facts": page.Facts != nil, "markdown": page.Markdown != nil && !p.Lists(),
		"starts": page.Starts != nil, "ends": page.Ends != nil,
	} {
		if used {
			s.atKey(key, "no-entry", "Add collection to the index.yaml of the folder, or remove it.",
				"Only an entry of a collection has the key %s.", key)
		}
	}
}

// entry makes what an entry shows beside its own words, and its card for lists. What
// it shows of other entries comes later.
func (s *scope) entry(p *outline.Page) {
	c, raw := s.resolver.MemberOf(p), p.RawPage
	if c == nil {
		return
	}
	out := p.Out
	out.Summary = cmp.Or(out.Summary, out.Description)
	out.Description = cmp.Or(out.Description, out.Summary)
	detail := &site.EntryDetail{
		Kind: c.Settings.Kind, EntryDates: s.entryDates(p), ReadingTime: s.readingTime(p, c.Settings.Kind),
		Tags: make([]*site.Link, 0, len(p.Tags)),
	}
	card := &site.EntryCard{
		Kind: detail.Kind, EntryDates: detail.EntryDates, Summary: out.Summary, Facts: out.Facts,
		Link: site.Link{Label: out.Title, Href: p.Path, Kind: site.LinkPage},
	}
	for _, slug := range p.Tags {
		name := c.Tagged[slug]
		detail.TagNames = append(detail.TagNames, name)
		link := &site.Link{Label: s.quoted(name), Kind: site.LinkPage}
		if c.Settings.Tags {
			link.Href = c.Index.Path + "/" + outline.TagSegment + "/" + slug
		}
		detail.Tags = append(detail.Tags, link)
	}
	card.Tags = detail.TagNames
	if raw.Image != nil {
		detail.Image, card.Image = s.imageIn(raw.Image, site.SlotWide), s.imageIn(raw.Image, site.SlotCard)
		out.Lead = detail.Image.Shown()
	}
	if raw.Author != "" {
		if person := people.show(s, raw.Author, outline.At("author")); person != nil {
			detail.Author, card.Author = person, person.Name
		}
	}
	if detail.Kind == site.KindChangelog { // its list is what people read
		card.Markdown = out.Markdown
	}
	out.Entry = detail
	p.Card = card
}

func (s *scope) imageIn(raw *site.Image, slot site.Slot) *site.Image {
	made := *raw
	s.image(&made, outline.At("image").In(slot))
	return &made
}

func (s *scope) entryDates(p *outline.Page) site.EntryDates {
	raw, zone, words := p.RawPage, s.owner.Zone, s.shown.Locale
	dates := site.EntryDates{
		Date: raw.Date, DateText: dayText(raw.Date, words), Updated: raw.Updated,
		UpdatedText: dayText(raw.Updated, words),
	}
	if p.Member.Kind != site.KindEvent || raw.Starts == nil {
		return dates
	}
	from, whole := text.When(raw.Starts, zone).In(zone), wholeDay(raw.Starts)
	write := func(at time.Time, whole bool) (program, shown string) {
		if whole {
			return at.Format(time.DateOnly), words.Date(at)
		}
		return at.Format(time.RFC3339), words.Date(at) + ", " + words.Time(at)
	}
	dates.Starts, dates.When = write(from, whole)
	if raw.Ends == nil {
		return dates
	}
	until, wholeEnd := text.When(raw.Ends, zone).In(zone), wholeDay(raw.Ends)
	var shown string
	dates.Ends, shown = write(until, wholeEnd)
	switch sameDay := from.Format(time.DateOnly) == until.Format(time.DateOnly); {
	case sameDay && wholeEnd:
	case sameDay:
		dates.When += " – " + words.Time(until)
	default:
		dates.When += " – " + shown
	}
	return dates
}

func wholeDay(written *time.Time) bool { return written.Location() == site.OnCalendar }

func dayText(day string, words locale.Locale) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return words.Date(at)
}

func (s *scope) readingTime(p *outline.Page, kind site.EntryKind) string {
	words := string(s.shown.Out.Labels.ReadingTime)
	if kind != site.KindArticle && kind != site.KindCaseStudy {
		return ""
	}
	count := 0
	if p.Out.Markdown != nil {
		count = countWords(p.Out.Markdown.Nodes)
	}
	for _, section := range p.Out.Sections {
		if prose, isProse := section.Body.(*site.Prose); isProse {
			count += countWords(prose.Markdown.Nodes)
		}
	}
	if count == 0 {
		return ""
	}
	return strings.ReplaceAll(words, "{minutes}", strconv.Itoa(max(1, (count+wordsPerMinute/2)/wordsPerMinute)))
}

func countWords(nodes []site.Node) int {
	count := 0
	for _, node := range nodes {
		if node.Kind == "codeblock" {
			continue
		}
		unspaced := 0
		for _, c := range node.Text {
			if unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				unspaced++
			}
		}
		count += len(strings.Fields(node.Text)) + unspaced/2 + countWords(node.Children)
	}
	return count
}
