//go:build !race

// One goroutine does all of it, at length.

package contact_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// TestTwoAddressesCannotFillTheDisk sends posts as large as a form takes from two
// addresses for a day, as fast as they are taken.
func TestTwoAddressesCannotFillTheDisk(t *testing.T) {
	o := open(limited)
	stored, mails := 0, 0
	for i := range 24 * 60 * 6 {
		sent := from(fmt.Sprintf("198.51.100.%d", 1+i%2), i)
		sent.Values["message"] = site.FormValue{Text: strings.Repeat("\U0001F600", 4_900) + essay(i, 10)}
		for range 20 {
			if receipt := o.accept(t, sent); receipt.Code == "too_many_requests" && receipt.RetryAfter > 0 {
				break
			}
			s := o.store.last(t)
			stored += len(s.Value("message"))
			if m := o.store.messages[len(o.store.messages)-1][0]; !m.Withheld && strings.Contains(s.Suspect, "budget") {
				t.Fatalf("suspect %q has mails", s.Suspect)
			} else if s.Suspect == "" && !m.Withheld {
				mails++
			}
		}
		o.clock.Add(10 * time.Second)
	}
	if stored > 30<<20 || mails > 15*25 {
		t.Errorf("%d MB are stored, and %d mails sent", stored>>20, mails)
	}
	if receipt := o.accept(t, from("203.0.113.1", 1)); !receipt.Stored() || o.store.last(t).Suspect != "" {
		t.Errorf("a person elsewhere: %+v", receipt)
	}
}
