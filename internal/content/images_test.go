//go:build !race

package content

import (
	"strings"
	"testing"
	"testing/fstest"
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
		"is larger than 20 MB. Save it smaller":                                   large,
		"is no picture that browsers show. Use SVG, PNG, JPEG, WebP, GIF or ICO.": []byte("<html><body>Not found</body></html>"),
		"has a script. Export it again as a plain SVG.":                           []byte(svgHead + "<script/></svg>"),
		"The picture main/images/x.png is empty. Save it again.\n":                nil,
		"The picture main/images/x.png is damaged.":                               []byte("\x89PNG\r\n\x1a\nnothing more"),
		"The picture main/images/x.png is damaged.\n":                             {0, 0, 1, 0, 9, 0},
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
