package pages

import (
	"html"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/jsonld"
)

// shellData is the document around the root element. It holds no words of its own and nothing inline that runs: the
// page's data is JSON, escaped for HTML by encoding/json.
type shellData struct {
	Site *site.Site
	Head site.Head
	// The page, for what programs are told of it; nil for what is no page of the website.
	Page   *site.Page
	Client site.Client
	Root   string
	Data   []byte
	// Whether the browser renders the page instead of taking over the HTML.
	ClientRenders bool
}

// answer returns the document as it is sent.
func (d shellData) answer(status int, caching string) *site.Representation {
	return &site.Representation{
		Status: status, ContentType: htmlType, CacheControl: caching, Language: d.Site.Language,
		Link: link(d.Site), Policy: d.Head.Policy.String(), Body: []byte(d.text()),
	}
}

func (d shellData) text() string {
	var out strings.Builder
	out.Grow(len(d.Root) + len(d.Data) + 4096)
	theme, direction := d.Site.Theme, locale.Direction(d.Site.Language)
	if direction == "ltr" { // browsers take it by themselves
		direction = ""
	}
	write(&out, `<!doctype html><html`, attr("lang", d.Site.Language), attr("dir", direction),
		attr("data-site", d.Site.ID), attr("data-scheme", theme.Scheme), attr("data-background", theme.Background),
		attr("data-character", theme.Character))
	// The error page has no data for a client to start from; nobody notices that it is scrolled.
	interactive := d.Data != nil
	switch {
	case !interactive:
		write(&out, ` data-scrolled`)
	case d.Site.Services != nil:
		write(&out, ` data-services`)
	}
	write(&out, `><head><meta charset="utf-8">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1">`,
		`<title>`, html.EscapeString(d.Head.Title), `</title>`)
	d.describe(&out)
	writeScheme(&out, theme)
	if icon := d.Site.Assets.Favicon; icon != "" {
		write(&out, `<link rel="icon"`, attr("href", icon), `>`)
	}
	if touch := d.Site.Assets.TouchIcon; touch != "" {
		write(&out, `<link rel="apple-touch-icon"`, attr("href", touch), `>`)
	}
	if manifest := d.Site.Assets.Manifest; manifest != "" {
		write(&out, `<link rel="manifest"`, attr("href", manifest), `>`)
	}
	for _, font := range d.Site.Assets.Fonts {
		write(&out, `<link rel="preload" as="font" type="font/woff2" crossorigin`, attr("href", font), `>`)
	}
	// Rules ask for it as a mask, which browsers load with CORS; no text waits for it.
	for _, picture := range d.Site.Assets.Backdrops {
		write(&out, `<link rel="preload" as="image" crossorigin fetchpriority="low"`,
			attr("media", picture.Media), attr("href", picture.URL), `>`)
	}
	if theme.Switch {
		write(&out, `<script`, attr("src", d.Client.Scheme), attr("integrity", d.Client.SchemeIntegrity), `></script>`)
	}
	write(&out, `<link rel="stylesheet"`, attr("href", d.Site.Assets.Stylesheet), `>`)
	if interactive {
		write(&out, `<script type="module"`, attr("src", d.Client.Script),
			attr("integrity", d.Client.Integrity), `></script>`)
	}
	write(&out, `</head><body><div id="root"`)
	if d.ClientRenders {
		write(&out, ` data-render="client" data-interactive`)
	}
	write(&out, `>`, d.Root, `</div>`)
	if d.Page != nil {
		if graph := jsonld.Graph(d.Site, d.Page); graph != nil {
			write(&out, `<script type="application/ld+json">`, string(graph), `</script>`)
		}
	}
	if interactive {
		write(&out, `<script type="application/json" id="page-data">`)
		out.Write(d.Data)
		write(&out, `</script>`)
	}
	write(&out, `</body></html>`)
	return out.String()
}

