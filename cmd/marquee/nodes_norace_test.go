//go:build !race

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

	"github.com/evenlight/marquee/internal/testkit/postgrestest"
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
	// Drawing takes long: one picture of each site.
	drawn := map[string]bool{}
	paths = slices.DeleteFunc(paths, func(path string) bool {
		site, _, picture := strings.Cut(strings.TrimPrefix(path, "/og/"), "/")
		if !strings.HasPrefix(path, "/og/") || !picture {
			return false
		}
		known := drawn[site]
		drawn[site] = true
		return known
	})
	if len(paths) < 60 || len(drawn) < 3 {
		t.Fatalf("there are only %d addresses, and pictures of %v: %v", len(paths), drawn, paths)
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
	cold := boot(t, checkout(time.Date(2019, 1, 2, 3, 4, 5, 0, time.UTC)), "--data", t.TempDir())
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

// TestTheSitemapGivesNoTimesOfFiles holds that neither a checkout nor an edit dates a page: its
// author does.
func TestTheSitemapGivesNoTimesOfFiles(t *testing.T) {
	dir, data := copyOfContent(t), newData(t)
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
	w.save("main/pages/contact.yaml", "date: 2026-01-31\n"+w.read("main/pages/contact.yaml"))
	w.until("/sitemap.xml", "does not have the date of the page", func(r reply) bool { return dayOf(r, "/contact") == "2026-01-31" })
}

// assetsOf returns the addresses of all files that some pages refer to.
func assetsOf(w *website, paths ...string) (addresses []string) {
	for _, path := range paths {
		for _, match := range assetInPage.FindAllStringSubmatch(w.get(path).body, -1) {
			addresses = append(addresses, match[1])
		}
	}
	slices.Sort(addresses)
	return slices.Compact(addresses)
}

// differently changes the look of all sites, an image and the icons in use, so that no
// generated file of the content has the address that it had.
func differently(t *testing.T, dir string) {
	t.Helper()
	for file, edit := range map[string][2]string{
		"main/site.yaml":       {"radius:", "radius: none #"},
		"main/images/mark.svg": {"<svg ", `<svg data-new="yes" `},
	} {
		name := filepath.Join(dir, file)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(data), edit[0], edit[1], 1)
		if changed == string(data) {
			t.Fatalf("%s has no %q", file, edit[0])
		}
		if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestYesterdaysFilesAreServedAfterADeployment starts the program anew with other
// content: a page of the former one that is still open, or lies in a CDN, finds all its files.
func TestYesterdaysFilesAreServedAfterADeployment(t *testing.T) {
	dir, data := copyOfContent(t), t.TempDir()
	before := open(t, opening{content: dir, data: data})
	old := assetsOf(before.website, "/", "/about")
	was := map[string]reply{}
	for _, address := range old {
		was[address] = before.get(address)
	}
	before.stop()
	differently(t, dir)
	after := open(t, opening{content: dir, data: data})
	now := assetsOf(after.website, "/", "/about")
	gone := 0
	for _, address := range old {
		if slices.Contains(now, address) {
			continue
		}
		gone++
		got := after.get(address)
		if strings.HasPrefix(address, "/og/") { // that of today
			if got.status != http.StatusOK || strings.Contains(got.header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s: status %d, %s", address, got.status, got.header.Get("Cache-Control"))
			}
			continue
		}
		if got.status != http.StatusOK || got.body != was[address].body {
			t.Errorf("%s: status %d, other bytes: %v", address, got.status, got.body != was[address].body)
		}
		for _, name := range []string{"Etag", "Content-Type", "Cache-Control"} {
			if got.header.Get(name) != was[address].header.Get(name) {
				t.Errorf("%s: %s is %q and was %q", address, name, got.header.Get(name), was[address].header.Get(name))
			}
		}
	}
	if gone < 3 { // the stylesheet, the mark, and pictures that show it
		t.Errorf("only %d files have another address: the test shows nothing", gone)
	}
	if got := after.get("/assets/theme-0123456789.css"); got.status != http.StatusNotFound {
		t.Errorf("a stylesheet that never was has the status %d", got.status)
	}
}

// TestNodesServeEachOthersFiles runs two nodes with different content, as in the middle of a
// deployment, on one database: a balancer sends a visitor's requests to either.
func TestNodesServeEachOthersFiles(t *testing.T) {
	url := postgrestest.Shared(t).Database(t)
	env := map[string]string{"DATABASE_URL": url}
	old := open(t, opening{content: copyOfContent(t), env: env})
	dir := copyOfContent(t)
	differently(t, dir)
	renewed := open(t, opening{content: dir, env: env})
	crossed := 0
	for _, nodes := range [][2]*instance{{old, renewed}, {renewed, old}} {
		for _, address := range assetsOf(nodes[0].website, "/") {
			if strings.HasPrefix(address, "/og/") {
				continue // drawn when it is asked for, by whoever is asked
			}
			// The other node first: nobody has asked the one that has it.
			there, here := nodes[1].get(address), nodes[0].get(address)
			if there.status != http.StatusOK || there.body != here.body || there.header.Get("Etag") != here.header.Get("Etag") {
				t.Errorf("%s: status %d, same bytes: %v", address, there.status, there.body == here.body)
			}
			crossed++
		}
	}
	if crossed < 10 {
		t.Errorf("only %d files were asked for", crossed)
	}
	if log := old.log.String() + renewed.log.String(); strings.Contains(log, "files of pages") {
		t.Error(log)
	}
}
