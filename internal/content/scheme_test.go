//go:build !race

package content

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestASiteWithTwoLooks(t *testing.T) {
	for name, c := range map[string]struct {
		scheme, more string
		check        func(site.Theme) string
	}{
		"auto makes the other palette": {"auto", "", func(theme site.Theme) string {
			if !theme.HasBoth() || theme.First() != "dark" || site.Colors(theme.Dark.Colors) != theme.Colors || theme.Light.Colors.Background == "" {
				return "not both"
			}
			return ""
		}},
		"what is written stays": {"auto", "  light: {colors: {accent: \"#8a2b00\"}}\n", func(theme site.Theme) string {
			if theme.Light.Colors.Accent != "#8a2b00" || theme.Light.Colors.Text == "" {
				return "the accent is lost, or the others are"
			}
			return ""
		}},
		"a switch gives a fixed site both": {"dark", "  switch: true\n", func(theme site.Theme) string {
			if !theme.HasBoth() || theme.Scheme != "dark" {
				return "not both"
			}
			return ""
		}},
		"one look is one look": {"dark", "", func(theme site.Theme) string {
			if theme.Light != nil || theme.Dark != nil {
				return "more than one"
			}
			return ""
		}},
	} {
		t.Run(name, func(t *testing.T) {
			files := baseTree(t)
			files.replace(t, "main/site.yaml", "  scheme: dark\n", "  scheme: "+c.scheme+"\n"+c.more)
			files.replace(t, "main/site.yaml", "  skip: Skip to content\n", "  skip: Skip to content\n  darkMode: Dark mode\n")
			revision := good(t, files, sampleOptions(), testNow)
			if wrong := c.check(revision.Sites[0].Site.Theme); wrong != "" {
				t.Errorf("%s: %+v", wrong, revision.Sites[0].Site.Theme)
			}
		})
	}
}

func TestWhatDoesNotGoTogetherInATheme(t *testing.T) {
	for name, c := range map[string]struct{ old, replacement, want string }{
		"the same look twice": {
			"  scheme: dark\n", "  scheme: auto\n  dark: {colors: {text: \"#ffffff\"}}\n",
			"The colours of the theme are dark already, so there is nothing that `dark` could be. Write the light colours below `light`, or exchange the two palettes.",
		},
		"a look that nobody sees": {
			"  scheme: dark\n", "  scheme: dark\n  light: {colors: {}}\n",
			"Nobody sees the light colours: the scheme of the site is always dark. Write scheme: auto, so that the site follows the visitor's device, or switch: true.",
		},
		"the other scheme": {
			"  scheme: dark\n", "  scheme: light\n",
			"The scheme is light, and yet the colours of the theme are dark. Write scheme: dark, or exchange the colours.",
		},
		"a light text that cannot be read": {
			"  scheme: dark\n", "  scheme: auto\n  light: {colors: {text: \"#eeeeee\"}}\n",
			"Text on the background has a contrast of 1.1 to 1: hard to read for many. At least 4.5 to 1 is needed.",
		},
		"a wrong colour of the other look": {
			"  scheme: dark\n", "  scheme: auto\n  light: {colors: {text: black}}\n",
			"`text` is not a colour: \"black\". Write \"#1a2b3c\" in quotes, or oklch(0.7 0.15 250).",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := baseTree(t)
			files.replace(t, "main/site.yaml", c.old, c.replacement)
			_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			if got := told(problems); !strings.Contains(got, c.want) {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}

func TestAllProblemsOfAThemeAtOnce(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/site.yaml", "  fonts: {display: Inter, text: Inter}", "  fonts: {display: Intre, text: Comic}\n  radius: huge\n  type: {weight: fat}")
	files.replace(t, "main/site.yaml", `    text: "#f4f6fb"`, "    text: white")
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	for _, want := range []string{`There is no font "Intre"`, `There is no font "Comic"`, "`radius` cannot be", "`weight` cannot be", "`text` is not a colour"} {
		if !strings.Contains(told(problems), want) {
			t.Errorf("nothing says %q:\n%s", want, told(problems))
		}
	}
}
