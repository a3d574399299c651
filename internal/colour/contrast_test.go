package colour_test

import (
	"math"
	"testing"

	"github.com/evenlight/marquee/internal/colour"
)

// The ratios are those of WebAIM's contrast checker; the oklch colours are the
// sRGB colours beside them, as CSS Color 4 converts them.
func TestContrastIsThatOfOtherCheckers(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"#000000", "#ffffff", 21},
		{"#ffffff", "#ffffff", 1},
		{"#777777", "#ffffff", 4.47},
		{"#767676", "#FFFFFF", 4.54},
		{"#0000ff", "#ffffff", 8.59},
		{"#ff0000", "#000000", 5.25},
		{"oklch(1 0 0)", "oklch(0 0 0)", 21},
		{"oklch(62.796% 0.25768 29.234)", "#000000", 5.25},     // red
		{"oklch(0.45201 0.31321 264.052)", "#ffffff", 8.59},    // blue
		{"oklch(0.51975 0.17686 142.495deg)", "#ffffff", 5.14}, // green, #008000
		{"oklch(0.7 0.4 150)", "oklch(0.7 100% 150)", 1},
	} {
		a, err1 := colour.Parse(c.a)
		b, err2 := colour.Parse(c.b)
		if err1 != nil || err2 != nil {
			t.Errorf("%s or %s is not read", c.a, c.b)
			continue
		}
		if got := colour.Contrast(a, b); math.Abs(got-c.want) > 0.02 {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
		if colour.Contrast(a, b) != colour.Contrast(b, a) {
			t.Errorf("%s and %s: the order matters", c.a, c.b)
		}
	}
	for _, bad := range []string{
		"", "#fff", "#gggggg", "red", "oklch(1 0)", "oklch(a b c)", "rgb(0,0,0)",
		"oklch(0.5 0.1 20 / 50%)", "oklch(1.2.3 0 0)",
	} {
		if _, err := colour.Parse(bad); err == nil {
			t.Errorf("%q is read as a colour", bad)
		}
	}
}
