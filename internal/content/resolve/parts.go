package resolve

import (
	"maps"
	"slices"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

func (s *scope) partsOf(sections []site.Section) []outline.Part {
	parts, list := make([]outline.Part, len(sections)), outline.At("sections")
	for i := range sections {
		at := list.Item(i)
		p := outline.Part{Section: &sections[i], Owner: s.owner, File: s.file, At: at, InPage: at}
		p.Window = s.sectionWindow(p.Section, s.owner, at)
		if p.Section.Type == site.BlockType {
			s.takeBlock(&p)
		}
		parts[i] = p
	}
	return parts
}

func (s *scope) takeBlock(p *outline.Part) {
	ref := p.Section.Block
	p.Section = &site.Section{Type: site.BlockType}
	block, owner := blocks.lookup(s, ref, p.InPage.Child(site.BlockType))
	if block == nil {
		return
	}
	p.Section, p.Owner, p.File, p.At = block, owner, owner.Blocks.File, outline.At(idIn(ref))
	inner := *s
	inner.owner, inner.file = p.Owner, p.File
	p.Window = p.Window.Intersect(inner.sectionWindow(block, owner, p.At))
}

func (s *scope) sectionWindow(section *site.Section, owner *outline.Site, at *outline.Place) outline.Window {
	w := outline.Window{From: text.When(section.PublishAt, owner.Zone), Until: text.WhenOver(section.ExpireAt, owner.Zone)}
	if w == outline.Always {
		return w
	}
	if w.Ends() {
		s.at(s.timeOf(section, at, "expireAt"), "bad-expiry", "Give expireAt a later moment than publishAt.",
			"The section would end before it begins.")
		return outline.Always
	}
	return w
}

// timeOf returns where a time of a section is written: beside its type, or among its keys.
func (s *scope) timeOf(section *site.Section, at *outline.Place, key string) *outline.Place {
	if within := at.Child(section.Type).Child(key); s.file.Doc.Has(within.String()) {
		return within
	}
	return at.Child(key)
}

func (s *scope) inside(p *outline.Part) *scope {
	if p.File == s.file && p.Window == outline.Always { // as most
		return s
	}
	inner := *s
	inner.owner, inner.file, inner.window = p.Owner, p.File, p.Window
	return &inner
}

// resolveParts makes the sections of a page. Those that are not there now are made too, so that their mistakes are
// found early; but their pictures are not served, and entries that only they show are not public.
func (s *scope) resolveParts(parts []outline.Part) []site.Section {
	shown := make([]site.Section, 0, len(parts))
	for i := range parts {
		p := &parts[i]
		made := site.Section{Type: p.Section.Type, Body: p.Section.Body}
		icons, entries, files, lead := len(s.deps.Icons), len(s.deps.Entries), s.deps.Files, s.deps.Lead
		open := s.resolver.Open(s.page.Site, p.Window)
		if !open {
			files = maps.Clone(files)
		}
		s.inside(p).section(&made, p.At)
		switch p.Body = made.Body; {
		case made.Body == nil:
		case open || s.resolver.Drafts(s.page.Site):
			shown = append(shown, made)
			if len(shown) > 1 { // what is below the first one, phones do not show at once
				s.deps.Lead = lead
			}
		default:
			s.deps.Icons, s.deps.Entries = s.deps.Icons[:icons], s.deps.Entries[:entries]
			s.deps.Files, s.deps.Lead = files, lead
		}
	}
	return shown
}

// kept returns the parts that have to be known once the page is made: all where some
// come and go, else none.
func kept(parts []outline.Part) []outline.Part {
	if slices.ContainsFunc(parts, func(p outline.Part) bool { return p.Window != outline.Always }) {
		return parts
	}
	return nil
}
