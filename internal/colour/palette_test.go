package colour_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/evenlight/marquee/internal/colour"
)

func TestOKLCHAndBack(t *testing.T) {
	for _, written := range []string{
		"#000000", "#ffffff", "#0d5f4c", "#ff0000", "#0000ff", "#00ff00", "#b4532a",
		"#808080",
	} {
		c := mustParse(t, written)
		if back := c.OKLCH().Linear().Hex(); back != written {
			t.Errorf("%s comes back as %s (%v)", written, back, c.OKLCH())
		}
	}
	if grey := mustParse(t, "#808080").OKLCH(); grey.C != 0 || grey.H != 0 {
		t.Errorf("grey is %v", grey)
	}
}

func TestWhatSRGBCannotShowLosesChromaOnly(t *testing.T) {
	wild := colour.OKLCH{L: 0.8, C: 0.4, H: 264}
	fit := wild.Fit()
	if fit.L != wild.L || fit.H != wild.H || fit.C >= 0.3 || fit.C <= 0 {
		t.Errorf("%v becomes %v", wild, fit)
	}
	again, err := colour.Parse(fmt.Sprintf("oklch(%.9f %.9f %.9f)", fit.L, fit.C, fit.H))
	if err != nil || math.Abs(again.Luminance()-fit.Linear().Luminance()) > 1e-9 {
		t.Errorf("%v is read as another colour: %v", fit, err)
	}
}

// palettes are those of the shipped brands, and ones that are hard: grey, loud,
// pale yellow on white, and colours without any contrast.
var palettes = map[string][8]string{
	"aurora": {
		"oklch(0.165 0.028 272)", "oklch(0.215 0.034 272)", "oklch(0.968 0.009 275)", "oklch(0.765 0.03 275)",
		"oklch(0.335 0.04 272)",
		"oklch(0.8 0.1 277)", "oklch(0.19 0.05 275)", "oklch(0.845 0.105 62)",
	},
	"grid": {
		"oklch(0.99 0.004 165)", "oklch(1 0 0)", "oklch(0.245 0.03 190)", "oklch(0.46 0.025 190)", "oklch(0.885 0.012 175)",
		"oklch(0.435 0.08 172)", "oklch(0.99 0.006 165)", "oklch(0.545 0.13 48)",
	},
	"paper": {
		"oklch(0.952 0.017 352)", "oklch(0.982 0.008 352)", "oklch(0.235 0.06 345)", "oklch(0.445 0.05 345)",
		"oklch(0.82 0.03 350)",
		"oklch(0.36 0.135 352)", "oklch(0.98 0.01 352)", "oklch(0.55 0.215 25)",
	},
	"grey":   {"#ffffff", "#ffffff", "#000000", "#555555", "#dddddd", "#000000", "#ffffff", "#000000"},
	"loud":   {"#ffff00", "#00ffff", "#0000ff", "#ff0000", "#00ff00", "#ff00ff", "#000000", "#00ff00"},
	"yellow": {"#fffdf0", "#ffffff", "#222222", "#666666", "#eeeeee", "#ffe14d", "#222222", "#fff3b0"},
	"night":  {"#000000", "#000000", "#ffffff", "#999999", "#222222", "#0000ff", "#ffffff", "#ff0000"},
	"none":   {"#808080", "#808080", "#808080", "#808080", "#808080", "#808080", "#808080", "#808080"},
}

func paletteOf(t *testing.T, c [8]string) colour.Palette {
	t.Helper()
	p := colour.Palette{}
	for i, key := range []string{
		"background", "surface", "text", "muted", "line", "primary", "onPrimary", "accent",
	} {
		p[key] = mustParse(t, c[i])
	}
	return p
}

// pairs are what is read on what.
var pairs = [][2]string{
	{"text", "background"},
	{"text", "surface"},
	{"muted", "background"},
	{"muted", "surface"},
	{"primary", "background"},
	{"primary", "surface"},
	{"onPrimary", "primary"},
	{"accent", "background"},
	{"accent", "surface"},
}

