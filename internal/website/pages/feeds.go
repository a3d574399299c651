package pages

import (
	"net/http"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/feed"
)

// feedOf is one form of a feed.
type feedOf struct {
	site *site.Site
	feed *site.Feed
	json bool
}

// addFeed adds the feed of a collection, on its first page.
func (s *snapshot) addFeed(owner *site.Site, page *site.Page) {
	if page.Feed == nil {
		return
	}
	s.feeds[owner.Address(page.Feed.AtomPath())] = &feedOf{owner, page.Feed, false}
	s.feeds[owner.Address(page.Feed.JSONPath())] = &feedOf{owner, page.Feed, true}
}

// feed returns the feed at an address, or nil.
func (s *Store) feed(snapshot *snapshot, address string) *site.Representation {
	of := snapshot.feeds[address]
	if of == nil {
		return nil
	}
	return s.document(snapshot, address, func() *site.Representation {
		source := feed.Source{Feed: of.feed, Site: of.site}
		r := &site.Representation{Status: http.StatusOK, ContentType: feed.AtomType, CacheControl: site.Revalidated}
		if of.json {
			r.ContentType, r.Body = feed.JSONType, source.JSON()
			return r
		}
		r.Body = source.Atom()
		return r
	})
}
