package scaffold

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// Look is what a new site looks like; the zero value is fine.
type Look struct {
	// One of [Characters], or none.
	Character string
	// The colour that its palette is made of: #rrggbb, which a shell is spared the # of, or oklch(L C H).
	Color string
}

// DefaultColor is the colour of a main site for which none is chosen.
const DefaultColor = "#24408e"

// Characters are the values of theme.character.
func Characters() []string {
	field, _ := reflect.TypeFor[site.Theme]().FieldByName("Character")
	_, choices, _ := strings.Cut(field.Tag.Get("validate"), "oneof=")
	return strings.Fields(choices)
}

// Check completes the colour, and says what cannot be used.
func (l *Look) Check() error {
	l.Color = cmp.Or(l.Color, DefaultColor)
	if _, err := colour.Parse("#" + l.Color); err == nil {
		l.Color = "#" + l.Color
	}
	if _, err := colour.Parse(l.Color); err != nil {
		return fmt.Errorf("the colour %s cannot be read: write it such as %s", shorten(l.Color), DefaultColor)
	}
	if known := Characters(); l.Character != "" && !slices.Contains(known, l.Character) {
		return fmt.Errorf("there is no character %s: it is one of %s", shorten(l.Character), strings.Join(known, ", "))
	}
	return nil
}

// Palette returns the colours of the starter's pictures by their keys.
func (l Look) Palette() map[string]string {
	seed, _ := colour.Parse(l.Color)
	palette := map[string]string{"sun": colour.From(seed, true, nil)["accent"].Linear().Hex()}
	for key, c := range colour.From(seed, false, nil) {
		palette[key] = c.Linear().Hex()
	}
	return palette
}
