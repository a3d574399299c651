package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/content/starter"
	"github.com/evenlight/marquee/internal/site"
)

// Answers are what a terminal asks of whoever begins a site; the zero value is fine.
type Answers struct {
	// What the business is: one of [Trades], which its first words are for. Empty: other.
	Trade string
	// One of [Characters], or none.
	Character string
	// The colour that its palette is made of: #rrggbb, which a shell is spared the # of, or oklch(L C H).
	Color string
}

// DefaultTrade is that of a site for which no other is chosen.
const DefaultTrade = "other"

// DefaultColor returns the colour of a main site for which no other is chosen: each character has a hue of its own.
func (a Answers) DefaultColor() string {
	return cmp.Or(map[string]string{"warm": "#8f3b26", "bold": "#d2341b"}[a.Character], "#24408e")
}

// Characters are the values of theme.character.
func Characters() []string {
	field, _ := reflect.TypeFor[site.Theme]().FieldByName("Character")
	_, choices, _ := strings.Cut(field.Tag.Get("validate"), "oneof=")
	return strings.Fields(choices)
}

// Trades are those for which there are first words, other last.
func Trades() (trades []string) {
	files, _ := fs.Glob(starter.Files, tradeFile("*"))
	for _, file := range files {
		if trade := strings.TrimSuffix(path.Base(file), ".tmpl"); trade != DefaultTrade {
			trades = append(trades, trade)
		}
	}
	return append(trades, DefaultTrade)
}

func tradeFile(trade string) string { return "trades/" + trade + ".tmpl" }

// Check completes trade and colour, and says what cannot be used.
func (a *Answers) Check() error {
	a.Trade, a.Character = cmp.Or(strings.ToLower(a.Trade), DefaultTrade), strings.ToLower(a.Character)
	a.Color = cmp.Or(a.Color, a.DefaultColor())
	if _, err := colour.Parse("#" + a.Color); err == nil {
		a.Color = "#" + a.Color
	}
	_, err := colour.Parse(a.Color)
	if err != nil {
		err = fmt.Errorf("the colour %s cannot be read: write it such as %s", shorten(a.Color), a.DefaultColor())
	}
	character := cmp.Or(a.Character, Characters()[0])
	return errors.Join(checkChoice("trade", a.Trade, Trades()), checkChoice("character", character, Characters()), err)
}

func checkChoice(what, chosen string, known []string) error {
	if slices.Contains(known, chosen) {
		return nil
	}
	return fmt.Errorf("there is no %s %s: it is one of %s", what, shorten(chosen), strings.Join(known, ", "))
}

// Palette returns the colours of the starter's pictures by their keys.
func (a Answers) Palette() map[string]string {
	seed, _ := colour.Parse(a.Color)
	palette := map[string]string{"sun": colour.From(seed, true, nil)["accent"].Linear().Hex()}
	for key, c := range colour.From(seed, false, nil) {
		palette[key] = c.Linear().Hex()
	}
	if a.Character == "warm" { // whose papers are of the brand's hue and of amber (characters/warm.css)
		palette["sun"], palette["accent"] = "#f6bf73", "#d9803c"
	}
	return palette
}

// Engraving returns the colours of a picture that is engraved: ink, paper, and the patterns of work.svg.
func (a Answers) Engraving() map[string]string {
	palette := a.Palette()
	return map[string]string{
		"line": "url(#wall)", "accent": "url(#mid)", "primary": "url(#dark)",
		"surface": palette["background"], "sun": palette["primary"], "text": palette["text"],
	}
}

// Cast returns the colours of the shadow; the sun has none.
func (a Answers) Cast() map[string]string {
	shadow := a.Engraving()
	for key := range shadow {
		shadow[key] = "url(#cast)"
	}
	shadow["sun"] = "none"
	return shadow
}
