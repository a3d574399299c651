//go:build !race

// Every one of these starts the program and has all pages rendered, most of them
// twice, which takes minutes under the race detector. The parts have their own
// tests with it.

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/evenlight/marquee/internal/site"
)

// allWarm waits until every page is rendered, or found in the cache. Asking for
// them first takes as long as it takes: the detector of races makes rendering slow.
func (w *website) allWarm() (scrape string) {
	w.t.Helper()
	for _, path := range sitemapPaths(w) {
		w.get(path)
	}
	w.untilOperators("/metrics", "never says that all pages are rendered", func(body string) bool {
		scrape = body
		return metric(body, "marquee_pages") == metric(body, "marquee_pages_rendered")
	})
	return scrape
}

// mainSite is content of few pages.
func mainSite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "main"), os.DirFS(filepath.Join(fixture, "main"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// serveOnce serves a folder until all pages are warm, and returns what visitors
// got and what operators saw.
func serveOnce(t *testing.T, content, data string, arguments ...string) (bodies map[string]string, scrape, log string) {
	t.Helper()
	bodies = map[string]string{}
	t.Run("serve", func(t *testing.T) {
		w := boot(t, content, append([]string{"--data", data}, arguments...)...)
		w.allWarm()
		for _, path := range append(sitemapPaths(w), "/nowhere") {
			bodies[path] = w.get(path).body
		}
		scrape = w.operate("/metrics").body
		w.eventually("the log says when all pages are warm", func() bool { return strings.Contains(w.log.String(), "pages are warm") })
		t.Cleanup(func() { log = w.log.String() })
	})
	return bodies, scrape, log
}

const rendered = "marquee_page_render_duration_seconds_count"

func TestARestartFindsItsPages(t *testing.T) {
	t.Parallel()
	content, data := mainSite(t), filepath.Join(t.TempDir(), "var")
	first, scrape, _ := serveOnce(t, content, data)
	if metric(scrape, rendered) == "0" {
		t.Fatal("nothing was rendered")
	}
	second, scrape, _ := serveOnce(t, content, data)
	if metric(scrape, rendered) != "0" || metric(scrape, "marquee_pages_recalled_total") == "0" {
		t.Errorf("%s pages are rendered again, %s are recalled", metric(scrape, rendered), metric(scrape, "marquee_pages_recalled_total"))
	}
	for path, body := range first {
		if second[path] != body {
			t.Errorf("%s is not what it was", path)
		}
	}
	// The folder may be deleted.
	if err := os.RemoveAll(filepath.Join(data, "cache")); err != nil {
		t.Fatal(err)
	}
	third, scrape, _ := serveOnce(t, content, data)
	if metric(scrape, rendered) == "0" || third["/"] != first["/"] {
		t.Error("without its cache the program does not render")
	}
}

// Two programs serve from one data folder, as when one takes over from the
// other: what one has rendered, the other finds.
func TestTwoProgramsShareACache(t *testing.T) {
	t.Parallel()
	content, data := mainSite(t), t.TempDir()
	one := boot(t, content, "--data", data)
	if metric(one.allWarm(), rendered) == "0" {
		t.Fatal("the first renders nothing")
	}
	two := boot(t, content, "--data", data)
	if scrape := two.allWarm(); metric(scrape, rendered) != "0" || metric(scrape, "marquee_pages_recalled_total") == "0" {
		t.Errorf("the second renders %s pages and recalls %s", metric(scrape, rendered), metric(scrape, "marquee_pages_recalled_total"))
	}
	for _, path := range sitemapPaths(one) {
		if a, b := one.get(path), two.get(path); a.status != 200 || a.body != b.body || a.header.Get("X-Content-Revision") != b.header.Get("X-Content-Revision") {
			t.Errorf("%s differs", path)
		}
	}
}

func TestACacheThatCannotWorkIsLoggedOnceAndHurtsNobody(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "cache"), []byte("a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	bodies, _, log := serveOnce(t, mainSite(t), data)
	if !strings.Contains(bodies["/"], "<h1") {
		t.Error("the home page is not served")
	}
	if n := strings.Count(log, "render cache"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, log)
	}
}

func TestNoCacheLeavesNoTrace(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	serveOnce(t, mainSite(t), data, "--cache-size", "0")
	if _, err := os.Stat(filepath.Join(data, "cache", "pages")); err == nil {
		t.Error("there is a folder of a cache that nobody wants")
	}
}

// The cache holds pages compressed: each is unpacked before it is searched.
func TestTheCacheHoldsNothingThatVisitorsTyped(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	t.Run("serve", func(t *testing.T) {
		w := boot(t, mainSite(t), "--data", data)
		w.allWarm()
		// Refused, because the message is missing: the answer shows what was typed.
		response, err := w.client.Post(w.url+"/api/send-contact-email", "application/x-www-form-urlencoded",
			strings.NewReader("site=main&form=contact&name=Quillonia&email=quillonia%40example.com&from=%2Fcontact"))
		if err != nil {
			t.Fatal(err)
		}
		var body bytes.Buffer
		_, err = body.ReadFrom(response.Body)
		if err = errors.Join(err, response.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(body.String(), "Quillonia") {
			t.Fatalf("%d: the answer does not show what was typed: %.300s", response.StatusCode, body.String())
		}
	})
	pages := 0
	err := filepath.WalkDir(filepath.Join(data, "cache", "pages"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		pages++
		value, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts := append(unpackPage(t, value), value)
		for _, text := range texts {
			if bytes.Contains(text, []byte("Quillonia")) {
				t.Errorf("%s has it", name)
			}
		}
		for _, text := range texts[:len(texts)-1] {
			if !bytes.HasPrefix(text, []byte("<!doctype html>")) {
				t.Errorf("%s is not unpacked to a page: %.100q", name, text)
			}
		}
		return nil
	})
	if err != nil || pages < 8 {
		t.Errorf("%d pages, %v", pages, err)
	}
}

// unpackPage returns all bodies that the file of a cached page holds.
func unpackPage(t *testing.T, file []byte) [][]byte {
	t.Helper()
	var page site.Representation
	if err := gob.NewDecoder(bytes.NewReader(file[sha256.Size:])).Decode(&page); err != nil {
		t.Fatal(err)
	}
	if len(page.Gzip) == 0 || len(page.Brotli) == 0 {
		t.Fatalf("a page without codings: %d bytes", len(page.Body))
	}
	unzip, err := gzip.NewReader(bytes.NewReader(page.Gzip))
	if err != nil {
		t.Fatal(err)
	}
	texts := [][]byte{}
	for _, reader := range []io.Reader{unzip, brotli.NewReader(bytes.NewReader(page.Brotli))} {
		text, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	if len(page.Body) > 0 {
		texts = append(texts, page.Body)
	}
	return texts
}
