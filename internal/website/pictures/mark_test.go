//go:build !race

// One goroutine has much to do here: make test runs this file without the race detector.

package pictures_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
)

func icon(t testing.TB, owner *site.Site, mark []byte, size int, purpose pictures.Purpose) image.Image {
	t.Helper()
	data, err := newStore(t).Icon(bundleOf(owner, mark), size, purpose)
	if err != nil {
		t.Fatal(err)
	}
	drawn := decode(t, data)
	if drawn.Bounds() != image.Rect(0, 0, size, size) {
		t.Fatalf("size = %v, want %d", drawn.Bounds(), size)
	}
	return drawn
}

func at(of image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(of.At(x, y)).(color.NRGBA)
}

const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">`

func TestAMarkThatStandsFreeGetsTheThemesBackground(t *testing.T) {
	owner, _ := shipped(t, "creative")
	mark := []byte(head + `<circle cx="16" cy="16" r="16" fill="#00f"/></svg>`)
	background := at(icon(t, owner, mark, 180, pictures.Home), 2, 2)
	if apart(color.RGBA(background), color.RGBA{249, 235, 240, 255}) > 6 || background.A != 255 {
		t.Errorf("background = %v", background)
	}
	reach := func(purpose pictures.Purpose) image.Rectangle {
		return inked(icon(t, owner, mark, 512, purpose), image.Rect(0, 0, 512, 512), 200)
	}
	if home := reach(pictures.Home); home.Dx() < 330 || home.Dx() > 370 || home.Min.X != 512-home.Max.X {
		t.Errorf("on a home screen the mark takes %v", home)
	}
	if masked := reach(pictures.Maskable); masked.Dx() > 410 || masked.Dx() < 200 {
		t.Errorf("where icons are cut the mark takes %v", masked)
	}
	if corner := at(icon(t, owner, mark, 48, pictures.Tab), 1, 1); corner.A != 0 {
		t.Errorf("the corner of a tab icon is %v, not empty", corner)
	}
}

func TestAMarkThatIsATileFillsItsIcon(t *testing.T) {
	owner, mark := shipped(t, "business")
	for _, purpose := range []pictures.Purpose{pictures.Home, pictures.Maskable} {
		drawn := icon(t, owner, mark, 192, purpose)
		for _, corner := range []image.Point{{0, 0}, {191, 0}, {0, 191}, {191, 191}} {
			if c := at(drawn, corner.X, corner.Y); apart(color.RGBA(c), color.RGBA{13, 95, 76, 255}) > 6 {
				t.Errorf("purpose %v: corner %v is %v", purpose, corner, c)
			}
		}
	}
}

func TestGradientsAndStrokesGrowWithTheMark(t *testing.T) {
	owner, _ := shipped(t, "main")
	mark := []byte(head + `<defs><linearGradient id="a" x1="0" y1="0" x2="0" y2="32" gradientUnits="userSpaceOnUse">
		<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>
		<rect width="32" height="32" fill="url(#a)"/><path d="M16 0v32" stroke="#fff" stroke-width="8"/></svg>`)
	for _, size := range []int{32, 256} {
		drawn := icon(t, owner, mark, size, pictures.Tab)
		if top, bottom := at(drawn, 2, size/16), at(drawn, 2, size-size/16); top.R < 200 || top.B > 60 || bottom.B < 200 ||
			bottom.R > 60 {
			t.Errorf("%d: gradient from %v to %v", size, top, bottom)
		}
		if in, out := at(drawn, size/2-size*3/32, size/2), at(drawn, size/2-size*5/32, size/2); in.G < 250 || out.G > 10 {
			t.Errorf("%d: stroke %v, beside it %v", size, in, out)
		}
	}
}