func TestTheOtherSchemeCanBeRead(t *testing.T) {
	for name, written := range palettes {
		t.Run(name, func(t *testing.T) {
			base := paletteOf(t, written)
			made := base.Opposite(nil)
			if len(made) != 8 {
				t.Fatalf("%d colours of 8", len(made))
			}
			at := func(key string) colour.Linear { // as content/resolve writes it
				return mustParse(t, made[key].Linear().Hex())
			}
			if dark := at("background").Luminance() < at("text").Luminance(); dark == base.IsDark() {
				t.Errorf("both schemes are dark=%v", dark)
			}
			for _, pair := range pairs {
				if ratio := colour.Contrast(at(pair[0]), at(pair[1])); ratio < colour.Readable {
					t.Errorf("%s (%v) on %s (%v): %.2f", pair[0], made[pair[0]], pair[1], made[pair[1]], ratio)
				}
			}
			for _, key := range []string{"primary", "accent"} {
				was := base[key].OKLCH()
				if turn := math.Abs(was.H - made[key].H); was.C > 0.02 && min(turn, 360-turn) > 1 {
					t.Errorf("%s was %v and is %v: another hue", key, was, made[key])
				}
			}
		})
	}
}

func TestGivenColoursStayAndOthersFitThem(t *testing.T) {
	base := paletteOf(t, palettes["grid"])
	given := colour.Palette{"background": mustParse(t, "#4a4a4a"), "primary": mustParse(t, "#ffffff")}
	made := base.Opposite(given)
	if hex := made["background"].Linear().Hex(); hex != "#4a4a4a" {
		t.Errorf("the given background became %s", hex)
	}
	for key, on := range map[string]string{
		"muted": "background", "accent": "background", "text": "surface",
		"onPrimary": "primary",
	} {
		if ratio := colour.Contrast(made[key].Linear(), made[on].Linear()); ratio < colour.Readable {
			t.Errorf("%s on %s: %.2f", key, on, ratio)
		}
	}
}

func TestAPaletteOfOneColourCanBeRead(t *testing.T) {
	seeds := []string{"#ffff00", "#000000", "#ffffff", "#ff0000", "#808080", "#00ff00", "#0000ff", "#0f766e", "#ffc0cb"}
	random := rand.New(rand.NewPCG(22, 5))
	for range 500 {
		seeds = append(seeds, fmt.Sprintf("#%06x", random.IntN(1<<24)))
	}
	for _, written := range seeds {
		for _, dark := range []bool{false, true} {
			made, shown := colour.From(mustParse(t, written), dark, nil), colour.Palette{}
			for key, c := range made {
				shown[key] = mustParse(t, c.Linear().Hex()) // as the stylesheet says it
			}
			if len(made) != 8 || shown.IsDark() != dark {
				t.Errorf("%s has %d colours of 8; dark=%v", written, len(made), shown.IsDark())
			}
			for _, pair := range pairs {
				if ratio := colour.Contrast(shown[pair[0]], shown[pair[1]]); ratio < colour.Readable {
					t.Errorf("%s, dark=%v: %s (%v) on %s (%v): %.2f", written, dark,
						pair[0], made[pair[0]], pair[1], made[pair[1]], ratio)
				}
			}
		}
	}
}

func TestThePaletteOfAColour(t *testing.T) {
	for _, c := range []struct {
		seed, key string
		dark      bool
		want      string
	}{
		{"#0f766e", "primary", false, "#0f766e"}, // what can be read stays as it is
		{"#ffff00", "primary", true, "#ffff00"},
		{"#000000", "primary", false, "#000000"},
		{"#000000", "primary", true, "#ffffff"},
		{"#ffffff", "primary", false, "#000000"},
		{"#0f766e", "background", false, "#f5fafa"}, // of its hue
		{"#7a3fb4", "background", false, "#faf8fc"},
		{"#000000", "background", false, "#fcf9f3"}, // which grey has none of
	} {
		if made := colour.From(mustParse(t, c.seed), c.dark, nil)[c.key].Linear().Hex(); made != c.want {
			t.Errorf("%s of %s, dark=%v, is %s, want %s", c.key, c.seed, c.dark, made, c.want)
		}
	}

	given := colour.Palette{"background": mustParse(t, "#fff1d6"), "accent": mustParse(t, "#123456")}
	made := colour.From(mustParse(t, "#0f766e"), false, given)
	for key, c := range given {
		if hex := made[key].Linear().Hex(); hex != c.Hex() {
			t.Errorf("the given %s became %s", key, hex)
		}
	}
	if ratio := colour.Contrast(made["primary"].Linear(), given["background"]); ratio < colour.Readable {
		t.Errorf("primary does not fit the given background: %.2f", ratio)
	}
}
