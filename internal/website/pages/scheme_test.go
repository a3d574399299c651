package pages

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestWhatADocumentSaysOfItsLooks(t *testing.T) {
	light, dark := &site.OtherScheme{Colors: site.OtherColors{Background: "#ffffff"}}, &site.OtherScheme{Colors: site.OtherColors{Background: "#000000"}}
	const script = `<script src="/assets/scheme-1.js" integrity="sha384-1"></script><link rel="stylesheet"`
	for name, c := range map[string]struct {
		theme  site.Theme
		want   []string
		absent string
	}{
		"one look": {
			site.Theme{Scheme: "dark", Colors: site.Colors{Background: "#000000"}},
			[]string{`data-scheme="dark"`, `<meta name="theme-color" content="#000000"><meta name="color-scheme" content="dark">`},
			"/assets/scheme",
		},
		"both, as the device wants": {
			site.Theme{Scheme: "auto", Light: light, Dark: dark},
			[]string{
				`data-scheme="auto"`, `<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">`,
				`<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000000"><meta name="color-scheme" content="light dark">`,
			},
			"/assets/scheme",
		},
		"one look at first, and a switch": {
			site.Theme{Scheme: "dark", Light: light, Dark: dark, Switch: true},
			[]string{script, `media="not all" content="#ffffff"`, `media="all" content="#000000"`, `<meta name="color-scheme" content="dark">`},
			"prefers-color-scheme",
		},
	} {
		t.Run(name, func(t *testing.T) {
			client := site.Client{Scheme: "/assets/scheme-1.js", SchemeIntegrity: "sha384-1"}
			html := shellData{Site: &site.Site{ID: "main", Theme: c.theme}, Client: client}.text()
			for _, want := range c.want {
				if !strings.Contains(html, want) {
					t.Errorf("%s is missing:\n%s", want, html)
				}
			}
			if strings.Contains(html, c.absent) {
				t.Errorf("%s has no place here:\n%s", c.absent, html)
			}
		})
	}
}

func TestTextDoesNotWaitForThePictureOfABackground(t *testing.T) {
	assets := site.Assets{Stylesheet: "/assets/theme-1.css", Backdrops: []site.Backdrop{{URL: "/assets/dusk-1.avif", Media: "(width >= 64rem)"}}}
	html := shellData{Site: &site.Site{ID: "main", Assets: assets}}.text()
	const want = `<link rel="preload" as="image" crossorigin fetchpriority="low" media="(width &gt;= 64rem)" href="/assets/dusk-1.avif"><link rel="stylesheet" href="/assets/theme-1.css">`
	if !strings.Contains(html, want) {
		t.Errorf("%s is missing:\n%s", want, html)
	}
}

func TestADocumentSaysWhichWayItsWordsRun(t *testing.T) {
	for language, want := range map[string]string{
		"ar": `<html lang="ar" dir="rtl"`, "he-IL": `dir="rtl"`, "az-Arab": `dir="rtl"`, "de": `<html lang="de" data-site`,
	} {
		html := shellData{Site: &site.Site{ID: "main", Language: language}}.text()
		if !strings.Contains(html, want) {
			t.Errorf("%s: %.80s lacks %s", language, html, want)
		}
	}
}
