package content

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/tree"
)

// keptSites are the sites of the revisions in the history, read when somebody asks.
type keptSites struct {
	ctx     context.Context
	loader  *Loader
	entries []history.Entry // the newest first
	found   map[string]*keptVersions
}

type keptVersions struct {
	read []*tree.Site
	next int // the entry to look into next
	last map[string]history.Sum
}

func newKeptSites(ctx context.Context, l *Loader) *keptSites {
	entries := slices.DeleteFunc(l.options.History.List(), func(e history.Entry) bool { return e.Displaced })
	return &keptSites{ctx: ctx, loader: l, entries: entries, found: map[string]*keptVersions{}}
}

// version returns the n-th newest version of a site that can be read and has no errors of its
// own, nil where there are fewer. It is what [versions] asks for.
func (k *keptSites) version(id string, n int) *tree.Site {
	of := k.found[id]
	if of == nil {
		of = &keptVersions{}
		k.found[id] = of
	}
	for len(of.read) <= n && of.next < len(k.entries) {
		entry := k.entries[of.next]
		of.next++
		files := entry.Site(id)
		if len(files) == 0 || maps.Equal(files, of.last) {
			continue
		}
		of.last = files
		if one := k.read(entry, id); one != nil && !one.Broken() {
			of.read = append(of.read, one)
		}
	}
	if n < len(of.read) {
		return of.read[n]
	}
	return nil
}

func (k *keptSites) read(entry history.Entry, id string) *tree.Site {
	l := k.loader
	fsys := l.options.History.Tree(entry, id)
	if fsys == nil {
		return nil
	}
	// The files of the folder are known here, so that what did not change is the same value.
	t, err := l.reader.Beside(l.options.History).Read(k.ctx, fsys)
	if err != nil { // the context ended: whoever asked finds out
		return nil
	}
	return t.Split()[id]
}

// lastGood returns what is served after a start on a folder that is not good, even without what is broken in it: the
// newest revision that is kept or, where that does not load, the newest version of each site that does.
func (k *keptSites) lastGood(c *choice, sites map[string]*tree.Site, now time.Time) (built, *choice, error) {
	newest := map[string]*tree.Site{}
	if len(k.entries) > 0 {
		for _, id := range k.entries[0].Sites() {
			if one := k.version(id, 0); one != nil {
				newest[id] = one
			}
		}
	}
	if len(newest) == 0 {
		return built{}, c, nil
	}
	made, err := build(k.ctx, k.loader.options, tree.Compose(newest), now)
	if err != nil || made.revision != nil {
		return made, c, err
	}

	stepping := newChoice(sites, k.version)
	stepping.leaveOut = true
	if len(stepping.sites) == 0 {
		stepping.sites = newest
	}
	made, err = stepping.build(k.ctx, k.loader, len(k.entries)+maxBuilds, now)
	return made, stepping, err
}
