package site

import "slices"

// Styled is the body of a section that shows more than its type says: what has a part of the stylesheet
// (web/src/styles/parts), or code, that only the pages that show it load. Whoever adds such a part names it here; a
// scene is installed in web/src/start/scenes.ts and listed in web/src/sections/scene.ts, too.
type Styled interface {
	// StyleParts returns the names of those parts; none where it shows nothing of them.
	StyleParts() []string
}

// Names of parts that are needed beyond the section type that they are called like, and of those that no type is called
// like. A scene has code, too.
const (
	StyleEntries = "entries" // the cards of entries, which lists and entries show, too
	StylePoster  = "poster"  // posters of heroes, legal documents and pages for unknown addresses
	StyleDrawn   = "drawn"   // heroes with a drawing

	SceneJournal = "journal" // a conversation on a page below a drawing
	ScenePrompt  = "prompt"  // an example with notes in its margin
	SceneLegend  = "legend"  // a drawing whose parts are lit by the tiles beside it
	SceneRepair  = "repair"  // a chat beside a drawing of what is talked about
	SceneWindows = "windows" // a shop window that is dressed for the industry that a visitor chooses
)

var scenes = []string{SceneJournal, SceneLegend, ScenePrompt, SceneRepair, SceneWindows}

// StyleParts returns the names that a part of the stylesheet may have, sorted.
func StyleParts() []string {
	return slices.Sorted(slices.Values(slices.Concat(SectionTypes(), scenes, []string{StylePoster, StyleDrawn})))
}

// StyleParts returns the parts of the stylesheet that the page may need, sorted: those of its section types, and of
// what is shown in them.
func (p *Page) StyleParts() []string {
	var names []string
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

// ScenesOf returns the scenes among parts of the stylesheet.
func ScenesOf(parts []string) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return !slices.Contains(scenes, part) })
}

// StyleParts returns the scene of the preview, and the part of a poster or a drawing.
func (h *Hero) StyleParts() []string {
	switch parts := h.Preview.styleParts(); {
	case h.Poster != nil:
		return append(parts, StylePoster)
	case h.Drawing != nil:
		return append(parts, StyleDrawn)
	default:
		return parts
	}
}

// StyleParts returns the scenes of the products that have one.
func (p *ProductShowcase) StyleParts() []string {
	var parts []string
	for _, product := range p.Items {
		parts = append(parts, product.Preview.styleParts()...)
	}
	return parts
}

// StyleParts returns the scene of a drawing with a legend.
func (t *Tiles) StyleParts() []string {
	if t.Scene != nil {
		return []string{SceneLegend}
	}
	return nil
}

// StyleParts returns the shop window, where the industries have one.
func (i *Industries) StyleParts() []string {
	if i.Layout == LayoutWindows {
		return []string{SceneWindows}
	}
	return nil
}

func (p *Preview) styleParts() []string {
	switch {
	case p == nil:
		return nil
	case p.Example != nil && len(p.Example.Notes) > 0:
		return []string{ScenePrompt}
	case p.Chat != nil && len(p.Chat.Steps) > 0:
		return []string{SceneRepair}
	case p.Chat != nil && p.Chat.Drawing != nil:
		return []string{SceneJournal}
	}
	return nil
}
