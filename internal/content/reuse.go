package content

import (
	"reflect"

	"github.com/evenlight/marquee/internal/site"
)

// reuse puts into a revision, before anybody else has it, what is the same in the revision
// before: pages, and the settings of sites. Who made something of them, such as rendered
// bytes, knows by the pointer that it need not be made again.
func reuse(before, made *site.Revision) {
	if before == nil {
		return
	}
	same := map[*site.Page]*site.Page{} // of the new revision -> of the one before
	for _, bundle := range made.Sites {
		was := before.ByID(bundle.Site.ID)
		if was == nil {
			continue
		}
		known := make(map[string]*site.Page, len(was.Pages))
		for _, page := range was.Pages {
			known[page.Path] = page
		}
		keep := func(page *site.Page, other *site.Page) *site.Page {
			if page == nil || other == nil || !reflect.DeepEqual(page, other) {
				return page
			}
			same[page] = other
			return other
		}
		for i, page := range bundle.Pages {
			if page.Feed == nil {
				bundle.Pages[i] = keep(page, known[page.Path])
			}
		}
		// A feed holds pages: they are the same pointers by now.
		for i, page := range bundle.Pages {
			if page.Feed == nil {
				continue
			}
			for n, entry := range page.Feed.Entries {
				if other := same[entry]; other != nil {
					page.Feed.Entries[n] = other
				}
			}
			bundle.Pages[i] = keep(page, known[page.Path])
		}
		bundle.NotFound = keep(bundle.NotFound, was.NotFound)
		if reflect.DeepEqual(bundle.Site, was.Site) {
			bundle.Site = was.Site
		}
	}
}
