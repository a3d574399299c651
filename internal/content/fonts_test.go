//go:build !race

package content

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/site"
)

// builtFont returns the bytes of a font of the web build.
func builtFont(t *testing.T, family string, index int) []byte {
	t.Helper()
	const dist = "../../web/dist/"
	listed, err := os.ReadFile(dist + "fonts.json")
	if err != nil {
		t.Fatal("the web client is not built, run make build: ", err)
	}
	var fonts map[string]struct{ Faces []site.FontFace }
	if err := json.Unmarshal(listed, &fonts); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(dist + "client" + fonts[family].Faces[index].URL)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// withFonts puts families into the theme of the main site, and a font into its folder.
func withFonts(t *testing.T, display, families string) (fstest.MapFS, folder) {
	t.Helper()
	files := baseTree(t)
	files.replace(t, "main/site.yaml", "fonts: {display: Inter, text: Inter}", "fonts:\n    display: "+display+"\n    text: Inter\n    families:\n"+families)
	made := files.fs()
	made["main/fonts/bakery.woff2"] = &fstest.MapFile{Data: builtFont(t, "Sora", 1), Mode: 0o644}
	return made, files
}

const bakery = "      - {name: Bakery Sans, files: [fonts/bakery.woff2]}\n"

func TestAFontOfTheSite(t *testing.T) {
	files, _ := withFonts(t, "Bakery Sans", bakery)
	revision, problems := load(t, NewLoader(sampleOptions()), files, testNow)
	if revision == nil || len(problems) > 0 {
		t.Fatalf("problems:\n%s", told(problems))
	}
	main := revision.Sites[0]
	family := main.Site.Theme.Fonts.Families[0]
	if len(family.Faces) != 1 || len(family.Fallbacks) == 0 || !strings.HasPrefix(family.Faces[0].URL, "/files/main/bakery-") || !family.Faces[0].Preload {
		t.Fatalf("the family is %+v", family)
	}
	file := main.Files[family.Faces[0].URL]
	if file.ContentType != "font/woff2" || !bytes.Equal(file.Data, files["main/fonts/bakery.woff2"].Data) {
		t.Errorf("it is served as %s, %d bytes", file.ContentType, len(file.Data))
	}
}

func TestAFontThatChangesIsAnotherAddress(t *testing.T) {
	files, _ := withFonts(t, "Bakery Sans", bakery)
	loader := NewLoader(sampleOptions())
	before, _ := load(t, loader, files, testNow)
	files["main/fonts/bakery.woff2"] = &fstest.MapFile{Data: builtFont(t, "Manrope", 1), Mode: 0o644}
	after, problems := load(t, loader, files, testNow)
	if after == nil {
		t.Fatal(told(problems))
	}
	if was, is := before.Sites[0].Site.Theme.Fonts.Families[0].Faces[0], after.Sites[0].Site.Theme.Fonts.Families[0].Faces[0]; was.URL == is.URL {
		t.Errorf("both live at %s", is.URL)
	}
	delete(files, "main/fonts/bakery.woff2")
	if gone, problems := load(t, loader, files, testNow); gone != nil || !strings.Contains(told(problems), `There is no font file "fonts/bakery.woff2".`) {
		t.Errorf("without its file:\n%s", told(problems))
	}
	files["main/fonts/bakery.woff2"] = &fstest.MapFile{Data: builtFont(t, "Sora", 1), Mode: 0o644}
	if back, problems := load(t, loader, files, testNow); back == nil {
		t.Errorf("and with it again:\n%s", told(problems))
	}
}

func TestWhatIsWrongWithFonts(t *testing.T) {
	for name, c := range map[string]struct {
		display, families string
		extra             map[string][]byte
		want              string
	}{
		"a wrong name of the file": {
			"Bakery Sans", "      - {name: Bakery Sans, files: [fonts/bakrey.woff2]}\n", nil,
			`There is no font file "fonts/bakrey.woff2". Did you mean "fonts/bakery.woff2"?`,
		},
		"out of the folder": {
			"Bakery Sans", "      - {name: Bakery Sans, files: [../../etc/passwd, https://example.com/x.woff2]}\n", nil,
			`There is no font file "https://example.com/x.woff2".`,
		},
		"no file at all": {"Bakery Sans", "      - {name: Bakery Sans, files: []}\n", nil, "`files`"},
		"a family that nobody has": {
			"Bakery Snas", bakery, nil, `There is no font "Bakery Snas". Did you mean "Bakery Sans"?`,
		},
		"the same name twice": {
			"Bakery Sans", bakery + bakery, nil, `There are two families "Bakery Sans".`,
		},
		"the same file twice": {
			"Bakery Sans", "      - {name: Bakery Sans, files: [fonts/bakery.woff2, fonts/bakery.woff2]}\n", nil, "This file stands here twice.",
		},
		"a file that nothing names": {
			"Bakery Sans", bakery, map[string][]byte{"main/fonts/old.woff2": nil}, "main/fonts/old.woff2: warning: No family of the theme has this font, so nobody gets it.",
		},
		"another name is no other format": {
			"Bakery Sans", "      - {name: Bakery Sans, files: [fonts/fake.woff2]}\n",
			map[string][]byte{"main/fonts/fake.woff2": []byte("\x00\x01\x00\x00 a TrueType")},
			"The font main/fonts/fake.woff2 is no WOFF2 file, whatever its name says.",
		},
		"half written": {
			"Bakery Sans", "      - {name: Bakery Sans, files: [fonts/half.woff2]}\n",
			map[string][]byte{"main/fonts/half.woff2": []byte("wOF2\x00\x01")},
			"The font main/fonts/half.woff2 is damaged. Fetch it again from where it came.",
		},
		"too large": {
			"Bakery Sans", "      - {name: Bakery Sans, files: [fonts/large.woff2]}\n",
			map[string][]byte{"main/fonts/large.woff2": make([]byte, 2<<20+1)},
			"The font main/fonts/large.woff2 is larger than 2 MB.",
		},
		"a TrueType": {"Bakery Sans", bakery, map[string][]byte{"main/fonts/Bakery.ttf": {1}}, "main/fonts/Bakery.ttf: The font Bakery.ttf is too large for visitors in this form. Convert it to WOFF2"},
		"a picture":  {"Bakery Sans", bakery, map[string][]byte{"main/fonts/logo.svg": {1}}, "The folder fonts holds WOFF2 files, and logo.svg is none."},
	} {
		t.Run(name, func(t *testing.T) {
			files, _ := withFonts(t, c.display, c.families)
			for path, data := range c.extra {
				if data == nil {
					data = builtFont(t, "Manrope", 1)
				}
				files[path] = &fstest.MapFile{Data: data, Mode: 0o644}
			}
			_, problems := load(t, NewLoader(sampleOptions()), files, testNow)
			if got := told(problems); !strings.Contains(got, c.want) {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}

func TestAFontWithoutTheLettersOfItsLanguageIsWarnedOf(t *testing.T) {
	for language, want := range map[string]string{
		"he": "The font Inter has Latin letters alone: visitors read others in a font of their device. " +
			"Heebo and Noto Sans Hebrew have Hebrew ones.",
		"ka":      "The font Inter has Latin letters alone",
		"sr-Latn": "",
		"qaa":     "",
	} {
		files := baseTree(t)
		files["main/site.yaml"] = "language: " + language + "\n" + files["main/site.yaml"]
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		got := told(problems)
		if warned := strings.Contains(got, "Latin letters alone"); warned != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", language, got, want)
		}
	}
}
