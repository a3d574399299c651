package content

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// load makes a revision of the folder as it is now, if there may be a new one.
func (s *Source) load(ctx context.Context, found *parsedTree, began time.Time) {
	unchanged := found.equal(s.current) && s.status.Error == ""
	if unchanged && s.good == s.current {
		s.good = found
	}
	s.current = found
	// What is held back can become good as time goes by: a link may lead to a page
	// that is published later.
	if unchanged && !(s.status.Stale() && s.now().Sub(s.lastLoad) >= retryBad) {
		return
	}
	s.lastLoad = s.now()
	recovers := s.status.Stale() && s.rev.Load() != nil
	before := s.status.Revision
	err := s.settle(ctx, found, began)
	switch {
	case ctx.Err() != nil:
		s.current = nil // read again next time
	case err != nil:
		s.report(err.Error())
	default:
		s.report("")
		if recovers && !s.status.Stale() && before == s.status.Revision {
			s.logger.Info("content is good again", "revision", before)
		}
	}
}

// settle makes what is good of the folder live, and notes what is not.
func (s *Source) settle(ctx context.Context, found *parsedTree, began time.Time) error {
	var first settled
	strays := hasError(found.strays())
	if len(s.held) == 0 && (s.strict || !strays) { // as nearly always
		var err error
		if first, err = s.loader.attempt(ctx, found, s.now()); err != nil {
			return err
		}
		if first.revision != nil {
			s.take(first, began)
			return nil
		}
		if s.strict {
			s.warnings = first.problems
			return nil
		}
	}
	s.loader.keepSpare = true
	w := &settler{
		loader: s.loader, ctx: ctx, now: s.now(), accept: func(made settled) { s.take(made, began) },
		sites: found.split(), live: s.good.split(), held: map[string]*heldSite{}, tried: map[string]bool{}, until: time.Now().Add(longestTry),
		first: first,
	}
	var kept settled
	if s.good == nil && s.loader.options.History != nil {
		if kept, w.err = s.loader.lastGood(ctx, s.now()); w.err != nil {
			return w.err
		}
		if kept.tree != nil {
			w.live = kept.tree.split()
		}
	}
	changed := w.begin(s.held, s.now())
	if len(found.sites) > 0 {
		w.admit(changed)
		w.admit(w.waiting())
	} else { // a volume that is not there, a checkout under way: nobody removes all sites
		for _, held := range w.held {
			held.problems = []yamldoc.Problem{noSite}
		}
	}
	if w.err != nil {
		return w.err
	}
	if s.good == nil && kept.tree != nil { // nothing of the folder is better
		s.take(kept, began)
	}
	s.held = w.held
	if len(w.held) == 0 {
		s.loader.keepSpare, s.loader.spare = false, nil
		if !strays {
			s.good = found
		}
	}
	return nil
}

// begin holds back every site that is not served as it is in the folder. It returns those
// that changed since they were judged.
func (w *settler) begin(before map[string]*heldSite, now time.Time) (changed []string) {
	ids := map[string]bool{}
	for id := range w.live {
		ids[id] = true
	}
	for id, s := range w.sites {
		if s.complete {
			ids[id] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		s := w.sites[id]
		if s.equal(w.live[id]) {
			continue
		}
		was := before[id]
		w.held[id] = &heldSite{tree: s, since: now}
		switch {
		case s != nil && !s.complete: // what is left of the site is none
			w.held[id].own, w.held[id].problems = true, s.problems
			if was != nil {
				w.held[id].since = was.since
			}
		case was == nil:
			changed = append(changed, id)
		case !was.tree.equal(s):
			w.held[id].since = was.since
			changed = append(changed, id)
		default:
			*w.held[id] = heldSite{tree: s, since: was.since, problems: was.problems}
		}
	}
	return changed
}

// waiting returns the sites that are held back and that others may have mended.
func (w *settler) waiting() (ids []string) {
	for _, id := range slices.Sorted(maps.Keys(w.held)) {
		if s := w.sites[id]; s == nil || !s.broken() {
			ids = append(ids, id)
		}
	}
	return ids
}

// strays returns the problems of what is no site.
func (t *parsedTree) strays() []yamldoc.Problem {
	var strays []yamldoc.Problem
	for _, problem := range t.problems {
		if !slices.Contains(t.sites, folderOf(problem.File)) {
			strays = append(strays, problem)
		}
	}
	return strays
}
