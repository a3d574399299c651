package pages

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

const immutable = "public, max-age=31536000, immutable"

// Page returns the answer for a path: the page, a redirect, or the not-found
// page of the site that the path lies in. It is never nil.
func (s *Store) Page(ctx context.Context, path string) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil {
		return &site.Representation{Status: http.StatusServiceUnavailable, ContentType: "text/plain; charset=utf-8", CacheControl: noStore}
	}
	if e := snapshot.entries[path]; e != nil {
		return s.html(ctx, snapshot, e)
	}
	if to := snapshot.aliases[path]; to != nil {
		return to
	}
	for _, scoped := range snapshot.notFound {
		if site.Within(path, scoped.scope) {
			return s.html(ctx, snapshot, scoped.entry)
		}
	}
	return s.errorPage(snapshot, http.StatusNotFound, path)
}

// PageData returns the data of the page at a path, or nil.
func (s *Store) PageData(ctx context.Context, path string) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil {
		return nil
	}
	if e := snapshot.entries[path]; e != nil {
		return s.json(snapshot, e)
	}
	return nil
}

// Asset returns the file at an address below /assets/, /og/ or /images/, or nil.
func (s *Store) Asset(address string) *site.Representation {
	if strings.HasPrefix(address, "/assets/") || strings.HasPrefix(address, "/og/") {
		return s.options.Assets.Get(address)
	}
	snapshot := s.current.Load()
	if snapshot == nil {
		return nil
	}
	if file := snapshot.files[address]; file != nil {
		return file.Get()
	}
	if file := snapshot.previous[address]; file != nil {
		return file.Get()
	}
	return nil
}

// ErrorPage returns the page "Unexpected Application Error!" with a status,
// in the words of the site that the path lies in.
func (s *Store) ErrorPage(status int, path string) *site.Representation {
	snapshot := s.current.Load()
	if snapshot == nil {
		return &site.Representation{Status: status, ContentType: "text/plain; charset=utf-8", CacheControl: noStore}
	}
	return s.errorPage(snapshot, status, path)
}

func (s *Store) errorPage(snapshot *snapshot, status int, path string) *site.Representation {
	owner := snapshot.siteOf(path)
	return s.make(snapshot, "error "+strconv.Itoa(status)+" "+owner.ID, func() *site.Representation {
		shell := shellData{Site: owner, Head: site.Head{Title: string(owner.Errors.Title), NoIndex: true}, Root: errorBody(owner, status, "")}
		return &site.Representation{Status: status, ContentType: htmlType, CacheControl: noStore, Body: shell.render()}
	})
}

// fresh returns the snapshot of this moment: where dates have turned since it
// was made, it has the revision renewed first.
func (s *Store) fresh(ctx context.Context) *snapshot {
	snapshot := s.current.Load()
	if snapshot == nil || s.options.Renew == nil {
		return snapshot
	}
	if until := snapshot.rev.ValidUntil; !until.IsZero() && !s.options.Now().Before(until) {
		s.options.Renew(context.WithoutCancel(ctx))
		return s.current.Load()
	}
	return snapshot
}

// siteOf returns the site that a path lies in.
func (s *snapshot) siteOf(path string) *site.Site {
	if bundle := s.rev.At(path); bundle != nil {
		return bundle.Site
	}
	return s.rev.Sites[0].Site
}

// make returns a document of the snapshot, made when it is not in memory.
func (s *Store) make(owner *snapshot, name string, build func() *site.Representation) *site.Representation {
	owner.mu.Lock()
	defer owner.mu.Unlock()
	place := owner.made[name]
	if place == nil {
		place = &slot{}
		owner.made[name] = place
	}
	if ready := place.get(); ready != nil {
		return ready
	}
	r := build()
	r.Revision = owner.rev.ID
	encoding.Prepare(r, encoding.Fast)
	snug(r)
	s.shelf.put(place, r)
	return r
}

// sortByScope puts the longest scope first: the first that fits is the innermost.
func sortByScope(entries []scopedEntry) {
	slices.SortStableFunc(entries, func(a, b scopedEntry) int { return cmp.Compare(len(b.scope), len(a.scope)) })
}

func redirect(to, revision string) *site.Representation {
	return &site.Representation{Status: http.StatusMovedPermanently, Location: to, CacheControl: revalidate, Revision: revision}
}

func image(file site.File) *encoding.Lazy {
	r := &site.Representation{Status: http.StatusOK, ContentType: file.ContentType, CacheControl: immutable, Body: file.Data}
	return encoding.NewLazy(r, encoding.Thorough)
}
