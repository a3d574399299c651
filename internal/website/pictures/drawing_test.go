//go:build !race

// One goroutine has much to do here: make test runs this file without the race detector.

package pictures_test

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
)

func TestEverySiteHasALookOfItsOwn(t *testing.T) {
	// Colours as they were when somebody last looked at the pictures and liked them.
	for id, regions := range map[string]map[image.Rectangle]color.RGBA{
		"main": {
			image.Rect(0, 580, 200, 630):    {14, 17, 32, 255},
			image.Rect(860, 535, 950, 549):  {180, 148, 133, 255},
			image.Rect(860, 600, 950, 630):  {15, 16, 30, 255},
			image.Rect(1100, 10, 1190, 100): {35, 39, 64, 255},
		},
		"business": {
			image.Rect(10, 580, 400, 620):   {248, 253, 250, 255},
			image.Rect(880, 380, 1050, 410): {14, 95, 76, 255},
			image.Rect(1100, 10, 1190, 60):  {220, 237, 231, 255},
		},
		"creative": {
			image.Rect(100, 160, 400, 180):   {249, 235, 240, 255},
			image.Rect(1000, 300, 1150, 400): {211, 20, 39, 255},
			image.Rect(1050, 580, 1190, 620): {108, 15, 68, 255},
		},
	} {
		owner, mark := shipped(t, id)
		drawn := decode(t, draw(t, owner, mark, "Technology", ""))
		if drawn.Bounds() != image.Rect(0, 0, pictures.Width, pictures.Height) {
			t.Fatalf("%s: %v", id, drawn.Bounds())
		}
		for region, want := range regions {
			if got := mean(drawn, region); apart(got, want) > 24 {
				t.Errorf("%s: mean colour of %v = %v, want near %v", id, region, got, want)
			}
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
			"Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung und Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
			strings.Repeat("W", 5000), "Àçéñtš ŐŰ Łódź, “quotes” — and 100 %",
		} {
			drawn := decode(t, draw(t, owner, mark, title, "One sentence that says what the page is about."))
			// Below the title's room and above the border only the backdrop may be seen.
			for x := 0; x < 780; x += 2 {
				for _, y := range []int{150, 520, 540} {
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
	room := image.Rect(80, 150, 420, 500) // between two rules of the paper
	short := inked(decode(t, draw(t, owner, mark, "Hi", "")), room, 200)
	long := inked(decode(t, draw(t, owner, mark, "High hopes for everyone who makes beautiful things for other people", "")), room, 200)
	if short.Dy() < 100 || short.Min.Y < 300 {
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
	if !bytes.Equal(draws("So\u00adft  \n\thyphens\u200b and\x00 controls\u202e\ufeff"), draws("Soft hyphens and controls")) {
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

func TestEveryBackgroundInEveryPaletteStaysSmall(t *testing.T) {
	for _, id := range ids {
		owner, mark := shipped(t, id)
		seen := map[string]string{}
		for _, background := range []string{"", "plain", "grid", "aurora", "paper", "dots"} {
			owner.Theme.Background = background
			data := draw(t, owner, mark, "A title of usual length for a page", "And a sentence that explains it.")
			if other, known := seen[string(data)]; known && other != "" {
				t.Errorf("%s: %q looks like %q", id, background, other)
			}
			seen[string(data)] = background
		}
	}
	owner, mark := shipped(t, "main")
	owner.Theme.Colors = site.Colors{
		Background: "#ff0000", Surface: "#00ff00", Text: "#0000ff", Muted: "#ffff00",
		Line: "#00ffff", Primary: "#ff00ff", OnPrimary: "#000000", Accent: "#ffffff",
	}
	for _, background := range []string{"plain", "grid", "aurora", "paper", "dots"} {
		owner.Theme.Background = background
		draw(t, owner, mark, strings.Repeat("Loud ", 60), "")
	}
}

func TestWhatAThemeLacksIsNamed(t *testing.T) {
	owner, mark := shipped(t, "main")
	owner.Theme.Colors.Accent = "papaya"
	if _, err := newStudio(t).Preview(owner, mark, &site.Page{Title: "X"}); err == nil || !strings.Contains(err.Error(), "accent") {
		t.Errorf("error = %v", err)
	}
	owner, mark = shipped(t, "main")
	owner.Theme.Fonts = site.Fonts{Display: "Unknown", Text: ""}
	draw(t, owner, mark, "A family that is not there", "")
}

func BenchmarkPreview(b *testing.B) {
	for _, id := range ids {
		b.Run(id, func(b *testing.B) {
			owner, mark := shipped(b, id)
			draw(b, owner, mark, "Technology", "")
			b.ReportAllocs()
			for b.Loop() {
				draw(b, owner, mark, "Websites That Grow Your Business", "Websites, online stores and digital solutions for small businesses.")
			}
		})
	}
}
