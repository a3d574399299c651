package export_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/export"
)

const list = ".marquee-export.json"

func TestEveryAddressHasItsFile(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.publish(map[string]string{"/Old Page": "/about", "/former.html": "/about", "/a*b:c": "/"})
	summary := w.export(t, dir)
	files := tree(t, dir)
	for name, want := range map[string]string{
		"index.html": w.bodies["/"], "about.html": w.bodies["/about"], "shop.html": w.bodies["/shop"],
		"shop/cakes.html": w.bodies["/shop/cakes"],
		"404.html":        "nothing in /", "shop/404.html": "nothing in /shop",
		"api/page-data/index.json": `{"page":"/"}`, "api/page-data/shop/cakes.json": `{"page":"/shop/cakes"}`,
		"sitemap.xml": "document sitemap.xml", "robots.txt": "document robots.txt", "llms.txt": "document llms.txt",
		"assets/entry-1.js": "start()", "assets/entry-1.js.br": "brotli of the build", "assets/main-1.css": long("body"),
		"images/main/a-1.svg": long("<svg>"), "og/main/index-1.png": "PNG", "og/main/icon-192.png": "PNG",
		"_redirects": "/Old%20Page /about 301\n/a%2Ab%3Ac / 301\n/former.html /about 301\n",
	} {
		if files[name] != want {
			t.Errorf("%s is %q", name, files[name])
		}
	}
	for name, want := range map[string]string{
		"Old Page.html": `<meta http-equiv="refresh" content="0; url=/about"><title>Page /about</title>`,
		"former.html":   `<link rel="canonical" href="https://evenlight.example/about">`,
		"_headers":      "/*\n  X-Frame-Options: DENY\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s lacks %s:\n%s", name, want, files[name])
		}
	}
	for _, name := range []string{
		"favicon.ico", "api/pages", "og/main/index-1.png.gz", "_headers.gz",
		"about/index.html",
	} {
		gone(t, dir, name)
	}
	if summary.Written != len(files)-1 || summary.Unchanged != 0 || summary.Removed != 0 {
		t.Errorf("%+v, but there are %d files", summary, len(files))
	}
}

func TestHeadersAllowWhatSomePageOfTheHostNeeds(t *testing.T) {
	w, dir := newWebsite("bakery.example/", "bakery.example/about"), t.TempDir()
	bakery := w.revision.Sites[2]
	bakery.Pages[0].Head.Policy = site.PermitSource("media-src", "'self'")
	bakery.Pages[1].Head.Policy = site.PermitSource("frame-src", "https://video.example")
	w.export(t, dir)
	files := tree(t, dir)
	if got := files["_hosts/bakery.example/_headers"]; !strings.Contains(got,
		"  Content-Security-Policy: frame-src https://video.example; media-src 'self'\n") {
		t.Errorf("the host with a video has %s", got)
	}
	if got := files["_headers"]; strings.Contains(got, "media-src") {
		t.Errorf("another host has %s", got)
	}
}

func TestEverySiteWithHostsHasAFolder(t *testing.T) {
	w, dir := newWebsite("bakery.example/", "bakery.example/about"), t.TempDir()
	w.publish(map[string]string{"/old": "/about"})
	w.export(t, dir)
	files := tree(t, dir)
	for name, want := range map[string]string{
		"index.html": w.bodies["/"], "about.html": w.bodies["/about"], "robots.txt": "document robots.txt",
		"_hosts/bakery.example/index.html":               w.bodies["bakery.example/"],
		"_hosts/bakery.example/about.html":               w.bodies["bakery.example/about"],
		"_hosts/bakery.example/404.html":                 "nothing in bakery.example/",
		"_hosts/bakery.example/api/page-data/about.json": `{"page":"bakery.example/about"}`,
		"_hosts/bakery.example/sitemap.xml":              "document bakery.example/sitemap.xml",
		"_hosts/bakery.example/.well-known/proof":        "document bakery.example/.well-known/proof",
		"_hosts/bakery.example/assets/entry-1.js":        "start()",
		"_hosts/bakery.example/assets/main-1.css":        long("body"),
		"_hosts/bakery.example/images/main/a-1.svg":      long("<svg>"),
		"_hosts/bakery.example/_redirects":               "/old /about 301\n",
		"_redirects":                                     "/old /about 301\n",
	} {
		if files[name] != want {
			t.Errorf("%s is %q", name, files[name])
		}
	}
	if got := files["_hosts/bakery.example/old.html"]; !strings.Contains(got, `href="https://bakery.example/about"`) {
		t.Errorf("the former path leads to %s", got)
	}
	if got := files["_hosts/bakery.example/_headers"]; !strings.Contains(got, "/.well-known/proof\n") ||
		strings.Contains(files["_headers"], "well-known") {
		t.Errorf("_headers is %s", got)
	}
	for name := range files {
		if strings.HasPrefix(name, "_hosts/bakery.example/og/") || strings.Contains(name, "/shop") &&
			strings.HasPrefix(name, "_hosts/") {
			t.Errorf("%s belongs to another host", name)
		}
	}
	// A site that is not there any more takes its folder along.
	delete(w.bodies, "bakery.example/")
	delete(w.bodies, "bakery.example/about")
	w.publish(nil)
	w.export(t, dir)
	gone(t, dir, "_hosts")
}

