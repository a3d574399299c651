//go:build !race

package content

import (
	"regexp"
	"slices"
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
			"Text on the background has a contrast of 1.1 to 1: hard to read for many. At least 5 to 1 is needed: bands of a page have a tint of the background.",
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

func TestAThemeOfOneColour(t *testing.T) {
	for name, c := range map[string]struct {
		scheme, colors string
		check          func(site.Theme) bool
	}{
		"all eight are made": {"light", `{from: "#0f766e"}`, func(theme site.Theme) bool {
			c := theme.Colors
			return c.Primary == "#0f766e" && !slices.Contains([]string{c.Background, c.Surface, c.Text, c.Muted, c.Line, c.OnPrimary, c.Accent}, "") &&
				!theme.HasBoth()
		}},
		"dark as the scheme says": {"dark", `{from: "#0f766e"}`, func(theme site.Theme) bool {
			return theme.Colors.Background < "#222222"
		}},
		"what is written wins": {"light", `{from: "#0f766e", accent: "#8a2b00"}`, func(theme site.Theme) bool {
			return theme.Colors.Accent == "#8a2b00" && theme.Colors.Primary == "#0f766e"
		}},
		"dark as the written background is": {"auto", `{from: "#0f766e", background: "#101820"}`, func(theme site.Theme) bool {
			return theme.First() == "dark" && theme.Colors.Text > "#dddddd" && theme.Light.Colors.Background > "#dddddd"
		}},
		"both looks are of the colour": {"auto", `{from: "#ffff00"}`, func(theme site.Theme) bool {
			return theme.First() == "light" && theme.Colors.Primary != "#ffff00" && theme.Dark.Colors.Primary == "#ffff00"
		}},
		"the other look has one of its own": {"auto", "{from: \"#0f766e\"}\n  dark: {colors: {from: \"#ffff00\"}}", func(theme site.Theme) bool {
			return theme.Light.Colors.Primary == "#0f766e" && theme.Dark.Colors.Primary == "#ffff00"
		}},
	} {
		t.Run(name, func(t *testing.T) {
			revision := good(t, withColors(t, c.scheme, c.colors), sampleOptions(), testNow)
			if theme := revision.Sites[0].Site.Theme; !c.check(theme) {
				t.Errorf("%+v\nlight %+v\ndark %+v", theme, theme.Light, theme.Dark)
			}
		})
	}
	for colors, want := range map[string]string{
		`{from: teal}`:                        "`from` is not a colour: \"teal\". Write \"#1a2b3c\" in quotes, or oklch(0.7 0.15 250).",
		`{form: "#0f766e"}`:                   "`colors` has no key `form`. Did you mean \"from\"?",
		`{accent: "#0f766e"}`:                 "`colors` needs `background` or `from`.",
		`{from: "#0f766e", muted: "#cccccc"}`: "Muted text on the background has a contrast of",
	} {
		_, problems := load(t, NewLoader(sampleOptions()), withColors(t, "light", colors).fs(), testNow)
		got := told(problems)
		if misspelt := strings.Contains(want, "mean"); !strings.Contains(got, want) || misspelt && strings.Contains(got, "needs") {
			t.Errorf("%s: got:\n%swant:\n%s", colors, got, want)
		}
	}
}

// withColors returns the base tree, whose theme has these colours.
func withColors(t *testing.T, scheme, colors string) folder {
	t.Helper()
	files := baseTree(t)
	files.replace(t, "main/site.yaml", "  scheme: dark\n", "  scheme: "+scheme+"\n")
	lines := regexp.MustCompile(`(?m)^  colors:\n(    .*\n)+`)
	files["main/site.yaml"] = lines.ReplaceAllLiteralString(files["main/site.yaml"], "  colors: "+colors+"\n")
	return files
}
