package content

import (
	"crypto/sha256"
	"fmt"
	"image"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// slotLook is how wide pictures of a slot are shown.
type slotLook struct {
	widths []int
	// Width to height; zero where pictures keep their own.
	across, down int
	// Whether the ratio is the widest that is shown: what is higher keeps its own.
	atMost bool
	// For the browser's choice: how wide a picture is shown, by the width of the window.
	sizes string
}

var slotLooks = map[site.Slot]slotLook{
	site.SlotFull:     {widths: []int{480, 800, 1200, 1600, 2400}, sizes: "100vw"},
	site.SlotHero:     {widths: []int{480, 800, 1200, 1600}, across: 8, down: 5, atMost: true, sizes: "(min-width: 80rem) 36rem, (min-width: 60rem) 46vw, 92vw"},
	site.SlotHalf:     {widths: []int{480, 800, 1200}, sizes: "(min-width: 80rem) 36rem, (min-width: 60rem) 46vw, 92vw"},
	site.SlotCard:     {widths: []int{480, 800, 1200}, across: 3, down: 2, sizes: "(min-width: 60rem) 25rem, (min-width: 40rem) 46vw, 92vw"},
	site.SlotTile:     {widths: []int{480, 800}, across: 1, down: 1, sizes: "(min-width: 60rem) 19rem, 46vw"},
	site.SlotPortrait: {widths: []int{240, 480, 800}, across: 1, down: 1, sizes: "(min-width: 40rem) 18rem, 46vw"},
	site.SlotProse:    {widths: []int{480, 800, 1200, 1600}, sizes: "(min-width: 48rem) 44rem, 92vw"},
	site.SlotWide:     {widths: []int{480, 800, 1200, 1600}, sizes: "(min-width: 80rem) 75rem, 92vw"},
	site.SlotLogo:     {widths: []int{240, 480}, sizes: "12rem"},
	site.SlotPoster:   {widths: []int{800}},
	site.SlotPreview:  {widths: []int{1200}, across: 1200, down: 630},
}

// sizesUnder are those of slots that a treatment of theme.background shows larger
// (web/src/styles/parts): from edge to edge, or cropped to more height.
var sizesUnder = map[string]map[site.Slot]string{
	"aurora": {site.SlotTile: "(min-width: 60rem) 33vw, 50vw"},
	"paper": {
		site.SlotHalf: "(min-width: 60rem) 66rem, 138vw",
		site.SlotTile: "(min-width: 48rem) 66vw, 92vw",
	},
}

const (
	// fallbackWidth is that of the version for browsers that do not know WebP.
	fallbackWidth = 800
	// tallestWebP is more than any WebP can be high, in pixels.
	tallestWebP = 16384
	// howMade is part of the hash of a version: raise it when the same version gets other bytes.
	howMade = "1"
)

// shownImage is a picture as one slot shows it, and the files that this takes.
type shownImage struct {
	url           string
	width, height int
	set           site.ImageSource
	files         map[string]site.File
}

// in returns the picture as a slot shows it.
func (p *picture) in(slot site.Slot, focus string) shownImage {
	look, known := slotLooks[slot]
	if !known || !p.scales() {
		made := shownImage{url: p.url, width: p.width, height: p.height, files: map[string]site.File{p.url: p.served()}}
		if p.scales() { // a favicon
			made.files[p.url] = p.stripped()
		}
		made.set = site.ImageSource{Srcset: p.url, Width: p.width, Height: p.height}
		return made
	}
	part := p.part(look, focus)
	widths := widthsOf(look, part.Dx())
	widest := widths[len(widths)-1]
	made := shownImage{width: widest, height: heightOf(part, widest), files: map[string]site.File{}}
	small, large := formatWebP, p.fallback()
	switch {
	case slot == site.SlotPreview: // many of those who fetch previews know JPEG and PNG alone
		made.url = p.version(&made, part, widest, formatJPEG)
		return made
	case heightOf(part, widest) >= tallestWebP:
		small = large
	}
	if slot == site.SlotPoster {
		made.url = p.version(&made, part, widest, small)
		return made
	}
	var set []string
	for _, width := range widths {
		set = append(set, p.version(&made, part, width, small)+" "+strconv.Itoa(width)+"w")
	}
	made.set = site.ImageSource{Srcset: strings.Join(set, ", "), Sizes: look.sizes, Width: made.width, Height: made.height}
	if small != large {
		made.set.Type = small.contentType
	}
	made.url = p.version(&made, part, nearestWidth(widths, slot), large)
	return made
}

// fallback is the format for browsers that do not know WebP. What is one already was never for them.
func (p *picture) fallback() format { return p.format }

// part returns what a slot shows of the picture: as much as its ratio allows, with the
// focus as near to the middle as can be.
func (p *picture) part(look slotLook, focus string) image.Rectangle {
	width, height := p.width, p.height
	switch {
	case look.across == 0:
	case width*look.down > height*look.across:
		width = max(1, height*look.across/look.down)
	case look.atMost:
	default:
		height = max(1, width*look.down/look.across)
	}
	x, y := 50, 50
	if left, top, found := strings.Cut(focus, "%"); found {
		// The decoder has looked at the form.
		x, _ = strconv.Atoi(left)
		y, _ = strconv.Atoi(strings.Trim(top, " %"))
	}
	at := image.Pt(partAt(p.width, width, x), partAt(p.height, height, y))
	return image.Rectangle{at, at.Add(image.Pt(width, height))}
}

// partAt returns where a part begins whose middle should be at a percentage of the whole.
func partAt(whole, part, percent int) int {
	return min(max(whole*percent/100-part/2, 0), whole-part)
}

// widthsOf returns the widths of a slot that the source has, and its own where it has less
// than the widest.
func widthsOf(look slotLook, source int) []int {
	var widths []int
	for _, width := range look.widths {
		if width >= source {
			return append(widths, source)
		}
		widths = append(widths, width)
	}
	return widths
}

// nearestWidth returns the width for browsers that do not know WebP. What is wide is also
// what a link to the large picture opens.
func nearestWidth(widths []int, slot site.Slot) int {
	wanted := fallbackWidth
	if slot == site.SlotWide || slot == site.SlotFull {
		wanted = 2 * fallbackWidth
	}
	for _, width := range widths {
		if width >= wanted {
			return width
		}
	}
	return widths[len(widths)-1]
}

func heightOf(part image.Rectangle, width int) int {
	return max(1, (part.Dy()*width+part.Dx()/2)/part.Dx())
}

// version adds a version to the files of a picture, and returns its address.
func (p *picture) version(to *shownImage, part image.Rectangle, width int, f format) string {
	made := &site.Version{
		Source: p.path, Sum: p.hash, Open: p.blob.open, SourceType: p.format.contentType, Orientation: p.orientation,
		Part: part, Width: width, Height: heightOf(part, width),
	}
	key := fmt.Appendf(p.hash[:], " %s %v %d %s", howMade, part, p.orientation, f.extension)
	sum := sha256.Sum256(key)
	address := p.address(sum[:], fmt.Sprintf("-%d.%s", width, f.extension))
	to.files[address] = site.File{ContentType: f.contentType, Version: made}
	return address
}
