//go:build !race

// Every page is rendered here, which the race detector makes slow and finds nothing in: make
// test runs this file without it.

package main

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// crawled is one page as the crawl found it.
type crawled struct {
	ids      map[string]int
	links    []string // as written in href
	files    []string // scripts, styles, images, fonts
	preloads []string // those of them that come early
	narrow   []string // those that a narrow screen asks for in place of another
	sprites  []string // file#symbol
	headings []int
	problems []string
}

// TestCrawl starts at the sitemap and visits every page, link, fragment and
// file of every site.
func TestCrawl(t *testing.T) {
	t.Parallel()
	w := boot(t, shipped)
	pages := map[string]*crawled{}
	var queue []string
	for _, part := range strings.Split(w.get("/sitemap.xml").body, "<loc>")[1:] {
		address, _, _ := strings.Cut(part, "<")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		queue = append(queue, u.Path)
	}
	if len(queue) < 25 {
		t.Errorf("the sitemap names %d pages", len(queue))
	}
	fragments := map[string][]string{} // page -> fragments that are linked to
	files := map[string]bool{}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if pages[path] != nil {
			continue
		}
		got := w.get(path)
		if got.status != 200 {
			t.Errorf("%s answers %d", path, got.status)
			pages[path] = &crawled{}
			continue
		}
		page := readPage(t, got.body)
		pages[path] = page
		for _, problem := range page.problems {
			t.Errorf("%s: %s", path, problem)
		}
		for _, file := range page.files {
			files[file] = true
		}
		for _, sprite := range page.sprites {
			file, symbol, _ := strings.Cut(sprite, "#")
			if sheet := w.get(file); sheet.status != 200 || !strings.Contains(sheet.body, `id="`+symbol+`"`) {
				t.Errorf("%s: no icon %s in %s", path, symbol, file)
			}
		}
		for _, link := range page.links {
			u, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: link %q: %v", path, link, err)
				continue
			}
			if u.Scheme != "" {
				if u.Scheme != "https" && u.Scheme != "mailto" && u.Scheme != "tel" {
					t.Errorf("%s: link %q", path, link)
				}
				continue
			}
			target := u.Path
			if target == "" {
				target = path
			}
			if u.Fragment != "" {
				fragments[target] = append(fragments[target], u.Fragment)
			}
			queue = append(queue, target)
		}
		data := w.get("/api/pages?path=" + url.QueryEscape(path))
		if !json.Valid([]byte(data.body)) || !strings.Contains(got.body, data.body) {
			t.Errorf("%s: the page does not carry the data that the API answers", path)
		}
	}
	for path, ids := range fragments {
		for _, id := range ids {
			if pages[path].ids[id] == 0 {
				t.Errorf("%s#%s is linked to, but is not there", path, id)
			}
		}
	}
	for file := range files {
		if got := w.get(file); got.status != 200 || !strings.Contains(got.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s answers %d, Cache-Control %q", file, got.status, got.header.Get("Cache-Control"))
		}
	}
	t.Logf("%d pages, %d files", len(pages), len(files))
}

func readPage(t *testing.T, document string) *crawled {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	page := &crawled{ids: map[string]int{}}
	problem := func(text string) { page.problems = append(page.problems, text) }
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		attr := map[string]string{}
		for _, a := range n.Attr {
			attr[a.Key] = a.Val
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				problem(n.Data + " has the attribute " + a.Key)
			}
		}
		if id, has := attr["id"]; has {
			if page.ids[id]++; page.ids[id] > 1 || id == "" {
				problem("the id " + id + " is there twice")
			}
		}
		switch n.Data {
		case "a":
			href, has := attr["href"]
			switch {
			case has && (href == "" || href == "#"):
				problem("a dead link")
			case has:
				page.links = append(page.links, href)
				if strings.HasPrefix(href, "http") && !strings.Contains(attr["rel"], "noopener") {
					problem("the link " + href + " lacks noopener")
				}
			case attr["aria-disabled"] != "true":
				problem("a link without a target is not marked")
			}
		case "img":
			if _, has := attr["alt"]; !has {
				problem("the image " + attr["src"] + " has no alt")
			}
			page.files = append(page.files, attr["src"])
		case "use":
			page.sprites = append(page.sprites, attr["href"])
		case "script":
			if attr["src"] != "" {
				page.files = append(page.files, attr["src"])
			} else if attr["type"] != "application/json" && attr["type"] != "application/ld+json" {
				problem("an inline script")
			}
		case "style":
			problem("an inline style")
		case "link":
			switch attr["rel"] {
			case "preload", "modulepreload":
				page.preloads = append(page.preloads, attr["href"])
				if strings.HasPrefix(attr["media"], "(width <") {
					page.narrow = append(page.narrow, attr["href"])
				}
				page.files = append(page.files, attr["href"])
			case "stylesheet", "icon":
				page.files = append(page.files, attr["href"])
			}
		case "h1", "h2", "h3", "h4", "h5", "h6":
			page.headings = append(page.headings, int(n.Data[1]-'0'))
		}
	}
	page.files = slices.DeleteFunc(page.files, func(file string) bool { return strings.HasPrefix(file, "data:") })
	ones := 0
	for i, level := range page.headings {
		if level == 1 {
			ones++
		}
		if i > 0 && level > page.headings[i-1]+1 {
			problem("a heading level is skipped")
		}
	}
	if ones != 1 {
		problem("has not exactly one h1")
	}
	return page
}
