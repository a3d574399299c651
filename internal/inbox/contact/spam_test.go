package contact_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestSignsOfSpamAddUp(t *testing.T) {
	for name, c := range map[string]struct {
		values map[string]string
		change func(*site.Inquiry)
		want   string
	}{
		"a person":                {values: message()},
		"nobody said how long":    {change: func(i *site.Inquiry) { i.Age = -1 }},
		"two seconds":             {change: func(i *site.Inquiry) { i.Age = 2 * time.Second }},
		"no browser":              {change: func(i *site.Inquiry) { i.FromBrowser = false }},
		"an empty trap":           {values: with(message(), "homepage", "")},
		"a domain for a name":     {values: with(message(), "name", "Booking.com")},
		"a title for a name":      {values: with(message(), "name", "Ann Lee, M.Sc./MBA")},
		"a link in the message":   {values: with(message(), "message", "My shop is https://example.com/shop today.")},
		"filled trap":             {values: with(message(), "homepage", "https://example.com"), want: "honeypot"},
		"spaces in the trap":      {values: with(message(), "homepage", " "), want: "honeypot"},
		"faster than people":      {change: func(i *site.Inquiry) { i.Age = 2*time.Second - 1 }, want: "fast"},
		"at once":                 {change: func(i *site.Inquiry) { i.Age = 0 }, want: "fast"},
		"a link for a name":       {values: with(message(), "name", "Ann https://example.com"), want: "link"},
		"a link without a scheme": {values: with(message(), "name", "WWW.example.com"), want: "link"},
		"a short link":            {values: with(message(), "name", "Win bit.ly/x"), want: "link"},
		"everything, not in a browser": {
			values: with(message(), "homepage", "x", "name", "http://x"),
			change: func(i *site.Inquiry) { i.Age, i.FromBrowser = 0, false }, want: "honeypot,fast,link,no-browser",
		},
	} {
		if c.values == nil {
			c.values = message()
		}
		for kind, sent := range map[string]site.Inquiry{"JSON": asJSON(c.values), "form": asForm(c.values)} {
			if c.change != nil {
				c.change(&sent)
			}
			o := open(limited)
			receipt := o.accept(t, sent)
			if !receipt.Stored() || receipt.Reference == "" {
				t.Errorf("%s as %s: %+v", name, kind, receipt)
				continue
			}
			if s := o.store.last(t); s.Suspect != c.want {
				t.Errorf("%s as %s: suspect %q, want %q", name, kind, s.Suspect, c.want)
			}
			want := "main contact stored"
			if c.want != "" {
				want = "main contact suspect"
			}
			if o.outcomes[0] != want {
				t.Errorf("%s as %s: %v", name, kind, o.outcomes)
			}
		}
	}
}

func TestAFieldThatIsCalledLikeTheTrapIsNone(t *testing.T) {
	o := open()
	form := o.revision.Main().Forms.Get("contact")
	form.Fields = append(form.Fields, site.Field{Name: "homepage", Type: "text"})
	if receipt := o.accept(t, asJSON(with(message(), "homepage", "https://example.com"))); !receipt.Stored() {
		t.Fatalf("receipt = %+v", receipt)
	}
	if s := o.store.last(t); s.Suspect != "" || s.Value("homepage") != "https://example.com" {
		t.Errorf("submission = %+v", s)
	}
}

func TestManyFromOneAddressAreNoSuspectsEvenWithoutABrowser(t *testing.T) {
	o := open(limited)
	for i := range 120 {
		sent := from("198.51.100.1", i)
		sent.FromBrowser = false
		o.accept(t, sent)
	}
	if len(o.store.kept) != 120 || suspects(o) != 0 {
		t.Errorf("%d are stored, %d suspects", len(o.store.kept), suspects(o))
	}
}

func TestTheSameTextFromManyAddressesIsSuspect(t *testing.T) {
	const text = "We have an offer for you that is too good to be true, so write to us."
	send := func(o *office, address int, text string, browser bool) string {
		sent := asJSON(with(message(), "name", fmt.Sprintf("Ann %d", address), "message", text))
		sent.Address, sent.FromBrowser = netip.AddrFrom4([4]byte{198, 51, 100, byte(address)}), browser
		if receipt := o.accept(t, sent); !receipt.Stored() {
			t.Fatalf("receipt = %+v", receipt)
		}
		return o.store.last(t).Suspect
	}
	o := open(limited)
	for i := range 10 {
		want := ""
		if i >= 5 {
			want = "repeated"
		}
		if got := send(o, i, text, true); got != want {
			t.Errorf("address %d: %q, want %q", i, got, want)
		}
	}
	if got := send(o, 11, " "+text+"\r\n", true); got != "repeated" {
		t.Errorf("with spaces around it: %q", got)
	}
	if got := send(o, 12, text+" Now.", true); got != "" {
		t.Errorf("another text: %q", got)
	}
	o.clock.Add(time.Hour)
	if got := send(o, 13, text, true); got != "" {
		t.Errorf("an hour later: %q", got)
	}

	// Programs are suspects sooner; one address that tries again, never; short texts, never.
	o = open(limited)
	for i, want := range []string{"", "", "repeated,no-browser", "repeated,no-browser"} {
		if got := send(o, i, text, false); got != want {
			t.Errorf("program %d: %q, want %q", i, got, want)
		}
	}
	o = open(limited)
	for range 19 {
		if got := send(o, 1, text, true); got != "" {
			t.Errorf("one address: %q", got)
		}
	}
	for i := range 20 {
		if got := send(o, i, "Please call me back!", true); got != "" {
			t.Errorf("a short text from address %d: %q", i, got)
		}
	}
}

func TestTheSoftLimitCountsBesideOtherSigns(t *testing.T) {
	const text = "We have an offer for you that is too good to be true, so write to us."
	o := open(limited)
	for i := range 22 {
		o.accept(t, from("198.51.100.9", i)) // empties the bucket of one address
	}
	for _, address := range []string{"198.51.100.1", "198.51.100.2", "198.51.100.9"} {
		sent := asJSON(with(message(), "message", text))
		sent.Address = netip.MustParseAddr(address)
		o.accept(t, sent)
	}
	if got := o.store.last(t).Suspect; got != "repeated,rate" {
		t.Errorf("suspect = %q", got)
	}
}
