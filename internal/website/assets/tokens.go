package assets

import (
	"cmp"

	"github.com/evenlight/marquee/internal/site"
)

var radii = map[string]string{"none": "0", "small": "0.375rem", "": "0.75rem", "medium": "0.75rem", "large": "1.25rem"}

// The words of a theme as custom properties. What theme.css says by itself (bold,
// tight, medium and regular) is not said again.
var (
	weights = map[string]string{
		"light":   ";--display-weight:340;--heading-weight:360",
		"regular": ";--display-weight:420;--heading-weight:430",
		"medium":  ";--display-weight:500;--heading-weight:500",
		"heavy":   ";--display-weight:800;--heading-weight:750",
	}
	trackings = map[string]string{
		"wide":    ";--display-tracking:0.01em;--heading-tracking:0.01em",
		"normal":  ";--display-tracking:-0.015em;--heading-tracking:-0.01em",
		"tighter": ";--display-tracking:-0.05em;--heading-tracking:-0.032em",
	}
	sizes = map[string]string{
		"small": ";--size-display:clamp(2.25rem,1.4rem + 3.4vw,3.875rem);--size-page:clamp(2.125rem,1.5rem + 2.4vw,3.25rem)" +
			";--size-section:clamp(1.625rem,1.3rem + 1.3vw,2.375rem);--size-large:clamp(1.25rem,1.15rem + 0.4vw,1.5rem)" +
			";--size-item:clamp(1.0625rem,1.03rem + 0.15vw,1.1875rem);--size-quote:clamp(1.625rem,1.1rem + 2.2vw,2.75rem)" +
			";--display-leading:1.1",
		"large": ";--size-display:clamp(3rem,1.1rem + 8vw,7.75rem);--size-page:clamp(2.75rem,1.2rem + 6vw,6.25rem)" +
			";--size-section:clamp(2.25rem,1.4rem + 3.6vw,4.25rem);--size-large:clamp(1.625rem,1.3rem + 1.3vw,2.375rem)" +
			";--size-item:clamp(1.3125rem,1.2rem + 0.5vw,1.5625rem);--size-quote:clamp(2.25rem,1rem + 5vw,5.5rem)" +
			";--display-leading:0.98",
	}
	densities = map[string]string{
		"compact": ";--section-space:clamp(3rem,2.2rem + 3.4vw,5.25rem);--head-space:clamp(1.5rem,1.2rem + 1.2vw,2.5rem)" +
			";--hero-space:clamp(2rem,1.5rem + 2vw,3.5rem);--card-space:clamp(1.125rem,1rem + 0.5vw,1.5rem)" +
			";--grid-gap:clamp(0.75rem,0.65rem + 0.5vw,1.125rem)",
		"roomy": ";--section-space:clamp(5rem,3rem + 8vw,10.5rem)",
	}
)

// temperament is what goes with a background where the theme does not say it.
type temperament struct{ weight, tracking, size, density string }

var temperaments = map[string]temperament{
	"aurora": {weight: weights["medium"], tracking: trackings["tighter"]},
	"grid":   {weight: ";--display-weight:750;--heading-weight:700", tracking: ";--display-tracking:-0.04em"},
	"paper": {
		weight: weights["light"], tracking: ";--display-tracking:-0.045em;--heading-tracking:-0.03em",
		size: sizes["large"], density: densities["roomy"],
	},
}

// tokens returns what a theme says of titles and room, as custom properties.
func tokens(t site.Theme) string {
	by := temperaments[t.Background]
	said := func(word string, values map[string]string, otherwise string) string {
		if word == "" {
			return otherwise
		}
		return values[word]
	}
	style := cmp.Or(t.Type, &site.TypeStyle{})
	return said(style.Weight, weights, by.weight) + said(style.Tracking, trackings, by.tracking) +
		said(style.Size, sizes, by.size) + said(t.Density, densities, by.density)
}
