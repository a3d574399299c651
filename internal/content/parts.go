package content

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// part is a section of a page: written there, or in blocks.yaml. It may be there for
// a time only.
type part struct {
	section *site.Section // as it was parsed; its body is nil where it is not known
	owner   *siteState    // in whose folder it is written
	file    *file
	at      *place // of the section in its file
	inPage  *place // of the section in the file of the page
	window  window
	phase   phase // of the window now
	body    any   // the body as it is resolved
}

// blocked tells whether the section is written in blocks.yaml.
func (p *part) blocked() bool { return p.at != p.inPage }

func blocksOf(s *siteState) *entries[site.Section] { return &s.blocks }

// partsOf finds what the sections of a page are, and when they are there.
func (s *scope) partsOf(sections []site.Section) []part {
	parts, list := make([]part, len(sections)), &place{key: "sections"}
	for i := range sections {
		at := list.item(i)
		p := part{section: &sections[i], owner: s.owner, file: s.file, at: at, inPage: at}
		p.window = s.sectionWindow(p.section, s.owner, at)
		if p.section.Type == site.BlockType {
			s.takeBlock(&p)
		}
		p.phase = p.window.phase(s.resolver.now)
		parts[i] = p
	}
	return parts
}

// takeBlock puts the entry of blocks.yaml in the place of its name.
func (s *scope) takeBlock(p *part) {
	ref := p.section.Block
	p.section = &site.Section{Type: site.BlockType}
	block, owner := lookupIn(s, ref, p.inPage.child(site.BlockType), "blocks", blocksOf, (*entries[site.Section]).rawEntry)
	if block == nil {
		return
	}
	_, id, other := cutRef(ref)
	if !other {
		id = string(ref)
	}
	s.deps.blocks = append(s.deps.blocks, block)
	p.section, p.owner, p.file, p.at = block, owner, owner.blocks.file, &place{key: id}
	inner := *s
	inner.owner, inner.file = p.owner, p.file
	p.window = p.window.intersect(inner.sectionWindow(block, owner, p.at))
}

// sectionWindow finds out when a section is there, and reports times that are none.
func (s *scope) sectionWindow(section *site.Section, owner *siteState, at *place) window {
	w := window{from: text.When(section.PublishAt, owner.zone), until: text.When(section.ExpireAt, owner.zone)}
	if w == always {
		return w
	}
	for _, written := range []struct {
		key  string
		time *time.Time
	}{{"publishAt", section.PublishAt}, {"expireAt", section.ExpireAt}} {
		if written.time != nil {
			copied := *written.time
			s.moment(&copied, s.timeOf(section, at, written.key))
		}
	}
	if w.ends() {
		s.at(s.timeOf(section, at, "expireAt"), "bad-expiry", "The section would end before it begins.", "Give expireAt a later moment than publishAt.")
		return always
	}
	return w
}

// timeOf returns where a time of a section is written: beside its type, or among its keys.
func (s *scope) timeOf(section *site.Section, at *place, key string) *place {
	if within := at.child(section.Type).child(key); s.file.doc.Has(within.String()) {
		return within
	}
	return at.child(key)
}

// inside returns the scope of a section.
func (s *scope) inside(p *part) *scope {
	if p.file == s.file && p.window == always { // as most
		return s
	}
	inner := *s
	inner.owner, inner.file, inner.window = p.owner, p.file, p.window
	return &inner
}

// resolveParts makes the sections of a page. Those that are not there now are made
// like all others, so that what is wrong with them is found before their time; their
// pictures are not served yet, and entries that only they show are not public.
func (s *scope) resolveParts(parts []part) []site.Section {
	shown := make([]site.Section, 0, len(parts))
	for i := range parts {
		p := &parts[i]
		made := site.Section{Type: p.section.Type, Body: p.section.Body}
		icons, entries, files, lead := len(s.deps.icons), len(s.deps.entries), s.deps.files, s.deps.lead
		if p.phase != phaseOpen {
			files = maps.Clone(files)
		}
		s.inside(p).section(&made, p.at)
		switch p.body = made.Body; {
		case made.Body == nil:
		case p.phase == phaseOpen || s.resolver.options.Drafts:
			shown = append(shown, made)
		default:
			s.deps.icons, s.deps.entries = s.deps.icons[:icons], s.deps.entries[:entries]
			s.deps.files, s.deps.lead = files, lead
		}
	}
	return shown
}

// kept returns the parts that have to be known once the page is made: all where some
// come and go, else none.
func kept(parts []part) []part {
	if slices.ContainsFunc(parts, func(p part) bool { return p.window != always }) {
		return parts
	}
	return nil
}

// flips returns the next moment at which a section of the page appears or goes; zero for none.
func (p *pageState) flips(now time.Time) (next time.Time) {
	for i := range p.parts {
		if p.parts[i].window != always {
			next = earliest(next, p.parts[i].window.flips(now))
		}
	}
	return next
}

// warnGap finds a time at which a page would show nothing.
func (r *resolver) warnGap(p *pageState) {
	if p.rawPage == nil || len(p.parts) == 0 || p.window.over(r.now) {
		return
	}
	begin := r.now
	if p.window.from.After(begin) {
		begin = p.window.from
	}
	moments := []time.Time{begin}
	for i := range p.parts {
		w := p.parts[i].window
		if w == always {
			return
		}
		if w.until.After(begin) && (p.window.until.IsZero() || w.until.Before(p.window.until)) {
			moments = append(moments, w.until)
		}
	}
	gap := time.Time{}
	for _, moment := range moments {
		shown := false
		for i := range p.parts {
			shown = shown || p.parts[i].window.contains(moment)
		}
		if !shown {
			gap = earliest(gap, moment)
		}
	}
	switch {
	case gap.IsZero():
	case gap.Equal(r.now):
		p.deps.add(p.file.doc.Warn("sections", "empty-page", "The page shows nothing at the moment: no section of it is there now.", "Add one that stays, or give the page itself publishAt and expireAt."))
	default:
		p.deps.add(p.file.doc.Warn("sections", "empty-page", fmt.Sprintf("From %s on the page shows nothing: no section of it is there then.", r.said(gap, p.site)),
			"Add one that stays, or give the page itself an expireAt."))
	}
}

// said writes a moment on the clock of a site.
func (r *resolver) said(at time.Time, s *siteState) string {
	return at.In(s.zone).Format("January 2, 2006 at 15:04")
}

// warnBlocks finds blocks that no page shows.
func (r *resolver) warnBlocks(s *siteState, used map[*site.Section]bool) {
	for id, block := range s.blocks.raw.All() {
		if !used[block] {
			s.deps.add(s.blocks.file.doc.Warn(id, "unused-block", fmt.Sprintf("No page shows the block %q.", id),
				fmt.Sprintf("Write `- block: %s` among the sections of a page, or remove it.", id)))
		}
	}
}