func TestCompressedSiblingsUnpackToTheFile(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	files, found := tree(t, dir), 0
	for name, data := range files {
		var reader io.Reader
		switch of := strings.NewReader(data); filepath.Ext(name) {
		case ".gz":
			unpacked, err := gzip.NewReader(of)
			if err != nil {
				t.Fatal(err)
			}
			reader = unpacked
		case ".br":
			if name == "assets/entry-1.js.br" {
				continue // what the build left is taken as it is
			}
			reader = brotli.NewReader(of)
		default:
			continue
		}
		found++
		plain, err := io.ReadAll(reader)
		if original := strings.TrimSuffix(name, filepath.Ext(name)); err != nil || string(plain) != files[original] {
			t.Errorf("%s does not unpack to %s: %v", name, original, err)
		}
	}
	if found < 10 {
		t.Errorf("%d siblings", found)
	}
}

func TestTheSameContentGivesTheSameFiles(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	newWebsite().export(t, one)
	newWebsite().export(t, two)
	if !maps.Equal(tree(t, one), tree(t, two)) {
		t.Error("two exports differ")
	}
}

func TestASecondExportWritesNothing(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	first := w.export(t, dir)
	age(t, dir)
	drawn := w.asked["/og/main/index-1.png"]
	second := w.export(t, dir)
	if second.Written != 0 || second.Removed != 0 || second.Unchanged != first.Written {
		t.Errorf("%+v after %+v", second, first)
	}
	if changed := touched(t, dir); len(changed) > 0 {
		t.Errorf("written again: %v", changed)
	}
	if w.asked["/og/main/index-1.png"] != drawn {
		t.Error("the picture was drawn again")
	}
}

func TestOnlyWhatChangedIsWritten(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	age(t, dir)
	w.bodies["/about"] = long("<h1>New</h1>")
	w.publish(nil)
	summary := w.export(t, dir)
	want := []string{list, "about.html", "about.html.br", "about.html.gz"}
	if changed := touched(t, dir); !slices.Equal(changed, want) || summary.Written != 3 {
		t.Errorf("written: %v, want %v; %+v", changed, want, summary)
	}
}

func TestWhatSomebodyBrokeIsMended(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	want := tree(t, dir)
	save(t, dir, "about.html", "hacked")
	save(t, dir, "shop.html.br", "hacked")
	save(t, dir, "og/main/index-1.png", "hacked")
	if err := os.Remove(filepath.Join(dir, "robots.txt")); err != nil {
		t.Fatal(err)
	}
	if summary := w.export(t, dir); summary.Written != 4 {
		t.Errorf("%+v", summary)
	}
	if !maps.Equal(tree(t, dir), want) {
		t.Error("the files are not what they were")
	}
}

