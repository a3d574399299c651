//go:build !race

package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

const windowsPage = "title: Shown\ndescription: All of it.\nsections:\n  - hero: {title: Hello}\n  - industries: {layout: windows, label: Sample}\n"

func withSample(t *testing.T, sample string) folder {
	t.Helper()
	files := baseTree(t)
	files["main/pages/shown.yaml"] = windowsPage
	files["main/industries.yaml"] = "one: {name: One, sample: {layout: menu, name: Sample One, title: Hello" + sample + "}}\n"
	return files
}

const sampleColors = `, colors: {background: "#ffffff", surface: "#ffffff", text: "#111111", muted: "#444444", line: "#cccccc", primary: "#000066", onPrimary: "#ffffff", accent: "#660000"}`

func TestASampleHasAPaletteOfItsOwn(t *testing.T) {
	revision := good(t, withSample(t, sampleColors), sampleOptions(), testNow)
	bundle := revision.Sites[0]
	shown := body[site.Industries](t, page(t, revision, "/shown"), 1).Items[0].Sample
	if len(bundle.Samples) != 1 || bundle.Samples[0].Class != shown.Class || !strings.HasPrefix(shown.Class, "sample-") {
		t.Fatalf("the sample has the class %q, and the site the samples %+v", shown.Class, bundle.Samples)
	}
	if styled := bundle.Samples[0]; styled.Dark || styled.Colors.Primary != "#000066" {
		t.Errorf("the sample is %+v", styled)
	}
	if parts := page(t, revision, "/shown").StyleParts(); !slices.Contains(parts, site.SceneWindows) {
		t.Errorf("the parts of the stylesheet are %v", parts)
	}

	plain := good(t, withSample(t, ""), sampleOptions(), testNow)
	if styled := plain.Sites[0].Samples; len(styled) != 0 {
		t.Errorf("a sample in the colours of the site has rules of its own: %+v", styled)
	}
}

// Pages of a revision are rendered while the next one is resolved from the same files.
func TestTheSamplesOfARevisionStayAsTheyAre(t *testing.T) {
	loader, files := NewLoader(sampleOptions()), withSample(t, sampleColors)
	shown := func() *site.Sample {
		revision, problems := load(t, loader, files.fs(), testNow)
		if len(problems) > 0 {
			t.Fatal(told(problems))
		}
		return body[site.Industries](t, page(t, revision, "/shown"), 1).Items[0].Sample
	}
	first := shown()
	files["main/site.yaml"] += "\n# Changed, so that the site is resolved anew.\n"
	if second := shown(); first == second {
		t.Error("two revisions share a sample, into which the second was written")
	}
}

func TestWhatIsWrongWithWindows(t *testing.T) {
	options := sampleOptions()
	options.Fonts = []string{"Fraunces", "Manrope", "Inter", "Sora"}
	for written, want := range map[string]string{
		", font: Fraunce": `There is no font "Fraunce". Did you mean "Fraunces"?`,
		strings.Replace(sampleColors, "#660000", "red", 1):          "red",
		strings.Replace(sampleColors, "#111111", "#eeeeee", 1):      "Text on the background has a contrast of",
		strings.Replace(sampleColors, `, accent: "#660000"`, "", 1): "accent",
		", layout2: x":                         "layout2",
		", lists: []":                          "",
		", lists: [{title: Empty, items: []}]": "items",
		", radius: huge":                       "radius",
	} {
		_, problems := load(t, NewLoader(options), withSample(t, written).fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) || want == "" && got != "" || len(problems) > 2 {
			t.Errorf("%s:\n%s\nwant %s", written, got, want)
		}
	}

	for page, want := range map[string]string{
		strings.Replace(windowsPage, ", label: Sample", "", 1):        "need the key label",
		strings.Replace(windowsPage, "windows", "window", 1):          "windows",
		strings.Replace(windowsPage, "label: Sample", `label: ""`, 1): "label",
	} {
		files := withSample(t, "")
		files["main/pages/shown.yaml"] = page
		_, problems := load(t, NewLoader(options), files.fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) {
			t.Errorf("%s\n%s\nwant %s", page, got, want)
		}
	}

	files := withSample(t, "")
	files["main/industries.yaml"] += "two: {name: Two}\n"
	_, problems := load(t, NewLoader(options), files.fs(), testNow)
	if got, want := told(problems), `The industry "two" has no sample`; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, id := range []string{"c", "d", "e", "f", "g", "h"} {
		files["main/industries.yaml"] += id + ": {name: " + id + ", sample: {layout: arch, name: S, title: T}}\n"
	}
	_, problems = load(t, NewLoader(options), files.fs(), testNow)
	if got, want := told(problems), "room for 6 doors"; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}
