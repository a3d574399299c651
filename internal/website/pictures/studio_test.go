package pictures_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/web"
)

// open is shared: parsed fonts are kept in the studio.
var open = sync.OnceValues(func() (*pictures.Studio, error) { return pictures.NewStudio(web.Dist()) })

func newStudio(t testing.TB) *pictures.Studio {
	t.Helper()
	studio, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return studio
}

// shipped reads the settings and the mark of a site of this repository.
func shipped(t testing.TB, id string) (*site.Site, []byte) {
	t.Helper()
	settings, err := os.ReadFile("../../../content/" + id + "/site.yaml")
	if err != nil {
		t.Fatal(err)
	}
	owner := &site.Site{ID: id}
	var file struct {
		Name, Tagline, Language, Path string
		Theme                         site.Theme
	}
	if err := yaml.Unmarshal(settings, &file); err != nil {
		t.Fatal(err)
	}
	owner.Name, owner.Tagline, owner.Language, owner.Path, owner.Theme = site.Text(file.Name), site.Text(file.Tagline), file.Language, file.Path, file.Theme
	owner.BaseURL = "https://evenlight.example"
	mark, err := os.ReadFile("../../../content/" + id + "/images/mark.svg")
	if err != nil {
		t.Fatal(err)
	}
	return owner, mark
}

var ids = []string{"main", "business", "creative"}

func draw(t testing.TB, owner *site.Site, mark []byte, title, description string) []byte {
	t.Helper()
	data, err := newStudio(t).Preview(owner, mark, &site.Page{Title: site.Text(title), Description: site.Text(description), Path: strings.TrimSuffix(owner.Path, "/") + "/page"})
	if err != nil {
		t.Fatalf("%s, %q: %v", owner.ID, title, err)
	}
	if len(data) > pictures.MaxBytes {
		t.Errorf("%s, %q: %d bytes", owner.ID, title, len(data))
	}
	return data
}

func decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// mean is the mean colour of a region.
func mean(of image.Image, region image.Rectangle) (c color.RGBA) {
	var sum [3]uint64
	for y := region.Min.Y; y < region.Max.Y; y++ {
		for x := region.Min.X; x < region.Max.X; x++ {
			r, g, b, _ := of.At(x, y).RGBA()
			sum[0], sum[1], sum[2] = sum[0]+uint64(r>>8), sum[1]+uint64(g>>8), sum[2]+uint64(b>>8)
		}
	}
	area := uint64(region.Dx() * region.Dy())
	return color.RGBA{uint8(sum[0] / area), uint8(sum[1] / area), uint8(sum[2] / area), 255}
}

// inked is the part of a region whose pixels differ from its upper left one.
func inked(of image.Image, region image.Rectangle, least int) image.Rectangle {
	var found image.Rectangle
	first := color.RGBAModel.Convert(of.At(region.Min.X, region.Min.Y)).(color.RGBA)
	for y := region.Min.Y; y < region.Max.Y; y++ {
		for x := region.Min.X; x < region.Max.X; x++ {
			if apart(first, color.RGBAModel.Convert(of.At(x, y)).(color.RGBA)) > least {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

func apart(a, b color.RGBA) int {
	abs := func(v int) int { return max(v, -v) }
	return abs(int(a.R)-int(b.R)) + abs(int(a.G)-int(b.G)) + abs(int(a.B)-int(b.B))
}

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

func TestTheSameInputsGiveTheSameBytes(t *testing.T) {
	for _, id := range ids {
		owner, mark := shipped(t, id)
		first := draw(t, owner, mark, "Technology", "What we are made of.")
		another, err := pictures.NewStudio(web.Dist())
		if err != nil {
			t.Fatal(err)
		}
		var drawings sync.WaitGroup
		for range 4 {
			drawings.Go(func() {
				data, err := another.Preview(owner, mark, &site.Page{Title: "Technology", Description: "What we are made of.", Path: strings.TrimSuffix(owner.Path, "/") + "/page"})
				if err != nil || !bytes.Equal(data, first) {
					t.Errorf("%s: another drawing differs (%v)", id, err)
				}
			})
		}
		drawings.Wait()
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
