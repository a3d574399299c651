package fontfile

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// signs are the characters whose widths are compared, and frequencies the share of each in
// English text, in thousandths.
const signs = " abcdefghijklmnopqrstuvwxyz"

var frequencies = [len(signs)]float64{
	187, 66, 12, 22, 35, 103, 18, 16, 50, 57, 1, 6, 33, 20, 56, 61, 15, 1, 49, 51, 74, 23, 8, 19, 1, 16, 1,
}

// averageWidth returns the average width of a letter, and false where a letter is missing.
func averageWidth(widthOf func(i int) (width float64, has bool)) (average float64, complete bool) {
	sum, total := 0.0, 0.0
	for i := range frequencies {
		width, has := widthOf(i)
		if !has {
			return 0, false
		}
		sum += width * frequencies[i]
		total += frequencies[i]
	}
	return sum / total, true
}

// systemFont is a font of visitors' systems in one weight.
type systemFont struct {
	Weight string    `json:"weight"`
	Local  []string  `json:"local"`
	Em     float64   `json:"em"`
	Widths []float64 `json:"widths"` // of signs
}

//go:embed system-fonts.json
var systemFontsJSON []byte

// systemFonts returns fonts by their kind, such as serif; each in its weights.
var systemFonts = sync.OnceValue(func() map[string][][]systemFont {
	var fonts map[string][][]systemFont
	if err := json.Unmarshal(systemFontsJSON, &fonts); err != nil {
		panic(fmt.Sprintf("parse system-fonts.json: %v", err)) // it is part of the program
	}
	return fonts
})

// Fallbacks returns fonts of visitors' systems, scaled to take the same room as a family,
// given its upright files. There are none for a font without Latin letters, and for kinds
// whose fonts differ too much between systems.
func Fallbacks(family, kind string, files []*Font) []site.FontFallback {
	if kind == "" {
		kind = "sans-serif"
	}
	var made []site.FontFallback
	for i, weights := range systemFonts()[kind] {
		name := family + " Fallback"
		if i > 0 {
			name = fmt.Sprintf("%s %d", name, i+1)
		}
		for _, system := range weights {
			weight, err := strconv.Atoi(system.Weight)
			if err != nil {
				continue
			}
			file, own := nearest(files, weight)
			theirs, _ := averageWidth(func(i int) (float64, bool) { return system.Widths[i] / system.Em, true })
			if file == nil || theirs == 0 {
				continue
			}
			adjust := own / theirs
			made = append(made, site.FontFallback{
				Name: name, Weight: system.Weight, Local: system.Local, SizeAdjust: percent(adjust),
				AscentOverride: percent(file.Ascent / adjust), DescentOverride: percent(file.Descent / adjust),
				LineGapOverride: percent(file.LineGap / adjust),
			})
		}
	}
	return made
}

// nearest returns the file that browsers take for a weight, and its average width.
func nearest(files []*Font, weight int) (found *Font, width float64) {
	best := math.MaxInt
	for _, file := range files {
		if file.widths[weight] == 0 || file.Italic {
			continue
		}
		if away := file.Away(weight); away < best {
			best, found, width = away, file, file.widths[weight]
		}
	}
	return found, width
}

// Away returns how far a weight is from those of the file.
func (f *Font) Away(weight int) int { return max(0, f.From-weight, weight-f.To) }

// percent writes a share with one decimal: a tenth is less than a pixel in a line of text.
func percent(share float64) string {
	return strconv.FormatFloat(math.Round(share*1000)/10, 'f', -1, 64) + "%"
}
