package pages

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/feed"
	"github.com/evenlight/marquee/internal/website/markdown"
)

// Document returns a file that is derived from all content of a space, by its address: /sitemap.xml (sitemaps.org),
// /robots.txt (RFC 9309), /llms.txt (llmstxt.org), /favicon.ico; a page as Markdown, such as /about.md; a feed of a
// collection; or a file below /.well-known/ of the site at the root (RFC 8615). It returns nil for others.
func (s *Store) Document(address string) *site.Representation {
	snapshot := s.fresh(context.Background())
	if snapshot == nil {
		return nil
	}
	var mediaType string
	var build func([]*site.Bundle) []byte
	space, name := site.SplitAddress(address)
	sites := snapshot.rev.In(space)
	switch name {
	case "/sitemap.xml":
		mediaType, build = "application/xml; charset=utf-8", sitemap
	case "/robots.txt":
		mediaType, build = plainType, robots
		if snapshot.rev.Drafts {
			build = func([]*site.Bundle) []byte { return []byte("User-agent: *\nDisallow: /\n") }
		}
	case "/llms.txt":
		mediaType, build = plainType, llms
	case "/favicon.ico":
		return s.favicon(snapshot.rev.Nearest(space + "/"))
	default:
		if page := site.PageOfMarkdown(name); page != "" {
			return s.markdown(snapshot, space+page)
		}
		if snapshot.feeds[address] != nil {
			return s.feed(snapshot, address)
		}
		return snapshot.wellKnown(address)
	}
	return snapshot.document(address, mediaType, func() []byte { return build(sites) })
}

// markdown returns a page as Markdown, which is made of its HTML; nil where there is none, or search engines are asked
// to stay away.
func (s *Store) markdown(owner *snapshot, address string) *site.Representation {
	p := owner.pages[address]
	if p == nil || !hasMarkdown(p.content) {
		return nil
	}
	key, err := s.keyOf(p)
	if err != nil {
		return nil // which the page itself says
	}
	name := entryKey{key, "markdown"}
	if made := s.memory.get(name, owner.rev.ID); made != nil {
		return made
	}
	document := s.html(context.Background(), owner, p)
	if document.Status != http.StatusOK {
		return document
	}
	body, err := markdown.Page(p.content, document.Body)
	if err != nil {
		s.options.Logger.Error("page has no Markdown", "path", address, "revision", owner.rev.ID, "error", err)
		return s.errorPage(owner, http.StatusInternalServerError, address)
	}
	r := &site.Representation{
		Status: http.StatusOK, ContentType: markdownType, CacheControl: site.Revalidated, Site: p.site.ID,
		Language: p.site.Language, Revision: document.Revision, Body: body,
	}
	if canonical := p.content.Head.Canonical; canonical != "" {
		r.Link = "<" + canonical + `>; rel="canonical"`
	}
	encoding.Prepare(r, encoding.Fast)
	if p.rendered.Load() { // else it is made of what the page was before
		s.memory.put(name, r)
	}
	return r
}

func hasMarkdown(page *site.Page) bool { return page.Path != "" && !page.Head.NoIndex }

func (s *snapshot) wellKnown(address string) *site.Representation {
	space, path := site.SplitAddress(address)
	root := s.rev.At(space + "/")
	if root == nil {
		return nil
	}
	file, found := root.WellKnown[path]
	if !found {
		return nil
	}
	return s.document(address, file.ContentType, func() []byte { return file.Data })
}

func (s *snapshot) document(address, mediaType string, build func() []byte) *site.Representation {
	return s.once(address, func() *site.Representation {
		r := &site.Representation{
			Status: http.StatusOK, ContentType: mediaType, CacheControl: site.Revalidated, Body: build(),
		}
		if root := s.rev.Nearest(address); root != nil {
			r.Site = root.Site.ID
		}
		return r
	})
}

// once returns what is made once, when it is first asked for, and stays as long as the snapshot.
func (s *snapshot) once(name string, build func() *site.Representation) *site.Representation {
	made, known := s.documents.Load(name)
	if !known {
		made, _ = s.documents.LoadOrStore(name, sync.OnceValue(func() *site.Representation {
			r := build()
			r.Revision = s.rev.ID
			encoding.Prepare(r, encoding.Fast)
			return r
		}))
	}
	return made.(func() *site.Representation)()
}

// feed returns a feed of a collection. Where one of its entries cannot be rendered, the next request tries again.
func (s *Store) feed(owner *snapshot, address string) *site.Representation {
	of, whole := owner.feeds[address], true
	source := feed.Source{Feed: of.feed, Site: of.site, Words: func(entry *site.Page) []byte {
		p := owner.pages[of.site.Address(entry.Path)]
		document := s.html(context.Background(), owner, p)
		words, err := markdown.Entry(entry, document.Body)
		if err != nil || document.Status != http.StatusOK {
			words = nil
		}
		whole = whole && words != nil && p.rendered.Load()
		return words
	}}
	r := owner.document(address, of.mediaType, func() []byte { return of.write(source) })
	if !whole {
		owner.documents.Delete(address)
	}
	return r
}

// feedForm is a feed of a collection in one of its forms.
type feedForm struct {
	feed      *site.Feed
	site      *site.Site
	mediaType string
	write     func(feed.Source) []byte
}

