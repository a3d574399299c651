package site

import "slices"

// Styled is what shows more than its section type says, by rules that stand in a
// part of the stylesheet: web/src/styles/parts. Whoever adds such a part names it
// here; a part of the name of a section type or a scene needs nothing of this.
type Styled interface {
	// StyleParts returns the names of those parts; none where it shows nothing of them.
	StyleParts() []string
}

// StyleEntries is the part of the cards of entries: it has the name of the section
// that shows them, and lists and entries show them, too.
const StyleEntries = "entries"

// StylePoster is the part of posters, which heroes, legal documents and pages for unknown addresses show.
const StylePoster = "poster"

// StyleDrawn is the part of heroes with a drawing.
const StyleDrawn = "drawn"

// StyleParts returns the names that a part of the stylesheet may have, sorted.
func StyleParts() []string {
	names := append(SectionTypes(), SceneNames()...)
	names = append(names, StylePoster, StyleDrawn)
	slices.Sort(names)
	return names
}

// StyleParts returns the parts of the stylesheet that the page may need, sorted: those
// of its section types and scenes, and of what is shown in them.
func (p *Page) StyleParts() []string {
	names := slices.Clone(p.Scenes)
	if p.NotFound != nil && p.NotFound.Poster != nil || p.Legal != nil && p.Legal.Poster != nil {
		names = append(names, StylePoster)
	}
	for _, section := range p.Sections {
		names = append(names, section.Type)
		if styled, ok := section.Body.(Styled); ok {
			names = append(names, styled.StyleParts()...)
		}
	}
	slices.Sort(names)
	return slices.Clip(slices.Compact(names))
}

// StyleParts returns the part of posters or that of drawings where the hero has one.
func (h *Hero) StyleParts() []string {
	switch {
	case h.Poster != nil:
		return []string{StylePoster}
	case h.Drawing != nil:
		return []string{StyleDrawn}
	}
	return nil
}
