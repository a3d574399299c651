package pages

import (
	"bytes"
	"sync"
	"sync/atomic"

	"github.com/evenlight/marquee/internal/site"
)

// perSlot is what a prepared answer takes beside its bytes, about.
const perSlot = 512

// slot is the place of one prepared answer in memory. Who reads it takes no
// lock and allocates nothing.
type slot struct {
	held atomic.Pointer[site.Representation] // nil while it is not in memory
	used atomic.Bool                         // since the shelf looked last

	// Both belong to the shelf.
	size  int64
	place int // from 1; 0 is not on the shelf
}

// get returns what is held, or nil, and notes that it is of use.
func (t *slot) get() *site.Representation {
	r := t.held.Load()
	if r != nil && !t.used.Load() { // written only when needed: all processors share it
		t.used.Store(true)
	}
	return r
}

// named returns an answer of the slot under the name of a revision. The bytes
// are the same in every revision that has the edition, so a publish changes
// nothing; the first request after it does, and the others find it done.
func (t *slot) named(r *site.Representation, revision string) *site.Representation {
	if r.Revision == revision {
		return r
	}
	renamed := *r
	renamed.Revision = revision
	t.held.CompareAndSwap(r, &renamed) // otherwise somebody else was faster
	return &renamed
}

// shelf bounds how many bytes all slots hold together. What was not asked for
// since the hand came by the last time goes first (second chance).
type shelf struct {
	mu    sync.Mutex
	limit int64
	bytes int64
	ring  []*slot
	hand  int
}

// put fills a slot, and empties others where there is no room. What is new
// counts as used when it is asked for again: else a few visits to many pages
// would drive out what everybody wants.
func (s *shelf) put(t *slot, r *site.Representation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fill(t, r)
	for s.bytes > s.limit && len(s.ring) > 1 {
		s.hand %= len(s.ring)
		candidate := s.ring[s.hand]
		if candidate == t || candidate.used.Swap(false) {
			s.hand++
			continue
		}
		s.remove(candidate)
	}
}

// offer fills a slot where there is room, and reports whether there was. What
// nobody has asked for drives nothing out.
func (s *shelf) offer(t *slot, r *site.Representation) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes-t.size+sizeOf(r) > s.limit {
		return false
	}
	s.fill(t, r)
	return true
}

// drop empties a slot.
func (s *shelf) drop(t *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.place > 0 {
		s.remove(t)
	}
}

// room reports whether an answer of usual size would find a place.
func (s *shelf) room() bool {
	const usual = 64 << 10
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes+min(usual, s.limit/16) <= s.limit
}

func (s *shelf) held() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

func (s *shelf) fill(t *slot, r *site.Representation) {
	if t.place == 0 {
		s.ring = append(s.ring, t)
		t.place = len(s.ring)
	}
	size := sizeOf(r)
	s.bytes += size - t.size
	t.size = size
	t.held.Store(r)
}

// remove empties a slot and gives its place to the last one.
func (s *shelf) remove(t *slot) {
	last := s.ring[len(s.ring)-1]
	s.ring[t.place-1], last.place = last, t.place
	s.ring[len(s.ring)-1] = nil
	s.ring = s.ring[:len(s.ring)-1]
	s.bytes -= t.size
	t.place, t.size = 0, 0
	t.held.Store(nil)
}

func sizeOf(r *site.Representation) int64 {
	return int64(cap(r.Body)+cap(r.Gzip)+cap(r.Brotli)) + perSlot
}

// snug gives back the room that was left at the end of what is kept for long.
func snug(r *site.Representation) {
	for _, part := range []*[]byte{&r.Body, &r.Gzip, &r.Brotli} {
		if cap(*part)-len(*part) > len(*part)/16 {
			*part = bytes.Clone(*part)
		}
	}
}
