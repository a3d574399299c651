package colour_test

import (
	"math"
	"testing"

	"github.com/evenlight/marquee/internal/colour"
)

// The corners of sRGB as OKLCH writes them.
func TestColoursAsABrowserShowsThem(t *testing.T) {
	for written, want := range map[string]string{
		"#0D5f4c":                        "#0d5f4c",
		" #ffffff ":                      "#ffffff",
		"oklch(1 0 0)":                   "#ffffff",
		"oklch(0% 0 0)":                  "#000000",
		"oklch(0.628 0.2577 29.23)":      "#ff0000",
		"oklch(62.8%, 0.2577, 29.23deg)": "#ff0000",
		"oklch(0.452 0.3132 264.05)":     "#0000ff",
		"OKLCH(0.8664 0.2948 142.5)":     "#00ff00",
	} {
		c, err := colour.Parse(written)
		if err != nil {
			t.Errorf("%s: %v", written, err)
			continue
		}
		got, expected := c.RGBA(), mustParse(t, want).RGBA()
		for _, d := range []int{int(got.R) - int(expected.R), int(got.G) - int(expected.G), int(got.B) - int(expected.B)} {
			if d > 1 || d < -1 {
				t.Errorf("%s is %s, want %s", written, c.Hex(), want)
				break
			}
		}
	}
}

func TestWhatIsNoColour(t *testing.T) {
	for _, written := range []string{
		"", "#fff", "#12345g", "#1234567", "red", "rgb(1,2,3)", "oklch(1 2)",
		"oklch(1.2.3 0 0)", "oklch(-1 0 0)", "oklch(NaN 0 0)", "#+12345",
	} {
		if c, err := colour.Parse(written); err == nil {
			t.Errorf("%q is read as %s", written, c.Hex())
		}
	}
}

func TestContrast(t *testing.T) {
	white, black, grey := mustParse(t, "#ffffff"), mustParse(t, "#000000"), mustParse(t, "#767676")
	if ratio := colour.Contrast(black, white); math.Abs(ratio-21) > 1e-9 {
		t.Errorf("black on white = %v, want 21", ratio)
	}
	if ratio := colour.Contrast(white, grey); math.Abs(ratio-4.54) > 0.01 || ratio != colour.Contrast(grey, white) {
		t.Errorf("#767676 on white = %v, want 4.54", ratio)
	}
}

func mustParse(t *testing.T, written string) colour.Linear {
	t.Helper()
	c, err := colour.Parse(written)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