func TestColoursThatDependOnThePage(t *testing.T) {
	owner, _ := shipped(t, "business")
	owner.Theme.Colors.Text = "#123456"
	mark := head + `<path d="M0 0h16v32H0z" fill="currentColor"/>` +
		`<path d="M16 0h16v32H16z" style="fill:oklch(0.628 0.2577 29.23)"/></svg>`
	drawn := icon(t, owner, []byte(mark), 64, pictures.Tab)
	left, right := at(drawn, 10, 32), at(drawn, 54, 32)
	if apart(color.RGBA(left), color.RGBA{0x12, 0x34, 0x56, 255}) > 3 || right.R < 250 || right.G > 8 {
		t.Errorf("currentColor = %v, oklch = %v", left, right)
	}
}

// hostile are files that are no marks, and marks that would cost a lot.
var hostile = map[string]string{
	"nothing":        "",
	"no picture":     "Hello",
	"broken":         head + `<path d="M`,
	"no size":        `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>`,
	"empty box":      `<svg viewBox="0 0 0 0"><rect width="9" height="9"/></svg>`,
	"odd box":        `<svg viewBox="NaN 0 1e999 -5"><rect width="9" height="9"/></svg>`,
	"circle of uses": head + `<defs><g id="a"><use href="#a"/></g></defs><use href="#a"/></svg>`,
	"many uses": head + `<defs><path id="a" d="M0 0h1v1z"/></defs>` + strings.Repeat(`<use href="#a"/>`, 500) +
		`</svg>`,
	"many elements":    head + strings.Repeat(`<g><path d="M0 0h9v9z"/></g>`, 4000) + `</svg>`,
	"deep":             head + strings.Repeat("<g>", 900) + strings.Repeat("</g>", 900) + `</svg>`,
	"large":            head + `<path d="` + strings.Repeat("M0 0h9v9z", 40000) + `"/></svg>`,
	"far away":         head + `<path d="M0 0L1e9 1e30Z" stroke="#000" stroke-width="1e8"/></svg>`,
	"far by transform": head + `<g transform="scale(100)"><g transform="scale(100)"><path d="M0 0h9v9z"/></g></g></svg>`,
	"no numbers":       head + `<path d="M a b NaN Inf"/><rect width="x" height="y"/><circle r=""/></svg>`,
	"odd path":         head + `<path d="L5 5 Z Z Z a1 1 0 0 0 0 0 a0 0 0 0 0 5 5 q"/></svg>`,
	"entities":         `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + head + `<path d="&b;"/></svg>`,
	"odd gradient": head + `<linearGradient id="a" gradientUnits="userSpaceOnUse"/><rect width="32" height="32" fill="url(#a)"/>` +
		`<rect width="3" height="3" fill="url(#b)"/></svg>`,
	"flat gradient": head + `<linearGradient id="a" x2="0"><stop/><stop/></linearGradient>` +
		`<path d="M0 0h32" fill="url(#a)"/></svg>`,
	"odd style": head + `<defs><style>.a{fill:}}{.b</style></defs>` +
		`<rect class="a" width="9" height="9" style="fill:;;:"/></svg>`,
	"odd transform": head + `<g transform="matrix(1,2) rotate() scale(0)"><rect width="9" height="9"/></g></svg>`,
	"second svg":    head + `</svg>` + head + `<rect width="3" height="3"/></svg>`,
	"short dashes": head + `<path d="M0 0L1600 1600" stroke="#000" stroke-dasharray="0.0001" ` +
		`style="stroke-dasharray:0.001 0"/></svg>`,
	"png head": "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x06\x00\x00\x00",
	"clip paths": head + `<clipPath id="c"><rect width="32" height="32"/></clipPath>` +
		`<mask id="m"><rect width="32" height="32" fill="#fff"/></mask></svg>`,
}

func TestHostileMarksEndInAPicture(t *testing.T) {
	owner, _ := shipped(t, "business")
	for _, mark := range hostile {
		icon(t, owner, []byte(mark), 512, pictures.Home)
		draw(t, owner, []byte(mark), "Title", "")
	}
}

func TestWithoutAMarkTheFirstLetterStands(t *testing.T) {
	owner, _ := shipped(t, "business")
	for _, name := range []string{"nothing", "circle of uses", "clip paths", "far away", "large"} {
		drawn := icon(t, owner, []byte(hostile[name]), 96, pictures.Tab)
		if edge := at(drawn, 48, 4); apart(color.RGBA(edge), color.RGBA{0x0d, 0x5f, 0x4c, 255}) > 12 {
			t.Errorf("%s: the tile is %v", name, edge)
		}
		if letter := inked(drawn, image.Rect(30, 20, 66, 76), 200); letter.Dy() < 30 || letter.Dy() > 48 {
			t.Errorf("%s: the letter takes %v", name, letter)
		}
	}
}

func TestAMarkMayBeAPNG(t *testing.T) {
	owner, _ := shipped(t, "main")
	pixels := image.NewNRGBA(image.Rect(0, 0, 20, 10))
	for i := range pixels.Pix {
		pixels.Pix[i] = 255
	}
	var file bytes.Buffer
	if err := png.Encode(&file, pixels); err != nil {
		t.Fatal(err)
	}
	drawn := icon(t, owner, file.Bytes(), 64, pictures.Tab)
	if middle, above := at(drawn, 32, 32), at(drawn, 32, 8); middle.R != 255 || middle.A != 255 || above.A != 0 {
		t.Errorf("middle = %v, above = %v", middle, above)
	}
}

func TestFaviconHoldsAPicture(t *testing.T) {
	owner, mark := shipped(t, "main")
	data, err := newStore(t).Favicon(bundleOf(owner, mark))
	if err != nil {
		t.Fatal(err)
	}
	if count := binary.LittleEndian.Uint16(data[4:]); binary.LittleEndian.Uint16(data[2:]) != 1 || count != 1 {
		t.Fatalf("head = % x", data[:6])
	}
	from, length := binary.LittleEndian.Uint32(data[18:]), binary.LittleEndian.Uint32(data[14:])
	config, err := png.DecodeConfig(bytes.NewReader(data[from : from+length]))
	if err != nil || config.Width != 32 || data[6] != 32 {
		t.Errorf("%d pixels (%v)", config.Width, err)
	}
}

func TestManifest(t *testing.T) {
	owner, mark := shipped(t, "business")
	bundle := bundleOf(owner, mark)
	x := newStore(t)
	x.Attach(bundle, &bundle.Site.Assets)
	x.Publish(&site.Revision{Sites: []*site.Bundle{bundle}})
	at := bundle.Site.Assets.Manifest
	icon := func(end, size, purpose string) string {
		return "map[purpose:" + purpose + " sizes:" + size + " src:" + strings.Replace(at, ".webmanifest", end, 1) +
			" type:image/png]"
	}
	var got map[string]any
	if err := json.Unmarshal(x.Get(at).Body, &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"name": "Evenlight Business", "display": "browser", "start_url": "/websites/business",
		"scope": "/websites/business", "theme_color": "#f9fdfb", "background_color": "#f9fdfb",
		"icons": "[" + icon("-192.png", "192x192", "any") + " " + icon("-512.png", "512x512", "any") + " " +
			icon("-mask.png", "512x512", "maskable") + "]",
	} {
		if fmt.Sprint(got[key]) != want {
			t.Errorf("%s = %v, want %s", key, got[key], want)
		}
	}
}

func FuzzMark(f *testing.F) {
	for _, mark := range hostile {
		f.Add([]byte(mark))
	}
	owner, mark := shipped(f, "main")
	f.Add(mark)
	f.Fuzz(func(t *testing.T, mark []byte) {
		if data, err := newStore(t).Icon(bundleOf(owner, mark), 64, pictures.Maskable); err != nil || len(data) == 0 {
			t.Fatalf("%d bytes, %v", len(data), err)
		}
	})
}
