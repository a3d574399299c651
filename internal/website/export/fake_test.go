package export_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/export"
)

// website is a made-up one: a main site and the sub-site /shop, and a site with
// hosts of its own where there are addresses of it.
type website struct {
	mu       sync.Mutex
	revision *site.Revision
	bodies   map[string]string // of pages, by address
	broken   map[string]bool   // pages that cannot be rendered
	assets   map[string]string
	asked    map[string]int // how often an asset was asked for
	scopes   []string
	answered func(all int) // called after every answer, with how many there were; may be nil
	answers  int
}

func newWebsite(paths ...string) *website {
	w := &website{
		bodies: map[string]string{}, broken: map[string]bool{}, asked: map[string]int{},
		assets: map[string]string{
			"/assets/entry-1.js": "start()", "/assets/main-1.css": long("body"), "/og/main/index-1.png": "PNG",
			"/og/main/icon.webmanifest": "{}", "/og/main/icon-192.png": "PNG", "/images/main/a-1.svg": long("<svg>"),
		},
	}
	for _, at := range append([]string{"/", "/about", "/shop", "/shop/cakes"}, paths...) {
		w.bodies[at] = long("<h1>" + at + "</h1>")
	}
	w.publish(nil)
	return w
}

// publish makes a new revision of what there is.
func (w *website) publish(aliases map[string]string) {
	main := &site.Bundle{
		Site: &site.Site{
			ID: "main", Path: "/", Language: "en",
			Assets: site.Assets{
				Stylesheet: "/assets/main-1.css", Manifest: "/og/main/icon.webmanifest",
				Icons: []string{"/og/main/icon-192.png"},
			},
		},
		Files:   map[string]site.File{"/images/main/a-1.svg": {}},
		Aliases: aliases, NotFound: &site.Page{},
	}
	shop := &site.Bundle{Site: &site.Site{ID: "shop", Path: "/shop", Language: "de"}, NotFound: &site.Page{}}
	bakery := &site.Bundle{
		Site: &site.Site{
			ID: "bakery", Path: "/", Space: "bakery.example",
			Hosts: []string{"bakery.example", "www.bakery.example"}, Assets: site.Assets{Stylesheet: "/assets/main-1.css"},
		},
		Files: map[string]site.File{"/images/main/a-1.svg": {}}, Aliases: aliases, NotFound: &site.Page{},
		WellKnown: map[string]site.File{"/.well-known/proof": {ContentType: "text/plain"}},
	}
	hash := sha256.New()
	for _, address := range sorted(w.bodies) {
		space, at := site.SplitAddress(address)
		owner := main
		switch {
		case space != "":
			owner = bakery
		case strings.HasPrefix(at, "/shop"):
			owner = shop
		}
		page := &site.Page{
			Path: at, Title: site.Text("Page " + at),
			Head: site.Head{Canonical: "https://" + cmp.Or(space, "evenlight.example") + at},
		}
		if address == "/" {
			page.Head.Image = "https://evenlight.example/og/main/index-1.png"
			page.Head.Canonical = "https://evenlight.example/"
		}
		owner.Pages = append(owner.Pages, page)
		fmt.Fprintln(hash, address, w.bodies[address])
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scopes = []string{"/shop", "/", "bakery.example/"}
	w.revision = &site.Revision{ID: hex.EncodeToString(hash.Sum(nil)[:6]), Sites: []*site.Bundle{main, shop}}
	if len(bakery.Pages) > 0 {
		w.revision.Sites = append(w.revision.Sites, bakery)
	}
}

func (w *website) Revision() *site.Revision {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.revision
}

// count is called at the end of every method that answers with a file.
func (w *website) count() {
	w.mu.Lock()
	w.answers++
	answered, all := w.answered, w.answers
	w.mu.Unlock()
	if answered != nil {
		answered(all)
	}
}

func (w *website) Page(_ context.Context, path string) *site.Representation {
	defer w.count()
	if w.broken[path] {
		return answer(http.StatusInternalServerError, "text/html", "broken")
	}
	if body, found := w.bodies[path]; found {
		return answer(http.StatusOK, "text/html", body)
	}
	for _, scope := range w.scopes {
		if path == scope || strings.HasPrefix(path, strings.TrimSuffix(scope, "/")+"/") {
			return answer(http.StatusNotFound, "text/html", "nothing in "+scope)
		}
	}
	panic("no site has " + path)
}

func (w *website) PageData(_ context.Context, path string) *site.Representation {
	defer w.count()
	if _, found := w.bodies[path]; !found {
		return nil
	}
	return answer(http.StatusOK, "application/json", `{"page":"`+path+`"}`)
}

func (w *website) Asset(address string) *site.Representation {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[address]++
	body, found := w.assets[address]
	if !found {
		return nil
	}
	mediaType := "image/png"
	switch filepath.Ext(address) {
	case ".css", ".js":
		mediaType = "text/css"
	case ".svg":
		mediaType = "image/svg+xml"
	}
	r := answer(http.StatusOK, mediaType, body)
	if address == "/assets/entry-1.js" {
		r.Brotli = []byte("brotli of the build")
	}
	return r
}

func (w *website) Document(name string) *site.Representation {
	if name == "/favicon.ico" {
		return nil
	}
	return answer(http.StatusOK, "text/plain", "document "+strings.TrimPrefix(name, "/"))
}

func answer(status int, mediaType, body string) *site.Representation {
	return &site.Representation{Status: status, ContentType: mediaType, Body: []byte(body)}
}

// long makes text that is worth compressing.
func long(text string) string { return strings.Repeat(text+" ", 100) }

func sorted[V any](all map[string]V) []string {
	var keys []string
	for key := range all {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (w *website) options() export.Options {
	return export.Options{
		Website: w, Built: []string{"/assets/entry-1.js"},
		Headers: func(more site.Policy) [][2]string {
			all := [][2]string{{"X-Frame-Options", "DENY"}}
			if more != nil {
				all = append(all, [2]string{"Content-Security-Policy", more.String()})
			}
			return all
		},
	}
}

// export writes the website and expects that to go well.
func (w *website) export(t *testing.T, dir string) export.Summary {
	t.Helper()
	summary, err := export.Export(t.Context(), dir, w.options())
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

// tree returns all files of a folder with what is in them.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// age sets the times of all files to a day long ago.
func age(t *testing.T, dir string) {
	t.Helper()
	for name := range tree(t, dir) {
		if err := os.Chtimes(filepath.Join(dir, name), longAgo, longAgo); err != nil {
			t.Fatal(err)
		}
	}
}

var longAgo = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// touched returns the files that were written since age.
func touched(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	for _, name := range sorted(tree(t, dir)) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !info.ModTime().Equal(longAgo) {
			names = append(names, name)
		}
	}
	return names
}

func save(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func gone(t *testing.T, dir, name string) {
	t.Helper()
	if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
		t.Errorf("%s is still there", name)
	}
}
