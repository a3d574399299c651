package server

import (
	"net/netip"
	"sync"
	"time"
)

const (
	// How many requests with files are read at a time, and how many of one sender:
	// whoever sends slowly must not close the forms for all others. Others wait so
	// long, and are then told to come again.
	mostUploads     = 12
	mostUploadsEach = 4
	uploadWait      = 10 * time.Second
)

// uploadPlaces are the places for requests with files.
type uploadPlaces struct {
	all     chan struct{}
	mu      sync.Mutex
	senders map[netip.Prefix]*uploadSender
}

// uploadSender is somebody who has a place, or waits for one.
type uploadSender struct {
	places chan struct{}
	here   int // requests that have one or wait
}

func newUploadPlaces() *uploadPlaces {
	return &uploadPlaces{all: make(chan struct{}, mostUploads), senders: map[netip.Prefix]*uploadSender{}}
}

// enter waits for a place until somebody says that it takes too long. Where ok is true,
// leave must be called in the end.
func (u *uploadPlaces) enter(visitor netip.Addr, tooLong <-chan time.Time) (leave func(), ok bool) {
	bits := visitor.BitLen()
	if visitor.Is6() {
		bits = 64 // a connection has so many addresses
	}
	key := netip.PrefixFrom(visitor, bits).Masked()
	u.mu.Lock()
	sender := u.senders[key]
	if sender == nil {
		sender = &uploadSender{places: make(chan struct{}, mostUploadsEach)}
		u.senders[key] = sender
	}
	sender.here++
	u.mu.Unlock()
	gone := func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if sender.here--; sender.here == 0 {
			delete(u.senders, key)
		}
	}
	select {
	case sender.places <- struct{}{}:
	case <-tooLong:
		gone()
		return nil, false
	}
	select {
	case u.all <- struct{}{}:
	case <-tooLong:
		<-sender.places
		gone()
		return nil, false
	}
	return func() {
		<-u.all
		<-sender.places
		gone()
	}, true
}
