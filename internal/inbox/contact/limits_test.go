//go:build !race

package contact_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
)

// from is an inquiry whose text nobody else sends.
func from(address string, number int) site.Inquiry {
	sent := asJSON(with(message(), "message", essay(number, 12), "email", fmt.Sprintf("ann%d@example.com", number)))
	sent.Address = netip.MustParseAddr(address)
	return sent
}

// essay returns a text of so many words; every number has another one.
func essay(number, words int) string {
	all := strings.Fields(`water garden window number letter yellow market doctor winter summer bakery mother school
		orange bridge travel museum coffee dinner camera pencil guitar island forest river mountain kitchen picture
		history weather holiday evening morning village student teacher company product service project quality balance`)
	random := rand.New(rand.NewPCG(uint64(number), 7))
	text := make([]string, words)
	for i := range text {
		text[i] = all[random.IntN(len(all))]
	}
	return strings.Join(text, " ")
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
	for name, test := range map[string]struct {
		address func(i int) string
		other   string
	}{
		"IPv6 /48": {func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i) }, "2001:db8:2::1"},
		"IPv4 /24": {func(i int) string { return fmt.Sprintf("198.51.100.%d", i%250) }, "198.51.101.1"},
	} {
		o := open(limited, func(c *contact.Config) { c.Limits.PerSecond = 1_000 })
		for i := range 2_000 {
			o.accept(t, from(test.address(i), i))
		}
		if len(o.store.kept) != 1_200 {
			t.Errorf("%s: %d are stored", name, len(o.store.kept))
		}
		if receipt := o.accept(t, from(test.other, 2_000)); !receipt.Stored() {
			t.Errorf("%s: another network: %+v", name, receipt)
		}
	}
}

func TestEverySiteHasLimitsOfItsOwn(t *testing.T) {
	o := open(limited)
	for i := range 121 {
		o.accept(t, from("198.51.100.1", i))
	}
	if receipt := o.accept(t, from("198.51.100.1", 121)); receipt.Code != "too_many_requests" {
		t.Fatalf("receipt = %+v", receipt)
	}
	sent := asJSON(inquiry())
	sent.Address = netip.MustParseAddr("198.51.100.1")
	if receipt := o.accept(t, sent); !receipt.Stored() || o.store.last(t).Suspect != "" {
		t.Errorf("another site: %+v, suspect %q", receipt, o.store.last(t).Suspect)
	}
}

// A program that posts to the host of a site need not name that site.
func TestWhatComesToAHostCountsForItsSite(t *testing.T) {
	content := sampleContent()
	content.Sites[1].Site.Space, content.Sites[1].Site.Path = "shop.example", "/"
	o := open(limited, func(c *contact.Config) { c.Revision = func() *site.Revision { return content } })
	sent := asJSON(with(inquiry(), "site", ""))
	sent.Space, sent.Address = "shop.example", netip.MustParseAddr("198.51.100.1")
	for range 121 {
		o.accept(t, sent)
	}
	if receipt := o.accept(t, sent); receipt.Code != "too_many_requests" {
		t.Errorf("the site of the host: %+v", receipt)
	}
	if receipt := o.accept(t, from("198.51.100.1", 1)); !receipt.Stored() || o.store.last(t).Suspect != "" {
		t.Errorf("the main site: %+v, suspect %q", receipt, o.store.last(t).Suspect)
	}
}

func TestInquiriesThatDoNotFitCountForTheirAddressOnly(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Limits.PerMinute = 1_000 })
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

func TestAFloodOfSuspectsLeavesRoomForPeople(t *testing.T) {
	o := open(limited)
	refused := 0
	for i := range 1_000 {
		sent := asJSON(with(message(), "homepage", "x"))
		sent.Address = netip.AddrFrom4([4]byte{10, byte(i >> 8), byte(i), 1})
		if receipt := o.accept(t, sent); receipt.Code == "unavailable" {
			refused++
		}
	}
	if refused != 950 {
		t.Errorf("%d of 1,000 suspects at once are refused", refused)
	}
	if receipt := o.accept(t, from("198.51.100.1", 1)); !receipt.Stored() || o.store.last(t).Suspect != "" {
		t.Errorf("a person: %+v", receipt)
	}
}

