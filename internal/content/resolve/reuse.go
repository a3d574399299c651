package resolve

import (
	"reflect"
	"runtime"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// Reuse replaces pages and settings of a new revision by those of the revision before where they are equal. So
// whoever made something of them, such as rendered bytes, knows by the pointer that it is still right.
func Reuse(before, made *site.Revision) {
	if before == nil {
		return
	}
	for _, bundle := range made.Sites {
		if was := before.ByID(bundle.Site.ID); was != nil {
			reusePages(was, bundle)
			if reflect.DeepEqual(bundle.Site, was.Site) {
				bundle.Site = was.Site
			}
		}
	}
}

func reusePages(was, bundle *site.Bundle) {
	known := make(map[string]*site.Page, len(was.Pages))
	for _, page := range was.Pages {
		known[page.Path] = page
	}
	kept := make([]*site.Page, len(bundle.Pages)) // in place of those of the bundle, which feeds hold too
	var working sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		working.Go(func() {
			for i := worker; i < len(bundle.Pages); i += workers {
				kept[i] = sameOr(known[bundle.Pages[i].Path], bundle.Pages[i])
			}
		})
	}
	working.Wait()
	bundle.Pages = kept
	bundle.NotFound = sameOr(was.NotFound, bundle.NotFound)
}

func sameOr(before, page *site.Page) *site.Page {
	if before != nil && page != nil && reflect.DeepEqual(before, page) {
		return before
	}
	return page
}
