//go:build !race

package content

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// drawingOf is a drawing with these parts, 4 wide and 3 high.
func drawingOf(parts ...string) string {
	text := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><symbol id="base"/>`
	for _, part := range parts {
		text += `<symbol id="` + part + `"/>`
	}
	return text + `</svg>`
}

// addDrawings gives the main site a house of three parts, and drawings of none.
func addDrawings(files folder) folder {
	for name, parts := range map[string][]string{
		"compass": nil, "house": {"car", "sink", "fuse-box"}, "parcel": nil, "restaurant": nil,
	} {
		files["main/look/drawings/"+name+".svg"] = drawingOf(parts...)
	}
	return files
}

// withShown has the page /shown of these sections, without a hero of its own.
func withShown(t *testing.T, sections string) folder {
	t.Helper()
	files := baseTree(t)
	files["main/pages/shown.yaml"] = "title: Shown\ndescription: All of it.\nsections:\n" + sections
	return addDrawings(files)
}

func TestADrawingIsFoundByItsName(t *testing.T) {
	for _, written := range []string{"compass", "{name: compass}"} {
		shown := body[site.Hero](t, page(t, good(t, withShown(t, "  - hero: {title: Hello, drawing: "+written+"}\n"), sampleOptions(), testNow), "/shown"), 0)
		if !strings.HasPrefix(shown.Drawing.URL, "/images/main/compass-") || shown.Drawing.Width != 4 || shown.Drawing.Height != 3 {
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
		_, problems := load(t, NewLoader(sampleOptions()), withShown(t, "  - hero: {title: Hello, drawing: "+written+"}\n").fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) || len(problems) != 1 {
			t.Errorf("%s:\n%s\nwant %s", written, got, want)
		}
	}
}

func TestAnIndustryHasItsOwnDrawing(t *testing.T) {
	files := addDrawings(withSections(t, "  - industries: {}\n"))
	files["main/industries.yaml"] = "restaurant: {name: Restaurant}\nmail: {name: Mail, drawing: parcel}\nfilm: {name: Film}\n"
	shown := body[site.Industries](t, page(t, good(t, files, sampleOptions(), testNow), "/shown"), 1)
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
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if want := "main/industries.yaml:1:29: There is no drawing \"parcels\". Did you mean \"parcel\"?"; !strings.Contains(told(problems), want) {
		t.Errorf("got %s, want %s", told(problems), want)
	}
}

func TestADrawingThatCannotBeUsed(t *testing.T) {
	for name, test := range map[string]struct{ svg, want string }{
		"a script":   {`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><script/></svg>`, "unsafe-image"},
		"NaN":        {`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 NaN 3"><symbol id="base"/></svg>`, "bad-drawing"},
		"no size":    {`<svg xmlns="http://www.w3.org/2000/svg"><symbol id="base"/></svg>`, "bad-drawing"},
		"no base":    {`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><symbol id="roof"/></svg>`, "bad-drawing"},
		"no drawing": {"words", "bad-image"},
	} {
		files := withShown(t, "  - hero: {title: Hello, drawing: compass}\n")
		files["main/look/drawings/compass.svg"] = test.svg
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if len(problems) != 1 || problems[0].Code != test.want || problems[0].Line != 4 {
			t.Errorf("%s: %+v, want %s", name, problems, test.want)
		}
	}
}
