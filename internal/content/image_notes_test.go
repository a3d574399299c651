//go:build !race

package content

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// photoTree is the base tree with a photo of 60 by 40 pixels in the hero of /about, written so.
func photoTree(t *testing.T, image, notes string) folder {
	t.Helper()
	files := withPicture(t, "images/team.png", []byte(grayPNG(t, 60, 40)))
	files.replace(t, "main/pages/about.yaml", `image: {src: "images/team.png", alt: "A picture of {{site.name}}"}`, "image: "+image)
	if notes != "" {
		files["main/images.yaml"] = notes
	}
	return files
}

func TestImagesYAMLIsSaidOnce(t *testing.T) {
	const note = "images/team.png: {alt: \"The team of {{site.name}}\", focus: 100% 0%, credit: Ann}\n"
	for written, want := range map[string]string{
		"images/team.png":                        "The team of Evenlight|Ann",
		"{src: images/team.png}":                 "The team of Evenlight|Ann",
		"{src: images/team.png, alt: Ourselves}": "Ourselves|Ann",
		`{src: images/team.png, alt: ""}`:        "|Ann",
	} {
		revision := good(t, photoTree(t, written, note), sampleOptions(), testNow)
		image := body[site.Hero](t, page(t, revision, "/about"), 0).Image
		if got := string(image.Alt) + "|" + string(image.Credit); got != want || image.Focus != "100% 0%" {
			t.Errorf("%s: %s with the focus %s, want %s", written, got, image.Focus, want)
		}
	}
}

func TestWhatIsWrongInImagesYAML(t *testing.T) {
	for notes, want := range map[string]string{
		"images/taem.png: {alt: The team}\n":                     "main/images.yaml:1:1: There is no picture main/images/taem.png. Did you mean \"images/team.png\"?",
		"team.png: {alt: The team}\n":                            "main/images.yaml:1:1: \"team.png\" is no file of the folder images. Write its path in the folder of the site",
		"images/team.png: {alt: T, focus: middle}\n":             "main/images.yaml:1:34: `focus` is no place in a picture: \"middle\". Write how far it is from the left and from the top, such as 62% 30%.",
		"images/team.png: {alt: T, caption: x}\n":                "main/images.yaml:1:27: The picture \"images/team.png\" has no key `caption`.",
		"images/team.png: {alt: T}\nimages/team.png: {alt: T}\n": "main/images.yaml:2:1: `images/team.png` is there twice",
		"images/team.png: {alt: \"{{site.nmae}}\"}\n":            "main/images.yaml:1:25: A site has nothing called \"nmae\" to refer to.",
		"- images/team.png\n":                                    "main/images.yaml:1:1: The file takes a set of keys, but a list stands here.",
		"images/team.png:\n":                                     "main/images.yaml:1:1: The picture \"images/team.png\" has no value.",
	} {
		files := photoTree(t, "images/team.png", notes)
		files["main/images/x.svg"] = svgHead + "</svg>"
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) {
			t.Errorf("%q: got %s, want %s", notes, got, want)
		}
	}
}

func TestAPictureWithoutAnAltIsWarnedOf(t *testing.T) {
	for written, want := range map[string]bool{"images/team.png": true, `{src: images/team.png, alt: ""}`: false} {
		_, problems := load(t, NewLoader(sampleOptions()), photoTree(t, written, "").fs(), testNow)
		if got := told(problems); strings.Contains(got, "Write it once in images.yaml, such as images/team.png: {alt: What it shows}") != want {
			t.Errorf("%s: %s", written, got)
		}
	}
	files := photoTree(t, "images/team.png", "images/team.png: {alt: \"\"}\n")
	if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); strings.Contains(told(problems), "alt") {
		t.Errorf("decoration: %s", told(problems))
	}
}

func TestOnlyAPictureOfTheFirstSectionIsLoadedBeforeAllOthers(t *testing.T) {
	files := photoTree(t, "{src: images/team.png, alt: Us}", "")
	photo := "  - split: {title: We, image: {src: images/team.png, alt: Us}}\n"
	files["main/pages/below.yaml"] = "title: Below\ndescription: A photo below.\nsections:\n" +
		"  - hero: {title: Hello}\n" + photo
	revision := good(t, files, sampleOptions(), testNow)
	if page(t, revision, "/about").Lead == "" {
		t.Error("the picture of the hero waits")
	}
	if lead := page(t, revision, "/below").Lead; lead != "" {
		t.Errorf("%s, below the hero, comes first", lead)
	}
}
