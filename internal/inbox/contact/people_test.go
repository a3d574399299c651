//go:build !race

package contact_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
)

// visitors send some posts each, one after a pause.
type visitors struct {
	posts int
	pause time.Duration
	send  func(i int) site.Inquiry
	// Those that nobody can tell from what people write, because nothing like them came before.
	unknown int
}

func addressOf(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, byte(i), 1, 1}) }

// people are honest, each in a way that looks like a program.
var people = map[string]visitors{
	"assistive technology": {posts: 3, pause: 30 * time.Minute, send: func(i int) site.Inquiry {
		sent := from("192.0.2.1", i)
		sent.Age = time.Duration(40+i) * time.Minute
		return sent
	}},
	"no script": {posts: 3, pause: time.Minute, send: func(i int) site.Inquiry {
		return asForm(with(message(), "message", essay(i, 30)))
	}},
	"an old browser without script": {posts: 3, pause: time.Minute, send: func(i int) site.Inquiry {
		sent := asForm(with(message(), "message", essay(i, 30)))
		sent.FromBrowser = false
		return sent
	}},
	"twenty people in an office": {posts: 20, pause: time.Second, send: func(i int) site.Inquiry {
		sent := from("198.51.100.1", i)
		if i%5 == 0 {
			sent.Native, sent.Age, sent.FromBrowser = true, -1, i%2 == 0
		}
		return sent
	}},
	"a fast typist whose browser fills in the rest": {posts: 3, pause: 20 * time.Second, send: func(i int) site.Inquiry {
		sent := from("192.0.2.2", i)
		sent.Age = 2100 * time.Millisecond
		return sent
	}},
	"somebody who pastes a long letter": {posts: 1, send: func(i int) site.Inquiry {
		sent := asJSON(with(message(), "message", essay(i, 300)+" https://a.example https://b.example https://c.example"))
		sent.Age = 5 * time.Second
		return sent
	}},
	"somebody who corrects and sends again": {posts: 4, pause: time.Minute, send: func(i int) site.Inquiry {
		return asJSON(with(message(), "message", essay(1, 40)+strings.Repeat(" please", i)))
	}},
}

const offer = "We place your website on the first page of every search engine within one week, guaranteed. Answer today for a free audit of your rankings. "

// bots are programs.
var bots = map[string]visitors{
	"a plain script, slow": {posts: 48, pause: 5 * time.Minute, unknown: 11, send: func(i int) site.Inquiry {
		sent := asForm(with(message(), "message", essay(i, 30)))
		sent.FromBrowser, sent.SaysLanguage = false, false
		return sent
	}},
	"a plain script, another address with each post": {posts: 200, pause: time.Minute, unknown: 35, send: func(i int) site.Inquiry {
		sent := asJSON(with(message(), "message", essay(i, 30)))
		sent.Address = netip.AddrFrom4([4]byte{10, byte(i), byte(i), 1})
		sent.Age, sent.FromBrowser, sent.SaysLanguage = -1, false, false
		return sent
	}},
	"a plain script, fast": {posts: 118, pause: 50 * time.Millisecond, unknown: 10, send: func(i int) site.Inquiry {
		sent := asJSON(with(message(), "message", essay(i, 30)))
		sent.Age, sent.FromBrowser, sent.SaysLanguage = -1, false, false
		return sent
	}},
	"a browser without eyes": {posts: 60, pause: 10 * time.Second, unknown: 4, send: func(i int) site.Inquiry {
		sent := asJSON(with(message(), "message", offer+"Read more at https://offers.example and decide, "+essay(i, 1)))
		sent.Age = 3 * time.Second
		return sent
	}},
	"many addresses with the same words": {posts: 60, pause: 20 * time.Second, unknown: 2, send: func(i int) site.Inquiry {
		sent := asForm(with(message(), "message", fmt.Sprint(offer, essay(i, 1), i)))
		sent.Address = addressOf(i)
		return sent
	}},
	"a spreader of links": {posts: 60, pause: time.Minute, send: func(i int) site.Inquiry {
		sent := asForm(with(message(), "message", essay(i, 20)+fmt.Sprintf(` <a href="https://%d.example">cheap</a> [url=https://x.example]pills[/url]`, i)))
		sent.Address = addressOf(i)
		return sent
	}},
}

func play(t *testing.T, v visitors) (held []string, mailed, refused int) {
	o := open(limited, func(c *contact.Config) { c.Compose = confirmingComposer{}.Compose })
	for i := range v.posts {
		if receipt := o.accept(t, v.send(i)); !receipt.Stored() {
			refused++
		} else if s := o.store.last(t); s.Suspect != "" {
			held = append(held, fmt.Sprint(i, ": ", s.Suspect))
		} else {
			mailed++
		}
		o.clock.Add(v.pause)
	}
	return held, mailed, refused
}

func TestNoPersonIsTakenForAProgram(t *testing.T) {
	for name, v := range people {
		if held, _, refused := play(t, v); len(held)+refused > 0 {
			t.Errorf("%s is a suspect: %q; %d are refused", name, held, refused)
		}
	}
}

func TestProgramsMailNothing(t *testing.T) {
	for name, v := range bots {
		held, mailed, refused := play(t, v)
		t.Logf("%s: of %d posts %d are held, %d refused; the first %q", name, v.posts, len(held), refused, held[:min(1, len(held))])
		if mailed > v.unknown {
			t.Errorf("%s: %d of %d mails leave, want at most %d; held: %q", name, mailed, v.posts, v.unknown, held)
		}
	}
}

func TestEverySignHasWords(t *testing.T) {
	for suspect, want := range map[string]string{
		"honeypot":        "the field that people do not see is filled in",
		"rate,no-browser": "its address sends more than usual; no browser said which page it comes from",
		"mailbox":         "its mailbox was written to five times within a day",
		"of-another-time": "of-another-time",
	} {
		if got := strings.Join(contact.Reasons(suspect), "; "); got != want {
			t.Errorf("%s means %q", suspect, got)
		}
	}
}