func TestFilesOfGonePagesGo(t *testing.T) {
	w, dir := newWebsite("/shop/cakes/wedding"), t.TempDir()
	w.export(t, dir)
	save(t, dir, "notes.txt", "mine")
	save(t, dir, "shop/mine.html", "mine")
	delete(w.bodies, "/shop/cakes")
	delete(w.bodies, "/shop/cakes/wedding")
	w.publish(nil)
	summary := w.export(t, dir)
	if summary.Removed != 10 || len(summary.Changed) != 0 { // html, data and Markdown, each page with siblings of the html
		t.Errorf("%+v", summary)
	}
	for _, name := range []string{"shop/cakes.html", "shop/cakes.html.br", "shop/cakes", "api/page-data/shop"} {
		gone(t, dir, name)
	}
	files := tree(t, dir)
	if files["notes.txt"] != "mine" || files["shop/mine.html"] != "mine" || files["shop/404.html"] == "" {
		t.Errorf("too much was removed: %v", sorted(files))
	}
}

func TestAChangedFileOfAGonePageStays(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	save(t, dir, "shop/cakes.html", "my recipe")
	delete(w.bodies, "/shop/cakes")
	w.publish(nil)
	summary := w.export(t, dir)
	if !slices.Equal(summary.Changed, []string{"shop/cakes.html"}) || tree(t, dir)["shop/cakes.html"] != "my recipe" {
		t.Errorf("%+v", summary)
	}
	if again := w.export(t, dir); len(again.Changed) != 0 || tree(t, dir)["shop/cakes.html"] != "my recipe" {
		t.Errorf("it is still taken for one of ours: %+v", again)
	}
}

func TestAForeignFolderIsRefused(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	save(t, dir, "about.html", "mine")
	save(t, dir, "thesis.txt", "mine")
	if _, err := export.Export(t.Context(), dir, w.options()); !errors.Is(err, export.ErrForeign) {
		t.Fatalf("it is taken: %v", err)
	}
	if files := tree(t, dir); len(files) != 2 || files["about.html"] != "mine" {
		t.Errorf("it was touched: %v", sorted(files))
	}
}

func TestAFolderUnderVersionControlIsTaken(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	save(t, dir, ".git/HEAD", "ref: refs/heads/main")
	w.export(t, dir)
	if files := tree(t, dir); files[".git/HEAD"] == "" || files["about.html"] != w.bodies["/about"] {
		t.Errorf("%v", sorted(files))
	}
}

func TestAForeignFileUnderANameOfOursIsNotReplaced(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	save(t, dir, "offers.html", "mine")
	w.bodies["/offers"] = "theirs"
	w.publish(nil)
	before := tree(t, dir)
	_, err := export.Export(t.Context(), dir, w.options())
	if !errors.Is(err, export.ErrForeign) || !strings.Contains(err.Error(), "offers.html") {
		t.Errorf("error %v", err)
	}
	if !maps.Equal(tree(t, dir), before) {
		t.Error("something was written all the same")
	}
}

func TestNamesThatSomeDisksConfuse(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	for _, clash := range []string{"/About", "/index", "/404", "/assets/entry-1.js/x"} {
		w := newWebsite(clash)
		if _, err := export.Export(t.Context(), dir, w.options()); err == nil {
			t.Errorf("%s is written", clash)
		}
		gone(t, filepath.Dir(dir), "dist")
	}
}

func TestAFormerPathWithTheNameOfAPageHasNoFile(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.publish(map[string]string{
		"/About": "/about", "/about.html": "/about", "/about.html/x": "/about", "/sitemap.xml/x": "/about", "/fine": "/about",
	})
	w.export(t, dir)
	files := tree(t, dir)
	if files["about.html"] != w.bodies["/about"] || strings.Count(files["_redirects"], "\n") != 5 ||
		files["fine.html"] == "" {
		t.Errorf("%v", files["_redirects"])
	}
}

func TestAPageThatCannotBeDrawnKeepsItsOldFile(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	before := tree(t, dir)
	w.broken["/about"] = true
	w.bodies["/shop"] = "new"
	delete(w.bodies, "/shop/cakes")
	w.publish(nil)
	_, err := export.Export(t.Context(), dir, w.options())
	if err == nil || !strings.Contains(err.Error(), "export /about: it answers 500") {
		t.Fatalf("error %v", err)
	}
	files := tree(t, dir)
	if files["about.html"] != before["about.html"] || files["shop/cakes.html"] != before["shop/cakes.html"] ||
		files["shop.html"] != "new" {
		t.Error("the others are not written, or something was removed")
	}
	w.broken = map[string]bool{}
	w.export(t, dir)
	gone(t, dir, "shop/cakes.html")
}

