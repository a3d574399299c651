// Package lastmod remembers on which day the content of each page last changed,
// for the sitemap.
//
// Times of files say nothing: a checkout gives every file a new one. What counts
// is what a page shows: the words, links and pictures of its content. Their hash
// stands in a small file of the data folder, with the day on which it was first
// seen. The first content of a page that is seen has no day, because nobody
// knows how old it is. A page that shows again what it showed before, such as
// after a checkout of an earlier commit, has the day of then.
//
// What stands around every page (navigation, footer, theme, addresses of assets)
// is left out: it would give every page the same day.
package lastmod

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

const (
	format = 1
	// How many versions of a page are remembered.
	versions = 4
	// For how long a page is remembered that is not there any more: a site may be
	// away for a moment while its files are exchanged.
	keepGone = 60 * 24 * time.Hour
	// How long the other nodes may take.
	agreeLimit = 3 * time.Second
)

// Config says where days are kept. Now and Logger are required.
type Config struct {
	// The file, in a folder that is made when it is needed. Empty keeps nothing.
	File string
	// What nodes have in common; nil where there is nothing.
	Shared Shared
	Now    func() time.Time
	Logger *slog.Logger
}

// Days remembers days. It is safe for concurrent use.
type Days struct {
	config Config

	mu    sync.Mutex
	known map[string]*history // by site and path; nil before the file was read
	// The pages of the revision that was asked for last, with their days.
	revision *site.Revision
	current  map[*site.Page]string
	unsaved  bool
	unshared bool // whether the other nodes could not be asked
}

// history is what a page showed, the newest last.
type history struct {
	Versions []version `json:"versions"`
	// The day on which it was noticed that the page is not there any more.
	Gone string `json:"gone,omitempty"`
}

type version struct {
	Hash string `json:"hash"`
	// The day on which it was first seen; empty for the first that was seen at all.
	Day string `json:"day,omitempty"`
}

type file struct {
	Format int                 `json:"format"`
	Pages  map[string]*history `json:"pages"`
}

// New returns the days of a file, which is read when they are first needed.
func New(config Config) *Days { return &Days{config: config} }

// Of returns the days of a revision's pages, such as 2026-11-01. A page without
// a day is left out. Nobody may change the map.
func (d *Days) Of(rev *site.Revision) map[*site.Page]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil {
		d.known = d.read()
	}
	if d.revision == rev {
		return d.current
	}
	before := d.current
	d.revision, d.current = rev, map[*site.Page]string{}
	if d.unshared {
		before = nil
	}
	there := map[string]bool{}
	var changed []*site.Page
	var seen []Seen
	for _, bundle := range rev.Sites {
		today := d.config.Now().In(cmp.Or(bundle.Site.Location, time.UTC)).Format(time.DateOnly)
		for _, page := range bundle.Pages {
			name := page.SiteID + " " + page.Path
			there[name] = true
			if known, same := before[page]; same {
				d.current[page] = known
				continue
			}
			hash := hashOf(page)
			changed, seen = append(changed, page), append(seen, Seen{name, hash, d.look(name, hash, today), today})
		}
	}
	d.agree(seen)
	for i, page := range changed {
		d.current[page] = seen[i].Day
	}
	d.forget(there)
	d.save()
	return d.current
}

// look notes what a page shows, and returns since when.
func (d *Days) look(name, hash, today string) string {
	h := d.known[name]
	if h == nil {
		h = &history{}
		d.known[name] = h
	}
	if h.Gone != "" {
		h.Gone, d.unsaved = "", true
	}
	for _, v := range h.Versions {
		if v.Hash == hash {
			return v.Day
		}
	}
	d.unsaved = true
	v := version{Hash: hash, Day: today}
	if len(h.Versions) == 0 {
		v.Day = ""
	}
	h.Versions = append(h.Versions, v)
	h.Versions = h.Versions[max(0, len(h.Versions)-versions):]
	return v.Day
}

// agree fills in the days that hold for all nodes. Where they cannot be asked, what this
// one knows has to do.
func (d *Days) agree(seen []Seen) {
	if d.config.Shared == nil || len(seen) == 0 {
		return
	}
	own := slices.Clone(seen)
	for i, s := range own {
		if s.Day == s.Today { // another node may know better
			seen[i].Day = ""
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), agreeLimit)
	defer cancel()
	err := d.config.Shared.Agree(ctx, seen)
	d.unshared = err != nil
	if err != nil {
		copy(seen, own)
		d.config.Logger.Warn("nodes cannot agree on the days of the last changes; sitemaps may differ", "error", err)
		return
	}
	for _, s := range seen {
		for i, v := range d.known[s.Name].Versions {
			if v.Hash == s.Hash && v.Day != s.Day {
				d.known[s.Name].Versions[i].Day, d.unsaved = s.Day, true
			}
		}
	}
}

// forget lets go of pages that are gone for long.
func (d *Days) forget(there map[string]bool) {
	now := d.config.Now().UTC()
	oldest := now.Add(-keepGone).Format(time.DateOnly)
	for name, h := range d.known {
		switch {
		case there[name]:
		case h.Gone == "":
			h.Gone, d.unsaved = now.Format(time.DateOnly), true
		case h.Gone < oldest:
			delete(d.known, name)
			d.unsaved = true
		}
	}
}

// read returns what the file says. Whatever is wrong with it, the worst is that
// days are left out of the sitemap.
func (d *Days) read() map[string]*history {
	none := map[string]*history{}
	if d.config.File == "" {
		return none
	}
	var read file
	if err := osfile.ReadJSON(d.config.File, format, &read); err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			d.config.Logger.Warn("the days of the last changes cannot be read; the sitemap begins without them", "file", d.config.File, "error", err)
		}
		return none
	}
	if read.Pages == nil {
		return none
	}
	for name, h := range read.Pages {
		if h == nil {
			delete(read.Pages, name)
			continue
		}
		for i, v := range h.Versions {
			if _, err := time.Parse(time.DateOnly, v.Day); err != nil {
				h.Versions[i].Day = ""
			}
		}
	}
	return read.Pages
}

// save writes the file, where something has changed.
func (d *Days) save() {
	if !d.unsaved || d.config.File == "" {
		return
	}
	d.unsaved = false
	if err := osfile.WriteJSON(d.config.File, file{format, d.known}); err != nil {
		d.config.Logger.Warn("the days of the last changes cannot be kept; after the next start the sitemap may lack some", "file", d.config.File, "error", err)
	}
}
