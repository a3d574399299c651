package render

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// slots hands out machines, each to one goroutine at a time. Requests are served
// in order. The machine that was used last is used next, so that a pool which
// has little to do starts few.
type slots struct {
	size int64
	sem  *semaphore.Weighted

	mu     sync.Mutex
	idle   []*machine
	closed bool
}

func newSlots(size int, idle ...*machine) *slots {
	return &slots{size: int64(size), sem: semaphore.NewWeighted(int64(size)), idle: idle}
}

// take waits for a slot and returns its machine; nil where the machine was not
// started yet. Every slot has to be given back.
func (s *slots) take(ctx context.Context) (*machine, error) {
	if err := s.sem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		s.sem.Release(1)
		return nil, ErrClosed
	}
	last := len(s.idle) - 1
	if last < 0 {
		return nil, nil
	}
	m := s.idle[last]
	s.idle = s.idle[:last]
	return m, nil
}

// give returns a slot. The machine is nil where it has to be started anew.
func (s *slots) give(m *machine) {
	if m != nil {
		s.mu.Lock()
		s.idle = append(s.idle, m)
		s.mu.Unlock()
	}
	s.sem.Release(1)
}

// close waits for the pages that are being rendered and returns the machines.
// Who waits for a slot, or asks later, gets [ErrClosed].
func (s *slots) close() []*machine {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	// Without an end of its context, Acquire cannot fail.
	_ = s.sem.Acquire(context.Background(), s.size)
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.idle
	s.idle = nil
	s.sem.Release(s.size)
	return left
}
