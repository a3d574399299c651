package pages

import (
	"context"
	"fmt"
	"runtime/debug"
)

// startWarmUp starts those who work in the background. They leave one of the
// renderer's places free for visitors, where there is more than one: a page
// that never ends takes a place for long.
func (s *Store) startWarmUp() {
	ctx, cancel := context.WithCancel(context.Background())
	s.stopWarmUp = cancel
	for range max(1, s.options.Renderer.Size()-1) {
		s.warmUps.Go(func() {
			for {
				next, more := s.agenda.take(ctx)
				if !more {
					return
				}
				s.visitors.give(ctx)
				got := s.work(ctx, next)
				if round, last := s.agenda.done(next, got); last && ctx.Err() == nil {
					s.endRound(next.owner, round)
				}
			}
		})
	}
}

// work does a job. A panic costs the page its place in the warm-up, not the
// process: whoever asks for the page meets it again, where it is answered.
func (s *Store) work(ctx context.Context, next job) (got outcome) {
	defer func() {
		if cause := recover(); cause != nil {
			s.options.Logger.Error("panic while rendering ahead", "path", next.entry.location(), "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		}
	}()
	if ctx.Err() != nil {
		return outcome{left: true}
	}
	return s.prepare(ctx, next.owner, next.entry)
}

// prepare makes a page ready that nobody has asked for. It drives nothing out of
// the memory; where neither memory nor cache can keep it, it is left alone.
func (s *Store) prepare(ctx context.Context, owner *snapshot, e *entry) outcome {
	known, data, err := s.editionOf(e)
	if err != nil {
		s.options.Logger.Error("page could not be encoded", "path", e.location(), "revision", owner.rev.ID, "error", err)
		return outcome{}
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	if known.drawn.Load() {
		s.settle(e, known)
		return outcome{}
	}
	room := s.shelf.room()
	if s.options.Cache != nil && s.options.Cache.Has(known.key) {
		if !room {
			known.drawn.Store(true)
			s.settle(e, known)
			return outcome{recalled: true}
		}
		if ready := s.recall(e, known); ready != nil {
			s.shelf.offer(&known.html, ready)
			s.settle(e, known)
			return outcome{recalled: true}
		}
	}
	if !room && (s.options.Cache == nil || !s.options.Cache.Keeps()) {
		return outcome{left: true}
	}
	if s.options.Now().Before(known.retryAt) {
		return outcome{again: known.retryAt}
	}
	ready, err := s.draw(ctx, e, known, data)
	if err != nil {
		s.noteFailure(owner, e, known, err)
		return outcome{again: known.retryAt}
	}
	s.shelf.offer(&known.html, ready)
	s.settle(e, known)
	return outcome{drawn: true}
}

// endRound tells that every page is ready.
func (s *Store) endRound(owner *snapshot, round WarmUp) {
	if round.Drawn+round.Cached > 0 {
		s.options.Logger.Info("pages are warm", "revision", owner.rev.ID, "pages", round.Pages, "drawn", round.Drawn, "cached", round.Cached,
			"failed", round.Failed, "left", round.Left, "took", round.Took.Round(1e6))
	}
	if s.options.Warmed != nil {
		s.options.Warmed(round)
	}
}
