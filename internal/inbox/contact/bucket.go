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

// bucket counts what runs out evenly, one in a given time. It is the moment at
// which all of it has run out (the generic cell rate algorithm), so that an
// account of a sender is small.
type bucket time.Duration

// level returns how many are in it, a begun one as one.
func (b *bucket) level(at, every time.Duration) int {
	if rest := time.Duration(*b) - at; rest > 0 {
		return int((rest + every - 1) / every)
	}
	return 0
}

// add puts some in.
func (b *bucket) add(n int, at, every time.Duration) {
	*b = max(*b, bucket(at)) + bucket(n)*bucket(every)
}

// take puts one in, unless it would be more than fit.
func (b *bucket) take(room int, at, every time.Duration) bool {
	if b.full(room, at, every) > 0 {
		return false
	}
	b.add(1, at, every)
	return true
}

// full returns how long to wait for room; zero where there is some.
func (b *bucket) full(room int, at, every time.Duration) time.Duration {
	if over := time.Duration(*b) - at - time.Duration(room-1)*every; over > 0 {
		return max(time.Second, over)
	}
	return 0
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
