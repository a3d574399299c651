package webhook

import (
	"context"
	"sync"
	"time"
)

const (
	// How many requests to one address may be under way, of the eight that there
	// are in all: so that one that hangs does not take the places of the others.
	mostUnderWay = 4
	// How long one waits for a place at an address that is well.
	placeWait = time.Second
	// After so many failures in a row an address gets one request at a time, and
	// nobody waits for a place there.
	mostFailures = 3
	// How soon one that found no place is looked at again.
	busyPause = 15 * time.Second
)

// gates count the requests under way to each address, by its variable. The zero
// value is ready.
type gates struct {
	mu  sync.Mutex
	all map[string]*gate
}

type gate struct {
	underWay, failures int
	// Closed when a place becomes free.
	freed chan struct{}
}

// enter takes a place, perhaps after a while; leave gives it back, with what became
// of the request.
func (g *gates) enter(ctx context.Context, name string) (leave func(well bool), free bool) {
	limit := time.NewTimer(placeWait)
	defer limit.Stop()
	for {
		leave, freed := g.try(name)
		if leave != nil || freed == nil {
			return leave, leave != nil
		}
		select {
		case <-freed:
		case <-limit.C:
			return nil, false
		case <-ctx.Done():
			return nil, false
		}
	}
}

// try takes a place, or returns what to wait for; nil where waiting makes no sense.
func (g *gates) try(name string) (leave func(well bool), freed <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all == nil {
		g.all = map[string]*gate{}
	}
	at := g.all[name]
	if at == nil {
		at = &gate{freed: make(chan struct{})}
		g.all[name] = at
	}
	failing := at.failures >= mostFailures
	switch {
	case failing && at.underWay > 0:
		return nil, nil
	case at.underWay >= mostUnderWay:
		return nil, at.freed
	}
	at.underWay++
	return func(well bool) {
		g.mu.Lock()
		defer g.mu.Unlock()
		at.underWay--
		at.failures++
		if well {
			at.failures = 0
		}
		close(at.freed)
		at.freed = make(chan struct{})
	}, nil
}
