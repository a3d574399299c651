package contact

import "time"

// clock is the time since a limiter was made. It never goes back: what was
// counted would else run out years later.
type clock struct {
	start  time.Time
	latest time.Duration
	behind time.Duration
}

func (c *clock) at(now time.Time) time.Duration {
	at := now.Sub(c.start) + c.behind
	if at < c.latest {
		c.behind += c.latest - at
		at = c.latest
	}
	c.latest = at
	return at
}

// share is how many of something fit at once, and how soon each counts no more.
type share struct {
	room  int
	every time.Duration
}

// within is a share of so many in a time.
func within(n int, period time.Duration) share {
	return share{room: n, every: period / time.Duration(n)}
}

// bucket counts what runs out evenly. It is the moment at which all of it has run
// out (the generic cell rate algorithm), so that an account of a sender is small.
type bucket time.Duration

// fits reports whether so many more are within the share; begun ones count whole.
func (b *bucket) fits(n int, s share, at time.Duration) bool {
	rest := max(0, time.Duration(*b)-at)
	return int((rest+s.every-1)/s.every)+n <= s.room
}

// add puts some in.
func (b *bucket) add(n int, s share, at time.Duration) {
	*b = max(*b, bucket(at)) + bucket(n)*bucket(s.every)
}

// full returns how long to wait for room; zero where there is some.
func (b *bucket) full(s share, at time.Duration) time.Duration {
	if over := time.Duration(*b) - at - time.Duration(s.room-1)*s.every; over > 0 {
		return max(time.Second, over)
	}
	return 0
}

// measured is a bucket with its share.
type measured struct {
	*bucket
	share share
}

// take puts one into each, unless one of them has no room.
func take(at time.Duration, all ...measured) bool {
	for _, m := range all {
		if !m.fits(1, m.share, at) {
			return false
		}
	}
	for _, m := range all {
		m.add(1, m.share, at)
	}
	return true
}

const (
	slotLength = 5 * time.Second
	// One more than make a minute: with the slot that has just begun, what is counted is never less than 60 seconds.
	slots = 13
)

// window counts what came in the last 60 to 65 seconds. A bucket would let what it
// holds and a minute's refill pass in the same minute.
type window struct {
	counts [slots]uint32
	latest int64
}

// full returns how long to wait for room; zero where there is some.
func (w *window) full(at time.Duration, limit int) time.Duration {
	w.forward(at)
	if w.total() < limit {
		return 0
	}
	for slot := max(0, w.latest-slots+1); slot < w.latest; slot++ {
		if w.counts[slot%slots] > 0 {
			return max(time.Second, time.Duration(slot+slots)*slotLength-at)
		}
	}
	return max(time.Second, time.Duration(w.latest+slots)*slotLength-at)
}

// count counts one, and returns how many there are then.
func (w *window) count(at time.Duration) int {
	w.forward(at)
	w.counts[w.latest%slots]++
	return w.total()
}

func (w *window) total() (n int) {
	for _, count := range w.counts {
		n += int(count)
	}
	return n
}

// forward empties the slots that have run out.
func (w *window) forward(at time.Duration) {
	slot := int64(at / slotLength)
	for passed := min(slot-w.latest, slots); passed > 0; passed-- {
		w.counts[(slot-passed+1)%slots] = 0
	}
	w.latest = max(w.latest, slot)
}
