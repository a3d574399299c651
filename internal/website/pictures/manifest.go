package pictures

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// ManifestIcon is an icon that a manifest names.
type ManifestIcon struct {
	// Address of the file.
	URL string
	// Side in pixels; 0 for any size, as SVG has.
	Size int
	// Media type, such as image/png.
	Type    string
	Purpose Purpose
}

// shortName is how long a name may be that stands below an icon of a home screen.
const shortName = 12

// Manifest writes the site's web manifest (W3C Web Application Manifest). The
// website stays a website: it opens in a browser.
func Manifest(owner *site.Site, icons []ManifestIcon) ([]byte, error) {
	p, err := newPalette(owner.Theme.Colors)
	if err != nil {
		return nil, fmt.Errorf("write the manifest of %s: %w", owner.ID, err)
	}
	type icon struct {
		Source  string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose"`
	}
	manifest := struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		ShortName   string `json:"short_name"`
		Description string `json:"description,omitempty"`
		Language    string `json:"lang,omitempty"`
		Start       string `json:"start_url"`
		Scope       string `json:"scope"`
		Display     string `json:"display"`
		Theme       string `json:"theme_color"`
		Background  string `json:"background_color"`
		Icons       []icon `json:"icons"`
	}{
		ID: owner.Path, Name: string(owner.Name), ShortName: short(string(owner.Name)), Description: string(owner.Tagline),
		Language: owner.Language, Start: owner.Path, Scope: owner.Path, Display: "browser",
		Theme: hexOf(p.background), Background: hexOf(p.background), Icons: []icon{},
	}
	for _, i := range icons {
		written := icon{Source: i.URL, Sizes: "any", Type: i.Type, Purpose: "any"}
		if i.Size > 0 {
			written.Sizes = fmt.Sprintf("%dx%d", i.Size, i.Size)
		}
		if i.Purpose == Maskable {
			written.Purpose = "maskable"
		}
		manifest.Icons = append(manifest.Icons, written)
	}
	data, err := json.Marshal(manifest)
	if err != nil {
		return nil, fmt.Errorf("write the manifest of %s: %w", owner.ID, err)
	}
	return data, nil
}

// short is the name, or as many of its words as have room. The last words of a
// name tell sites of one company apart.
func short(name string) string {
	words := strings.Fields(name)
	for utf8.RuneCountInString(strings.Join(words, " ")) > shortName && len(words) > 1 {
		words = words[1:]
	}
	runes := []rune(strings.Join(words, " "))
	return string(runes[:min(len(runes), shortName)])
}
