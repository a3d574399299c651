package pages

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// warmUp renders pages of a snapshot ahead of visitors, several at once, until the
// context ends. It begins with no page as long as a visitor waits for one, and a page
// that fails is tried again when somebody asks for it.
func (s *Store) warmUp(ctx context.Context, owner *snapshot, pending []*page) {
	began := s.options.Now()
	var all sync.WaitGroup
	for _, p := range pending {
		for s.waiting.Load() > 0 && ctx.Err() == nil {
			time.Sleep(2 * time.Millisecond)
		}
		// All warm-ups share the places: the one before may still be at its last pages.
		if s.ahead.Acquire(ctx, 1) != nil {
			break
		}
		all.Go(func() {
			defer s.ahead.Release(1)
			s.prepare(ctx, owner, p)
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return
	}
	if len(pending) > 0 {
		ready, pages := s.Pages()
		s.options.Logger.Info("pages are warm", "revision", owner.rev.ID, "pages", pages, "ready", ready,
			"took", s.options.Now().Sub(began).Round(time.Millisecond))
	}
	if s.options.Warm != nil {
		s.options.Warm()
	}
}

// prepare makes a page ready that nobody has asked for. It evicts nothing from
// memory; where neither memory nor cache can store the page, it is left alone.
func (s *Store) prepare(ctx context.Context, owner *snapshot, p *page) {
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

	limit, cache := s.options.Memory, s.options.Cache
	if cache != nil {
		limit /= 4 // reading a page from the disk takes a millisecond: most of memory is for what is asked for
	}
	n, room := entryKey{key, "html"}, s.memory.room(limit)
	known := room && s.stored(key, owner.rev.ID) != nil ||
		!room && (s.memory.find(n) != nil || cache != nil && cache.Has(key))
	switch {
	case known:
		s.settle(p)
		return
	case !room && cache == nil, s.options.Now().Before(p.failures.until):
		return
	}
	r, err := s.render(ctx, p, key)
	if err != nil {
		s.noteFailure(owner, p, err)
		return
	}
	if room {
		s.memory.put(n, r)
	}
	s.settle(p)
}
