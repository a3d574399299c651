package pages

import (
	"context"
	"time"
)

const (
	// How many answers to native form posts are drawn at once at most.
	formPlaces = 2
	// How many wait for a place, and for how long. Who comes later or waits
	// longer gets the page that needs no templates. It is less than the log
	// calls slow, or a flood of posts would be one of lines.
	formQueue = 64
	formWait  = 750 * time.Millisecond
)

// gate lets a few in at a time, lets a few more wait, and turns the rest away:
// pages that are drawn for one visitor alone must not take the renderer from
// those that are drawn once for all.
type gate struct {
	queue, places chan struct{}
	wait          time.Duration
}

// newGate returns a gate that leaves one of the renderer's places to others,
// where it has more than one.
func newGate(size int) gate {
	places := max(1, min(formPlaces, size-1))
	return gate{queue: make(chan struct{}, places+formQueue), places: make(chan struct{}, places), wait: formWait}
}

// enter reports whether there was a place in time; then leave must be called.
func (g gate) enter(ctx context.Context) bool {
	select {
	case g.queue <- struct{}{}:
	default:
		return false
	}
	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case g.places <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	<-g.queue
	return false
}

func (g gate) leave() {
	<-g.places
	<-g.queue
}
