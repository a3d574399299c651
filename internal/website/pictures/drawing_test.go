//go:build !race

// One goroutine has much to do here: make test runs this file without the race detector.

package pictures_test

import (
	"bytes"
	"image"
	"image/color"
	"io/fs"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/web"
)

func TestAPictureIsInTheColoursOfItsSite(t *testing.T) {
	for id, want := range map[string]color.RGBA{
		"main": {8, 11, 24, 255}, "business": {248, 253, 250, 255},
		"creative": {249, 235, 240, 255},
	} {
		owner, mark := shipped(t, id)
		drawn := decode(t, draw(t, owner, mark, "Technology", ""))
		if drawn.Bounds() != image.Rect(0, 0, pictures.Width, pictures.Height) {
			t.Fatalf("%s: %v", id, drawn.Bounds())
		}
		if got := mean(drawn, image.Rect(900, 20, 1190, 120)); apart(got, want) > 24 {
			t.Errorf("%s: the background is %v, want near %v", id, got, want)
		}
		if got := inked(drawn, image.Rect(60, 150, 1100, 480), 200); got.Dy() < 60 || got.Dx() < 400 {
			t.Errorf("%s: the title takes %v", id, got)
		}
	}
}

func TestTitlesOfAllLengthsStayInTheirRoom(t *testing.T) {
	long := strings.Repeat("A title that goes on and on about everything ", 30)
	for _, id := range ids {
		owner, mark := shipped(t, id)
		owner.BaseURL = ""
		blank := decode(t, draw(t, owner, mark, "X", ""))
		for _, title := range []string{
			"X", "Connect", "Websites That Grow Your Business", long,
			"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
			"Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung und " +
				"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
			strings.Repeat("W", 5000), "Àçéñtš ŐŰ Łódź, “quotes” — and 100 %",
		} {
			drawn := decode(t, draw(t, owner, mark, title, "One sentence that says what the page is about."))
			// Below the title's room and above the border only the backdrop may be seen.
			for x := 20; x < 1180; x += 2 {
				for _, y := range []int{150, 505, 512} {
					a, b := color.RGBAModel.Convert(drawn.At(x, y)).(color.RGBA), color.RGBAModel.Convert(blank.At(x, y)).(color.RGBA)
					if apart(a, b) > 60 {
						t.Fatalf("%s, %.20q: ink at %d, %d", id, title, x, y)
					}
				}
			}
		}
	}
}

func TestALongTitleIsSetSmallerThanAShortOne(t *testing.T) {
	owner, mark := shipped(t, "creative")
	owner.BaseURL = ""
	room := image.Rect(70, 150, 1150, 500)
	short := inked(decode(t, draw(t, owner, mark, "Hi", "")), room, 200)
	const title = "High hopes for everyone who makes beautiful things for other people"
	long := inked(decode(t, draw(t, owner, mark, title, "")), room, 200)
	if short.Dy() < 70 || short.Min.Y < 300 {
		t.Errorf("a short title takes %v", short)
	}
	if long.Min.Y >= short.Min.Y {
		t.Errorf("a long title begins at %d, a short one at %d", long.Min.Y, short.Min.Y)
	}
}

func TestSignsWithoutAGlyphLeaveNoBoxes(t *testing.T) {
	owner, mark := shipped(t, "business")
	draws := func(title string) []byte { return draw(t, owner, mark, title, "") }
	if !bytes.Equal(draws("Rocket 🚀 science 👩‍🚀❤️"), draws("Rocket science")) {
		t.Error("emoji are not left out")
	}
	if !bytes.Equal(draws("So\u00adft  \n\thyphens\u200b and\x00 controls\u202e\ufeff"),
		draws("Soft hyphens and controls")) {
		t.Error("what cannot be seen changes the picture")
	}
	fallback := draws("שלום עולם")
	for _, title := range []string{"مرحبا بالعالم", "你好,世界", "Hello 世界", "🚀🚀", "   ", "", "\xff\xfe"} {
		if !bytes.Equal(draws(title), fallback) {
			t.Errorf("%q is not replaced by the name of the site", title)
		}
	}
	if bytes.Equal(draws("Привет, мир"), fallback) || bytes.Equal(draws("Καλημέρα κόσμε"), fallback) {
		t.Error("Cyrillic or Greek is not drawn")
	}
	owner.Name, owner.Tagline = "世界", "مرحبا"
	if bytes.Equal(draws("🚀"), fallback) {
		t.Error("the name was drawn that no font has")
	}
}

func TestWhatAThemeLacksIsNamed(t *testing.T) {
	owner, mark := shipped(t, "main")
	owner.Theme.Colors.Primary = "papaya"
	if _, err := newStore(t).Preview(bundleOf(owner, mark), &site.Page{Title: "X"}); err == nil ||
		!strings.Contains(err.Error(), "primary") {
		t.Errorf("error = %v", err)
	}
	owner, mark = shipped(t, "main")
	owner.Theme.Fonts = site.Fonts{Display: "Unknown", Text: ""}
	draw(t, owner, mark, "A family that is not there", "")
}

func TestAPictureHasTheSitesOwnFont(t *testing.T) {
	owner, mark := shipped(t, "business")
	bundle := bundleOf(owner, mark)
	bundle.Site.Theme.Fonts.Display = "Sora"
	page := pageOf(owner, "Bread", "Every day.")
	built, err := newStore(t).Preview(bundle, page)
	if err != nil {
		t.Fatal(err)
	}

	files, err := fs.Glob(web.Dist(), "client/assets/sora-latin-wght-normal-*.woff2")
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := fs.ReadFile(web.Dist(), files[0])
	if err != nil {
		t.Fatal(err)
	}
	bundle.Files["/files/own.woff2"] = site.File{Data: data}
	bundle.Site.Theme.Fonts.Display = "Bakery Sans"
	bundle.Site.Theme.Fonts.Families = []site.FontFamily{{
		Name: "Bakery Sans", Faces: []site.FontFace{{URL: "/files/own.woff2", Weight: "100 800", Style: "normal"}},
	}}
	own, err := newStore(t).Preview(bundle, page)
	if err != nil || !bytes.Equal(own, built) {
		t.Errorf("the title is not set in the site's font: %v", err)
	}
}

func BenchmarkPreview(b *testing.B) {
	for _, id := range ids {
		b.Run(id, func(b *testing.B) {
			owner, mark := shipped(b, id)
			draw(b, owner, mark, "Technology", "")
			b.ReportAllocs()
			for b.Loop() {
				draw(b, owner, mark, "Websites That Grow Your Business",
					"Websites, online stores and digital solutions for small businesses.")
			}
		})
	}
}
