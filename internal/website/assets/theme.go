package assets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Font is a family that Marquee serves itself: an entry of fonts.json.
type Font struct {
	// The files of the family, one per range of characters.
	Faces []FontFace `json:"faces"`
	// Installed fonts with their metrics changed to those of the family, so
	// that nothing moves when the family arrives. A visitor's system has one
	// of them or another: the first that is there is used.
	Fallbacks []FontFallback `json:"fallbacks"`
	// What to use when nothing else is there: sans-serif, serif or monospace.
	Generic string `json:"generic"`
}

// FontFace is one file of a family.
type FontFace struct {
	URL          string `json:"url"`
	Weight       string `json:"weight"`
	Style        string `json:"style"`
	UnicodeRange string `json:"unicodeRange"`
	// Whether pages load it first.
	Preload bool `json:"preload"`
}

// FontFallback changes the metrics of an installed font.
type FontFallback struct {
	// Family name, which the faces of one font share.
	Name string `json:"name"`
	// 400 or 700: synthetic bold letters would have the widths of upright ones.
	Weight string `json:"weight"`
	// The names under which systems have the font, or one of the same metrics.
	Local           []string `json:"local"`
	SizeAdjust      string   `json:"sizeAdjust"`
	AscentOverride  string   `json:"ascentOverride"`
	DescentOverride string   `json:"descentOverride"`
	LineGapOverride string   `json:"lineGapOverride"`
}

var radii = map[string]string{"none": "0", "small": "0.375rem", "": "0.75rem", "medium": "0.75rem", "large": "1.25rem"}

// theme returns what a theme adds to the stylesheet, and the fonts that its pages load first.
func (l *Library) theme(t site.Theme) (css []byte, preload []string) {
	var out strings.Builder
	families := []string{t.Fonts.Text}
	if t.Fonts.Display != t.Fonts.Text {
		families = append(families, t.Fonts.Display)
	}
	for _, name := range families {
		font := l.fonts[name]
		for _, face := range font.Faces {
			fmt.Fprintf(&out, "@font-face{font-family:%q;font-style:%s;font-weight:%s;font-display:swap;src:url(%s) format(\"woff2\")", name, face.Style, face.Weight, face.URL)
			if face.UnicodeRange != "" {
				fmt.Fprintf(&out, ";unicode-range:%s", face.UnicodeRange)
			}
			out.WriteString("}")
			if face.Preload {
				preload = append(preload, face.URL)
			}
		}
		for _, f := range font.Fallbacks {
			fmt.Fprintf(&out, "@font-face{font-family:%q;", f.Name)
			if f.Weight != "400" {
				fmt.Fprintf(&out, "font-weight:%s;", f.Weight)
			}
			out.WriteString("src:")
			for i, local := range f.Local {
				if i > 0 {
					out.WriteByte(',')
				}
				fmt.Fprintf(&out, "local(%q)", local)
			}
			fmt.Fprintf(&out, ";size-adjust:%s;ascent-override:%s;descent-override:%s;line-gap-override:%s}", f.SizeAdjust, f.AscentOverride, f.DescentOverride, f.LineGapOverride)
		}
	}
	c := t.Colors
	fmt.Fprintf(&out, ":root{color-scheme:%s;--background:%s;--surface:%s;--text:%s;--muted:%s;--line:%s;--primary:%s;--on-primary:%s;--accent:%s;--font-display:%s;--font-text:%s;--radius:%s}\n",
		t.Scheme, c.Background, c.Surface, c.Text, c.Muted, c.Line, c.Primary, c.OnPrimary, c.Accent,
		l.familyStack(t.Fonts.Display), l.familyStack(t.Fonts.Text), radii[t.Radius])
	return []byte(out.String()), preload
}

func (l *Library) familyStack(name string) string {
	font := l.fonts[name]
	stack := []string{fmt.Sprintf("%q", name)}
	for _, fallback := range font.Fallbacks {
		stack = append(stack, fmt.Sprintf("%q", fallback.Name))
	}
	stack = slices.Compact(stack)
	generic := font.Generic
	if generic == "" {
		generic = "sans-serif"
	}
	return strings.Join(append(stack, generic), ",")
}
