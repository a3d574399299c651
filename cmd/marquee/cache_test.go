package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// allWarm waits until every page is rendered, or found in the cache.
func (w *website) allWarm() (scrape string) {
	w.t.Helper()
	w.untilOperators("/metrics", "never says that all pages are rendered", func(body string) bool {
		scrape = body
		return metric(body, "marquee_pages") == metric(body, "marquee_pages_rendered")
	})
	return scrape
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
		t.Cleanup(func() { log = w.log.String() })
	})
	return bodies, scrape, log
}

const rendered = "marquee_page_render_duration_seconds_count"

func TestARestartFindsItsPages(t *testing.T) {
	content, data := copyOfContent(t), filepath.Join(t.TempDir(), "var")
	first, scrape, _ := serveOnce(t, content, data)
	if metric(scrape, rendered) == "0" {
		t.Fatal("nothing was rendered")
	}
	second, scrape, log := serveOnce(t, content, data)
	if metric(scrape, rendered) != "0" || metric(scrape, "marquee_pages_recalled_total") == "0" {
		t.Errorf("%s pages are rendered again, %s are recalled", metric(scrape, rendered), metric(scrape, "marquee_pages_recalled_total"))
	}
	if !strings.Contains(log, "pages are warm") {
		t.Errorf("the log does not say when all pages are warm:\n%s", log)
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

// Two programs serve from one data folder, as when one takes over from the other.
func TestTwoProgramsShareACache(t *testing.T) {
	content, data := copyOfContent(t), t.TempDir()
	one := boot(t, content, "--data", data)
	two := boot(t, content, "--data", data)
	one.allWarm()
	two.allWarm()
	for _, path := range sitemapPaths(one) {
		if a, b := one.get(path), two.get(path); a.status != 200 || a.body != b.body || a.header.Get("X-Content-Revision") != b.header.Get("X-Content-Revision") {
			t.Errorf("%s differs", path)
		}
	}
}

func TestACacheThatCannotWorkIsToldOnceAndHurtsNobody(t *testing.T) {
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "cache"), []byte("a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	bodies, _, log := serveOnce(t, copyOfContent(t), data)
	if !strings.Contains(bodies["/"], "<h1") {
		t.Error("the home page is not served")
	}
	// Once for reading and once for writing.
	if n := strings.Count(log, "render cache"); n < 1 || n > 2 {
		t.Errorf("told %d times:\n%s", n, log)
	}
}

func TestNoCacheLeavesNoTrace(t *testing.T) {
	data := t.TempDir()
	serveOnce(t, copyOfContent(t), data, "--cache-size", "0")
	if _, err := os.Stat(filepath.Join(data, "cache", "pages")); err == nil {
		t.Error("there is a folder of a cache that nobody wants")
	}
}

func TestTheCacheHoldsNothingThatVisitorsTyped(t *testing.T) {
	data := t.TempDir()
	t.Run("serve", func(t *testing.T) {
		w := boot(t, copyOfContent(t), "--data", data)
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
	files := 0
	err := filepath.WalkDir(filepath.Join(data, "cache"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		value, err := os.ReadFile(name)
		if bytes.Contains(value, []byte("Quillonia")) {
			t.Errorf("%s has it", name)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestTheSizeOfTheCacheIsChecked(t *testing.T) {
	for _, wrong := range []string{"-1", "lots", "1.5", "99999999999"} {
		code, _, stderr := run(t, map[string]string{"MARQUEE_CACHE_SIZE": wrong}, "serve", "--content", shipped)
		if code != exitUsage || !strings.Contains(stderr, wrong) || !strings.Contains(stderr, "cache size") {
			t.Errorf("%s: exit code %d: %s", wrong, code, stderr)
		}
	}
	config, err := serveCommand{contentFlags: contentFlags{Content: shipped}, CacheSize: "7"}.config(getenv(map[string]string{"MARQUEE_CACHE_SIZE": "8"}))
	if err != nil || config.CacheSize != 7<<20 {
		t.Errorf("%d, %v", config.CacheSize, err)
	}
}

func TestAnotherBuildHasAnotherIdentity(t *testing.T) {
	if identity([]byte("one")) == identity([]byte("two")) {
		t.Error("other templates have the same identity")
	}
	if once, again := identity([]byte("one")), identity([]byte("one")); once != again {
		t.Error("the same build has two identities")
	}
	for want, info := range map[bool][]debug.BuildInfo{
		true: {
			{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}},
			{Main: debug.Module{Version: "v1.2.3"}},
		},
		false: {
			{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}},
			{Main: debug.Module{Version: "(devel)"}},
			{Main: debug.Module{Version: "v1.2.3+dirty"}},
			{},
		},
	} {
		for _, build := range info {
			if isCommitted(&build) != want {
				t.Errorf("%+v: known by its commit: %v", build, !want)
			}
		}
	}
}

func TestTheLargerTheHeapTheSmallerItsShareOfGarbage(t *testing.T) {
	for live, want := range map[uint64]int{
		0: 100, 1 << 20: 100, 64 << 20: 100, 65 << 20: 98, 128 << 20: 50, 256 << 20: 25, 640 << 20: 10, 64 << 30: 10,
	} {
		if got := percentFor(live); got != want {
			t.Errorf("%d MB: %d %%, want %d %%", live>>20, got, want)
		}
		if got := percentFor(live); live > 0 && live <= 640<<20 && live*uint64(got)/100 > 64<<20 {
			t.Errorf("%d MB: more than 64 MB of garbage", live>>20)
		}
	}
}

func TestTheOperatorDecidesAboutGarbage(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	debug.SetGCPercent(77)
	h := newHeadroom(getenv(map[string]string{"GOGC": "77"}))
	h.start()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("it was set to %d", now)
	}
	h.stop()
	h = newHeadroom(getenv(nil))
	h.start()
	if now := debug.SetGCPercent(100); now != 100 {
		t.Errorf("it starts with %d", now)
	}
	h.stop()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("it is left at %d", now)
	}
	if h.adjust() {
		t.Error("it goes on after its end")
	}
}
