package content

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// A site goes live as it is in the folder, or stays as it was when it was good last:
// whole in either case. Which of the changed sites go live is found by trying: all
// together first, because changes may need each other; then without those that have
// errors, or that break what stays as it is; then those once more, because their errors
// may have come from others that were left out. What is left is held back.

const (
	// How many sets of changes are tried for one state of the folder, and for how long: a
	// bulk edit can break hundreds of sites.
	maxTries   = 24
	longestTry = 2 * time.Second
)

// settler finds out which sites of a folder go live.
type settler struct {
	loader *Loader
	ctx    context.Context
	now    time.Time
	// Called with each revision that is made.
	accept func(settled)

	first settled              // what the first try found; its tree is nil where it has to be made
	sites map[string]*siteTree // as they are in the folder
	live  map[string]*siteTree // as they are served
	held  map[string]*heldSite // what stays as it is served
	tries int
	until time.Time
	tried map[string]bool // sets of held sites with which there are errors
	err   error
}

// heldSite is a site that is not served as it is in the folder.
type heldSite struct {
	tree *siteTree // in the folder; nil where the site was removed
	// Whether its errors have nothing to do with other sites.
	own      bool
	problems []yamldoc.Problem
	since    time.Time
}

// settled is a good website: sites as they are in the folder, or as they were.
type settled struct {
	tree      *parsedTree
	revision  *site.Revision
	problems  []yamldoc.Problem // warnings
	revisions map[string]string // of each site
}

// admit lets as many of the sites go live as possible.
func (w *settler) admit(ids []string) {
	if len(ids) == 0 || w.err != nil || w.tries >= maxTries || (w.tries > 2 && time.Now().After(w.until)) {
		return
	}
	culprits, good := w.try(ids)
	if good || w.err != nil {
		return
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return w.held[id].own })
	culprits = slices.DeleteFunc(culprits, func(id string) bool { return w.held[id].own })
	rest := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(culprits, id) })
	if len(rest) == 0 || len(culprits) == 0 && w.isTried(ids) {
		if len(ids) < 2 {
			return
		}
		culprits, rest = ids[:len(ids)/2], ids[len(ids)/2:]
	}
	w.admit(rest)
	w.admit(culprits)
}

// try lets all of the sites go live, or none. It returns those of them that have to do
// with the errors, as far as that is known.
func (w *settler) try(ids []string) (culprits []string, good bool) {
	if w.isTried(ids) {
		return nil, false
	}
	w.tries++
	found := w.first
	if w.first = (settled{}); found.tree == nil {
		sites := w.without(ids)
		if len(sites) == 0 {
			return w.refused(ids, []yamldoc.Problem{noSite}), false
		}
		if found, w.err = w.loader.attempt(w.ctx, compose(sites), w.now); w.err != nil {
			return nil, false
		}
	}
	if found.revision == nil {
		return w.refused(ids, found.problems), false
	}
	for _, id := range ids {
		w.live[id] = w.sites[id]
		if w.live[id] == nil {
			delete(w.live, id)
		}
		delete(w.held, id)
	}
	clear(w.tried)
	w.accept(found)
	return nil, true
}

// without returns the website where the sites go live in addition.
func (w *settler) without(ids []string) map[string]*siteTree {
	sites := maps.Clone(w.live)
	for _, id := range ids {
		if sites[id] = w.sites[id]; sites[id] == nil {
			delete(sites, id)
		}
	}
	return sites
}

func (w *settler) key(ids []string) string {
	return strings.Join(slices.Sorted(slices.Values(ids)), " ")
}

func (w *settler) isTried(ids []string) bool { return w.tried[w.key(ids)] }

// refused notes why sites cannot go live together.
func (w *settler) refused(ids []string, problems []yamldoc.Problem) (culprits []string) {
	w.tried[w.key(ids)] = true
	own, foreign := map[string][]yamldoc.Problem{}, []yamldoc.Problem(nil)
	for _, problem := range problems {
		if problem.Severity != yamldoc.Error {
			continue
		}
		if id := folderOf(problem.File); slices.Contains(ids, id) {
			own[id] = append(own[id], problem)
		} else {
			foreign = append(foreign, problem)
		}
	}
	for _, id := range ids {
		if len(own[id]) == 0 {
			continue
		}
		culprits = append(culprits, id)
		w.held[id].problems = w.explained(id, own[id])
		w.held[id].own = w.isOwn(id, own[id])
	}
	if len(culprits) > 0 {
		return culprits
	}
	blamed := w.blame(ids, foreign)
	for id, because := range blamed {
		culprits = append(culprits, id)
		w.held[id].problems = w.waits(id, because)
	}
	slices.Sort(culprits)
	return culprits
}

// isOwn tells whether some error of a site can have nothing to do with another site.
func (w *settler) isOwn(id string, problems []yamldoc.Problem) bool {
	if s := w.sites[id]; s != nil && s.broken() {
		return true
	}
	return slices.ContainsFunc(problems, func(problem yamldoc.Problem) bool {
		return problem.Refers != "" && w.owner(problem.Refers, id) == id
	})
}
