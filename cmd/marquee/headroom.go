package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/website/pages"
)

const (
	// How much garbage may lie beside what lives, in bytes. As much as is alive,
	// as Go has it by default, is right for a few megabytes; beside hundreds of
	// megabytes of content it would be memory that never pays. Most is wanted while
	// thousands of pages are drawn, when the collector would run all the time.
	garbage, garbageAtWork = 16 << 20, 56 << 20
	// A cycle of the collector that follows the one before so soon means work.
	atWork = 2 * time.Second
	// How much the percentage must be off before it is set again, which stops
	// everything for a moment.
	tolerance = 10
	// The percentage while content is read. It takes a sixth of the time off the
	// start with 10,000 pages.
	whileLoading = 200
	// After a warm-up of so many pages memory goes back to the system at once.
	manyPages = 1000
	// The best codings need 4 MB for each page while they are made: after so many
	// pages a small heap is twice as large as it was.
	manyCodings = 10
)

// headroom bounds how much memory the garbage collector uses beside what lives.
// An operator who sets GOGC decides alone.
type headroom struct {
	off bool
	now func() time.Time

	mu      sync.Mutex
	running bool // whether the percentage follows what lives
	changed bool // whether it is another than before
	percent int  // that was set last
	before  int  // to be set again in the end
	warm    bool
	last    time.Time // when the collector ran last
}

func newHeadroom(getenv func(string) string) *headroom {
	return &headroom{off: getenv("GOGC") != "", now: time.Now}
}

// load lets more garbage pile up while the content is read: most of what is
// allocated then is garbage at once, and to look for it would only delay the
// first page. It ends with start or stop.
func (h *headroom) load() {
	if h.off {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.before, h.changed = debug.SetGCPercent(whileLoading), true
}

// start begins to set the collector's percentage after each of its cycles.
func (h *headroom) start() {
	if h.off {
		return
	}
	h.mu.Lock()
	h.running, h.percent = true, 100
	debug.SetGCPercent(h.percent)
	h.mu.Unlock()
	h.watch()
}

// stop gives the collector back as it was.
func (h *headroom) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running = false
	if h.changed {
		h.changed = false
		debug.SetGCPercent(h.before)
	}
}

// warmed gives memory back to the system that only starting needed.
func (h *headroom) warmed(round pages.WarmUp) {
	h.mu.Lock()
	first := !h.warm
	h.warm = true
	h.mu.Unlock()
	if first || round.Drawn+round.Cached >= manyPages {
		debug.FreeOSMemory()
	}
}

// improved gives back what the best codings needed, where that is much beside
// what lives.
func (h *headroom) improved(count int) {
	if count >= manyCodings && live() <= garbageAtWork {
		debug.FreeOSMemory()
	}
}

// cycle is garbage from the start: what is done when it is collected is done
// once in every cycle of the collector.
type cycle struct{ _ *headroom }

func (h *headroom) watch() {
	runtime.AddCleanup(&cycle{}, func(h *headroom) {
		if h.adjust() {
			h.watch()
		}
	}, h)
}

// adjust sets the percentage by what lives, and reports whether to go on.
func (h *headroom) adjust() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.running {
		return false
	}
	now := h.now()
	limit := uint64(garbage)
	if now.Sub(h.last) < atWork {
		limit = garbageAtWork
	}
	h.last = now
	percent := percentFor(live(), limit)
	if off := percent - h.percent; off >= tolerance || off <= -tolerance {
		h.percent = percent
		debug.SetGCPercent(percent)
	}
	return true
}

// live returns how many bytes were in use when the collector looked last.
func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// percentFor returns how much may be allocated before the next collection, in
// percent of what lives, where so many bytes of garbage may lie about.
func percentFor(live, limit uint64) int {
	if live <= limit {
		return 100
	}
	return int(max(limit*100/live, tolerance))
}
