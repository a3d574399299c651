package server

import (
	"fmt"
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
	for i := range mostUploads - mostUploadsEach {
		enter(fmt.Sprintf("192.0.2.%d", i))
	}
	if _, ok := places.enter(netip.MustParseAddr("198.51.100.3"), now); ok {
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
	if len(places.all) != 0 {
		t.Errorf("%d places are left", len(places.all))
	}
}
