//go:build !race

// Every page is rendered here, which the race detector makes slow and finds nothing in: make
// test runs this file without it.

package main

import (
	"context"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/web"
)

// TestNoWordOfAPageComesFromCode takes every word out of the content and
// renders all pages: what can still be read, or is said by assistive
// technology, would have to stand in Go or TSX.
func TestNoWordOfAPageComesFromCode(t *testing.T) {
	t.Parallel()
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	pool, err := render.NewPool(render.Config{Bundle: bundle, Size: 2, Deadline: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rev, problems, err := newLoader(contentConfig{Dir: shipped, Options: outline.Options{Attach: library.Attach}}, library).Load(t.Context(), tree.Folder(shipped), time.Now())
	if rev == nil {
		t.Fatal(err, problems)
	}
	silence(reflect.ValueOf(rev), map[uintptr]bool{})
	store := pages.NewStore(pages.Options{Renderer: pool, Assets: library, Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
	defer store.Close()
	if err := store.Publish(rev); err != nil {
		t.Fatal(err)
	}
	rendered := 0
	check := func(path string, r *site.Representation) {
		for _, words := range readableWords(t, string(r.Body)) {
			t.Errorf("%s says %q, which no content file does", path, words)
		}
	}
	for _, bundle := range rev.Sites {
		for _, page := range bundle.Pages {
			r := store.Page(context.Background(), page.Path)
			if r.Status != 200 {
				t.Errorf("%s answers %d", page.Path, r.Status)
			}
			check(page.Path, r)
			rendered++
		}
		check(bundle.Site.Path+" 404", store.Page(context.Background(), bundle.Site.Path+"/no-such-page"))
		check(bundle.Site.Path+" error page", store.ErrorPage(503, bundle.Site.Path))
	}
	if rendered < 25 {
		t.Errorf("only %d pages were rendered", rendered)
	}
}

// silence replaces every word of the content by a sign.
func silence(v reflect.Value, seen map[uintptr]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		silence(v.Elem(), seen)
	case reflect.Interface:
		if !v.IsNil() {
			silence(v.Elem(), seen)
		}
	case reflect.Struct:
		if collection, ok := v.Addr().Interface().(interface{ IDs() []string }); ok {
			for _, id := range collection.IDs() {
				entry := v.Addr().MethodByName("Get").Call([]reflect.Value{reflect.ValueOf(id)})[0]
				silence(entry, seen)
			}
			return
		}
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if field.PkgPath != "" || field.Type == reflect.TypeFor[*time.Location]() {
				continue
			}
			// Texts that are plain strings by the time they are resolved.
			if value := v.Field(i); value.Kind() == reflect.String && spoken[v.Type().Name()+"."+field.Name] {
				value.SetString("§")
			} else {
				silence(value, seen)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			silence(v.Index(i), seen)
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[site.Text]() && v.CanSet() && v.String() != "" {
			v.SetString("§")
		}
	}
}

var spoken = map[string]bool{"Head.Title": true, "Head.Description": true, "Price.Text": true, "Price.PeriodText": true, "Node.Text": true}

// statusText is what Go and HTTP call a status; docs/specification.md section 8 wants it shown.
var statusText = regexp.MustCompile(`^\d{3} [A-Z][A-Za-z ]+$`)

// readableWords returns what people can read or hear, if it holds a letter.
func readableWords(t *testing.T, document string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	add := func(text string) {
		text = strings.TrimSpace(text)
		if strings.ContainsFunc(text, unicode.IsLetter) && !statusText.MatchString(text) {
			found = append(found, text)
		}
	}
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode && n.Parent != nil && n.Parent.Data != "script":
			add(n.Data)
		case n.Type == html.ElementNode:
			for _, a := range n.Attr {
				switch a.Key {
				case "aria-label", "aria-description", "aria-roledescription", "title", "alt", "placeholder", "label":
					add(a.Val)
				case "value":
					if n.Data == "button" || (n.Data == "input" && !strings.Contains(attribute(n, "type"), "hidden")) {
						add(a.Val)
					}
				}
			}
		}
	}
	return found
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
