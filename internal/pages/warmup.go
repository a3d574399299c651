package pages

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// startWarmUp renders the pages of the snapshot in the background, and ends
// what is left of the warm-up before. The caller holds publishing.
func (s *Store) startWarmUp(next *snapshot) {
	s.stopWarmUp()
	ctx, cancel := context.WithCancel(context.Background())
	s.stopWarmUp = cancel
	// One warm-up at a time: a page that the one before still draws, perhaps for
	// long, and a page of this one would together take all places from visitors.
	before, done := s.warmedUp, make(chan struct{})
	s.warmedUp = done
	s.warmUps.Go(func() {
		defer close(done)
		<-before
		s.warmUp(ctx, next)
	})
}

// warmUp renders what nobody has asked for yet. It leaves one of the
// renderer's places free for visitors, where there is more than one.
func (s *Store) warmUp(ctx context.Context, next *snapshot) {
	work := make(chan *entry)
	var workers sync.WaitGroup
	for range max(1, min(s.options.Renderer.Size(), runtime.GOMAXPROCS(0))-1) {
		workers.Go(func() {
			for e := range work {
				s.prepare(ctx, e)
			}
		})
	}
	for _, e := range next.ordered {
		if ctx.Err() != nil {
			break
		}
		if e.rendered.Load() != nil {
			continue
		}
		select {
		case work <- e:
		case <-ctx.Done():
		}
	}
	close(work)
	workers.Wait()
}

// prepare renders a page for the warm-up. A panic costs the page its place in
// the warm-up, not the process: whoever asks for the page meets it again, where
// it is answered.
func (s *Store) prepare(ctx context.Context, e *entry) {
	defer func() {
		if cause := recover(); cause != nil {
			s.options.Logger.Error("panic while rendering ahead", "path", e.location(), "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		}
	}()
	s.html(ctx, e)
}