func TestAMissingAssetIsNamed(t *testing.T) {
	w := newWebsite()
	delete(w.assets, "/images/main/a-1.svg")
	if _, err := export.Export(t.Context(), t.TempDir(), w.options()); err == nil ||
		!strings.Contains(err.Error(), "/images/main/a-1.svg") {
		t.Errorf("error %v", err)
	}
}

// Whenever it is interrupted, the next export completes it, with exactly the
// files of one that was not, and takes away what it does not need any more.
func TestAnInterruptedExportIsCompleted(t *testing.T) {
	fresh := t.TempDir()
	changed := func() *website {
		w := newWebsite("/new")
		w.bodies["/about"] = long("<h1>New</h1>")
		delete(w.bodies, "/shop/cakes")
		w.publish(nil)
		return w
	}
	changed().export(t, fresh)
	want := tree(t, fresh)
	for stop, whole := 1, false; !whole; stop++ {
		dir := t.TempDir()
		newWebsite("/short-lived").export(t, dir)
		between := newWebsite("/seen-once")
		between.bodies["/about"] = "on the way"
		between.publish(nil)
		ctx, cancel := context.WithCancel(t.Context())
		between.answered = func(all int) {
			if all == stop {
				cancel()
			}
		}
		_, err := export.Export(ctx, dir, between.options())
		cancel()
		// When the last files are on their way already, it ends well.
		whole = err == nil
		if !whole && !errors.Is(err, context.Canceled) || whole && stop == 1 {
			t.Fatalf("interrupted after %d: %v", stop, err)
		}
		for name, data := range tree(t, dir) {
			if strings.HasPrefix(name, ".marquee-export-tmp") || data == "" && name != list {
				t.Errorf("interrupted after %d: %s is there, with %d bytes", stop, name, len(data))
			}
		}
		changed().export(t, dir)
		if got := tree(t, dir); !maps.Equal(got, want) {
			t.Fatalf("interrupted after %d, then completed: %v, want %v", stop, sorted(got), sorted(want))
		}
	}
}

func TestWhatAnInterruptedExportDrewIsNotDrawnAgain(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.broken["/about"] = true
	if _, err := export.Export(t.Context(), dir, w.options()); err == nil {
		t.Fatal("a broken page is exported")
	}
	drawn := w.asked["/og/main/index-1.png"]
	w.broken = map[string]bool{}
	w.export(t, dir)
	if again := w.asked["/og/main/index-1.png"] - drawn; again != 0 {
		t.Errorf("the picture was drawn %d more times", again)
	}
}

// The siblings of what a page said before must not be sent for what it says now.
func TestSiblingsOfEarlierBytesGo(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	w.bodies["/about"] = "short"
	w.broken["/shop"] = true
	w.publish(nil)
	if _, err := export.Export(t.Context(), dir, w.options()); err == nil {
		t.Fatal("a broken page is exported")
	}
	w.broken = map[string]bool{}
	w.export(t, dir)
	gone(t, dir, "about.html.gz")
	gone(t, dir, "about.html.br")
}

func TestWhatAKilledExportLeftIsTidiedUp(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	save(t, dir, ".marquee-export-tmp/17.tmp", "half a fi")
	w.export(t, dir)
	gone(t, dir, ".marquee-export-tmp")
	save(t, dir, ".marquee-export-tmp/3.tmp", "half a fi")
	save(t, dir, ".marquee-export-tmp/mine.txt", "mine")
	w.export(t, dir)
	gone(t, dir, ".marquee-export-tmp/3.tmp")
	if tree(t, dir)[".marquee-export-tmp/mine.txt"] != "mine" {
		t.Error("a foreign file is gone")
	}
}

