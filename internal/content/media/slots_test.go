package media

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestWidthsAreThoseOfTheSlotAndNeverMoreThanTheSource(t *testing.T) {
	for source, want := range map[int][]int{
		1: {1}, 479: {479}, 480: {480}, 481: {480, 481}, 1000: {480, 640, 800, 1000},
		1600: {480, 640, 800, 1200, 1600}, 9000: {480, 640, 800, 1200, 1600},
	} {
		if got := slots[site.SlotHero].widthsFor(source); !slices.Equal(got, want) {
			t.Errorf("a picture of %d has the widths %v, want %v", source, got, want)
		}
	}
}

func TestAPictureIsCroppedAroundItsFocus(t *testing.T) {
	wide, tall := File{Width: 1000, Height: 400}, File{Width: 400, Height: 1000}
	for _, c := range []struct {
		of    File
		slot  site.Slot
		focus string
		want  image.Rectangle
	}{
		{wide, site.SlotHero, "10% 10%", image.Rect(0, 0, 640, 400)},
		{tall, site.SlotHero, "10% 10%", image.Rect(0, 0, 400, 1000)},
		{wide, site.SlotHalf, "10% 10%", image.Rect(0, 0, 1000, 400)},
		{wide, site.SlotTile, "", image.Rect(300, 0, 700, 400)},
		{wide, site.SlotTile, "0% 0%", image.Rect(0, 0, 400, 400)},
		{wide, site.SlotTile, "62% 30%", image.Rect(420, 0, 820, 400)},
		{wide, site.SlotTile, "100%  100%", image.Rect(600, 0, 1000, 400)},
		{tall, site.SlotTile, "", image.Rect(0, 300, 400, 700)},
		{tall, site.SlotTile, "50% 30%", image.Rect(0, 100, 400, 500)},
		{tall, site.SlotCard, "50% 100%", image.Rect(0, 734, 400, 1000)},
		{File{Width: 1, Height: 9000}, site.SlotCard, "", image.Rect(0, 4499, 1, 4500).Sub(image.Pt(0, -1))},
	} {
		got := c.of.part(slots[c.slot], c.focus)
		if got != c.want && c.of.Width > 1 {
			t.Errorf("%v in %s around %q is %v, want %v", c.of, c.slot, c.focus, got, c.want)
		}
		if !got.In(image.Rect(0, 0, c.of.Width, c.of.Height)) || got.Empty() {
			t.Errorf("%v in %s is %v", c.of, c.slot, got)
		}
	}
}

func TestAPosterIsOneWebPThatAPhoneCanAfford(t *testing.T) {
	made := File{Path: "main/images/oven.jpg", Type: JPEG, Width: 1800, Height: 1200}
	shown := made.In(site.SlotPoster, "")
	if !strings.HasSuffix(shown.URL, "-800.webp") || shown.Set.Srcset != "" || len(shown.Files) != 1 || shown.Height != 533 {
		t.Errorf("a poster is %+v", shown)
	}
}