// TestAFloodAtOneSiteLeavesRoomForOthers lets many addresses use up what a site
// takes in a day.
func TestAFloodAtOneSiteLeavesRoomForOthers(t *testing.T) {
	o := open(func(c *contact.Config) { c.Limits = &contact.Limits{SitePerDay: 48} })
	send := func(i int) (suspect string) {
		if receipt := o.accept(t, from(fmt.Sprintf("198.51.%d.1", i), i)); !receipt.Stored() {
			t.Fatalf("%+v", receipt)
		}
		return o.store.last(t).Suspect
	}
	for i := range 60 {
		if suspect := send(i); (i < 48) != (suspect == "") {
			t.Fatalf("post %d is %q", i, suspect)
		}
		if m := o.store.messages[len(o.store.messages)-1][0]; m.Withheld != (i >= 30) { // a form mails thirty at once
			t.Fatalf("mails of post %d are withheld: %t", i, m.Withheld)
		}
	}
	elsewhere := from("203.0.113.1", 1)
	for name, text := range map[string]string{"site": "shop", "type": "contact", "subject": "design"} {
		elsewhere.Values[name] = site.FormValue{Text: text}
	}
	if receipt := o.accept(t, elsewhere); !receipt.Stored() || receipt.SiteID != "shop" || strings.Contains(o.store.last(t).Suspect, "site-budget") {
		t.Errorf("another site: %+v, %q", receipt, o.store.last(t).Suspect)
	}
	o.clock.Add(time.Hour) // two of 48
	if first, second, third := send(100), send(101), send(102); first != "" || second != "" || third == "" {
		t.Errorf("an hour later they are %q, %q, %q", first, second, third)
	}
}

func TestAShareOfADayComesBackByAndBy(t *testing.T) {
	o := open(func(c *contact.Config) { c.Limits = &contact.Limits{PerDay: 24} })
	send := func(n int) (fine, suspect, refused int) {
		for i := range n {
			switch receipt := o.accept(t, from("198.51.100.1", i)); {
			case receipt.Code == "too_many_requests":
				refused++
			case strings.Contains(o.store.last(t).Suspect, "budget"):
				suspect++
			default:
				fine++
			}
			o.clock.Add(time.Second)
		}
		return fine, suspect, refused
	}
	if fine, suspect, refused := send(50); fine != 24 || suspect != 24 || refused != 2 {
		t.Errorf("%d, %d suspects, %d refused", fine, suspect, refused)
	}
	o.clock.Add(26 * time.Hour)
	if fine, suspect, _ := send(4); fine != 2 || suspect != 2 {
		t.Errorf("a day later %d and %d suspects", fine, suspect)
	}
}

