package fontfile

import (
	"cmp"
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

// average returns the average width of a letter.
func average(widths []float64) float64 {
	sum, total := 0.0, 0.0
	for i, share := range frequencies {
		sum += widths[i] * share
		total += share
	}
	return sum / total
}

// systemFont is a font of visitors' systems in one weight.
type systemFont struct {
	Weight int       `json:"weight,string"`
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
	var made []site.FontFallback
	for i, weights := range systemFonts()[cmp.Or(kind, "sans-serif")] {
		name := family + " Fallback"
		if i > 0 {
			name = fmt.Sprintf("%s %d", name, i+1)
		}
		for _, system := range weights {
			file := nearest(files, system.Weight)
			if file == nil {
				continue
			}
			adjust := file.widths[system.Weight] / (average(system.Widths) / system.Em)
			made = append(made, site.FontFallback{
				Name: name, Weight: strconv.Itoa(system.Weight), Local: system.Local, SizeAdjust: percent(adjust),
				AscentOverride: percent(file.Ascent / adjust), DescentOverride: percent(file.Descent / adjust),
				LineGapOverride: percent(file.LineGap / adjust),
			})
		}
	}
	return made
}

// nearest returns the upright file with letters that browsers take for a weight, or nil.
func nearest(files []*Font, weight int) (found *Font) {
	for _, file := range files {
		if file.widths[weight] > 0 && !file.Italic && (found == nil || file.away(weight) < found.away(weight)) {
			found = file
		}
	}
	return found
}

// away returns how far a weight is from those of the file.
func (f *Font) away(weight int) int { return max(0, f.From-weight, weight-f.To) }

// percent writes a share with one decimal: a tenth is less than a pixel in a line of text.
func percent(share float64) string {
	return strconv.FormatFloat(math.Round(share*1000)/10, 'f', -1, 64) + "%"
}
