package mail

import (
	"html/template"
	"testing"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// Themes from the gentle to the impossible: text must be readable in all.
func TestTextCanBeReadInEveryTheme(t *testing.T) {
	themes := map[string]site.Theme{
		"none":            {},
		"dark":            {Scheme: "dark", Colors: site.Colors{Background: "oklch(0.165 0.028 272)", Surface: "oklch(0.215 0.034 272)", Text: "oklch(0.968 0.009 275)", Muted: "oklch(0.765 0.03 275)", Line: "oklch(0.335 0.04 272)", Primary: "oklch(0.8 0.1 277)", OnPrimary: "oklch(0.19 0.05 275)", Accent: "oklch(0.845 0.105 62)"}},
		"light":           {Scheme: "light", Colors: site.Colors{Background: "oklch(0.952 0.017 352)", Surface: "oklch(0.982 0.008 352)", Text: "oklch(0.235 0.06 345)", Muted: "oklch(0.445 0.05 345)", Line: "oklch(0.82 0.03 350)", Primary: "oklch(0.36 0.135 352)", OnPrimary: "oklch(0.98 0.01 352)", Accent: "oklch(0.55 0.215 25)"}},
		"yellow":          {Scheme: "light", Colors: site.Colors{Background: "#ffffff", Surface: "#fffde0", Text: "#777700", Muted: "#cccc66", Line: "#eeee99", Primary: "#ffee00", OnPrimary: "#ffffff", Accent: "#ffff00"}},
		"grey on grey":    {Scheme: "light", Colors: site.Colors{Background: "#808080", Surface: "#888888", Text: "#777777", Muted: "#7f7f7f", Line: "#808080", Primary: "#828282", OnPrimary: "#808080", Accent: "#808080"}},
		"grey and dark":   {Scheme: "dark", Colors: site.Colors{Background: "#808080", Surface: "#777777", Text: "#888888", Muted: "#7f7f7f", Line: "#808080", Primary: "#828282", OnPrimary: "#808080", Accent: "#808080"}},
		"dark but light":  {Scheme: "dark", Colors: site.Colors{Background: "#ffffff", Surface: "#ffffff", Text: "#000000", Muted: "#333333", Line: "#cccccc", Primary: "#ffffff", OnPrimary: "#000000", Accent: "#ff0000"}},
		"light but black": {Scheme: "light", Colors: site.Colors{Background: "#000000", Surface: "#000000", Text: "#ffffff", Muted: "#999999", Line: "#333333", Primary: "#00ff00", OnPrimary: "#000000", Accent: "#ff0000"}},
	}
	for name, theme := range themes {
		l := newMailTheme(theme)
		readable := func(what string, text, ground template.CSS) {
			if ratio := colour.Contrast(parse(string(text), black), parse(string(ground), black)); ratio < 4.5 {
				t.Errorf("%s: %s %s on %s has a contrast of %.2f", name, what, text, ground, ratio)
			}
		}
		for _, ground := range []template.CSS{l["Page"], l["Card"], l["Tint"]} {
			readable("text", l["Ink"], ground)
			readable("muted text", l["Muted"], ground)
			readable("link", l["Link"], ground)
		}
		readable("name", l["OnBand"], l["Band"])
		readable("tagline", l["OnBandMuted"], l["Band"])
	}
}
