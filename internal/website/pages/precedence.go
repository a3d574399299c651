package pages

import (
	"context"
	"sync"
)

// precedence lets visitors go first: the background begins with nothing as long
// as somebody waits for a page.
type precedence struct {
	mu      sync.Mutex
	waiting int
	free    chan struct{} // closed when nobody waits any more
}

// enter notes that a visitor waits; the visitor calls leave in the end.
func (p *precedence) enter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting == 0 {
		p.free = make(chan struct{})
	}
	p.waiting++
}

func (p *precedence) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting--
	if p.waiting == 0 {
		close(p.free)
	}
}

// give waits until no visitor waits, or the context ends.
func (p *precedence) give(ctx context.Context) {
	for {
		p.mu.Lock()
		waiting, free := p.waiting, p.free
		p.mu.Unlock()
		if waiting == 0 {
			return
		}
		select {
		case <-free:
		case <-ctx.Done():
			return
		}
	}
}
