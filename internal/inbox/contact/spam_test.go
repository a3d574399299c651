//go:build !race

package contact_test

import (
	"fmt"
	"net/netip"
	"strings"
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
		"a person":    {values: message()},
		"no language": {change: func(i *site.Inquiry) { i.SaysLanguage = false }},
		"three links": {
			values: with(message(), "message", "I like https://a.example and https://b.example, and mine is www.c.example."),
		},
		"links for a forum": {
			values: with(message(), "message", "[url=https://a.example]Buy[/url] now"), change: func(i *site.Inquiry) { i.Age = -1 }, want: "markup,no-age",
		},
		"a plain script": {
			change: func(i *site.Inquiry) { i.Age, i.FromBrowser, i.SaysLanguage = -1, false, false },
		},
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
			if s := o.store.last(t); strings.TrimSuffix(s.Suspect, ",no-age") != strings.TrimSuffix(c.want, ",no-age") {
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

func TestManyFromOneAddressAreNoSuspects(t *testing.T) {
	for name, c := range map[string]struct {
		people int
		change func(*site.Inquiry)
	}{
		"a lecture hall":                {120, func(*site.Inquiry) {}},
		"an office without script":      {79, func(i *site.Inquiry) { i.Native, i.Age = true, -1 }},
		"an office with old browsers":   {79, func(i *site.Inquiry) { i.FromBrowser = false }},
		"a class without either":        {79, func(i *site.Inquiry) { i.Native, i.Age, i.FromBrowser = true, -1, false }},
		"a proxy that hides the reader": {79, func(i *site.Inquiry) { i.SaysLanguage = false }},
	} {
		o := open(limited)
		for i := range c.people {
			sent := from("198.51.100.1", i)
			c.change(&sent)
			o.accept(t, sent)
		}
		if len(o.store.kept) != c.people || suspects(o) != 0 {
			t.Errorf("%s: %d are stored, %d suspects", name, len(o.store.kept), suspects(o))
		}
	}
}

func TestNearlyTheSameWordsFromManyAddressesAreSuspect(t *testing.T) {
	const text = "We have an offer for you that is too good to be true, so write to us soon. It ends this week."
	send := func(o *office, address int, text string, browser bool) string {
		sent := asJSON(with(message(), "name", fmt.Sprintf("Ann %d", address), "message", text))
		sent.Address, sent.FromBrowser = netip.AddrFrom4([4]byte{198, 51, 100, byte(address)}), browser
		if receipt := o.accept(t, sent); !receipt.Stored() {
			t.Fatalf("receipt = %+v", receipt)
		}
		return o.store.last(t).Suspect
	}
	for name, vary := range map[string]func(i int) string{
		"the same":         func(int) string { return text },
		"a number behind":  func(i int) string { return fmt.Sprintf("%s #%d%d", text, i*7919, i) },
		"a name before":    func(i int) string { return strings.Fields(essay(i, 1))[0] + ", " + text },
		"a word behind":    func(i int) string { return text + " " + essay(i, 1) },
		"capitals, spaces": func(i int) string { return strings.Repeat(" ", i) + strings.ToUpper(text[:i]) + text[i:] + "\r\n" },
		"punctuation":      func(i int) string { return strings.ReplaceAll(text, " ", strings.Repeat(".", i)+" ") },
		"Chinese": func(i int) string {
			return strings.Repeat("", i) + "我们为您提供一个好得令人难以置信的优惠请尽快写信给我们这个优惠只到本周末结束不要错过今天就联系我们的团队吧谢谢" + fmt.Sprint(i)
		},
	} {
		o := open(limited)
		for i := range 10 {
			want := ""
			if i >= 5 {
				want = "repeated"
			}
			if got := send(o, i, vary(i), true); got != want {
				t.Errorf("%s: address %d: %q, want %q", name, i, got, want)
			}
		}
		o.clock.Add(65 * time.Minute)
		if got := send(o, 13, vary(13), true); got != "" {
			t.Errorf("%s, an hour later: %q", name, got)
		}
	}

	// Programs are suspects sooner; short texts and other texts never.
	o := open(limited)
	for i, want := range []string{"", "", "repeated,no-browser", "repeated,no-browser"} {
		if got := send(o, i, text, false); got != want {
			t.Errorf("program %d: %q, want %q", i, got, want)
		}
	}
	for i := range 20 {
		if got := send(o, i, "Please call me back!", true); got != "" {
			t.Errorf("a short text from address %d: %q", i, got)
		}
		polite := "Hello, I would like to ask for an offer. " + essay(i, 8) + ". Thank you very much, kind regards."
		if got := send(o, i, polite, true); got != "" {
			t.Errorf("words that everybody uses from address %d: %q", i, got)
		}
	}
}

func TestWhoSendsTheSameWordsAgainAndAgainIsSuspect(t *testing.T) {
	o := open(limited)
	for i := range 12 {
		sent := asJSON(with(message(), "name", fmt.Sprint("Ann ", i), "message", "We have an offer for you that is too good to be true, so write to us."))
		want := ""
		if i >= 9 {
			want = "resent"
		}
		if o.accept(t, sent); o.store.last(t).Suspect != want {
			t.Errorf("time %d: %q, want %q", i+1, o.store.last(t).Suspect, want)
		}
		o.clock.Add(4 * time.Minute)
	}
}

func TestTheRateCountsBesideOtherSigns(t *testing.T) {
	o := open(limited)
	var got []string
	for i := range 85 {
		sent := from("198.51.100.9", i)
		sent.FromBrowser = false
		o.accept(t, sent)
		if s := o.store.last(t); s.Suspect != "" {
			got = append(got, fmt.Sprint(i, " ", s.Suspect))
		}
	}
	if want := "79 rate,no-browser"; len(got) != 6 || got[0] != want {
		t.Errorf("suspects: %q", got)
	}
}

func TestABotWithoutABrowserCausesFewMails(t *testing.T) {
	for name, text := range map[string]string{
		"plain": "We bring your website to the first page of every search engine, number ",
		"large": strings.Repeat("We bring your website to the first page of every search engine. ", 12),
	} {
		o := open(limited)
		for i := range 25 {
			sent := asJSON(with(message(), "name", fmt.Sprint("Ann ", i), "message", fmt.Sprint(text, i)))
			sent.Age, sent.FromBrowser, sent.SaysLanguage = -1, false, false
			o.accept(t, sent)
			o.clock.Add(time.Second)
		}
		if mailed := len(o.store.kept) - suspects(o); mailed < 1 || mailed > 3 {
			t.Errorf("%s: %d of %d are mailed", name, mailed, len(o.store.kept))
		}
	}
}
