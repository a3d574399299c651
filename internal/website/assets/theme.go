package assets

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/site"
)

// Font is a family that Marquee serves itself: an entry of fonts.json.
type Font struct {
	Faces []site.FontFace `json:"faces"` // one per range of characters
	// Installed fonts with their metrics changed to those of the family, so
	// that nothing moves when the family arrives. The first that is there is used.
	Fallbacks []site.FontFallback `json:"-"`
	Generic   string              `json:"generic"` // sans-serif, serif or monospace

	Whole   string  `json:"whole"`   // address of the upright face with the letters of English
	Kerning float64 `json:"kerning"` // the share of a text's width that kerning leaves, measured
}

// readFonts makes a family what a stylesheet needs when a theme first names it, as reading its metrics takes some
// milliseconds.
func (l *Library) readFonts() error {
	var families map[string]Font
	if err := readJSON(l.dist, "fonts.json", &families); err != nil {
		return err
	}
	l.fonts = make(map[string]func() Font, len(families))
	for name, family := range families {
		l.fonts[name] = sync.OnceValue(func() Font {
			// A face that cannot be read has no fallbacks: text moves when it arrives.
			if data, err := fs.ReadFile(l.dist, path.Join("client", family.Whole)); err == nil {
				if whole, err := fontfile.Read(data); err == nil {
					family.Fallbacks = fontfile.Fallbacks(name, family.Generic, []*fontfile.Font{whole}, family.Kerning)
				}
			}
			return family
		})
	}
	return nil
}

func (l *Library) fontOf(t site.Theme, name string) Font {
	for _, own := range t.Fonts.Families {
		if own.Name == name {
			return Font{Faces: own.Faces, Fallbacks: own.Fallbacks, Generic: own.Kind}
		}
	}
	if font := l.fonts[name]; font != nil {
		return font()
	}
	return Font{}
}

// sampleFont returns a font without fallbacks: it is there before the sample is in view, so nothing moves. Nothing in a
// sample is slanted.
func (l *Library) sampleFont(t site.Theme, name string) Font {
	font := l.fontOf(t, name)
	font.Fallbacks = nil
	font.Faces = slices.Clone(font.Faces)
	font.Faces = slices.DeleteFunc(font.Faces, func(face site.FontFace) bool { return face.Style == "italic" })
	return font
}

func families(t site.Theme) []string { return slices.Compact([]string{t.Fonts.Text, t.Fonts.Display}) }

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

func (l *Library) theme(t site.Theme, samples []site.Sample) []byte {
	var out bytes.Buffer
	out.WriteString("/*theme*/") // in development the sources stand in place of all before it
	names := families(t)
	for _, name := range names {
		writeFaces(&out, name, l.fontOf(t, name))
	}
	for _, sample := range samples {
		if sample.Font != "" && !slices.Contains(names, sample.Font) {
			names = append(names, sample.Font)
			writeFaces(&out, sample.Font, l.sampleFont(t, sample.Font))
		}
	}
	scheme, colours := t.First(), declared(paints(t.Colors))
	if t.HasBoth() {
		scheme, colours = "light dark", declared(both(t))
	}
	fmt.Fprintf(&out, ":root{color-scheme:%s;%s;--font-display:%s;--font-text:%s;--radius:%s%s}\n",
		scheme, colours, familyStack(t.Fonts.Display, l.fontOf(t, t.Fonts.Display)),
		familyStack(t.Fonts.Text, l.fontOf(t, t.Fonts.Text)),
		tokensOf["radius"][cmp.Or(t.Radius, characters[t.Character].Radius)], tokens(t))
	if t.HasBoth() {
		// What a visitor has chosen (start/scheme.ts).
		out.WriteString(":root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}\n")
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

// both returns colours of which the browser chooses one by color-scheme.
func both(t site.Theme) []paint {
	both := paints(site.Colors(t.Light.Colors))
	for i, dark := range paints(site.Colors(t.Dark.Colors)) {
		both[i].colour = "light-dark(" + both[i].colour + "," + dark.colour + ")"
	}
	return both
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
		fmt.Fprintf(out, "--radius:%s", tokensOf["radius"][sample.Radius])
	}
	out.WriteString("}")
	if sample.Font != "" {
		fmt.Fprintf(out, "[data-near] .%[1]s{--font-display:%[2]s}@media (scripting:none){.%[1]s{--font-display:%[2]s}}",
			sample.Class, familyStack(sample.Font, l.sampleFont(t, sample.Font)))
	}
	out.WriteString("}\n")
}

func familyStack(name string, font Font) string {
	stack := []string{strconv.Quote(name)}
	for _, fallback := range font.Fallbacks {
		stack = append(stack, strconv.Quote(fallback.Name))
	}
	return strings.Join(append(slices.Compact(stack), cmp.Or(font.Generic, "sans-serif")), ",")
}

//go:embed tokens.json
var tokensJSON []byte

// tokensOf are the words of a theme as custom properties, by their key. What theme.css says by itself (bold, tight, medium
// and regular) is not said again.
var tokensOf = func() (all map[string]map[string]string) {
	if err := json.Unmarshal(tokensJSON, &all); err != nil {
		panic(fmt.Sprintf("parse tokens.json: %v", err)) // it is part of the program
	}
	return all
}()

// What a character says of all this, where a theme does not say it itself; the rest of it is web/src/styles/characters.
var characters = map[string]site.Theme{
	"":      {Type: &site.TypeStyle{}},
	"quiet": {Type: &site.TypeStyle{Weight: "regular", Tracking: "normal"}, Radius: "none"},
	"warm":  {Type: &site.TypeStyle{Weight: "medium"}, Radius: "large"},
	"bold":  {Type: &site.TypeStyle{Weight: "heavy", Tracking: "tighter"}, Radius: "none"},
}

func tokens(t site.Theme) string {
	usual := characters[t.Character]
	style := cmp.Or(t.Type, usual.Type)
	return tokensOf["weight"][cmp.Or(style.Weight, usual.Type.Weight)] +
		tokensOf["tracking"][cmp.Or(style.Tracking, usual.Type.Tracking)] +
		tokensOf["size"][cmp.Or(style.Size, usual.Type.Size)] + tokensOf["density"][cmp.Or(t.Density, usual.Density)]
}
