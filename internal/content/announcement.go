package content

import (
	"fmt"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// longestAnnouncement is how many characters fit on three lines of a phone.
const longestAnnouncement = 140

// announce decides whether the announcement of a site is there now, and makes it a
// link. One that is not there is resolved like all else, so that what is wrong with
// it is found before its time.
func (s *scope) announce() {
	at, of := &place{key: "announcement"}, s.owner
	raw := of.raw.Announcement
	of.announced, of.announcedNow = always, phaseOpen
	if raw == nil || s.file.broken {
		return
	}
	if n := utf8.RuneCountInString(string(of.out.Announcement.Text)); n > longestAnnouncement {
		s.warn(at.child("text"), "long-announcement", fmt.Sprintf("The announcement has %d characters; with more than %d it takes the place of the page on a phone.", n, longestAnnouncement),
			"Say it in one short sentence, and link to a page with the rest.")
	}
	w := window{from: text.When(raw.From, of.zone), until: text.WhenOver(raw.Until, of.zone)}
	if w.ends() {
		s.at(at.child("until"), "bad-expiry", "The announcement would end before it begins.", "Give until a later moment than from.")
		return
	}
	of.announced, of.announcedNow = w, w.phase(s.resolver.now)
	made := *of.out.Announcement // which may be shared with the file
	if made.To != "" {
		inner := *s
		inner.window = w
		made.Link = &site.Link{Label: made.Text, To: made.To, Kind: site.LinkPlaceholder}
		inner.addLink(made.Link, s.file, at.child("to"), -1)
	}
	if of.out.Announcement = &made; of.announcedNow != phaseOpen && !s.resolver.options.Drafts {
		of.out.Announcement = nil
	}
}
