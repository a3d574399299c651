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
	Faces []site.FontFace `json:"faces"`
	// Installed fonts with their metrics changed to those of the family, so
	// that nothing moves when the family arrives. A visitor's system has one
	// of them or another: the first that is there is used.
	Fallbacks []site.FontFallback `json:"fallbacks"`
	// What to use when nothing else is there: sans-serif, serif or monospace.
	Generic string `json:"generic"`
}

// fontOf returns the font of a name: the site's own, or one of ours.
func (l *Library) fontOf(t site.Theme, name string) Font {
	for _, own := range t.Fonts.Families {
		if own.Name == name {
			return Font{Faces: own.Faces, Fallbacks: own.Fallbacks, Generic: own.Kind}
		}
	}
	return l.fonts[name]
}

// theme returns what a theme and samples beside it add to the stylesheet, and the fonts that pages load first.
func (l *Library) theme(t site.Theme, samples []site.Sample) (css []byte, preload []string) {
	var out strings.Builder
	out.WriteString("/*theme*/") // in development the sources stand in place of all before it
	families := []string{t.Fonts.Text}
	if t.Fonts.Display != t.Fonts.Text {
		families = append(families, t.Fonts.Display)
	}
	for _, name := range families {
		for _, face := range l.fontOf(t, name).Faces {
			if face.Preload {
				preload = append(preload, face.URL)
			}
		}
	}
	for _, sample := range samples {
		if sample.Font != "" && !slices.Contains(families, sample.Font) {
			families = append(families, sample.Font)
		}
	}
	for _, name := range families {
		writeFaces(&out, name, l.fontOf(t, name))
	}
	fmt.Fprintf(&out, ":root{color-scheme:%s;%s;--font-display:%s;--font-text:%s;--radius:%s%s}\n",
		t.First(), palette(&t.Colors), l.familyStack(t, t.Fonts.Display), l.familyStack(t, t.Fonts.Text), radii[t.Radius], tokens(t))
	if t.HasBoth() {
		writeBoth(&out, t)
	}
	for _, sample := range samples {
		l.writeSample(&out, t, &sample)
	}
	return []byte(out.String()), preload
}

func writeFaces(out *strings.Builder, name string, font Font) {
	for _, face := range font.Faces {
		fmt.Fprintf(out, "@font-face{font-family:%q;font-style:%s;font-weight:%s;font-display:swap;"+
			"src:url(%s) format(\"woff2\")", name, face.Style, face.Weight, face.URL)
		if face.UnicodeRange != "" {
			fmt.Fprintf(out, ";unicode-range:%s", face.UnicodeRange)
		}
		out.WriteString("}")
	}
	for _, f := range font.Fallbacks {
		fmt.Fprintf(out, "@font-face{font-family:%q;", f.Name)
		if f.Weight != "400" {
			fmt.Fprintf(out, "font-weight:%s;", f.Weight)
		}
		out.WriteString("src:")
		for i, local := range f.Local {
			if i > 0 {
				out.WriteByte(',')
			}
			fmt.Fprintf(out, "local(%q)", local)
		}
		fmt.Fprintf(out, ";size-adjust:%s;ascent-override:%s;descent-override:%s;line-gap-override:%s}",
			f.SizeAdjust, f.AscentOverride, f.DescentOverride, f.LineGapOverride)
	}
}

// writeBoth lets the browser choose between both looks by the visitor's device, or
// by data-scheme of the root element where it names one. Browsers that do not know
// light-dark() stay with the first look, which stands before.
func writeBoth(out *strings.Builder, t site.Theme) {
	light, dark := t.Light.Colors, t.Dark.Colors
	out.WriteString("@supports (color:light-dark(red,red)){:root{color-scheme:light dark")
	for _, token := range []struct{ name, light, dark string }{
		{"background", light.Background, dark.Background},
		{"surface", light.Surface, dark.Surface},
		{"text", light.Text, dark.Text},
		{"muted", light.Muted, dark.Muted},
		{"line", light.Line, dark.Line},
		{"primary", light.Primary, dark.Primary},
		{"on-primary", light.OnPrimary, dark.OnPrimary},
		{"accent", light.Accent, dark.Accent},
	} {
		fmt.Fprintf(out, ";--%s:light-dark(%s,%s)", token.name, token.light, token.dark)
	}
	out.WriteString("}:root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}}\n")
}

// writeSample gives the class of a sample its palette, font and corners; paper has none of them. Its
// font waits until the page says that it is nearly in view: a first visit may end before.
func (l *Library) writeSample(out *strings.Builder, t site.Theme, sample *site.Sample) {
	fmt.Fprintf(out, "@media not print{.%s{", sample.Class)
	if sample.Colors != nil {
		scheme := "light"
		if sample.Dark {
			scheme = "dark"
		}
		fmt.Fprintf(out, "color-scheme:%s;%s;", scheme, palette(sample.Colors))
	}
	if sample.Radius != "" {
		fmt.Fprintf(out, "--radius:%s", radii[sample.Radius])
	}
	out.WriteString("}")
	if sample.Font != "" {
		stack := l.familyStack(t, sample.Font)
		fmt.Fprintf(out, "[data-near] .%s{--font-display:%s}@media (scripting:none){.%s{--font-display:%s}}",
			sample.Class, stack, sample.Class, stack)
	}
	out.WriteString("}\n")
}

func palette(c *site.Colors) string {
	return fmt.Sprintf("--background:%s;--surface:%s;--text:%s;--muted:%s;--line:%s;--primary:%s;--on-primary:%s;--accent:%s",
		c.Background, c.Surface, c.Text, c.Muted, c.Line, c.Primary, c.OnPrimary, c.Accent)
}

func (l *Library) familyStack(t site.Theme, name string) string {
	font := l.fontOf(t, name)
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
