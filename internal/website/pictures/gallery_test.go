package pictures_test

import (
	"errors"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
)

func TestAnAddressChangesWithAllThatIsDrawn(t *testing.T) {
	studio := newStudio(t)
	owner, mark := shipped(t, "business")
	page := site.Page{Title: "Connect", Description: "Write to us.", Path: "/websites/business/connect"}
	first := studio.Address(owner, mark, &page)
	if !regexp.MustCompile(`^/og/business/connect-[0-9a-f]{10}\.png$`).MatchString(first) {
		t.Errorf("address = %s", first)
	}
	if home := studio.Address(owner, mark, &site.Page{Title: "X", Path: "/websites/business"}); !regexp.MustCompile(`^/og/business/index-[0-9a-f]{10}\.png$`).MatchString(home) {
		t.Errorf("address of the first page = %s", home)
	}
	seen := map[string]string{first: "nothing"}
	for name, change := range map[string]func(*site.Site, *site.Page) []byte{
		"title":       func(_ *site.Site, p *site.Page) []byte { p.Title = "Contact"; return mark },
		"description": func(_ *site.Site, p *site.Page) []byte { p.Description = "Call us."; return mark },
		"name":        func(s *site.Site, _ *site.Page) []byte { s.Name = "Another"; return mark },
		"colour":      func(s *site.Site, _ *site.Page) []byte { s.Theme.Colors.Primary = "#123456"; return mark },
		"font":        func(s *site.Site, _ *site.Page) []byte { s.Theme.Fonts.Display = "Sora"; return mark },
		"host":        func(s *site.Site, _ *site.Page) []byte { s.BaseURL = "https://other.example"; return mark },
		"mark":        func(*site.Site, *site.Page) []byte { return nil },
	} {
		s, p := *owner, page
		file := change(&s, &p)
		address := studio.Address(&s, file, &p)
		if other, known := seen[address]; known {
			t.Errorf("%s changes as little as %s", name, other)
		}
		seen[address] = name
	}
	same := page
	same.NoIndex, same.Sections = true, []site.Section{{}}
	if studio.Address(owner, mark, &same) != first {
		t.Error("what is not drawn changes the address")
	}
}

// wall is all that a gallery can be asked for.
type wall map[string]pictures.Plan

func (w wall) find(address string) (pictures.Plan, bool) {
	plan, known := w[address]
	return plan, known
}

func counted(drawn *atomic.Int32, data string) pictures.Plan {
	return pictures.Plan{ContentType: "image/png", Draw: func() ([]byte, error) {
		drawn.Add(1)
		return []byte(data), nil
	}}
}

func TestAPictureIsDrawnOnceWhenItIsAskedFor(t *testing.T) {
	var drawn atomic.Int32
	gallery := pictures.NewGallery(100)
	gallery.Hang(wall{"/og/a.png": counted(&drawn, "a")}.find)
	if _, found, err := gallery.Get("/og/b.png"); found || err != nil {
		t.Errorf("unknown address: found %t, %v", found, err)
	}
	if drawn.Load() != 0 {
		t.Error("drawn before somebody asked")
	}
	var visitors sync.WaitGroup
	for range 50 {
		visitors.Go(func() {
			if file, found, err := gallery.Get("/og/a.png"); !found || err != nil || string(file.Data) != "a" || file.ContentType != "image/png" {
				t.Errorf("got %q, %t, %v", file.Data, found, err)
			}
		})
	}
	visitors.Wait()
	if times := drawn.Load(); times != 1 {
		t.Errorf("drawn %d times", times)
	}
}

func TestTheGalleryForgetsWhatNobodyAsksFor(t *testing.T) {
	var a, b, c atomic.Int32
	gallery := pictures.NewGallery(8)
	gallery.Hang(wall{"a": counted(&a, "1234"), "b": counted(&b, "1234"), "c": counted(&c, "1234")}.find)
	for _, address := range []string{"a", "b", "a", "c", "a", "b"} {
		if _, found, err := gallery.Get(address); !found || err != nil {
			t.Fatalf("%s: %t, %v", address, found, err)
		}
	}
	if a.Load() != 1 || b.Load() != 2 || c.Load() != 1 {
		t.Errorf("drawn %d, %d, %d times; want 1, 2, 1", a.Load(), b.Load(), c.Load())
	}
}

func TestAPictureThatCannotBeDrawnIsTriedAgain(t *testing.T) {
	broken := errors.New("no ink")
	gallery := pictures.NewGallery(100)
	fails := true
	gallery.Hang(wall{"a": {Draw: func() ([]byte, error) {
		if fails {
			return nil, broken
		}
		return []byte("a"), nil
	}}}.find)
	if _, found, err := gallery.Get("a"); !found || !errors.Is(err, broken) {
		t.Errorf("found %t, %v", found, err)
	}
	fails = false
	if file, _, err := gallery.Get("a"); err != nil || string(file.Data) != "a" {
		t.Errorf("got %q, %v", file.Data, err)
	}
}
