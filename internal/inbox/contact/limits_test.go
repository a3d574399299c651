package contact_test

import (
	"fmt"
	"net/netip"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
)

// from is an inquiry whose text nobody else sends.
func from(address string, number int) site.Inquiry {
	sent := asJSON(with(message(), "message", fmt.Sprintf("What does website number %d cost, and when is it done?", number)))
	sent.Address = netip.MustParseAddr(address)
	return sent
}

func suspects(o *office) (n int) {
	for _, s := range o.store.kept {
		if s.Suspect != "" {
			n++
		}
	}
	return n
}

func TestFiveHundredPeopleBehindOneAddressAreHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := open(limited, func(c *contact.Config) { c.Now = time.Now })
		sent := 0
		send := func(n int, within time.Duration) {
			for range n {
				if receipt := o.Accept(t.Context(), from("198.51.100.1", sent)); !receipt.Stored() {
					t.Fatalf("person %d is refused: %+v", sent, receipt)
				}
				sent++
				time.Sleep(within / time.Duration(n))
			}
		}
		send(230, 4*time.Minute+30*time.Second)
		send(40, time.Minute)
		send(230, 4*time.Minute+30*time.Second)
		if len(o.store.kept) != 500 || suspects(o) != 0 {
			t.Errorf("%d are stored, %d of them suspects", len(o.store.kept), suspects(o))
		}
	})
}

func TestARobotIsStoredAtMost120TimesInAnyMinute(t *testing.T) {
	for name, address := range map[string]func(i int) string{
		"IPv4": func(int) string { return "198.51.100.1" },
		"IPv4 in IPv6": func(i int) string {
			if i%2 == 0 {
				return "198.51.100.1"
			}
			return "::ffff:198.51.100.1"
		},
		"all of an IPv6 /64": func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i%60_000) },
	} {
		t.Run(name, func(t *testing.T) {
			o := open(limited)
			o.clock.Add(4 * time.Second) // the counter's slots begin at other moments than the robot
			var stored []time.Time
			for i := range 3_000 { // 1,000 a minute
				receipt := o.accept(t, from(address(i), i))
				switch {
				case receipt.Stored():
					stored = append(stored, o.clock.Now())
				case receipt.Code != "too_many_requests" || receipt.Message != "too many" || receipt.RetryAfter < time.Second || receipt.RetryAfter > 65*time.Second:
					t.Fatalf("receipt = %+v", receipt)
				case receipt.SiteID != "" || receipt.Values != nil:
					t.Fatal("it was read before it was refused")
				}
				o.clock.Add(60 * time.Millisecond)
			}
			for i, at := range stored {
				if i >= 120 && at.Sub(stored[i-120]) < time.Minute {
					t.Fatalf("121 are stored within %s", at.Sub(stored[i-120]))
				}
			}
			if len(stored) < 300 {
				t.Errorf("%d are stored in 3 minutes", len(stored))
			}
		})
	}
}

func TestAfterTheAdvisedTimeThereIsRoomAgain(t *testing.T) {
	o := open(limited)
	o.clock.Add(7 * time.Second)
	for i := range 120 {
		if receipt := o.accept(t, from("198.51.100.1", i)); !receipt.Stored() {
			t.Fatalf("%d: %+v", i, receipt)
		}
	}
	refused := o.accept(t, from("198.51.100.1", 120))
	o.clock.Add(refused.RetryAfter - time.Millisecond)
	if receipt := o.accept(t, from("198.51.100.1", 120)); receipt.Code != "too_many_requests" {
		t.Errorf("before that: %+v", receipt)
	}
	o.clock.Add(time.Millisecond)
	if receipt := o.accept(t, from("198.51.100.1", 120)); !receipt.Stored() {
		t.Errorf("after %s: %+v", refused.RetryAfter, receipt)
	}
	if receipt := o.accept(t, from("198.51.100.2", 121)); !receipt.Stored() {
		t.Errorf("a neighbour: %+v", receipt)
	}
}

