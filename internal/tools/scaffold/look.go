package scaffold

import (
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

// CheckCharacter refuses what is no character.
func CheckCharacter(name string) error {
	if known := Characters(); name != "" && !slices.Contains(known, name) {
		return fmt.Errorf("there is no character %s: it is one of %s", shorten(name), strings.Join(known, ", "))
	}
	return nil
}

// ReadColor reads a colour as people type it.
func ReadColor(typed string) (written string, err error) {
	for _, written := range []string{typed, "#" + typed} {
		if _, err := colour.Parse(written); err == nil {
			return written, nil
		}
	}
	return "", fmt.Errorf("the colour %s cannot be read: write it such as %s", shorten(typed), DefaultColor)
}

func (l *Look) check() (err error) {
	if err := CheckCharacter(l.Character); err != nil {
		return err
	}
	l.Color, err = ReadColor(l.Color)
	return err
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
