package media

import (
	"crypto/sha256"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// slot is how pictures are shown in a slot.
type slot struct {
	widths []int
	// Width to height; zero where pictures keep their own.
	across, down int
	// Whether the ratio is the widest that is shown: what is higher keeps its own.
	atMost bool
	// For the browser's choice: how wide a picture is shown, by the width of the window.
	sizes string
}

// PhoneSizes is how wide pictures are shown on phones: the window less the gutters.
const PhoneSizes = "calc(100vw - 3rem)"

var slots = map[site.Slot]slot{
	site.SlotFull: {widths: []int{480, 800, 1200, 1600, 2400}, sizes: "100vw"},
	site.SlotHero: {
		widths: []int{480, 640, 800, 1200, 1600}, across: 8, down: 5, atMost: true,
		sizes: "(min-width: 80rem) 36rem, (min-width: 64rem) 46vw, " + PhoneSizes,
	},
	site.SlotHalf: {
		widths: []int{480, 640, 800, 1200}, sizes: "(min-width: 80rem) 36rem, (min-width: 64rem) 46vw, " + PhoneSizes,
	},
	site.SlotCard: {
		widths: []int{480, 640, 800, 1200}, across: 3, down: 2,
		sizes: "(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, " + PhoneSizes,
	},
	site.SlotTile:     {widths: []int{480, 640, 800}, across: 1, down: 1, sizes: "(min-width: 64rem) 19rem, 46vw"},
	site.SlotPortrait: {widths: []int{240, 480, 800}, across: 1, down: 1, sizes: "(min-width: 40rem) 18rem, 46vw"},
	site.SlotProse:    {widths: []int{480, 640, 800, 1200, 1600}, sizes: "(min-width: 48rem) 44rem, " + PhoneSizes},
	site.SlotWide:     {widths: []int{480, 640, 800, 1200, 1600}, sizes: "(min-width: 80rem) 75rem, " + PhoneSizes},
	site.SlotLogo:     {widths: []int{240, 480}, sizes: "12rem"},
	site.SlotPoster:   {widths: []int{800}},
	site.SlotPreview:  {widths: []int{1200}, across: 1200, down: 630},
}

const (
	// fallbackWidth is that of the version for browsers that do not know WebP.
	fallbackWidth = 800
	// tallestWebP is the height, in pixels, from which a picture does not fit into a WebP.
	tallestWebP = 16384
	// howMade is part of the hash of a version: raise it when the same version gets other bytes.
	howMade = "3"
)

// Shown is a picture as one slot shows it, and the files that this takes, by address.
type Shown struct {
	URL           string
	Width, Height int
	Set           site.ImageSource
	Files         map[string]site.File
}

// scales tells whether visitors get the picture in widths that were made for them. Others are served as they are:
// drawings have any width, and what moves would stand still.
func (f *File) scales() bool {
	return !f.moves && (f.Type == PNG || f.Type == JPEG || f.Type == WebP)
}

// In returns a picture as a slot shows it, cropped around a focus such as 62% 30%; empty is the middle. The favicon of
// a site has no slot.
func (f *File) In(slot site.Slot, focus string) Shown {
	look, known := slots[slot]
	if !known || !f.scales() {
		served := f.Served()
		if f.Type == PNG { // other icons are made of it
			served = f.withoutMetadata()
		}
		return Shown{
			URL: f.URL, Width: f.Width, Height: f.Height, Files: map[string]site.File{f.URL: served},
			Set: site.ImageSource{Srcset: f.URL, Width: f.Width, Height: f.Height},
		}
	}

	part := f.part(look, focus)
	widths := look.widthsFor(part.Dx())
	widest := widths[len(widths)-1]
	made := Shown{Width: widest, Height: heightOf(part, widest), Files: map[string]site.File{}}
	small := WebP
	if made.Height >= tallestWebP {
		small = f.Type
	}
	switch slot {
	case site.SlotPreview: // many of those who fetch previews know JPEG and PNG alone
		made.URL = f.addVersion(made.Files, part, widest, JPEG)
		return made
	case site.SlotPoster:
		made.URL = f.addVersion(made.Files, part, widest, small)
		return made
	}

	var set []string
	for _, width := range widths {
		set = append(set, f.addVersion(made.Files, part, width, small)+" "+strconv.Itoa(width)+"w")
	}
	made.Set = site.ImageSource{
		Srcset: strings.Join(set, ", "), Sizes: look.sizes, Width: made.Width, Height: made.Height,
	}
	if small != f.Type {
		made.Set.Type = small.ContentType
	}

	wanted := fallbackWidth
	if slot == site.SlotWide || slot == site.SlotFull { // it is also what a link to the large picture opens
		wanted = 2 * fallbackWidth
	}
	at, _ := slices.BinarySearch(widths, wanted)
	made.URL = f.addVersion(made.Files, part, widths[min(at, len(widths)-1)], f.Type)
	return made
}

// part returns what a slot shows of the picture: as much as its ratio allows, with the focus as near to the middle as
// can be.
func (f *File) part(look slot, focus string) image.Rectangle {
	width, height := f.Width, f.Height
	switch {
	case look.across == 0:
	case width*look.down > height*look.across:
		width = max(1, height*look.across/look.down)
	case look.atMost:
	default:
		height = max(1, width*look.down/look.across)
	}

	x, y := 50, 50
	if left, top, found := strings.Cut(focus, "%"); found { // which the decoder has checked
		x, _ = strconv.Atoi(left)
		y, _ = strconv.Atoi(strings.Trim(top, " %"))
	}
	// begin returns where a part begins whose middle should be at a percentage of the whole.
	begin := func(whole, part, percent int) int { return min(max(whole*percent/100-part/2, 0), whole-part) }
	at := image.Pt(begin(f.Width, width, x), begin(f.Height, height, y))
	return image.Rectangle{at, at.Add(image.Pt(width, height))}
}

// widthsFor returns the widths of a slot that a source has, and its own where it has less than the widest.
func (s slot) widthsFor(source int) []int {
	narrower, _ := slices.BinarySearch(s.widths, source)
	if narrower == len(s.widths) {
		return s.widths
	}
	return append(slices.Clone(s.widths[:narrower]), source)
}

func heightOf(part image.Rectangle, width int) int {
	return max(1, (part.Dy()*width+part.Dx()/2)/part.Dx())
}

func (f *File) addVersion(files map[string]site.File, part image.Rectangle, width int, as Type) string {
	made := fmt.Appendf(f.Hash[:], " %s %v %d %s", howMade, part, f.orientation, as.Extension)
	if f.profile != nil || f.Type == WebP {
		made = append(made, " sRGB"...)
	}
	hash := sha256.Sum256(made)
	address := f.address("images", "image", hash, fmt.Sprintf("-%d.%s", width, as.Extension))
	files[address] = site.File{ContentType: as.ContentType, Version: &site.Version{
		Source: f.Path, Sum: f.Hash, Open: f.Open, SourceType: f.Type.ContentType, Orientation: f.orientation,
		Part: part, Width: width, Height: heightOf(part, width), Profile: f.profile,
	}}
	return address
}
