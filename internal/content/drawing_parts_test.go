//go:build !race

package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestTilesAreTheLegendOfADrawing(t *testing.T) {
	files := addDrawings(withSections(t, "  - tiles: {scene: house, items: [{title: Car, part: car}, {title: Other}]}\n  - cta: {title: More, actions: [{label: Car, to: \"#car\"}]}\n"))
	shown := page(t, good(t, files, sampleOptions(), testNow), "/shown")
	tiles := body[site.Tiles](t, shown, 1)
	if tiles.Scene == nil || !strings.HasPrefix(tiles.Scene.URL, "/images/main/house-") || !slices.Equal(tiles.Scene.Parts, []string{"car", "sink", "fuse-box"}) {
		t.Errorf("%+v", tiles.Scene)
	}
	if !slices.Contains(shown.StyleParts(), site.SceneLegend) {
		t.Errorf("parts of the stylesheet %q", shown.StyleParts())
	}
}

func TestAChatTalksAboutADrawing(t *testing.T) {
	files := withShown(t, "  - hero: {title: Hello, preview: {chat: {title: Help, drawing: house, messages: [{from: person, name: You, text: It drips., parts: [sink, car]}]}}}\n")
	shown := page(t, good(t, files, sampleOptions(), testNow), "/shown")
	if !slices.Contains(shown.StyleParts(), site.SceneRepair) {
		t.Errorf("parts of the stylesheet %q", shown.StyleParts())
	}
}

func TestPartsThatADrawingDoesNotHave(t *testing.T) {
	for sections, want := range map[string]string{
		"  - tiles: {scene: house, items: [{title: Car, part: cart}]}\n":                     `The drawing "house" has no part "cart". Did you mean "car"?`,
		"  - tiles: {scene: house, items: [{title: Car, part: moon}]}\n":                     "Known are car, sink and fuse-box.",
		"  - tiles: {scene: compass, items: [{title: Car, part: car}]}\n":                    `The drawing "compass" has no part "car".`,
		"  - tiles: {items: [{title: Car, part: car}]}\n":                                    `There is no drawing that could have the part "car".`,
		"  - tiles: {scene: hous, items: [{title: Car, part: car}]}\n":                       `There is no drawing "hous". Did you mean "house"?`,
		"  - tiles: {scene: house, items: [{title: A, part: car}, {title: B, part: car}]}\n": `The anchor "car" is on this page already.`,
		"  - tiles: {scene: house, items: [{title: A, part: \"<b>\"}]}\n":                    "main/pages/shown.yaml:5:52",
		"  - tiles: {scene: house, items: [{title: A, part: [car]}]}\n":                      "main/pages/shown.yaml:5:52",
		"  - tiles: {id: car, scene: house, items: [{title: A, part: car}]}\n":               `The anchor "car" is on this page already.`,
	} {
		_, problems := load(t, NewLoader(sampleOptions()), addDrawings(withSections(t, sections)).fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s\nwant %s", sections, got, want)
		}
	}
	for chat, want := range map[string]string{
		"{title: Help, drawing: house, messages: [{from: app, name: It, text: Look., parts: [sinc]}]}": `The drawing "house" has no part "sinc". Did you mean "sink"?`,
		"{title: Help, messages: [{from: app, name: It, text: Look., parts: [sink]}]}":                 "Name one under drawing, or remove this line.",
		"{title: Help, drawing: house, messages: [{from: app, name: It, text: Look., parts: sink}]}":   "parts",
	} {
		files := withShown(t, "  - hero: {title: Hello, preview: {chat: "+chat+"}}\n")
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s\nwant %s", chat, got, want)
		}
	}
}

func TestAPartWithoutANameIsReportedOnce(t *testing.T) {
	for _, parts := range []string{"[~]", "[[car]]", `[""]`} {
		files := withShown(t, "  - hero: {title: Help, preview: {chat: {title: Help, drawing: house, messages: [{from: app, name: It, text: Look., parts: "+parts+"}]}}}\n")
		if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); len(problems) != 1 {
			t.Errorf("%s: told %q", parts, told(problems))
		}
	}
}
