package pages

import (
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"github.com/evenlight/marquee/internal/site"
)

// describe writes what search engines and link previews read of a page.
func (d shellData) describe(out *strings.Builder) {
	meta := func(key, name, content string) {
		if content != "" {
			write(out, `<meta `, key, `="`, name, `"`, attr("content", content), `>`)
		}
	}
	meta("name", "description", d.Head.Description)
	if d.Head.NoIndex || d.Head.Canonical == "" {
		meta("name", "robots", "noindex")
	}
	if d.Head.Canonical != "" {
		write(out, `<link rel="canonical"`, attr("href", d.Head.Canonical), `>`)
	}
	if d.Page != nil && hasMarkdown(d.Page) {
		write(out, `<link rel="alternate" type="text/markdown"`, attr("href", site.MarkdownPath(d.Page.Path)), `>`)
	}
	if feed := d.Head.Feed; feed != nil {
		write(out, `<link rel="alternate" type="application/atom+xml"`, attr("title", feed.Title), attr("href", feed.Atom), `>`,
			`<link rel="alternate" type="application/feed+json"`, attr("title", feed.Title), attr("href", feed.JSON), `>`)
	}
	entry := d.article()
	kind := "website"
	if entry != nil {
		kind = "article"
	}
	meta("property", "og:type", kind)
	meta("property", "og:site_name", string(d.Site.Name))
	meta("property", "og:locale", locale(d.Site.Language))
	meta("property", "og:title", d.Head.Title)
	meta("property", "og:description", d.Head.Description)
	meta("property", "og:url", d.Head.Canonical)
	if d.Head.Image != "" {
		meta("property", "og:image", d.Head.Image)
		if d.Head.ImageWidth > 0 && d.Head.ImageHeight > 0 {
			meta("property", "og:image:width", strconv.Itoa(d.Head.ImageWidth))
			meta("property", "og:image:height", strconv.Itoa(d.Head.ImageHeight))
		}
		meta("property", "og:image:alt", string(d.Head.ImageAlt))
		meta("name", "twitter:card", "summary_large_image")
	}
	if entry != nil {
		meta("property", "article:published_time", entry.Date)
		meta("property", "article:modified_time", entry.Updated)
		if entry.Author != nil {
			meta("name", "author", string(entry.Author.Name))
		}
		for _, tag := range entry.TagNames {
			meta("property", "article:tag", tag)
		}
	}
}

// article returns what is said of a page that is an article (ogp.me/#type_article); else nil.
func (d shellData) article() *site.EntryDetail {
	if d.Page == nil || d.Page.Entry == nil {
		return nil
	}
	switch d.Page.Entry.Kind {
	case site.KindArticle, site.KindCaseStudy, site.KindChangelog:
		return d.Page.Entry
	}
	return nil
}

// locale writes a language as link previews want it: with the region where most of
// its speakers are, if it has none; "" for what is no language.
func locale(name string) string {
	tag, err := language.Parse(name)
	if err != nil {
		return ""
	}
	base, _ := tag.Base()
	region, _ := tag.Region()
	return base.String() + "_" + region.String()
}
