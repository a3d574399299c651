package render

import (
	"context"
	"slices"
	"sync"
)

// slots hands machines to those who draw, one machine to one of them. Who
// waits longest is first. A machine that was used last is used next, so that a
// pool which has little to do starts few.
type slots struct {
	mu        sync.Mutex
	idle      []*machine
	unstarted int
	busy      int
	waiting   []chan *machine
	// Closed when all machines are idle after close; nil before it.
	settled chan struct{}
}

// take waits for a place and returns its machine; nil where the machine was
// not started yet. Every place has to be given back.
func (s *slots) take(ctx context.Context) (*machine, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	if s.settled != nil {
		s.mu.Unlock()
		return nil, ErrClosed
	}
	if last := len(s.idle) - 1; last >= 0 {
		m := s.idle[last]
		s.idle = s.idle[:last]
		s.busy++
		s.mu.Unlock()
		return m, nil
	}
	if s.unstarted > 0 {
		s.unstarted--
		s.busy++
		s.mu.Unlock()
		return nil, nil
	}
	turn := make(chan *machine, 1)
	s.waiting = append(s.waiting, turn)
	s.mu.Unlock()
	select {
	case m, open := <-turn:
		if !open {
			return nil, ErrClosed
		}
		return m, nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	at := slices.Index(s.waiting, turn)
	if at >= 0 {
		s.waiting = slices.Delete(s.waiting, at, at+1)
	}
	s.mu.Unlock()
	if at < 0 {
		// It was this one's turn at the same moment.
		if m, open := <-turn; open {
			s.give(m)
		}
	}
	return nil, ctx.Err()
}

// give hands a place to whoever is next. The machine is nil where it has to be
// started anew.
func (s *slots) give(m *machine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) > 0 {
		s.waiting[0] <- m
		s.waiting = slices.Delete(s.waiting, 0, 1)
		return
	}
	s.busy--
	if m == nil {
		s.unstarted++
	} else {
		s.idle = append(s.idle, m)
	}
	if s.settled != nil && s.busy == 0 {
		close(s.settled)
	}
}

// close turns away whoever waits, waits for those who draw, and returns the
// machines. Nobody gets a place any more.
func (s *slots) close() []*machine {
	s.mu.Lock()
	if s.settled == nil {
		s.settled = make(chan struct{})
		if s.busy == 0 {
			close(s.settled)
		}
	}
	for _, turn := range s.waiting {
		close(turn)
	}
	s.waiting = nil
	s.mu.Unlock()
	<-s.settled
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.idle
	s.idle = nil
	return left
}
