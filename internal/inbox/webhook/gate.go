package webhook

import (
	"sync"
	"time"
)

const (
	// How many requests to one address may be under way, of the eight that there
	// are in all: so that one that hangs does not take the places of the others.
	mostUnderWay = 4
	// How soon one that found no place is looked at again.
	busyPause = 15 * time.Second
)

// gates count the requests under way to each address, by its variable. To one that
// failed last there is one at a time. The zero value is ready.
type gates struct {
	mu  sync.Mutex
	all map[string]*gate
}

type gate struct {
	underWay int
	failing  bool
}

// enter takes a place; leave gives it back, with what became of the request.
func (g *gates) enter(name string) (leave func(well bool), free bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all == nil {
		g.all = map[string]*gate{}
	}
	at := g.all[name]
	if at == nil {
		at = &gate{}
		g.all[name] = at
	}
	if at.underWay >= mostUnderWay || at.failing && at.underWay > 0 {
		return nil, false
	}
	at.underWay++
	return func(well bool) {
		g.mu.Lock()
		defer g.mu.Unlock()
		at.underWay--
		at.failing = !well
	}, true
}