// addFeed adds the feed of a collection in both forms, on its first page.
func (s *snapshot) addFeed(owner *site.Site, page *site.Page) {
	if of := page.Feed; of != nil {
		s.feeds[owner.Address(of.AtomPath())] = &feedForm{of, owner, feed.AtomType, feed.Source.Atom}
		s.feeds[owner.Address(of.JSONPath())] = &feedForm{of, owner, feed.JSONType, feed.Source.JSON}
	}
}

// Asset returns the file at an address below /assets/, /files/, /og/ or /images/, or nil.
func (s *Store) Asset(address string) *site.Representation {
	snapshot := s.current.Load()
	if snapshot != nil && snapshot.files[address] != nil {
		return snapshot.files[address]()
	}
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	if made := s.options.Assets.Get(address); made != nil || snapshot == nil {
		return made
	}
	return snapshot.lastingFile(address)
}

// ErrorPage returns the page "Unexpected Application Error!" with a status,
// in the words of the site that the address lies in.
func (s *Store) ErrorPage(status int, address string) *site.Representation {
	snapshot := s.current.Load()
	if snapshot == nil {
		return &site.Representation{Status: status, ContentType: plainType, CacheControl: noStore}
	}
	return s.errorPage(snapshot, status, address)
}

func (s *Store) errorPage(snapshot *snapshot, status int, address string) *site.Representation {
	owner := snapshot.siteOf(address)
	return snapshot.once("error "+strconv.Itoa(status)+" "+owner.ID, func() *site.Representation {
		head := site.Head{Title: string(owner.Errors.Title), NoIndex: true}
		return shellData{Site: owner, Head: head, Root: errorBody(owner, status, "")}.answer(status, noStore)
	})
}

func (s *Store) favicon(of *site.Bundle) *site.Representation {
	if of == nil || of.Site.Assets.Icon == "" {
		return nil
	}
	icon := s.Asset(of.Site.Assets.Icon)
	if icon == nil {
		return nil
	}
	// The address does not change with the bytes, so it must be asked again.
	changing := *icon
	changing.CacheControl = "public, max-age=86400"
	return &changing
}

// sitemap lists all pages that may be found, with the day of their last change where their author gives it.
func sitemap(sites []*site.Bundle) []byte {
	type alternate struct {
		Rel      string `xml:"rel,attr"`
		Language string `xml:"hreflang,attr"`
		Href     string `xml:"href,attr"`
	}
	type location struct {
		Loc     string      `xml:"loc"`
		LastMod string      `xml:"lastmod,omitempty"`
		In      []alternate `xml:"xhtml:link"`
	}
	var set struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		XHTML   string     `xml:"xmlns:xhtml,attr,omitempty"`
		URLs    []location `xml:"url"`
	}
	for _, bundle := range sites {
		for _, page := range bundle.Pages {
			if page.Head.NoIndex || page.Head.Canonical == "" {
				continue
			}
			var in []alternate
			for _, other := range page.InLanguages(bundle.Site.BaseURL) {
				set.XHTML = "http://www.w3.org/1999/xhtml"
				in = append(in, alternate{"alternate", other.Language, other.Href})
			}
			set.URLs = append(set.URLs, location{page.Head.Canonical, page.Modified, in})
		}
	}
	body, err := xml.Marshal(set)
	if err != nil {
		panic(fmt.Sprintf("encode sitemap: %v", err)) // strings only: cannot happen
	}
	return append([]byte(xml.Header), body...)
}

func robots(sites []*site.Bundle) []byte {
	text := "User-agent: *\nDisallow: /api/\n"
	if len(sites) > 0 && sites[0].Site.BaseURL != "" {
		text += "\nSitemap: " + strings.TrimSuffix(sites[0].Site.BaseURL, "/") + "/sitemap.xml\n"
	}
	return []byte(text)
}

// brackets keeps those of a title from ending its link.
var brackets = strings.NewReplacer("[", `\[`, "]", `\]`)

func llms(sites []*site.Bundle) []byte {
	var out strings.Builder
	for i, bundle := range sites {
		listed := slices.ContainsFunc(bundle.Pages, func(page *site.Page) bool { return !page.Head.NoIndex })
		if bundle.Original != nil && !listed {
			continue
		}
		level := "##"
		if i == 0 {
			level = "#"
		}
		language := ""
		if bundle.Original != nil {
			language = " (" + locale.Name(bundle.Site.Language) + ")"
		}
		fmt.Fprintf(&out, "%s %s%s\n\n", level, bundle.Site.Name, language)
		if bundle.Site.Tagline != "" {
			fmt.Fprintf(&out, "> %s\n\n", bundle.Site.Tagline)
		}
		for _, page := range bundle.Pages {
			// The first page of a list stands for all.
			if page.Head.NoIndex || page.List != nil && page.List.Number > 1 {
				continue
			}
			home := strings.TrimSuffix(page.Head.Canonical, page.Path)
			fmt.Fprintf(&out, "- [%s](%s)", brackets.Replace(string(page.Title)), home+site.MarkdownPath(page.Path))
			if page.Description != "" {
				fmt.Fprintf(&out, ": %s", page.Description)
			}
			out.WriteString("\n")
		}
		out.WriteString("\n")
	}
	return []byte(out.String())
}
