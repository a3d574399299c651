package content

import "github.com/evenlight/marquee/internal/site"

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
	w := window{from: when(raw.From, of.zone), until: whenOver(raw.Until, of.zone)}
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
