package content

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

type sampleDrawings []string

func (names sampleDrawings) Drawing(name string) (site.Drawing, bool) {
	for _, known := range names {
		if known == name {
			return site.Drawing{Name: name, URL: "/assets/" + name + "-1.svg", Width: 4, Height: 3}, true
		}
	}
	return site.Drawing{}, false
}
func (names sampleDrawings) DrawingNames() []string { return names }

func withDrawing(t *testing.T, written string) tree {
	t.Helper()
	files := baseTree(t)
	files["main/pages/shown.yaml"] = "title: Shown\ndescription: All of it.\nsections:\n  - hero: {title: Hello, drawing: " + written + "}\n"
	return files
}

func TestADrawingIsFoundByItsName(t *testing.T) {
	options := sampleOptions()
	options.Drawings = sampleDrawings{"compass", "parcel"}
	for _, written := range []string{"compass", "{name: compass}"} {
		shown := body[site.Hero](t, page(t, good(t, withDrawing(t, written), options, testNow), "/shown"), 0)
		if shown.Drawing.URL != "/assets/compass-1.svg" || shown.Drawing.Width != 4 || shown.Drawing.Height != 3 {
			t.Errorf("%s: %+v", written, shown.Drawing)
		}
	}
}

func TestADrawingThatIsNotThere(t *testing.T) {
	options := sampleOptions()
	options.Drawings = sampleDrawings{"compass", "parcel"}
	for written, want := range map[string]string{
		"compas":                "main/pages/shown.yaml:4:35: There is no drawing \"compas\". Did you mean \"compass\"?",
		"submarine":             "Known are compass and parcel.",
		"../../secret":          "There is no drawing \"../../secret\".",
		"12":                    "There is no drawing \"12\".",
		`""`:                    "name",
		"[compass]":             "main/pages/shown.yaml:4:35",
		"{name: compass, x: 1}": "main/pages/shown.yaml:4:51",
	} {
		_, problems := load(t, NewLoader(options), withDrawing(t, written).fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) || len(problems) != 1 {
			t.Errorf("%s:\n%s\nwant %s", written, got, want)
		}
	}
}

func TestAnIndustryHasItsOwnDrawing(t *testing.T) {
	options := sampleOptions()
	options.Drawings = sampleDrawings{"parcel", "restaurant"}
	files := baseTree(t)
	files["main/industries.yaml"] = "restaurant: {name: Restaurant}\nmail: {name: Mail, drawing: parcel}\nfilm: {name: Film}\n"
	files["main/pages/shown.yaml"] = "title: Shown\ndescription: All of it.\nsections:\n  - hero: {title: Hello}\n  - industries: {}\n"
	shown := body[site.Industries](t, page(t, good(t, files, options, testNow), "/shown"), 1)
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
	_, problems := load(t, NewLoader(options), files.fs(), testNow)
	if want := "main/industries.yaml:1:29: There is no drawing \"parcels\". Did you mean \"parcel\"?"; !strings.Contains(told(problems), want) {
		t.Errorf("got %s, want %s", told(problems), want)
	}
}
