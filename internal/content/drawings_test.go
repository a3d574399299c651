//go:build !race

package content

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// sampleDrawings are names of drawings and their parts.
type sampleDrawings map[string][]string

func (drawings sampleDrawings) Drawing(name string) (site.Drawing, bool) {
	parts, known := drawings[name]
	return site.Drawing{Name: name, URL: "/assets/" + name + "-1.svg", Width: 4, Height: 3, Parts: parts}, known
}

func (drawings sampleDrawings) DrawingNames() []string { return slices.Sorted(maps.Keys(drawings)) }

// drawn are options with a house of three parts, and drawings of none.
func drawn() outline.Options {
	options := sampleOptions()
	options.Drawings = sampleDrawings{"compass": nil, "house": {"car", "sink", "fuse-box"}, "parcel": nil, "restaurant": nil}
	return options
}

// withShown has the page /shown of these sections, without a hero of its own.
func withShown(t *testing.T, sections string) folder {
	t.Helper()
	files := baseTree(t)
	files["main/pages/shown.yaml"] = "title: Shown\ndescription: All of it.\nsections:\n" + sections
	return files
}

func TestADrawingIsFoundByItsName(t *testing.T) {
	for _, written := range []string{"compass", "{name: compass}"} {
		shown := body[site.Hero](t, page(t, good(t, withShown(t, "  - hero: {title: Hello, drawing: "+written+"}\n"), drawn(), testNow), "/shown"), 0)
		if shown.Drawing.URL != "/assets/compass-1.svg" || shown.Drawing.Width != 4 || shown.Drawing.Height != 3 {
			t.Errorf("%s: %+v", written, shown.Drawing)
		}
	}
}

func TestADrawingThatIsNotThere(t *testing.T) {
	for written, want := range map[string]string{
		"compas":                "main/pages/shown.yaml:4:35: There is no drawing \"compas\". Did you mean \"compass\"?",
		"submarine":             "Known are compass, house, parcel and restaurant.",
		"../../secret":          "There is no drawing \"../../secret\".",
		"12":                    "There is no drawing \"12\".",
		`""`:                    "name",
		"[compass]":             "main/pages/shown.yaml:4:35",
		"{name: compass, x: 1}": "main/pages/shown.yaml:4:51",
	} {
		_, problems := load(t, NewLoader(drawn()), withShown(t, "  - hero: {title: Hello, drawing: "+written+"}\n").fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) || len(problems) != 1 {
			t.Errorf("%s:\n%s\nwant %s", written, got, want)
		}
	}
}

func TestAnIndustryHasItsOwnDrawing(t *testing.T) {
	files := withSections(t, "  - industries: {}\n")
	files["main/industries.yaml"] = "restaurant: {name: Restaurant}\nmail: {name: Mail, drawing: parcel}\nfilm: {name: Film}\n"
	shown := body[site.Industries](t, page(t, good(t, files, drawn(), testNow), "/shown"), 1)
	for i, want := range []string{"restaurant", "parcel", ""} {
		got := ""
		if drawing := shown.Items[i].Drawing; drawing != nil {
			got = drawing.Name
		}
		if got != want {
			t.Errorf("%s: the drawing %q, want %q", shown.Items[i].ID, got, want)
		}
	}

	files["main/industries.yaml"] = "mail: {name: Mail, drawing: parcels}\n"
	_, problems := load(t, NewLoader(drawn()), files.fs(), testNow)
	if want := "main/industries.yaml:1:29: There is no drawing \"parcels\". Did you mean \"parcel\"?"; !strings.Contains(told(problems), want) {
		t.Errorf("got %s, want %s", told(problems), want)
	}
}