func TestNothingIsWrittenOutside(t *testing.T) {
	w, dir, outside := newWebsite(), t.TempDir(), t.TempDir()
	save(t, outside, "shop/cakes.html", "mine")
	w.export(t, dir)
	if err := os.RemoveAll(filepath.Join(dir, "shop")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "shop"), filepath.Join(dir, "shop")); err != nil {
		t.Fatal(err)
	}
	if _, err := export.Export(t.Context(), dir, w.options()); err == nil {
		t.Error("a link that leads out is followed")
	}
	if files := tree(t, outside); len(files) != 1 || files["shop/cakes.html"] != "mine" {
		t.Errorf("outside: %v", files)
	}

	dir = t.TempDir()
	w.export(t, dir)
	if err := os.Remove(filepath.Join(dir, "about.html")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "shop/cakes.html"), filepath.Join(dir, "about.html")); err != nil {
		t.Fatal(err)
	}
	w.export(t, dir)
	if tree(t, outside)["shop/cakes.html"] != "mine" || tree(t, dir)["about.html"] != w.bodies["/about"] {
		t.Error("the file that a link leads to was replaced, not the link")
	}
}

func TestAListThatNamesFilesOutsideIsRefused(t *testing.T) {
	for _, name := range []string{"../thesis.txt", "/etc/passwd", "a/../../b", `..\b`, ""} {
		w, dir := newWebsite(), t.TempDir()
		save(t, dir, list, `{"format":1,"complete":true,"files":{"`+strings.ReplaceAll(name, `\`, `\\`)+`":""}}`)
		if _, err := export.Export(t.Context(), dir, w.options()); err == nil {
			t.Errorf("%q is taken for a file of an export", name)
		}
	}
	dir := t.TempDir()
	save(t, dir, list, `{"format":`)
	if _, err := export.Export(t.Context(), dir, newWebsite().options()); err == nil {
		t.Error("half a list is read")
	}
}

func TestTwoExportsDoNotMix(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	var second error
	w.answered = func(all int) {
		if all == 1 {
			_, second = export.Export(t.Context(), dir, w.options())
		}
	}
	w.export(t, dir)
	if second == nil || !strings.Contains(second.Error(), "another export") {
		t.Errorf("the second one: %v", second)
	}
}

func TestContentThatIsRenewedMeanwhileIsSaid(t *testing.T) {
	w, dir := newWebsite("/short-lived"), t.TempDir()
	w.export(t, dir)
	delete(w.bodies, "/short-lived")
	w.publish(nil)
	before := w.answers
	w.answered = func(all int) {
		if all == before+1 {
			w.publish(nil)
		}
	}
	if _, err := export.Export(t.Context(), dir, w.options()); !errors.Is(err, export.ErrRenewed) {
		t.Errorf("error %v", err)
	}
	if tree(t, dir)["short-lived.html"] == "" {
		t.Error("something was removed all the same")
	}
	w.export(t, dir)
	gone(t, dir, "short-lived.html")
}

// The list must be good for people and programs to read.
func TestTheListNamesWhatWasWritten(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.export(t, dir)
	files := tree(t, dir)
	for name := range files {
		if name != list && !bytes.Contains([]byte(files[list]), []byte(`"`+name+`": "`)) {
			t.Errorf("%s is not listed", name)
		}
	}
	if !strings.Contains(files[list], `"complete": true`) || !strings.Contains(files[list], w.revision.ID) {
		t.Errorf("%s", files[list])
	}
}

func TestRedirectsThatNoFileCanStandFor(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	w.publish(map[string]string{
		"/old/*": "/shop/*", "/old/more/*": "https://other.example/*", "/old": "/about#team", "/?id=5": "/about", "/": "/about",
		"/" + strings.Repeat("long", 70): "/about",
	})
	w.revision.Sites[0].Files = map[string]site.File{
		"/files/main/prices-0123456789.pdf": {Data: []byte("%PDF"), Lasting: "/files/main/prices.pdf"},
	}
	w.assets["/files/main/prices-0123456789.pdf"] = "%PDF"
	w.export(t, dir)
	files := tree(t, dir)
	want := "/ /about 301\n/files/main/prices.pdf /files/main/prices-0123456789.pdf 302\n/" + strings.Repeat("long", 70) + " /about 301\n/old /about#team 301\n" +
		"/old/more/* https://other.example/:splat 301\n/old/* /shop/:splat 301\n"
	if files["_redirects"] != want {
		t.Errorf("_redirects is %q", files["_redirects"])
	}
	if !strings.Contains(files["old.html"], "url=/about#team") {
		t.Errorf("old.html is %q", files["old.html"])
	}
}
