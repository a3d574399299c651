package outbox

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// provider takes each key once, fails every third call, and notices when a key is sent twice at the same time.
type provider struct {
	mu      sync.Mutex
	calls   int
	taken   map[string]int
	flying  map[string]bool
	overlap bool
}

func (p *provider) Reserve(ctx context.Context) error { return ctx.Err() }

func (p *provider) Send(_ context.Context, key string, _ site.Message) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.overlap = p.overlap || p.flying[key]
	p.flying[key] = true
	p.calls++
	if p.calls%3 == 0 {
		delete(p.flying, key)
		if p.calls%2 == 0 {
			p.taken[key]++ // Taken, and the answer is lost.
		}
		return "", errors.New("reset")
	}
	p.taken[key]++
	delete(p.flying, key)
	return key, nil
}

func TestManyWorkersOfTwoNodesSendEverythingUnderOneKeyEach(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		// What a worker that is stopped could not record in time waits for its lease to end, which takes a clock that runs.
		s.clock.Set(time.Now())
		s.config.Now = time.Now
		s.Store = s.open()
		p := &provider{taken: map[string]int{}, flying: map[string]bool{}}
		again := func(c *WorkerConfig) { c.Jitter = func() float64 { return 0 } }
		first := s.run(worker(s, p, again))
		other := s.open()
		s.run(worker(s, p, again, func(c *WorkerConfig) { c.Store = other }))
		ids := s.saveMany(120)
		if err := first(); err != nil {
			t.Fatal(err)
		}
		more := s.saveMany(40)
		s.run(worker(s, p, again))
		testkit.Eventually(t, "all mail is sent", func() bool { return s.counts().Sent == len(ids)+len(more) })
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, id := range append(ids, more...) {
			if p.taken["contact/"+id] == 0 {
				t.Errorf("%s was never taken", id)
			}
		}
		if p.overlap || len(p.taken) != len(ids)+len(more) {
			t.Errorf("overlap %v, %d keys", p.overlap, len(p.taken))
		}
	})
}
