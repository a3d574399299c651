package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/site"
)

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">`

func TestHarmlessSVG(t *testing.T) {
	for _, svg := range []string{
		svgHead + `<path d="M0 0"/></svg>`,
		"\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made by hand -->\n" + svgHead + `</svg>`,
		`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">` + svgHead + `</svg>`,
		svgHead + `<defs><linearGradient id="a"/></defs><rect fill="url(#a)" style="stroke:url('#a')"/><use xlink:href="#a"/></svg>`,
		svgHead + `<style>.a{fill:url(#a)} @media (prefers-color-scheme: dark){.a{fill:#fff}}</style></svg>`,
		svgHead + `<image href="data:image/png;base64,AAAA"/></svg>`,
		svgHead + `<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:export-filename="C:\Pictures\mark (1).png"/></svg>`,
		svgHead + `<animate attributeName="opacity" from="0" to="1"/></svg>`,
		svgHead + strings.Repeat("<g>", 99) + strings.Repeat("</g>", 99) + `</svg>`,
	} {
		if size, message := inspectSVG([]byte(svg)); message != "" || !looksLikeSVG([]byte(svg)) || size.width != 10 {
			t.Errorf("%s\nis refused: %s (%v)", svg, message, size)
		}
	}
}

func TestHostileSVG(t *testing.T) {
	for svg, want := range map[string]string{
		svgHead + `<script>alert(1)</script></svg>`:                                          "has a script.",
		svgHead + `<SCRIPT href="x.js"/></svg>`:                                              "has a script.",
		svgHead + `<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script></svg>`: "has a script.",
		svgHead + `<g onclick="alert(1)"/></svg>`:                                            "has a script: the attribute onclick.",
		svgHead + `<g ONLOAD="alert(1)"/></svg>`:                                             "has a script: the attribute ONLOAD.",
		svgHead + `<foreignObject><p>x</p></foreignObject></svg>`:                            "has a foreignObject.",
		svgHead + `<iframe src="https://example.com"/></svg>`:                                "has a frame.",
		svgHead + `<p xmlns="http://www.w3.org/1999/xhtml">x</p></svg>`:                      "has HTML in it.",
		svgHead + `<image href="https://example.com/x.png"/></svg>`:                          "refers to something elsewhere: https://example.com/x.png.",
		svgHead + `<use xlink:href="other.svg#a"/></svg>`:                                    "refers to something elsewhere: other.svg#a.",
		svgHead + `<a href="javascript:alert(1)"><path/></a></svg>`:                          "refers to something elsewhere: javascript:alert(1).",
		svgHead + `<a href="&#106;avascript:alert(1)"/></svg>`:                               "refers to something elsewhere: javascript:alert(1).",
		svgHead + `<image href="data:image/svg+xml,&lt;svg onload='x'>"/></svg>`:             "refers to something elsewhere: data:image/svg+xml,<svg onload='x'>.",
		svgHead + `<image href="DATA:text/html,x"/></svg>`:                                   "refers to something elsewhere: DATA:text/html,x.",
		svgHead + `<rect fill="url(https://example.com/#a)"/></svg>`:                         "loads something from elsewhere in its styles.",
		svgHead + `<rect style="background: URL( 'http://x' )"/></svg>`:                      "loads something from elsewhere in its styles.",
		svgHead + `<style>@import "https://example.com/x.css";</style></svg>`:                "loads something from elsewhere in its styles.",
		svgHead + `<style>.a{fill:url(x.svg)}</style></svg>`:                                 "loads something from elsewhere in its styles.",
		svgHead + `<style>.a{fill:u\72l(x.svg)}</style></svg>`:                               "loads something from elsewhere in its styles.",
		svgHead + `<style><![CDATA[.a{fill:url(x.svg)}]]></style></svg>`:                     "loads something from elsewhere in its styles.",
		svgHead + `<style>.a{fill:u<!-- -->rl(x.svg)}</style></svg>`:                         "loads something from elsewhere in its styles.",
		svgHead + `<set attributeName="href" to="javascript:alert(1)"/></svg>`:               "changes a link by animation.",
		svgHead + `<animate attributeName="xlink:href" values="javascript:alert(1)"/></svg>`: "changes a link by animation.",
		`<?xml-stylesheet href="https://example.com/x.css"?>` + svgHead + `</svg>`:           "loads a style sheet from elsewhere.",
		`<!DOCTYPE svg [<!ENTITY a "b">]>` + svgHead + `&a;</svg>`:                           "defines entities, which is not allowed.",
		svgHead + strings.Repeat("<g>", 100) + strings.Repeat("</g>", 100) + `</svg>`:        "nests its elements more than 100 deep: ungroup it in a drawing program.",
		svgHead + `<g></svg>`:                                    "is no readable SVG.",
		svgHead + `<path d="`:                                    "is no readable SVG.",
		`<svg viewBox="0 0 1 1"/>`:                               `is no SVG: it does not begin with <svg xmlns="http://www.w3.org/2000/svg">.`,
		`<html><svg xmlns="http://www.w3.org/2000/svg"/></html>`: `is no SVG: it does not begin with <svg xmlns="http://www.w3.org/2000/svg">.`,
		svgHead + `</svg>` + svgHead + `<script/></svg>`:         "has a script.",
	} {
		if _, got := inspectSVG([]byte(svg)); got != want {
			t.Errorf("%s\ngot:  %s\nwant: %s", svg, got, want)
		}
	}
}

