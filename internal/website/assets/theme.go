package assets

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
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

// families returns the families of a theme, each once.
func families(t site.Theme) []string { return slices.Compact([]string{t.Fonts.Text, t.Fonts.Display}) }

// preloads returns the fonts that pages load first.
func (l *Library) preloads(t site.Theme) (urls []string) {
	for _, name := range families(t) {
		for _, face := range l.fontOf(t, name).Faces {
			if face.Preload {
				urls = append(urls, face.URL)
			}
		}
	}
	return urls
}

// theme returns what a theme and samples beside it add to the stylesheet.
func (l *Library) theme(t site.Theme, samples []site.Sample) []byte {
	var out bytes.Buffer
	out.WriteString("/*theme*/") // in development the sources stand in place of all before it
	names := families(t)
	for _, sample := range samples {
		if sample.Font != "" && !slices.Contains(names, sample.Font) {
			names = append(names, sample.Font)
		}
	}
	for _, name := range names {
		writeFaces(&out, name, l.fontOf(t, name))
	}
	fmt.Fprintf(&out, ":root{color-scheme:%s;%s;--font-display:%s;--font-text:%s;--radius:%s%s}\n",
		t.First(), declared(paints(t.Colors)), l.familyStack(t, t.Fonts.Display), l.familyStack(t, t.Fonts.Text),
		radii[t.Radius], tokens(t))
	if t.HasBoth() {
		writeBoth(&out, t)
	}
	for _, sample := range samples {
		l.writeSample(&out, t, &sample)
	}
	return out.Bytes()
}

func writeFaces(out *bytes.Buffer, name string, font Font) {
	for _, face := range font.Faces {
		fmt.Fprintf(out, "@font-face{font-family:%q;font-style:%s;font-weight:%s;font-display:swap;"+
			"src:url(%s) format(\"woff2\")", name, face.Style, face.Weight, face.URL)
		if face.UnicodeRange != "" {
			fmt.Fprintf(out, ";unicode-range:%s", face.UnicodeRange)
		}
		out.WriteString("}")
	}
	for _, f := range font.Fallbacks {
		weight := ""
		if f.Weight != "400" {
			weight = "font-weight:" + f.Weight + ";"
		}
		local := `local("` + strings.Join(f.Local, `"),local("`) + `")`
		fmt.Fprintf(out, "@font-face{font-family:%q;%ssrc:%s;"+
			"size-adjust:%s;ascent-override:%s;descent-override:%s;line-gap-override:%s}",
			f.Name, weight, local, f.SizeAdjust, f.AscentOverride, f.DescentOverride, f.LineGapOverride)
	}
}

// paint is a colour of a theme by the name of its custom property.
type paint struct{ name, colour string }

func paints(c site.Colors) []paint {
	return []paint{
		{"background", c.Background},
		{"surface", c.Surface},
		{"text", c.Text},
		{"muted", c.Muted},
		{"line", c.Line},
		{"primary", c.Primary},
		{"on-primary", c.OnPrimary},
		{"accent", c.Accent},
	}
}

func declared(all []paint) string {
	var out []string
	for _, p := range all {
		out = append(out, "--"+p.name+":"+p.colour)
	}
	return strings.Join(out, ";")
}

// writeBoth lets the browser choose between both looks by the visitor's device, or
// by data-scheme of the root element where it names one. Browsers that do not know
// light-dark() stay with the first look, which stands before.
func writeBoth(out *bytes.Buffer, t site.Theme) {
	both := paints(site.Colors(t.Light.Colors))
	for i, dark := range paints(site.Colors(t.Dark.Colors)) {
		both[i].colour = "light-dark(" + both[i].colour + "," + dark.colour + ")"
	}
	fmt.Fprintf(out, "@supports (color:light-dark(red,red)){:root{color-scheme:light dark;%s}"+
		":root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}}\n", declared(both))
}

// writeSample gives the class of a sample its palette, font and corners; paper has none of them. Its
// font waits until the page says that it is nearly in view: a first visit may end before.
func (l *Library) writeSample(out *bytes.Buffer, t site.Theme, sample *site.Sample) {
	fmt.Fprintf(out, "@media not print{.%s{", sample.Class)
	if sample.Colors != nil {
		scheme := "light"
		if sample.Dark {
			scheme = "dark"
		}
		fmt.Fprintf(out, "color-scheme:%s;%s;", scheme, declared(paints(*sample.Colors)))
	}
	if sample.Radius != "" {
		fmt.Fprintf(out, "--radius:%s", radii[sample.Radius])
	}
	out.WriteString("}")
	if sample.Font != "" {
		fmt.Fprintf(out, "[data-near] .%[1]s{--font-display:%[2]s}@media (scripting:none){.%[1]s{--font-display:%[2]s}}",
			sample.Class, l.familyStack(t, sample.Font))
	}
	out.WriteString("}\n")
}

func (l *Library) familyStack(t site.Theme, name string) string {
	font := l.fontOf(t, name)
	stack := []string{strconv.Quote(name)}
	for _, fallback := range font.Fallbacks {
		stack = append(stack, strconv.Quote(fallback.Name))
	}
	return strings.Join(append(slices.Compact(stack), cmp.Or(font.Generic, "sans-serif")), ",")
}
