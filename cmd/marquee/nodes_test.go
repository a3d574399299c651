package main

import (
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var assetInPage = regexp.MustCompile(`(?:href|src|content)="(?:https?://[^/"]+)?(/(?:assets|images|og)/[^"#]+)`)

// TestTwoNodesGiveTheSameEntityTags starts two nodes of one build on two
// checkouts of one content. One of them was asked for everything before, in
// other codings; a balancer must be able to send a visitor to either.
func TestTwoNodesGiveTheSameEntityTags(t *testing.T) {
	checkout := func(day time.Time) string {
		dir := copyOfContent(t)
		err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(name, day, day)
		})
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	warm := boot(t, checkout(time.Date(2026, 11, 2, 3, 4, 5, 0, time.UTC)))
	paths := []string{
		"/sitemap.xml", "/robots.txt", "/llms.txt", "/favicon.ico", "/nowhere",
		"/api/sites", "/api/sites/main", "/api/sites/main/plans", "/api/sites/main/privacy",
	}
	for _, path := range sitemapPaths(warm) {
		paths = append(paths, path, "/api/pages?path="+path)
		for _, match := range assetInPage.FindAllStringSubmatch(warm.get(path).body, -1) {
			paths = append(paths, match[1])
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if len(paths) < 80 {
		t.Fatalf("there are only %d addresses: %v", len(paths), paths)
	}
	ask := func(w *website, path, coding, tag string) reply {
		request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, w.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", coding)
		if tag != "" {
			request.Header.Set("If-None-Match", tag)
		}
		return w.do(request)
	}
	for _, path := range paths {
		for _, coding := range []string{"br", "gzip", "identity"} {
			ask(warm, path, coding, "")
		}
	}
	cold := boot(t, checkout(time.Date(2019, 1, 2, 3, 4, 5, 0, time.UTC)))
	for _, path := range paths {
		tags := map[string]string{} // by coding that was answered
		for _, coding := range []string{"identity", "gzip", "br"} {
			here, there := ask(cold, path, coding, ""), ask(warm, path, coding, "")
			tag := here.header.Get("Etag")
			if tag == "" || tag != there.header.Get("Etag") || here.body != there.body {
				t.Errorf("%s in %s: entity tags %s and %s, same bytes: %v", path, coding, tag, there.header.Get("Etag"), here.body == there.body)
				continue
			}
			if strings.HasPrefix(tag, "W/") {
				t.Errorf("%s in %s: %s is weak", path, coding, tag)
			}
			tags[here.header.Get("Content-Encoding")] = tag
			// The tag of another coding is another representation's (RFC 9110 sections 8.8.3.3 and 13.1.2).
			for other, its := range tags {
				want := here.status
				if its == tag && here.status == http.StatusOK {
					want = http.StatusNotModified
				}
				if got := ask(warm, path, coding, its).status; got != want {
					t.Errorf("%s in %s with the tag of %q: status %d, want %d", path, coding, other, got, want)
				}
			}
		}
	}
}

// TestTheSitemapGivesNoTimesOfFiles holds that a checkout dates no page, and that an
// edit dates the page whose content it changes, also after a restart.
func TestTheSitemapGivesNoTimesOfFiles(t *testing.T) {
	dir, data := copyOfContent(t), t.TempDir()
	w := boot(t, dir, "--data", data)
	dayOf := func(r reply, path string) string {
		match := regexp.MustCompile(`<loc>[^<]*` + path + `</loc>(?:<lastmod>([^<]*)</lastmod>)?`).FindStringSubmatch(r.body)
		if match == nil {
			t.Fatalf("%s is not in the sitemap:\n%s", path, r.body)
		}
		return match[1]
	}
	if got := dayOf(w.get("/sitemap.xml"), "/about"); got != "" {
		t.Errorf("a page that was never seen before has the day %s", got)
	}
	if got := dayOf(w.get("/sitemap.xml"), "/privacy-policy"); got != "2025-09-13" {
		t.Errorf("the legal document has the day %q, not its own", got)
	}
	w.save("main/pages/about.yaml", strings.Replace(w.read("main/pages/about.yaml"), "description: ", "description: Anew. ", 1))
	today := func() string { return time.Now().UTC().Format(time.DateOnly) }
	changed := func(day string) bool { return day >= today()[:8] && len(day) == len(today()) } // the site's zone may be at another day
	w.until("/sitemap.xml", "has no day for the page that changed", func(r reply) bool { return changed(dayOf(r, "/about")) })
	if got := dayOf(w.get("/sitemap.xml"), "/contact"); got != "" {
		t.Errorf("a page that did not change has the day %s", got)
	}
	w.save("main/pages/contact.yaml", "date: 2026-01-31\n"+w.read("main/pages/contact.yaml"))
	w.until("/sitemap.xml", "does not have the date of the page", func(r reply) bool { return dayOf(r, "/contact") == "2026-01-31" })
}
