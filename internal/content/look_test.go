//go:build !race

package content

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// withLook has a page with a hero, and a look of these files below the folder look.
func withLook(t *testing.T, look map[string]string) folder {
	t.Helper()
	files := withSections(t, "")
	for name, text := range look {
		files["main/look/"+name] = text
	}
	return files
}

func TestALookIsReadWithItsSite(t *testing.T) {
	files := withLook(t, map[string]string{
		"look.css":           "/* Night. */ [data-slot=bar] { background: url(sky.png), url('sky-narrow.png') }",
		"sections/hero.css":  `[data-section="hero"] { color: red }`,
		"sections/cards.css": ".card { mask: url(../sky.png) }",
		"sky.png":            grayPNG(t, 20, 10),
		"sky-narrow.png":     grayPNG(t, 10, 10),
		"README.md":          "Words.",
	})
	bundle := good(t, files, attachedOptions(), testNow).Sites[0]
	look := bundle.Look
	if strings.Contains(look.Base, "Night") || !strings.Contains(look.Base, `url("/images/main/sky-`) {
		t.Fatalf("look = %+v", look)
	}
	if got := slices.Sorted(maps.Keys(look.Sections)); !slices.Equal(got, []string{"cards", "hero"}) {
		t.Errorf("sections = %v", got)
	}
	var media []string
	for _, picture := range look.Pictures {
		media = append(media, picture.Media)
		if _, served := bundle.Files[picture.URL]; !served {
			t.Errorf("%s is not served", picture.URL)
		}
	}
	if !slices.Equal(media, []string{"(width >= 64rem)", "(width < 64rem)"}) {
		t.Errorf("pictures = %+v", look.Pictures)
	}
	before := bundle.ID
	files["main/look/look.css"] += " .card { color: red }"
	if after := good(t, files, attachedOptions(), testNow).Sites[0]; after.ID == before || after.Look.Base == look.Base {
		t.Error("a change of the look is no change of the site")
	}
}

func TestWhatIsWrongWithALook(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		want       string
	}{
		"no CSS":             {"look.css", ".card {\n  color red;\n}", "main/look/look.css:2:3: This is no CSS."},
		"a slot":             {"sections/hero.css", "[data-slot=titel] { order: 1 }", `main/look/sections/hero.css:1:12: There is no slot "titel". Did you mean "title"?`},
		"a section":          {"look.css", "[data-section=heros] { order: 1 }", `There is no section "heros". Did you mean "hero"?`},
		"a file's section":   {"sections/heros.css", "", `main/look/sections/heros.css: There is no type of section "heros". Did you mean "hero"?`},
		"an import":          {"look.css", "@import url(other.css);", "main/look/look.css:1:1: A look loads no other style sheet."},
		"another host":       {"look.css", ".card { background: url(https://example.com/a.png) }", "main/look/look.css:1:21: A look shows only files of its own folder."},
		"another folder":     {"look.css", ".card { background: url(../images/a.png) }", "A look shows only files of its own folder."},
		"an absolute path":   {"look.css", ".card { background: url(/images/a.png) }", "A look shows only files of its own folder."},
		"a data address":     {"look.css", ".card { background: url('data:image/png;base64,AA') }", "A look shows only files of its own folder."},
		"a missing picture":  {"look.css", ".card { background: url(night.png) }", "There is no picture night.png in the folder look."},
		"a font":             {"look.css", "@font-face { src: url(a.woff2) }", "main/look/look.css:1:19: A look loads no fonts. Save the file in the folder fonts"},
		"a strange file":     {"theme.scss", "", "main/look/theme.scss: Nothing reads the file theme.scss."},
		"a strange folder":   {"section/hero.css", "", `main/look/section: A look has the folders sections and drawings. Did you mean "sections"?`},
		"too much":           {"look.css", strings.Repeat(".card { color: red }\n", 4_000), "main/look: The style sheets of the look are larger than 64 KB together. They have 82 KB, and main/look/look.css is the largest."},
		"a drawing's script": {"look.css", ".card { background: url(a.svg) }", "main/look/look.css:1:21"},
	} {
		files := withLook(t, map[string]string{
			c.file: c.text, "a.svg": `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`,
		})
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); !strings.Contains(got, c.want) || len(problems) != 1 {
			t.Errorf("%s:\n%s\nwant %s", name, got, c.want)
		}
		if revision != nil {
			t.Errorf("%s: the site goes live", name)
		}
	}
}

