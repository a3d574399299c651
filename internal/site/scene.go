package site

import "slices"

// Stage is the body of a section that may show scenes: drawings whose code only
// the pages that show them load. Whoever adds a scene names it here, installs what
// draws it in web/src/start/scenes.ts, and lists it in web/src/sections/scene.ts.
type Stage interface {
	// Scenes returns the names of the scenes that the section shows; none where it shows none.
	Scenes() []string
}

// Names of scenes.
const (
	// SceneJournal is a conversation on a page below a drawing.
	SceneJournal = "journal"
	// ScenePrompt is an example with notes in its margin.
	ScenePrompt = "prompt"
)

// SceneNames returns the names of all scenes.
func SceneNames() []string { return []string{SceneJournal, ScenePrompt} }

// ScenesOf returns the names of the scenes that sections show, sorted and each once.
func ScenesOf(sections []Section) []string {
	var all []string
	for _, section := range sections {
		if stage, ok := section.Body.(Stage); ok {
			all = append(all, stage.Scenes()...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Scenes returns the scene of the preview.
func (h *Hero) Scenes() []string { return h.Preview.scenes() }

// Scenes returns the scenes of the products that have one.
func (p *ProductShowcase) Scenes() []string {
	var all []string
	for _, product := range p.Items {
		all = append(all, product.Preview.scenes()...)
	}
	return all
}

func (p *Preview) scenes() []string {
	if p != nil && p.Chat != nil && p.Chat.Drawing != nil {
		return []string{SceneJournal}
	}
	if p != nil && p.Example != nil && len(p.Example.Notes) > 0 {
		return []string{ScenePrompt}
	}
	return nil
}
