package pages

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/markdown"
	"github.com/evenlight/marquee/internal/website/typography"
)

// Document returns a file that is derived from all content of a space, by its
// address: /sitemap.xml (sitemaps.org), /robots.txt (RFC 9309), /llms.txt
// (llmstxt.org), /favicon.ico; a page as Markdown, such as /about.md; a feed of a
// collection; or a file below /.well-known/ of the site at the root (RFC 8615). It
// returns nil for others.
func (s *Store) Document(address string) *site.Representation {
	snapshot := s.current.Load()
	if snapshot == nil {
		return nil
	}
	var mediaType string
	var build func(*site.Revision, []*site.Bundle) []byte
	space, name := site.SplitAddress(address)
	sites := snapshot.rev.In(space)
	switch name {
	case "/sitemap.xml":
		mediaType, build = "application/xml; charset=utf-8", s.sitemap
	case "/robots.txt":
		mediaType, build = "text/plain; charset=utf-8", robots
	case "/llms.txt":
		mediaType, build = "text/plain; charset=utf-8", llms
	case "/favicon.ico":
		return s.favicon(snapshot.rev.Nearest(space + "/"))
	default:
		if page := site.PageOfMarkdown(name); page != "" {
			return s.markdown(s.fresh(context.Background()), space+page)
		}
		if feed := s.feed(snapshot, address); feed != nil {
			return feed
		}
		return s.wellKnown(snapshot, address)
	}
	return s.document(snapshot, address, func() *site.Representation {
		return &site.Representation{Status: http.StatusOK, ContentType: mediaType, CacheControl: site.Revalidated, Body: build(snapshot.rev, sites)}
	})
}

// markdown returns a page as Markdown; nil where there is none, or search engines are
// asked to stay away.
func (s *Store) markdown(owner *snapshot, address string) *site.Representation {
	p := owner.pages[address]
	if p == nil || !hasMarkdown(p.content) {
		return nil
	}
	key, err := s.keyOf(p)
	if err != nil {
		return nil // which the page itself says
	}
	n := entryKey{page: key, kind: "markdown"}
	if r := s.fromMemory(n, owner.rev.ID); r != nil {
		return r
	}
	r := &site.Representation{
		Status: http.StatusOK, ContentType: markdownType, CacheControl: site.Revalidated, Site: p.site.ID,
		Revision: owner.rev.ID, Body: markdown.Page(p.site, p.content),
	}
	if canonical := p.content.Head.Canonical; canonical != "" {
		r.Link = "<" + canonical + `>; rel="canonical"`
	}
	encoding.Prepare(r, encoding.Fast)
	s.memory.put(n, r)
	return r
}

// hasMarkdown reports whether a page is there as Markdown, too.
func hasMarkdown(page *site.Page) bool { return page.Path != "" && !page.Head.NoIndex }

// wellKnown returns a file as it stands in the content, or nil.
func (s *Store) wellKnown(snapshot *snapshot, address string) *site.Representation {
	space, path := site.SplitAddress(address)
	root := snapshot.rev.At(space + "/")
	if root == nil {
		return nil
	}
	file, found := root.WellKnown[path]
	if !found {
		return nil
	}
	return s.document(snapshot, address, func() *site.Representation {
		return &site.Representation{Status: http.StatusOK, ContentType: file.ContentType, CacheControl: site.Revalidated, Body: file.Data}
	})
}

// document returns what is made of a whole snapshot, made when it is not in memory.
func (s *Store) document(owner *snapshot, kind string, build func() *site.Representation) *site.Representation {
	n := entryKey{snapshot: owner.number, kind: kind}
	if r := s.memory.get(n); r != nil {
		return r
	}
	made, _, _ := s.flights.Do(fmt.Sprint(owner.number, " ", kind), func() (any, error) {
		r := build()
		r.Revision = owner.rev.ID
		if root := owner.rev.Nearest(kind); r.Status == http.StatusOK && root != nil {
			r.Site = root.Site.ID
		}
		encoding.Prepare(r, encoding.Fast)
		s.memory.put(n, r)
		return r, nil
	})
	return made.(*site.Representation)
}