func TestAClassThatIsNearlyOneOfTheContractIsAWarning(t *testing.T) {
	files := withLook(t, map[string]string{"look.css": ".crad, .chat-widget, .card { opacity: .5 }"})
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	want := `main/look/look.css:1:2: warning: No page is sure to have the class "crad". Did you mean "card"?`
	if got := told(problems); revision == nil || len(problems) != 1 || !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestStylesThatABrowserLeavesOutOfADrawingAreAWarning(t *testing.T) {
	const hint = `Some browsers leave out the styles of a drawing. Write them as attributes, such as fill="…"`
	for drawn, want := range map[string]string{
		"<symbol id=\"base\"><path\n  style=\"fill:red\"/></symbol>":             ".svg:2:3: warning: " + hint,
		"<symbol id=\"base\"><path style = 'fill:red'/></symbol>":                ".svg:1:83: warning: " + hint,
		"<style>path { fill: red }</style><symbol id=\"base\"/>":                 ".svg:1:60: warning: " + hint,
		"<symbol id=\"base\"><path data-style=\"1\" fill=\"red\"/></symbol>":     "",
		"<!-- style=\"\" <style> --><symbol id=\"base\"/>":                       "",
		"<desc>A style = bold</desc><symbol id=\"base\"/>":                       "",
		"<s:style xmlns:s=\"http://www.w3.org/2000/svg\"/><symbol id=\"base\"/>": ".svg:1:60: warning: " + hint,
	} {
		files := withLook(t, map[string]string{
			"drawings/oven.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">` + drawn + "</svg>",
		})
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); revision == nil || !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s:\n%s\nwant %s", drawn, got, want)
		}
	}
}

func TestAPageSaysAWordOfItsLook(t *testing.T) {
	files := withLook(t, map[string]string{"look.css": `main[data-look="high"] { order: 1 }`})
	files["main/pages/shown.yaml"] = "look: high\n" + files["main/pages/shown.yaml"]
	if got := page(t, good(t, files, sampleOptions(), testNow), "/shown").Look; got != "high" {
		t.Errorf("look = %q", got)
	}
	files["main/pages/shown.yaml"] = strings.Replace(files["main/pages/shown.yaml"], "high", "hihg", 1)
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	want := `main/pages/shown.yaml:1:7: The look of this site does not know the word "hihg".`
	if got := told(problems); !strings.Contains(got, want) || !strings.Contains(got, "high") {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestALookIsLiveOnSaveAndABrokenOneKeepsTheLast(t *testing.T) {
	loader := NewLoader(sampleOptions())
	files := withLook(t, map[string]string{"look.css": ".card { color: red }"})
	first, problems := load(t, loader, files.fs(), testNow)
	if first == nil || len(problems) > 0 {
		t.Fatal(told(problems))
	}
	files["main/look/look.css"] = ".card { color: blue }"
	second, _ := load(t, loader, files.fs(), testNow.Add(time.Second))
	if second == nil || second.Sites[0].Look.Base != ".card{color:blue}" {
		t.Errorf("look = %+v", second)
	}
	files["main/look/look.css"] = ".card { color: "
	third, problems := load(t, loader, files.fs(), testNow.Add(2*time.Second))
	if third != nil || len(problems) != 1 || problems[0].Severity != yamldoc.Error {
		t.Errorf("a broken look goes live: %v", problems)
	}
}
