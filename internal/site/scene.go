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
	// SceneLegend is a drawing whose parts are lit by the tiles beside it.
	SceneLegend = "legend"
	// SceneRepair is a chat beside a drawing of what is talked about.
	SceneRepair = "repair"
	// SceneWindows is a shop window that is dressed for the industry that a visitor chooses.
	SceneWindows = "windows"
)

// SceneNames returns the names of all scenes.
func SceneNames() []string {
	return []string{SceneJournal, SceneLegend, ScenePrompt, SceneRepair, SceneWindows}
}

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

// Scenes returns the scene of a drawing with a legend.
func (t *Tiles) Scenes() []string {
	if t.Scene != nil {
		return []string{SceneLegend}
	}
	return nil
}

func (p *Preview) scenes() []string {
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