// Asset returns the file at an address below /assets/, /og/ or /images/, or nil.
func (s *Store) Asset(address string) *site.Representation {
	if snapshot := s.current.Load(); snapshot != nil && snapshot.files[address] != nil {
		return snapshot.files[address].Get()
	}
	return s.options.Assets.Get(address)
}

// ErrorPage returns the page "Unexpected Application Error!" with a status,
// in the words of the site that the address lies in.
func (s *Store) ErrorPage(status int, address string) *site.Representation {
	snapshot := s.current.Load()
	if snapshot == nil {
		return &site.Representation{Status: status, ContentType: "text/plain; charset=utf-8", CacheControl: noStore}
	}
	return s.errorPage(snapshot, status, address)
}

func (s *Store) errorPage(snapshot *snapshot, status int, address string) *site.Representation {
	owner := snapshot.siteOf(address)
	owner = typography.Set(owner.Language, owner)
	return s.document(snapshot, "error "+strconv.Itoa(status)+" "+owner.ID, func() *site.Representation {
		shell := shellData{Site: owner, Head: site.Head{Title: string(owner.Errors.Title), NoIndex: true}, Root: errorBody(owner, status, "")}
		return &site.Representation{Status: status, ContentType: htmlType, CacheControl: noStore, Body: shell.render()}
	})
}

// favicon answers programs that ask for /favicon.ico without reading a page.
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

// sitemap lists all pages that may be found, with the day of their last change
// where their author gives it.
func (s *Store) sitemap(_ *site.Revision, sites []*site.Bundle) []byte {
	type location struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod,omitempty"`
	}
	var set struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []location `xml:"url"`
	}
	for _, bundle := range sites {
		today := s.options.Now().In(cmp.Or(bundle.Site.Location, time.UTC)).Format(time.DateOnly)
		for _, page := range bundle.Pages {
			if page.Head.NoIndex || page.Head.Canonical == "" {
				continue
			}
			day := page.Modified
			if day == "" || day > today { // what is still to come is no change
				day = ""
			}
			set.URLs = append(set.URLs, location{page.Head.Canonical, day})
		}
	}
	body, err := xml.Marshal(set)
	if err != nil {
		panic(fmt.Sprintf("encode sitemap: %v", err)) // strings only: cannot happen
	}
	return append([]byte(xml.Header), body...)
}

func robots(_ *site.Revision, sites []*site.Bundle) []byte {
	text := "User-agent: *\nDisallow: /api/\n"
	if len(sites) > 0 && sites[0].Site.BaseURL != "" {
		text += "\nSitemap: " + strings.TrimSuffix(sites[0].Site.BaseURL, "/") + "/sitemap.xml\n"
	}
	return []byte(text)
}

// brackets keeps those of a title from ending its link.
var brackets = strings.NewReplacer("[", `\[`, "]", `\]`)

func llms(_ *site.Revision, sites []*site.Bundle) []byte {
	var out strings.Builder
	for i, bundle := range sites {
		level := "##"
		if i == 0 {
			level = "#"
		}
		fmt.Fprintf(&out, "%s %s\n\n", level, bundle.Site.Name)
		if bundle.Site.Tagline != "" {
			fmt.Fprintf(&out, "> %s\n\n", bundle.Site.Tagline)
		}
		for _, page := range bundle.Pages {
			if page.Head.NoIndex || page.List != nil && page.List.Number > 1 { // the first page of a list stands for all
				continue
			}
			fmt.Fprintf(&out, "- [%s](%s)", brackets.Replace(string(page.Title)), strings.TrimSuffix(page.Head.Canonical, page.Path)+site.MarkdownPath(page.Path))
			if page.Description != "" {
				fmt.Fprintf(&out, ": %s", page.Description)
			}
			out.WriteString("\n")
		}
		out.WriteString("\n")
	}
	return []byte(out.String())
}
