package content

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/site"
)

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">`

// withPicture is the base tree with a picture in the hero of /about.
func withPicture(t *testing.T, name string, data []byte) folder {
	t.Helper()
	files := baseTree(t)
	files.replace(t, "main/pages/about.yaml", `{title: "About {{site.name}}"}`, `{title: About, image: {src: "`+name+`", alt: "A picture of {{site.name}}"}}`)
	files["main/"+name] = string(data)
	return files
}

func TestDamagedPicturesAreProblems(t *testing.T) {
	large := append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 20<<20)...)
	cases := map[string][]byte{
		"is larger than 20 MB. Save it smaller":                                     large,
		"is no picture that browsers show. Use SVG, PNG, JPEG, WebP, GIF or ICO.":   []byte("<html><body>Not found</body></html>"),
		"has a script. Export it again as a plain SVG.":                             []byte(svgHead + "<script/></svg>"),
		"is no picture that browsers show. Use SVG, PNG, JPEG, WebP, GIF or ICO.\n": nil,
		"The picture main/images/x.png is damaged.":                                 []byte("\x89PNG\r\n\x1a\nnothing more"),
		"The picture main/images/x.png is damaged.\n":                               {0, 0, 1, 0, 9, 0},
	}
	for want, data := range cases {
		revision, problems := load(t, NewLoader(sampleOptions()), withPicture(t, "images/x.png", data).fs(), testNow)
		if got := told(problems); revision != nil || len(problems) != 1 || !strings.Contains(got, want) || !strings.HasPrefix(got, "main/pages/about.yaml:7:39: ") {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestPicturesOutsideOfTheFolderAreProblems(t *testing.T) {
	for _, name := range []string{
		"../business/images/x.png", "/etc/passwd", "images/../site.yaml", "site.yaml", "images", "images/", "./images/mark.svg", `images\\mark.svg`, "images//mark.svg", "pages/x.png",
	} {
		files := withPicture(t, name, nil)
		files["main/"+name] = baseTree(t)["main/"+name]
		if files["main/"+name] == "" {
			delete(files, "main/"+name)
		}
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if revision != nil || len(problems) == 0 || problems[0].Code != "bad-image-path" {
			t.Errorf("%s: %s", name, told(problems))
		}
	}
}

func TestChangedPictureIsReadAgain(t *testing.T) {
	files := withPicture(t, "images/x.svg", []byte(svgHead+"</svg>"))
	l := NewLoader(sampleOptions())
	load(t, l, files.fs(), testNow)
	first := l.reader.Media["main/images/x.svg"]
	load(t, l, files.fs(), testNow)
	if again := l.reader.Media["main/images/x.svg"]; &again.Data[0] != &first.Data[0] {
		t.Error("an unchanged picture was read again")
	}
	changed := files.fs()
	changed["main/images/x.svg"] = &fstest.MapFile{Data: []byte(svgHead + "<g/></svg>"), ModTime: testNow}
	load(t, l, changed, testNow)
	second := l.reader.Media["main/images/x.svg"]
	if second.URL == first.URL {
		t.Error("a changed picture kept its address")
	}
	// The same size within the same tick of the clock: only the bytes tell.
	changed["main/images/x.svg"] = &fstest.MapFile{Data: []byte(svgHead + "<b/></svg>"), ModTime: testNow}
	load(t, l, changed, testNow)
	if l.reader.Media["main/images/x.svg"].URL == second.URL {
		t.Error("a picture that changed at once was not read again")
	}
}

// grayPNG is a PNG of a size.
func grayPNG(t *testing.T, width, height int) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestATreatmentThatShowsAPictureLargerAsksForItLarger(t *testing.T) {
	for background, want := range map[string]string{"plain": "(min-width: 80rem) 36rem, (min-width: 60rem) 46vw, 92vw", "paper": media.SizesUnder["paper"][site.SlotHalf]} {
		files := baseTree(t)
		files["main/images/wide.png"] = grayPNG(t, 1200, 600)
		files.replace(t, "main/site.yaml", "  scheme: dark\n", "  scheme: dark\n  background: "+background+"\n")
		files["main/pages/wall.yaml"] = "title: Wall\ndescription: Words.\nsections:\n  - hero: {title: Wall}\n  - split: {text: Words., image: {src: images/wide.png, alt: Gray}}\n"
		revision := good(t, files, sampleOptions(), testNow)
		for _, page := range revision.Sites[0].Pages {
			if page.Path != "/wall" {
				continue
			}
			if got := page.Sections[1].Body.(*site.Split).Image.Sizes; got != want {
				t.Errorf("under %s: %s, want %s", background, got, want)
			}
		}
	}
}

func TestAPhotoIsOfferedInItsWidths(t *testing.T) {
	files := photoTree(t, "{src: images/team.png, alt: The team, phone: images/tall.png}", "")
	files["main/images/team.png"], files["main/images/tall.png"] = grayPNG(t, 1000, 700), grayPNG(t, 500, 900)
	revision := good(t, files, sampleOptions(), testNow)
	about := page(t, revision, "/about")
	shown := body[site.Hero](t, about, 0).Image
	served := revision.Sites[0].Files
	check := func(set, widths string) {
		t.Helper()
		var got []string
		for _, one := range strings.Split(set, ", ") {
			address, width, _ := strings.Cut(one, " ")
			got = append(got, width)
			if file := served[address]; file.Version == nil || file.ContentType != "image/webp" {
				t.Errorf("%s is served as %+v", address, file)
			}
		}
		if strings.Join(got, " ") != widths {
			t.Errorf("the widths are %v, want %s", got, widths)
		}
	}
	check(shown.Srcset, "480w 800w 1000w")
	check(shown.Narrow.Srcset, "480w 500w")
	if shown.Width != 1000 || shown.Height != 700 || shown.Type != "image/webp" || shown.Sizes == "" || !strings.HasSuffix(shown.URL, "-800.png") {
		t.Errorf("it is %+v", shown)
	}
	if shown.Narrow.Width != 500 || shown.Narrow.Height != 900 || about.Lead != shown.URL+" "+shown.Sizes {
		t.Errorf("phones see %+v; the first picture is %s", shown.Narrow, about.Lead)
	}
	if served[shown.URL].Version == nil {
		t.Error("nothing serves the picture for old browsers")
	}
}

func TestPicturesThatAreTooLargeOrForeignAreRefused(t *testing.T) {
	for data, want := range map[string]string{
		grayPNG(t, 65_536, 1):                "is 65536 pixels long; at most 65535 can be taken. Save it smaller",
		grayPNG(t, 5000, 5000):               "has 25 megapixels; at most 24 can be taken. Save it smaller: a width of 4000 pixels is more than any screen shows.",
		"\x00\x00\x00\x18ftypheic\x00\x00":   "is a HEIC, which browsers do not show. Export it as JPEG: on an iPhone",
		"\x00\x00\x00\x18ftypavif\x00\x00":   "is no picture that browsers show.",
		"II*\x00more":                        "is no picture that browsers show.",
		grayPNG(t, 600, 400)[:200]:           "is not complete: its end is missing. Copy it again.",
		"\x89PNG\r\n\x1a\n" + "\x00\x00\x00": "is damaged.",
	} {
		files := photoTree(t, "images/team.png", "")
		files["main/images/team.png"] = data
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); revision != nil || !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestWhatTheCameraWroteIntoAFaviconIsNotServed(t *testing.T) {
	files := baseTree(t)
	chunk := "\x00\x00\x00\x0atEXtplace=home\x00\x00\x00\x00"
	whole := grayPNG(t, 32, 32)
	end := len(whole) - 12
	files["main/images/icon.png"] = whole[:end] + chunk + whole[end:]
	files["main/site.yaml"] += "favicon: images/icon.png\n"
	revision := good(t, files, sampleOptions(), testNow)
	served := revision.Sites[0].Files[revision.Sites[0].Site.Favicon.URL]
	if string(served.Data) != whole {
		t.Errorf("%d bytes are served, want %d without the place", len(served.Data), len(whole))
	}
}
