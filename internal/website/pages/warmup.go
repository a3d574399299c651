package pages

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// giveWay returns when no visitor waits for a page, or when the context has ended: the
// warm-up begins with no page as long as there are any.
func (s *Store) giveWay(ctx context.Context) {
	for s.waiting.Load() > 0 && ctx.Err() == nil {
		time.Sleep(2 * time.Millisecond)
	}
}

// pass is one way of the warm-up through pages: how many were rendered, were found in the cache, could not be rendered,
// and were left to their first visitors because there is no room to store them.
type pass struct{ rendered, cached, failed, left atomic.Int64 }

// warmUp renders pages of a snapshot ahead of visitors, until the context ends. A page that fails is tried again when
// somebody asks for it.
func (s *Store) warmUp(ctx context.Context, owner *snapshot, pending []*page) {
	began := s.options.Now()
	done := s.warm(ctx, owner, pending)
	if ctx.Err() != nil {
		return
	}
	if len(pending) > 0 {
		s.options.Logger.Info("pages are warm", "revision", owner.rev.ID, "pages", len(owner.ordered),
			"rendered", done.rendered.Load(), "cached", done.cached.Load(), "failed", done.failed.Load(),
			"left", done.left.Load(), "took", s.options.Now().Sub(began).Round(time.Millisecond))
	}
	if s.options.Warm != nil {
		s.options.Warm()
	}
}

// warm goes through pages, several at once.
func (s *Store) warm(ctx context.Context, owner *snapshot, pending []*page) *pass {
	done := &pass{}
	var all sync.WaitGroup
	defer all.Wait()
	for _, p := range pending {
		s.giveWay(ctx)
		// All warm-ups share the places: the one before may still be at its last pages.
		if s.ahead.Acquire(ctx, 1) != nil {
			break
		}
		all.Go(func() {
			defer s.ahead.Release(1)
			s.prepare(ctx, owner, p, done)
		})
	}
	return done
}

// prepare makes a page ready that nobody has asked for. It evicts nothing from
// memory; where neither memory nor cache can store the page, it is left alone.
func (s *Store) prepare(ctx context.Context, owner *snapshot, p *page, done *pass) {
	defer func() {
		// A panic costs the page its place in the warm-up, not the process: who asks
		// for the page meets it again, where it is answered.
		if cause := recover(); cause != nil {
			s.options.Logger.Error("panic while rendering ahead", "path", p.address(),
				"cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		}
	}()
	if !p.rendering.TryLock() {
		return // somebody else renders it just now
	}
	defer p.rendering.Unlock()
	if p.rendered.Load() {
		return
	}
	key, err := s.keyOf(p)
	if err != nil {
		s.options.Logger.Error("page could not be encoded", "path", p.address(), "revision", owner.rev.ID, "error", err)
		return
	}
	limit := s.options.Memory
	if s.options.Cache != nil {
		limit /= 4 // reading a page from the disk takes a millisecond: most of memory is for what is asked for
	}
	n, room := entryKey{key, "html"}, s.memory.room(limit)
	switch {
	case s.memory.find(n) != nil || !room && s.options.Cache != nil && s.options.Cache.Has(key):
		s.settle(p)
		done.cached.Add(1)
		return
	case !room && s.options.Cache == nil:
		done.left.Add(1)
		return
	}
	if room {
		if r := s.recall(key); r != nil {
			s.memory.put(n, r)
			s.settle(p)
			done.cached.Add(1)
			return
		}
	}
	if s.options.Now().Before(p.failures.until) {
		return
	}
	r, err := s.render(ctx, p, key)
	if err != nil {
		s.noteFailure(owner, p, err)
		done.failed.Add(1)
		return
	}
	if room {
		s.memory.put(n, r)
	}
	s.settle(p)
	done.rendered.Add(1)
}
