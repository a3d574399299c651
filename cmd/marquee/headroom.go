package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"github.com/evenlight/marquee/internal/pages"
)

const (
	// How much garbage may lie beside what lives, in bytes. Twice as much as is
	// alive, as Go has it by default, is right for a few megabytes; beside
	// hundreds of megabytes of content it would be memory that never pays.
	garbage = 40 << 20
	// How much the percentage must be off before it is set again, which stops
	// everything for a moment.
	tolerance = 10
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

	mu      sync.Mutex
	running bool
	percent int // that was set last
	before  int // to be set again in the end
	warm    bool
}

func newHeadroom(getenv func(string) string) *headroom { return &headroom{off: getenv("GOGC") != ""} }

// start begins to set the collector's percentage after each of its cycles. Before,
// while the content is read, most of what is allocated is garbage at once, and
// collecting more often would only delay the first page.
func (h *headroom) start() {
	if h.off {
		return
	}
	h.mu.Lock()
	h.running, h.percent = true, 100
	h.before = debug.SetGCPercent(h.percent)
	h.mu.Unlock()
	h.watch()
}

// stop gives the collector back as it was.
func (h *headroom) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running {
		h.running = false
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
	if count >= manyCodings && live() <= garbage {
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
	percent := percentFor(live())
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
// percent of what lives.
func percentFor(live uint64) int {
	if live <= garbage {
		return 100
	}
	return int(max(garbage*100/live, tolerance))
}