// TestNobodyTakesAllMails counts what an address, its network, and others may have mailed at once.
func TestNobodyTakesAllMails(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Compose = confirmingComposer{}.Compose })
	number := 0
	mailed := func(address string, n int) (sent int) {
		for range n {
			number++
			if receipt := o.accept(t, from(address, number)); !receipt.Stored() {
				t.Fatalf("%+v", receipt)
			}
			if messages := o.store.messages[len(o.store.messages)-1]; !messages[1].Withheld && !messages[0].Withheld {
				sent++
			}
		}
		return sent
	}
	for _, c := range []struct {
		address    string
		sent, want int
	}{
		{"198.51.100.1", 15, 10},
		{"198.51.100.2", 15, 5},
		{"198.51.100.3", 1, 0},
		{"203.0.113.1", 1, 1},
		{"2001:db8::1", 15, 10},
		{"2001:db8:0:1::1", 15, 5},
		{"2001:db8:1::1", 1, 1},
	} {
		if c.address == "2001:db8::1" {
			o.clock.Add(time.Hour) // a form mails thirty in an hour
		}
		if got := mailed(c.address, c.sent); got != c.want {
			t.Errorf("%s has %d of %d mailed, want %d", c.address, got, c.sent, c.want)
		}
	}
	o.clock.Add(time.Hour)
	if got := mailed("198.51.100.3", 12); got != 10 {
		t.Errorf("an hour later: %d", got)
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

func TestAClockThatIsSetBackOpensAgain(t *testing.T) {
	for name, jump := range map[string]time.Duration{
		"an hour back": -time.Hour, "ten years back": -87_600 * time.Hour, "ten years on": 87_600 * time.Hour,
	} {
		o := open(limited)
		for i := range 120 {
			o.accept(t, from("198.51.100.1", i))
		}
		if receipt := o.accept(t, from("198.51.100.1", 120)); receipt.Code != "too_many_requests" {
			t.Fatalf("%s: before it: %+v", name, receipt)
		}
		o.clock.Add(jump)
		if receipt := o.accept(t, from("198.51.100.1", 121)); !receipt.Stored() {
			t.Errorf("%s: %+v", name, receipt)
		}
	}
}

// Posts that are served side by side take the time before they wait for their turn.
func TestPostsOutOfOrderGetNoMoreThanOthers(t *testing.T) {
	o := open(limited)
	kept := 0
	for i := range 400 {
		o.clock.Set(noon.Add(5*time.Second + time.Duration(i%2)*-time.Millisecond))
		if o.accept(t, from("198.51.100.1", i)).Stored() {
			kept++
		}
	}
	if kept != 120 {
		t.Errorf("%d are stored", kept)
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

// TestMemoryIsBounded sends from 50,000 addresses, five times as many as are remembered: each has two counters.
func TestMemoryIsBounded(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Limits.Counters = 20_000 })
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

// What a site, a form and a mailbox had is remembered, however many addresses send anything.
func TestAFloodOfAddressesMakesNoLimitBeginAnew(t *testing.T) {
	o := open(limited, func(c *contact.Config) {
		c.Compose, c.Limits.Counters, c.Limits.SitePerDay = confirmingComposer{}.Compose, 1000, 60
	})
	mailed, confirmed, taken, n := 0, 0, 0, 0
	for round := range 4 {
		for i := range 25 {
			n++
			sent := asJSON(with(message(), "message", essay(n, 12), "email", fmt.Sprintf("ann+%d@example.com", n)))
			sent.Address = netip.AddrFrom4([4]byte{10, byte(round), byte(i), 1})
			if receipt := o.Accept(t.Context(), sent); !receipt.Stored() {
				t.Fatal(receipt)
			}
			if o.store.last(t).Suspect == "" {
				taken++
			}
			for _, m := range o.store.messages[len(o.store.messages)-1] {
				if o.store.last(t).Suspect == "" && !m.Withheld && m.Kind == site.MailNotice {
					mailed++
				} else if o.store.last(t).Suspect == "" && !m.Withheld {
					confirmed++
				}
			}
		}
		for i := range 300 { // what is not even read
			sent := raw("{")
			sent.Address = netip.AddrFrom16([16]byte{0x20, 1, byte(round), byte(i >> 8), byte(i)})
			o.Accept(t.Context(), sent)
		}
	}
	if mailed != 30 || confirmed != 5 || taken != 60 {
		t.Errorf("%d notices are mailed at once, %d confirmations to a mailbox, and the site takes %d", mailed, confirmed, taken)
	}
}

// TestAFormMailsThirtyInAnHour has a person for each post.
func TestAFormMailsThirtyInAnHour(t *testing.T) {
	for _, off := range []bool{false, true} {
		o := open(func(c *contact.Config) { c.Compose = confirmingComposer{}.Compose })
		if !off {
			o = open(limited, func(c *contact.Config) { c.Compose = confirmingComposer{}.Compose })
		}
		mailed := func(n int) (notices, confirmations int) {
			for range n {
				i := len(o.store.kept)
				sent := from(fmt.Sprintf("10.%d.%d.1", i/250, i%250), i)
				sent.Values["email"] = site.FormValue{Text: fmt.Sprintf("ann%d@example.com", i)}
				if receipt := o.accept(t, sent); !receipt.Stored() || o.store.last(t).Suspect != "" {
					t.Fatalf("%+v", receipt)
				}
				messages := o.store.messages[i]
				if !messages[0].Withheld {
					notices++
				}
				if !messages[1].Withheld {
					confirmations++
				}
			}
			return notices, confirmations
		}
		want := 30
		if off {
			want = 40
		}
		if notices, confirmations := mailed(40); notices != want || confirmations != want {
			t.Errorf("without limits %t: %d notices and %d confirmations are mailed", off, notices, confirmations)
		}
		o.clock.Add(time.Hour)
		if notices, _ := mailed(1); notices != 1 {
			t.Error("an hour later there is no room")
		}
	}
}

// A family makes an appointment for each of its pets, and nobody fills a stranger's mailbox.
func TestAMailboxGetsFiveConfirmationsADay(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Compose = confirmingComposer{}.Compose })
	send := func(address string) (isConfirmed bool) {
		i := len(o.store.kept)
		sent := from(fmt.Sprintf("10.1.%d.1", i), i)
		sent.Values["email"] = site.FormValue{Text: address}
		if receipt := o.accept(t, sent); !receipt.Stored() {
			t.Fatalf("%+v", receipt)
		}
		return !o.store.messages[i][1].Withheld
	}
	for i, address := range []string{"Ada@example.com", "aDA@EXAMPLE.com", "ada+a@example.com", "ada+b@example.com", "ada@example.com", "ada+c@example.com"} {
		if got := send(address); got != (i < 5) {
			t.Errorf("number %d is confirmed: %t", i, got)
		}
	}
	if !send("bob@example.com") || !send("a.da@example.com") || !send("+ada@example.com") {
		t.Error("another mailbox is taken for it")
	}
	o.clock.Add(24 * time.Hour)
	if !send("ada@example.com") {
		t.Error("a day later it has none")
	}
}