// writeScheme says in which colours the browser draws what the stylesheet does not
// reach. A site that follows the device says it for both.
func writeScheme(out *strings.Builder, theme site.Theme) {
	if !theme.HasBoth() {
		write(out, `<meta name="theme-color"`, attr("content", theme.Colors.Background),
			`><meta name="color-scheme"`, attr("content", theme.First()), `>`)
		return
	}
	schemes := theme.Scheme
	if schemes == "auto" {
		schemes = "light dark"
	}
	for _, look := range []struct{ scheme, background string }{
		{"light", theme.Light.Colors.Background}, {"dark", theme.Dark.Colors.Background},
	} {
		media := "(prefers-color-scheme: " + look.scheme + ")"
		switch theme.Scheme {
		case "auto":
		case look.scheme:
			media = "all"
		default:
			media = "not all"
		}
		write(out, `<meta name="theme-color"`, attr("media", media), attr("content", look.background), `>`)
	}
	write(out, `<meta name="color-scheme"`, attr("content", schemes), `>`)
}

func write(out *strings.Builder, parts ...string) {
	for _, part := range parts {
		out.WriteString(part)
	}
}

func attr(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + html.EscapeString(value) + `"`
}

// screenClass is the class of pages of a few words that are made without React: ErrorScreen.tsx has the same, since
// Tailwind reads no Go.
const screenClass = "mx-auto flex min-h-svh max-w-xl flex-col items-center justify-center gap-6 px-6 py-24 text-center"

// errorBody is the root element of the error page (docs/specification.md section 8), in the
// words of the site. It is made without React, which may be what failed.
func errorBody(s *site.Site, status int, retry string) string {
	var out strings.Builder
	write(&out, `<main id="main" class="`, screenClass, `">`,
		`<h1 class="text-section">`, escaped(s.Errors.Title), `</h1>`,
		`<p class="text-fine text-accent">`, strconv.Itoa(status), `</p>`)
	text := s.Errors.Sentence(status)
	if status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable {
		text = s.Errors.Text
	}
	if text != "" {
		write(&out, `<p class="text-lead text-muted">`, escaped(text), `</p>`)
	}
	write(&out, `<p class="flex flex-wrap justify-center gap-3">`)
	if retry != "" {
		write(&out, `<a class="button button-primary"`, attr("href", retry), `>`, escaped(s.Errors.Retry), `</a> `)
	}
	write(&out, `<a class="button button-secondary"`, attr("href", s.Path), `>`, escaped(s.Errors.Home), `</a></p></main>`)
	return out.String()
}

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
	if d.Page != nil && d.Head.Canonical != "" && !d.Head.NoIndex {
		for _, in := range d.Page.InLanguages(d.Site.BaseURL) {
			write(out, `<link rel="alternate"`, attr("hreflang", in.Language), attr("href", in.Href), `>`)
		}
	}
	if d.Page != nil && hasMarkdown(d.Page) {
		write(out, `<link rel="alternate" type="text/markdown"`, attr("href", site.MarkdownPath(d.Page.Path)), `>`)
	}
	if feed := d.Head.Feed; feed != nil {
		alternate := func(mediaType, address string) {
			write(out, `<link rel="alternate"`, attr("type", mediaType), attr("title", feed.Title), attr("href", address), `>`)
		}
		alternate("application/atom+xml", feed.Atom)
		alternate("application/feed+json", feed.JSON)
	}
	entry := d.article()
	kind := "website"
	if entry != nil {
		kind = "article"
	}
	meta("property", "og:type", kind)
	meta("property", "og:site_name", string(d.Site.Name))
	meta("property", "og:locale", ogLocale(d.Site.Language))
	if d.Page != nil {
		for _, in := range d.Page.Translations {
			if in.Language != d.Site.Language {
				meta("property", "og:locale:alternate", ogLocale(in.Language))
			}
		}
	}
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

// ogLocale writes a language as link previews want it: with the region where most of
// its speakers are, if it has none; "" for what is no language.
func ogLocale(name string) string {
	tag, err := language.Parse(name)
	if err != nil {
		return ""
	}
	base, _ := tag.Base()
	region, _ := tag.Region()
	return base.String() + "_" + region.String()
}

func escaped(text site.Text) string { return html.EscapeString(string(text)) }
