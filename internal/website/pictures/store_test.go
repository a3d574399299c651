package pictures_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/web"
)

// open is shared: parsed fonts are kept in the store.
var open = sync.OnceValues(func() (*pictures.Store, error) {
	return pictures.NewStore(web.Dist(), slog.New(slog.DiscardHandler))
})

func newStore(t testing.TB) *pictures.Store {
	t.Helper()
	store, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return store
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
	owner.Name, owner.Tagline, owner.Language = site.Text(file.Name), site.Text(file.Tagline), file.Language
	owner.Path, owner.Theme = file.Path, file.Theme
	owner.BaseURL = "https://evenlight.example"
	mark, err := os.ReadFile("../../../content/" + id + "/images/mark.svg")
	if err != nil {
		t.Fatal(err)
	}
	return owner, mark
}

var ids = []string{"main", "business", "creative"}

// bundleOf is a site that has nothing but a mark.
func bundleOf(owner *site.Site, mark []byte) *site.Bundle {
	copied := *owner
	copied.Mark = &site.Image{URL: "/images/mark.svg"}
	return &site.Bundle{Site: &copied, Files: map[string]site.File{copied.Mark.URL: {Data: mark}}}
}

// pageOf is a page with an address where its site has one.
func pageOf(owner *site.Site, title, description string) *site.Page {
	page := &site.Page{
		Title: site.Text(title), Description: site.Text(description),
		Path: strings.TrimSuffix(owner.Path, "/") + "/page",
	}
	if owner.BaseURL != "" {
		page.Head.Canonical = owner.BaseURL + page.Path
	}
	return page
}

func draw(t testing.TB, owner *site.Site, mark []byte, title, description string) []byte {
	t.Helper()
	data, err := newStore(t).Preview(bundleOf(owner, mark), pageOf(owner, title, description))
	if err != nil {
		t.Fatalf("%s, %q: %v", owner.ID, title, err)
	}
	if len(data) > 100_000 {
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

func TestTwoMayDrawAtOnce(t *testing.T) {
	owner, mark := shipped(t, ids[0])
	store, err := pictures.NewStore(web.Dist(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var drawings sync.WaitGroup
	for range 2 {
		drawings.Go(func() {
			if _, err := store.Preview(bundleOf(owner, mark), pageOf(owner, "Technology", "What we are made of.")); err != nil {
				t.Error(err)
			}
		})
	}
	drawings.Wait()
}

func TestAPictureInArabicIsMirrored(t *testing.T) {
	owner, mark := shipped(t, "main")
	latin := decode(t, draw(t, owner, mark, "Ab", ""))
	owner.Language = "ar"
	mirrored := decode(t, draw(t, owner, mark, "Ab", ""))
	left, right := image.Rect(0, 0, 10, pictures.Height), image.Rect(pictures.Width-10, 0, pictures.Width, pictures.Height)
	if mean(latin, left) != mean(mirrored, right) || mean(latin, right) != mean(mirrored, left) {
		t.Error("the bar does not stand where lines begin")
	}
	title := image.Rect(0, 180, pictures.Width-14, 480)
	if begins := inked(mirrored, title, 200).Max.X; begins < pictures.Width-100 || begins > pictures.Width-70 {
		t.Errorf("the title begins at %d", begins)
	}
}
