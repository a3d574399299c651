package site

import "slices"

// Names of parts of the stylesheet (web/src/styles/parts) that no section type is called like, or that others need,
// too. Only pages that show such a part load it. A scene has code, too: it is installed in web/src/start/scenes.ts and
// listed in web/src/sections/scene.ts.
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
		switch body := section.Body.(type) {
		case *Hero:
			names = append(names, body.Preview.scene())
			if body.Poster != nil {
				names = append(names, StylePoster)
			} else if body.Drawing != nil {
				names = append(names, StyleDrawn)
			}
		case *ProductShowcase:
			for _, product := range body.Items {
				names = append(names, product.Preview.scene())
			}
		case *Tiles:
			if body.Scene != nil {
				names = append(names, SceneLegend)
			}
		case *Industries:
			if body.Layout == LayoutWindows {
				names = append(names, SceneWindows)
			}
		}
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
	return slices.Clip(names)
}

// ScenesOf returns the scenes among parts of the stylesheet.
func ScenesOf(parts []string) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return !slices.Contains(scenes, part) })
}

// scene returns the scene of a preview; empty where it is none.
func (p *Preview) scene() string {
	switch {
	case p == nil:
		return ""
	case p.Example != nil && len(p.Example.Notes) > 0:
		return ScenePrompt
	case p.Chat != nil && len(p.Chat.Steps) > 0:
		return SceneRepair
	case p.Chat != nil && p.Chat.Drawing != nil:
		return SceneJournal
	}
	return ""
}
