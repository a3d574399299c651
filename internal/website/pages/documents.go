package pages

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// Document returns a file that is derived from the whole content: sitemap.xml
// (sitemaps.org), robots.txt (RFC 9309), llms.txt (llmstxt.org), favicon.ico.
// It returns nil for other names.
func (s *Store) Document(name string) *site.Representation {
	snapshot := s.current.Load()
	if snapshot == nil {
		return nil
	}
	var mediaType string
	var build func(*site.Revision) []byte
	switch name {
	case "sitemap.xml":
		mediaType, build = "application/xml; charset=utf-8", sitemap
	case "robots.txt":
		mediaType, build = "text/plain; charset=utf-8", robots
	case "llms.txt":
		mediaType, build = "text/plain; charset=utf-8", llms
	case "favicon.ico":
		return s.favicon(snapshot)
	default:
		return nil
	}
	return s.make(snapshot, name, func() *site.Representation {
		return &site.Representation{Status: http.StatusOK, ContentType: mediaType, CacheControl: revalidate, Body: build(snapshot.rev)}
	})
}

// favicon answers programs that ask for /favicon.ico without reading a page.
func (s *Store) favicon(snapshot *snapshot) *site.Representation {
	main := snapshot.rev.Main()
	if main == nil || main.Site.Assets.Icon == "" {
		return nil
	}
	icon := s.Asset(main.Site.Assets.Icon)
	if icon == nil {
		return nil
	}
	// The address does not change with the bytes, so it must be asked again.
	changing := *icon
	changing.CacheControl = "public, max-age=86400"
	return &changing
}

func sitemap(rev *site.Revision) []byte {
	type location struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod,omitempty"`
	}
	var set struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []location `xml:"url"`
	}
	for _, bundle := range rev.Sites {
		for _, page := range bundle.Pages {
			if page.Head.NoIndex || page.Head.Canonical == "" {
				continue
			}
			entry := location{Loc: page.Head.Canonical}
			if !page.Modified.IsZero() {
				entry.LastMod = page.Modified.UTC().Format(time.RFC3339)
			}
			set.URLs = append(set.URLs, entry)
		}
	}
	body, err := xml.Marshal(set)
	if err != nil {
		panic(fmt.Sprintf("encode sitemap: %v", err)) // strings only: cannot happen
	}
	return append([]byte(xml.Header), body...)
}

func robots(rev *site.Revision) []byte {
	text := "User-agent: *\nDisallow: /api/\n"
	if main := rev.Main(); main != nil && main.Site.BaseURL != "" {
		text += "\nSitemap: " + strings.TrimSuffix(main.Site.BaseURL, "/") + "/sitemap.xml\n"
	}
	return []byte(text)
}

func llms(rev *site.Revision) []byte {
	var out strings.Builder
	for i, bundle := range rev.Sites {
		level := "##"
		if i == 0 {
			level = "#"
		}
		fmt.Fprintf(&out, "%s %s\n\n", level, bundle.Site.Name)
		if bundle.Site.Tagline != "" {
			fmt.Fprintf(&out, "> %s\n\n", bundle.Site.Tagline)
		}
		for _, page := range bundle.Pages {
			if page.Head.NoIndex {
				continue
			}
			fmt.Fprintf(&out, "- [%s](%s)", page.Title, page.Head.Canonical)
			if page.Description != "" {
				fmt.Fprintf(&out, ": %s", page.Description)
			}
			out.WriteString("\n")
		}
		out.WriteString("\n")
	}
	return []byte(out.String())
}
