package server

import (
	"net/netip"
	"testing"
	"time"
)

func TestOneSenderCannotTakeAllPlacesForFiles(t *testing.T) {
	places := newUploadPlaces()
	now := make(chan time.Time)
	close(now)
	var leave []func()
	enter := func(address string) bool {
		out, ok := places.enter(netip.MustParseAddr(address), nil)
		leave = append(leave, out)
		return ok
	}
	for range mostUploadsEach {
		enter("2001:db8::1")
	}
	if _, ok := places.enter(netip.MustParseAddr("2001:db8::2"), now); ok {
		t.Error("a neighbour address has a place of its own")
	}
	for range mostUploadsEach {
		enter("192.0.2.1")
		enter("192.0.2.2")
	}
	if _, ok := places.enter(netip.MustParseAddr("192.0.2.3"), now); ok {
		t.Errorf("there are more than %d places", mostUploads)
	}
	leave[0]()
	if out, ok := places.enter(netip.Addr{}, nil); !ok { // nobody knows who that is
		t.Error("the place is not free again")
	} else {
		out()
	}
	for _, out := range leave[1:] {
		out()
	}
	if len(places.senders) != 0 || places.taken != 0 {
		t.Errorf("%d senders and %d places are left", len(places.senders), places.taken)
	}
}