// What was not stored is sent again, and is mailed then.
func TestWhatIsNotStoredTakesNoMails(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Compose = confirmingComposer{}.Compose })
	o.store.errors = slices.Repeat([]error{notStored{}}, 40)
	for i := range 41 {
		if receipt := o.accept(t, from("198.51.100.1", i)); receipt.Stored() != (i == 40) {
			t.Fatalf("%d: %+v", i, receipt)
		}
		o.clock.Add(time.Minute)
	}
	if messages := o.store.messages[0]; messages[0].Withheld || messages[1].Withheld || suspects(o) > 0 {
		t.Error("the notice waits for a digest, or nothing is confirmed")
	}
}

// TestScriptsTakeFewOfTheMails has a script with an address for each post, and a person after it.
func TestScriptsTakeFewOfTheMails(t *testing.T) {
	o := open(limited, func(c *contact.Config) { c.Compose = confirmingComposer{}.Compose })
	atOnce := func(i int, change func(*site.Inquiry)) bool {
		sent := from(fmt.Sprintf("10.%d.1.1", i), i)
		change(&sent)
		if receipt := o.accept(t, sent); !receipt.Stored() {
			t.Fatalf("%+v", receipt)
		}
		messages := o.store.messages[len(o.store.messages)-1]
		if script := sent.Age < 0; script != messages[1].Withheld && o.store.last(t).Suspect == "" {
			t.Errorf("of a script %t, the confirmation is withheld: %t", script, messages[1].Withheld)
		}
		return o.store.last(t).Suspect == "" && !messages[0].Withheld
	}
	n := 0
	for i := range 40 {
		if atOnce(i, func(s *site.Inquiry) { s.Age, s.FromBrowser, s.SaysLanguage = -1, false, false }) {
			n++
		}
	}
	if n != 10 || !atOnce(50, func(*site.Inquiry) {}) {
		t.Errorf("%d posts of a script are mailed at once, want 10 and the person's", n)
	}
}
