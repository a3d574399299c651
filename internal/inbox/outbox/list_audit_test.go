//go:build audit

package outbox

import (
	"testing"
	"time"
)

// The first page of 50,000 submissions, and of what a filter leaves of them, is there in 200 ms; words that are nowhere
// in half a second.
func TestFiftyThousandAreListed(t *testing.T) {
	s := newStage(t, Config{Dir: t.TempDir(), Quota: -1})
	s.fillMany(50_000)
	for _, c := range []struct {
		filter Filter
		limit  time.Duration
	}{
		{Filter{}, 200 * time.Millisecond},
		{Filter{Sites: []string{"shop"}}, 200 * time.Millisecond},
		{Filter{State: StateUnread}, 200 * time.Millisecond},
		{Filter{State: StateOpen, Sites: []string{"shop"}}, 200 * time.Millisecond},
		{Filter{State: StateFailed}, 200 * time.Millisecond},
		{Filter{Text: "nowhere"}, 500 * time.Millisecond},
	} {
		c.filter.Limit = 51
		best := time.Hour // of three: a busy machine is no failure
		for range 3 {
			begun := time.Now()
			if _, err := s.List(t.Context(), c.filter); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(begun))
		}
		if t.Logf("%+v: %v", c.filter, best); best > c.limit {
			t.Errorf("that takes more than %v", c.limit)
		}
	}
}
