// Package outline finds out which sites, pages and collections a tree describes, where each of them lives, and when.
// What is on the pages is no matter of it.
//
// Sites with the same hosts share a space ([site.Revision]), which the first of them names; that of the main site is
// empty. Sites without hosts live where the main site does, which is the site at / without hosts, or else the folder
// main. A path in a text belongs to the space of the site that says it. A site without recipients or sender has those
// of the main site.
//
// A folder of pages whose index.yaml says `collection` is a collection; all other pages below it are its entries, but
// for those of a nearer one. What pages show of each other (lists, neighbours, related entries, the section entries)
// is put together when all are made. Lists beyond the first page, and those of tags, are pages without a file.
//
// # Time
//
// A revision is right from the moment for which it was made until its ValidUntil: the next midnight of a site that
// shows the day or the year, or the next moment at which a page appears or goes. A moment without a zone is on the
// clock of the site in whose folder it is written.
//
// The passing of time alone turns no good tree bad: a link to a page that is not there yet, or is there later than the
// link, is an error now; a link to a page that ends is a warning, and the link has no target once the page is gone.
// The same holds for sections that are there for a time, and links to their anchors.
package outline

import (
	"context"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Options are what a loader has to know beside the tree.
type Options struct {
	// The icons that content may name; nil: names of icons are not checked.
	Icons site.Icons
	// What large cards without a picture show; nil: nothing.
	Fields *site.Drawing
	// The font families that content may name; nil: they are not checked.
	Fonts []string
	// Address of the website; it replaces the base URL of every site. May be empty.
	BaseURL string
	// Whether drafts, scheduled and expired pages exist.
	Drafts bool
	// The site that a preview is of, in all its languages; the others are as visitors see them, at the moment Public.
	// Empty: there is no preview, and Drafts and the moment of the load hold for all.
	Preview string
	Public  time.Time
	// Whether pages are written as files that nothing makes anew: they say nothing of now.
	Static bool
	// Whether the base URL is that of a machine for staging: a site with hosts is on ID.HOST there.
	Staging bool
	// Whether an environment variable is set that a webhook names; nil: nobody asks.
	Variable func(name string) bool
	// Returns what visitors load beside the pages of a site, and completes the head of pages that have no picture: a
	// function of the bundle alone. Nil: there are none.
	Attach func(*site.Bundle) site.Assets
	// Keeps the files of what goes live; nil: nothing is kept.
	History *history.History
}

// Website is what a tree describes, while a revision is made of it. Each revision has one of its
// own: nothing of it outlives the load.
type Website struct {
	Options Options
	now     time.Time // see Clock

	Tree *tree.Tree

	Sites   []*Site // the main site first, the others by space and path
	ByID    map[string]*Site
	SiteIDs []string
	Main    *Site
	Hosts   map[string]*Site // the first site of each host that is listed
	lost    bool             // some site's path is not known, so a missing route proves nothing
	Deps    Dependencies     // of the settings and addresses of all sites
	Values  Dependencies     // of what texts refer to

	Pages       []*Page                // all pages of all sites, hidden ones too
	Routes      map[string]*Page       // by address: the path with its space
	Former      map[string]*Former     // by address, as [site.Redirects] has it
	Moved       site.Redirects         // the same, as it is written
	Missing     map[string]bool        // addresses whose page is missing, which is reported already
	Collections map[string]*Collection // by the address of their first page
	Unsure      bool                   // as lost, or the path of some page is not known
}

// Of finds out which sites, pages and collections a tree describes, and where and when each exists.
func Of(options Options, t *tree.Tree, now time.Time) *Website {
	r := &Website{Options: options, now: now, Tree: t}
	r.collect()
	r.resolveSites()
	r.resolveRoutes()
	for _, c := range r.Collections {
		r.arrange(c)
	}
	return r
}

// public reports whether a site is as visitors see it, while another one is previewed.
func (r *Website) public(s *Site) bool {
	return r.Options.Preview != "" && r.Options.Preview != s.Folder
}

// Drafts reports whether drafts, scheduled and expired pages of a site exist.
func (r *Website) Drafts(s *Site) bool { return r.Options.Drafts && !r.public(s) }

// Shows reports whether what a site has in a window is there for visitors now.
func (r *Website) Shows(s *Site, w Window, u *Dependencies) bool {
	return r.Drafts(s) || r.Clock(s, u).In(w)
}

// AllDependencies returns those of every piece of content.
func (r *Website) AllDependencies() []*Dependencies {
	all := []*Dependencies{&r.Deps, &r.Values}
	for _, s := range r.Sites {
		all = append(all, &s.Deps)
	}
	for _, page := range r.Pages {
		all = append(all, &page.Deps)
	}
	return all
}

// Problems returns all that is wrong with the tree and the website, sorted, but for what may be a consequence of a file
// that is wrong by itself, or names what its original lacks: warnings of its site, and what it lacks, which may be what
// was misspelt.
func (r *Website) Problems() []yamldoc.Problem {
	broken := map[string]bool{} // files, and the folders of their sites
	for _, p := range r.Tree.Problems {
		if p.Severity == yamldoc.Error {
			broken[p.File], broken[tree.FolderOf(p.File)] = true, true
		}
	}
	follows := func(p yamldoc.Problem) bool {
		return p.Whole && broken[p.File] || p.Severity == yamldoc.Warning && broken[tree.FolderOf(p.File)]
	}
	var all [][]yamldoc.Problem
	for _, used := range r.AllDependencies() {
		all = append(all, slices.DeleteFunc(slices.Clone(used.Problems), follows))
	}
	return tree.Join(append(all, r.Tree.Problems)...)
}

// EachPage calls a function for pages, several at a time. The function may change the page and nothing else.
func EachPage(ctx context.Context, all []*Page, do func(*Page)) error {
	const batch = 64
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for pages := range slices.Chunk(all, batch) {
		group.Go(func() error {
			for _, page := range pages {
				if err := ctx.Err(); err != nil {
					return err
				}
				do(page)
			}
			return nil
		})
	}
	return group.Wait()
}
