package pages

import (
	"context"
	"slices"
	"sync"
	"time"
)

// job is one thing that the background does next.
type job struct {
	owner *snapshot
	entry *entry
}

// outcome is what became of a page in the warm-up.
type outcome struct {
	drawn, recalled, left bool
	// When it may be tried again; zero where it did not fail.
	again time.Time
}

// WarmUp is what the background did until every page was ready.
type WarmUp struct {
	// Pages of the revision, and how many of them were drawn for it in the
	// background, were found in the cache, could not be drawn, and were left to
	// their first visitors because there is no room to keep them.
	Pages, Drawn, Cached, Failed, Left int
	Took                               time.Duration
}

// retry is a page that failed.
type retry struct {
	entry *entry
	due   time.Time
}

// agenda says what the background has to do: first the pages that are not
// ready, in their order, then those that failed, when their pause is over.
type agenda struct {
	now func() time.Time

	mu      sync.Mutex
	changed chan struct{} // closed when there may be something new
	owner   *snapshot
	pending []*entry
	failed  []retry
	busy    int // pages that are being made ready
	round   WarmUp
	began   time.Time
	open    bool // whether the end of the round is still to be told
}

func newAgenda(now func() time.Time) *agenda {
	return &agenda{now: now, changed: make(chan struct{})}
}

// begin takes up the pages of a new revision. What is ready already needs nothing.
func (a *agenda) begin(owner *snapshot) {
	var pending []*entry
	for _, e := range owner.ordered {
		if !e.drawn() {
			pending = append(pending, e)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.open { // else it goes on where it was
		a.began, a.round = a.now(), WarmUp{}
	}
	a.owner, a.pending, a.failed, a.open = owner, pending, nil, a.busy > 0 || len(pending) > 0
	a.announce()
}

func (a *agenda) announce() {
	close(a.changed)
	a.changed = make(chan struct{})
}

// take waits for the next job; false when the context ends.
func (a *agenda) take(ctx context.Context) (job, bool) {
	for {
		a.mu.Lock()
		next, due := a.pick()
		changed := a.changed
		a.mu.Unlock()
		switch {
		case ctx.Err() != nil:
			return job{}, false
		case next != job{}:
			return next, true
		}
		if !a.wait(ctx, changed, due) {
			return job{}, false
		}
	}
}

// wait returns when there may be something to do; false when the context ends.
func (a *agenda) wait(ctx context.Context, changed <-chan struct{}, due time.Time) bool {
	var ring <-chan time.Time
	if !due.IsZero() {
		timer := time.NewTimer(max(due.Sub(a.now()), time.Millisecond))
		defer timer.Stop()
		ring = timer.C
	}
	select {
	case <-changed:
	case <-ring:
	case <-ctx.Done():
		return false
	}
	return true
}

// pick returns the next job, or when to look again; zero is only at a change.
func (a *agenda) pick() (next job, due time.Time) {
	now := a.now()
	if len(a.pending) > 0 {
		e := a.pending[0]
		a.pending = a.pending[1:]
		a.busy++
		return job{owner: a.owner, entry: e}, time.Time{}
	}
	for i, r := range a.failed {
		if !now.Before(r.due) {
			a.failed = slices.Delete(a.failed, i, i+1)
			a.busy++
			return job{owner: a.owner, entry: r.entry}, time.Time{}
		}
		if due.IsZero() || r.due.Before(due) {
			due = r.due
		}
	}
	return job{}, due
}

// done takes in what became of a page. It returns the whole round where this was
// its last one.
func (a *agenda) done(did job, got outcome) (round WarmUp, last bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.busy--
	a.count(got)
	if !got.again.IsZero() && did.owner == a.owner {
		a.failed = append(a.failed, retry{did.entry, got.again})
	}
	if len(a.pending) > 0 || a.busy > 0 {
		return WarmUp{}, false
	}
	a.announce()
	if !a.open {
		return WarmUp{}, false
	}
	a.open = false
	a.round.Pages, a.round.Failed, a.round.Took = len(a.owner.ordered), len(a.failed), a.now().Sub(a.began)
	return a.round, true
}

func (a *agenda) count(got outcome) {
	switch {
	case got.drawn:
		a.round.Drawn++
	case got.recalled:
		a.round.Cached++
	case got.left:
		a.round.Left++
	}
}