func TestSVGSizes(t *testing.T) {
	for attributes, want := range map[string]svgSize{
		`width="30" height="20"`:                       {30, 20},
		`width="30px" height="20.4px"`:                 {30, 20},
		`width="100%" height="20" viewBox="0 0 48,24"`: {48, 24},
		`width="1em"`:                                  {},
		`viewBox="0 0 NaN 1e300"`:                      {},
		`viewBox="0 0 0.2 5"`:                          {1, 5},
		`width="-1" height="Infinity"`:                 {},
	} {
		if got, message := inspectSVG([]byte(`<svg xmlns="http://www.w3.org/2000/svg" ` + attributes + `/>`)); got != want || message != "" {
			t.Errorf("%s: got %v, want %v %s", attributes, got, want, message)
		}
	}
}

// samplePictures are pictures of 6 by 4 pixels, by the ending of their format.
func samplePictures(t *testing.T) map[string][]byte {
	t.Helper()
	canvas := image.NewPaletted(image.Rect(0, 0, 6, 4), palette.Plan9)
	made := map[string][]byte{"svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4"/>`)}
	for name, encode := range map[string]func(io.Writer) error{
		"png": func(w io.Writer) error { return png.Encode(w, canvas) },
		"jpg": func(w io.Writer) error { return jpeg.Encode(w, canvas, nil) },
		"gif": func(w io.Writer) error { return gif.Encode(w, canvas, nil) },
	} {
		var out bytes.Buffer
		if err := encode(&out); err != nil {
			t.Fatal(err)
		}
		made[name] = out.Bytes()
	}
	// A lossless WebP needs no more than its header to tell its size: 14 bits each, less one.
	webp := []byte("RIFF\x00\x00\x00\x00WEBPVP8L\x05\x00\x00\x00\x2f")
	webp = binary.LittleEndian.AppendUint32(webp, 5|3<<14)
	webp = append(webp, 0)
	binary.LittleEndian.PutUint32(webp[4:], uint32(len(webp)-8))
	made["webp"] = webp
	icon := []byte{0, 0, 1, 0, 1, 0, 6, 4, 0, 0, 1, 0, 32, 0}
	icon = binary.LittleEndian.AppendUint32(icon, uint32(len(made["png"])))
	icon = binary.LittleEndian.AppendUint32(icon, 22)
	made["ico"] = append(icon, made["png"]...)
	return made
}

// withPicture is the base tree with a picture in the hero of /about.
func withPicture(t *testing.T, name string, data []byte) tree {
	t.Helper()
	files := baseTree(t)
	files.replace(t, "main/pages/about.yaml", `{title: "About {{site.name}}"}`, `{title: About, image: {src: "`+name+`", alt: "A picture of {{site.name}}"}}`)
	files["main/"+name] = string(data)
	return files
}

func TestPicturesAreKnownByTheirBytes(t *testing.T) {
	types := map[string]string{
		"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "ico": "image/x-icon",
	}
	for format, data := range samplePictures(t) {
		// The name lies; the bytes do not.
		revision := good(t, withPicture(t, "images/Our Team.jpeg", data), sampleOptions(), testNow)
		picture := body[site.Hero](t, page(t, revision, "/about"), 0).Image
		if picture.Width != 6 || picture.Height != 4 || picture.Alt != "A picture of Evenlight" {
			t.Errorf("%s: %+v", format, picture)
		}
		file := revision.Sites[0].Files[picture.URL]
		if file.ContentType != types[format] || !strings.HasSuffix(picture.URL, "."+format) {
			t.Errorf("%s: %s is served as %s", format, picture.URL, file.ContentType)
		}
		if format == "png" || format == "jpg" || format == "webp" { // what cameras write into it goes to nobody
			if file.Data != nil || file.Open != nil || file.Version == nil || picture.Srcset == "" {
				t.Errorf("%s: served as it is: %+v", format, picture)
			}
			continue
		}
		sum := sha256.Sum256(data)
		if want := fmt.Sprintf("/images/main/our-team-%x.%s", sum[:5], format); picture.URL != want || !bytes.Equal(bytesOf(t, file), data) {
			t.Errorf("%s: %s, want %s, with %d bytes", format, picture.URL, want, file.Size)
		}
	}
}

// bytesOf returns the bytes of a file, wherever they are.
func bytesOf(t *testing.T, file site.File) []byte {
	t.Helper()
	if file.Open == nil {
		return file.Data
	}
	opened, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(opened)
	if err := errors.Join(err, opened.Close()); err != nil || int64(len(data)) != file.Size || sha256.Sum256(data) != file.Sum {
		t.Fatalf("%d bytes of %d, %v", len(data), file.Size, err)
	}
	return data
}

func TestDamagedPicturesAreProblems(t *testing.T) {
	large := append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, maxImage)...)
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

// inspectBytes looks at a picture as a load does.
func inspectBytes(t *testing.T, data []byte) *picture {
	t.Helper()
	const name = "main/images/x.png"
	return NewLoader(Options{}).readPicture(t.Context(), fstest.MapFS{name: {Data: data}}, name, entry{name: "x.png", size: int64(len(data))}, nil)
}

func TestTruncatedPicturesNeverPanic(t *testing.T) {
	for format, data := range samplePictures(t) {
		for length := range data {
			made := inspectBytes(t, data[:length])
			if made.code == "" && made.url == "" {
				t.Fatalf("%s of %d bytes is neither good nor bad", format, length)
			}
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
	first := l.pictures["main/images/x.svg"].picture
	load(t, l, files.fs(), testNow)
	if l.pictures["main/images/x.svg"].picture != first {
		t.Error("an unchanged picture was read again")
	}
	changed := files.fs()
	changed["main/images/x.svg"] = &fstest.MapFile{Data: []byte(svgHead + "<g/></svg>"), ModTime: testNow}
	load(t, l, changed, testNow)
	second := l.pictures["main/images/x.svg"].picture
	if second.url == first.url {
		t.Error("a changed picture kept its address")
	}
	// The same size within the same tick of the clock: only the bytes tell.
	changed["main/images/x.svg"] = &fstest.MapFile{Data: []byte(svgHead + "<b/></svg>"), ModTime: testNow}
	load(t, l, changed, testNow)
	if l.pictures["main/images/x.svg"].picture.url == second.url {
		t.Error("a picture that changed at once was not read again")
	}
}