func TestANetworkGetsTenTimesAsMuchAsAnAddress(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Limits.StoresBurst = 10_000 })
	for i := range 2_000 {
		o.accept(t, from(fmt.Sprintf("2001:db8:1:%x::1", i), i))
	}
	if len(o.store.kept) != 1_200 {
		t.Errorf("%d of a /48 are stored", len(o.store.kept))
	}
	if receipt := o.accept(t, from("2001:db8:2::1", 2_000)); !receipt.Stored() {
		t.Errorf("another network: %+v", receipt)
	}
}

func TestInquiriesThatDoNotFitCountForTheirAddressOnly(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Limits.HardPerMinute = 1_000 })
	for range 500 {
		if receipt := o.accept(t, raw("{}")); receipt.Code != "invalid_form" {
			t.Fatalf("receipt = %+v", receipt)
		}
	}
	for i := range 200 {
		if receipt := o.accept(t, from(fmt.Sprintf("198.51.100.%d", i), i)); !receipt.Stored() {
			t.Fatalf("%d: %+v", i, receipt)
		}
	}
	receipt := o.accept(t, from("203.0.113.1", 200))
	if receipt.Code != "unavailable" || receipt.RetryAfter != time.Second || receipt.Values["name"] != "Ann Lee" {
		t.Errorf("the 201st at once: %+v", receipt)
	}
	o.clock.Add(time.Second)
	for i := range 20 {
		if receipt := o.accept(t, from(fmt.Sprintf("203.0.113.%d", i), 300+i)); !receipt.Stored() {
			t.Fatalf("%d, a second later: %+v", i, receipt)
		}
	}
	if receipt := o.accept(t, from("203.0.113.99", 400)); receipt.Code != "unavailable" {
		t.Errorf("the 21st of a second: %+v", receipt)
	}
}

func TestClocksThatJumpRefuseNobodyForLong(t *testing.T) {
	for name, jump := range map[string]time.Duration{"an hour back": -time.Hour, "an hour on": time.Hour, "ten years on": 87_600 * time.Hour, "ten years back": -87_600 * time.Hour} {
		o := open(limited)
		for i := range 30 {
			o.clock.Add(time.Second)
			o.accept(t, from("198.51.100.1", i))
		}
		o.clock.Add(jump)
		for i := range 60 {
			if receipt := o.accept(t, from("198.51.100.1", i)); !receipt.Stored() {
				t.Errorf("%s: %+v", name, receipt)
				break
			}
		}
	}
}

func TestWithoutLimitsNothingIsCounted(t *testing.T) {
	o := open()
	for range 1_000 {
		sent := asJSON(with(message(), "message", "The same text again and again, from very many addresses."))
		sent.Address = netip.Addr{}
		if receipt := o.accept(t, sent); !receipt.Stored() {
			t.Fatalf("receipt = %+v", receipt)
		}
	}
	if suspects(o) != 0 {
		t.Errorf("%d suspects", suspects(o))
	}
}

func TestAllWithoutAnAddressAreOne(t *testing.T) {
	o := open(limited)
	for range 121 {
		sent := asJSON(message())
		sent.Address = netip.Addr{}
		o.accept(t, sent)
	}
	if len(o.store.kept) != 120 {
		t.Errorf("%d are stored", len(o.store.kept))
	}
}

// TestMemoryIsBounded sends from 50,000 addresses, five times as many as are remembered.
func TestMemoryIsBounded(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Limits.Addresses = 10_000 })
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	sent := raw("")
	send := func(n int) {
		for i := range n {
			sent.Address = netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
			o.Accept(t.Context(), sent)
		}
		o.outcomes = nil
	}
	send(10_000)
	full := heap()
	send(50_000)
	if after := heap(); after > full+1<<20 || full > 12<<20 {
		t.Errorf("%d MB with 10,000 addresses, %d MB after 50,000", full>>20, after>>20)
	}
	runtime.KeepAlive(o)
}
