package assets_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/web"
)

func dist() fstest.MapFS {
	return fstest.MapFS{
		"client/.vite/manifest.json": {Data: []byte(`{
			"src/entry-client.ts": {"file": "assets/entry-1.js"},
			"src/styles/main.css": {"file": "assets/entry-1.css"},
			"src/styles/backgrounds/dots.css": {"file": "assets/dots-1.css", "isEntry": true},
			"src/styles/backgrounds/lines.css": {"file": "assets/lines-1.css", "isEntry": true},
			"src/styles/characters/bold.css": {"file": "assets/bold-1.css", "isEntry": true},
			"src/styles/parts/faq.css": {"file": "assets/faq-1.css", "isEntry": true},
			"src/styles/parts/team.css": {"file": "assets/team-1.css", "isEntry": true}
		}`)},
		"client/.vite/utilities.json": {Data: []byte(`{
			"rules": [
				{"open": "", "css": ".flex{}", "close": ""},
				{"open": "", "css": ".hidden{}", "close": "", "for": ["team"]},
				{"open": "@media print{", "css": ".print\\:flex{}", "close": "}", "for": ["faq", "team"]},
				{"open": "@media print{", "css": ".print\\:hidden{}", "close": "}", "for": ["faq"]}
			]
		}`)},
		"client/assets/entry-1.js":     {Data: []byte("start()")},
		"client/assets/entry-1.js.br":  {Data: []byte("brotli of start")},
		"client/assets/entry-1.js.map": {Data: []byte("source map")},
		"client/assets/shared-1.js":    {Data: []byte("shared()")},
		"client/assets/entry-1.css":    {Data: []byte("body{margin:0}")},
		"client/assets/dots-1.css":     {Data: []byte(".dots{}")},
		"client/assets/lines-1.css":    {Data: []byte(".lines{}")},
		"client/assets/bold-1.css":     {Data: []byte(".bold{}")},
		"client/assets/faq-1.css":      {Data: []byte(".faq{}")},
		"client/assets/team-1.css":     {Data: []byte(".team{}")},
		"client/assets/sora-1.woff2":   {Data: []byte("wOF2")},
		"server/server.js":             {Data: []byte("globalThis.__ssr = {}")},
		"icons.json":                   {Data: []byte(`{"check": "<path d=\"M20 6 9 17l-5-5\"/>", "x": "<path d=\"M18 6 6 18\"/>"}`)},
		"former-icons.json":            {Data: []byte(`{"home": "house", "instagram": ""}`)},
		"fields.svg":                   {Data: []byte(`<svg><symbol id="field.dial"><path d="M0 0h9"/></symbol></svg>`)},
		"fonts.json": {Data: []byte(`{"Sora": {"generic": "sans-serif",
			"faces": [{"url": "/assets/sora-1.woff2", "weight": "100 800", "style": "normal", "unicodeRange": "U+0000-00FF", "preload": true}],
			"whole": "/assets/sora-1.woff2", "kerning": 1}}`)},
	}
}

func newLibrary(t *testing.T) *assets.Library {
	t.Helper()
	library, err := assets.NewLibrary(dist())
	if err != nil {
		t.Fatal(err)
	}
	return library
}

func bundle(id string, icons ...site.Icon) *site.Bundle {
	return &site.Bundle{Icons: icons, Site: &site.Site{ID: id, Theme: site.Theme{
		Scheme: "dark", Radius: "large", Fonts: site.Fonts{Display: "Sora", Text: "Sora"},
		Colors: site.Colors{Background: "#0b0f19", Primary: "oklch(0.8 0.1 200)"},
	}}}
}

func TestTheEntryIsNamedWithAHashOfItsBytes(t *testing.T) {
	entry := newLibrary(t).Entry()
	if entry.Script != "/assets/entry-1.js" || !strings.HasPrefix(entry.Integrity, "sha384-") {
		t.Errorf("entry = %+v", entry)
	}
}

func TestSpeculationRulesSparePagesThatTheClientAnswers(t *testing.T) {
	rules := newLibrary(t).Get(assets.Speculation)
	if rules == nil || rules.ContentType != "application/speculationrules+json" || !json.Valid(rules.Body) {
		t.Fatalf("rules = %+v", rules)
	}
	if !bytes.Contains(rules.Body, []byte("[data-hydrated] a")) {
		t.Errorf("rules = %s", rules.Body)
	}
}

func TestBuiltFiles(t *testing.T) {
	library := newLibrary(t)
	script := library.Get("/assets/entry-1.js")
	if script == nil || string(script.Body) != "start()" || string(script.Brotli) != "brotli of start" || !strings.Contains(script.CacheControl, "immutable") {
		t.Errorf("script = %+v", script)
	}
	for _, hidden := range []string{"/assets/entry-1.js.map", "/assets/entry-1.js.br", "/assets/entry-1.css", "/assets/../server/server.js", "/assets/", "/assets/nope.js"} {
		if library.Get(hidden) != nil {
			t.Errorf("%s is served", hidden)
		}
	}
}

func TestALookComesLastWithTheSectionsThatAreShown(t *testing.T) {
	library, with := newLibrary(t), bundle("main")
	plain := library.Attach(with)
	with.StyleParts = []string{"faq", "hero"}
	with.Look = site.Look{
		Base: ".bar{}", Sections: map[string]string{"faq": ".asked{}", "hero": ".high{}", "team": ".people{}"},
		Pictures: []site.Backdrop{{URL: "/images/main/sky-1.avif"}},
	}
	dressed := library.Attach(with)
	if css := string(library.Get(dressed.Stylesheet).Body); !strings.HasSuffix(css, "@layer look{.bar{}.asked{}.high{}}\n") {
		t.Errorf("the stylesheet ends with %s", css[max(0, len(css)-200):])
	}
	if dressed.Stylesheet == plain.Stylesheet || !slices.Equal(dressed.Backdrops, with.Look.Pictures) {
		t.Errorf("dressed = %+v", dressed)
	}
}

func TestASiteGetsItsOwnStylesheetAndSprite(t *testing.T) {
	library := newLibrary(t)
	first := library.Attach(bundle("main", "check"))
	css := string(library.Get(first.Stylesheet).Body)
	for _, want := range []string{
		"body{margin:0}", "--background:#0b0f19", "--primary:oklch(0.8 0.1 200)", "--radius:1.25rem", "color-scheme:dark",
		`@font-face{font-family:"Sora"`, "url(/assets/sora-1.woff2)",
	} {
		if !strings.Contains(css, want) {
			t.Errorf("stylesheet lacks %s", want)
		}
	}
	if strings.Count(css, "@font-face") != 1 {
		t.Error("a family that is named twice is declared twice")
	}
	if !slices.Equal(first.Fonts, []string{"/assets/sora-1.woff2"}) {
		t.Errorf("fonts = %v", first.Fonts)
	}
	sprite := string(library.Get(first.Sprite).Body)
	if !strings.Contains(sprite, `<symbol id="check" viewBox="0 0 24 24"><path`) || strings.Contains(sprite, `id="x"`) {
		t.Errorf("sprite = %s", sprite)
	}

	second := library.Attach(bundle("main", "check", "x"))
	if second.Sprite == first.Sprite || second.Stylesheet != first.Stylesheet {
		t.Errorf("names do not follow the bytes: %+v, %+v", first, second)
	}
	if library.Get(first.Sprite) == nil {
		t.Error("an open page of the revision before loses its icons")
	}
}

func TestAStylesheetHasTheSamplesOfItsSite(t *testing.T) {
	library := newLibrary(t)
	with := bundle("main")
	plain := library.Attach(with)
	with.Site.Theme.Fonts = site.Fonts{Display: "Inter", Text: "Inter"}
	with.Samples = []site.Sample{{
		Class: "sample-1", Dark: true, Font: "Sora", Radius: "none",
		Colors: &site.Colors{Background: "#000000", Primary: "#ffcc00"},
	}}
	dressed := library.Attach(with)
	css := string(library.Get(dressed.Stylesheet).Body)
	for _, want := range []string{
		".sample-1{color-scheme:dark;--background:#000000;", "--primary:#ffcc00;", "--radius:0}",
		`[data-near] .sample-1{--font-display:"Sora"`, `@font-face{font-family:"Sora"`,
	} {
		if !strings.Contains(css, want) {
			t.Errorf("the stylesheet lacks %s", want)
		}
	}
	if len(dressed.Fonts) != 0 {
		t.Errorf("the fonts %v of a sample are loaded first", dressed.Fonts)
	}
	if plain.Stylesheet == dressed.Stylesheet {
		t.Error("a new sample has the address of the old stylesheet")
	}
}

func TestAStylesheetHoldsOnlyWhatItsSiteUses(t *testing.T) {
	library := newLibrary(t)
	sheet := func(background string, parts ...string) (address, css string) {
		with := bundle("main")
		with.Site.Theme.Background, with.StyleParts = background, parts
		address = library.Attach(with).Stylesheet
		css, _, _ = strings.Cut(string(library.Get(address).Body), "/*theme*/")
		return address, css
	}
	const (
		flex    = "@layer utilities{.flex{}}"
		ofFAQ   = `@layer utilities{.flex{}@media print{.print\:flex{}.print\:hidden{}}}`
		ofTeam  = `@layer utilities{.flex{}.hidden{}@media print{.print\:flex{}}}`
		ofThese = `@layer utilities{.flex{}.hidden{}@media print{.print\:flex{}.print\:hidden{}}}`
	)
	addresses := map[string]bool{}
	for _, c := range []struct {
		background string
		parts      []string
		want       string
	}{
		{"", nil, "body{margin:0}" + flex},
		{"plain", []string{"faq", "hero"}, "body{margin:0}.faq{}" + ofFAQ},
		{"lines", nil, "body{margin:0}.lines{}" + flex},
		{"lines", []string{"team"}, "body{margin:0}.team{}.lines{}" + ofTeam},
		{"lines", []string{"faq", "team"}, "body{margin:0}.faq{}.team{}.lines{}" + ofThese},
		{"dots", []string{"faq"}, "body{margin:0}.faq{}.dots{}" + ofFAQ},
	} {
		address, css := sheet(c.background, c.parts...)
		if css != c.want {
			t.Errorf("%s with %v: %s, want %s", c.background, c.parts, css, c.want)
		}
		if addresses[address] {
			t.Errorf("%s with %v: the address is that of another stylesheet", c.background, c.parts)
		}
		addresses[address] = true
	}
	plain, _ := sheet("plain", "faq")
	if other, _ := sheet("plain", "faq", "hero"); other != plain {
		t.Error("a section type without rules of its own changes the address")
	}
}

func TestACharacterAddsItsRulesAndTheWordsThatAThemeLeavesOut(t *testing.T) {
	library := newLibrary(t)
	sheet := func(change func(*site.Theme)) string {
		with := bundle("main")
		with.Site.Theme.Type, with.Site.Theme.Density, with.Site.Theme.Radius = nil, "", ""
		change(&with.Site.Theme)
		return string(library.Get(library.Attach(with).Stylesheet).Body)
	}
	for _, c := range []struct {
		name      string
		change    func(*site.Theme)
		want, not []string
	}{
		{"none", func(*site.Theme) {}, []string{"--radius:0.75rem}"}, []string{".bold{}"}},
		{
			"bold", func(theme *site.Theme) { theme.Character = "bold" },
			[]string{".bold{}/*theme*/", "--radius:0;--display-weight:800", "--display-tracking:-0.05em"},
			nil,
		},
		{
			"bold with words of its own", func(theme *site.Theme) {
				theme.Character, theme.Radius, theme.Type = "bold", "large", &site.TypeStyle{Weight: "light"}
			},
			[]string{"--radius:1.25rem;--display-weight:340", "--display-tracking:-0.05em"},
			[]string{"--display-weight:800"},
		},
	} {
		css := sheet(c.change)
		for _, want := range c.want {
			if !strings.Contains(css, want) {
				t.Errorf("%s: no %s in %s", c.name, want, css)
			}
		}
		for _, not := range c.not {
			if strings.Contains(css, not) {
				t.Errorf("%s: %s in %s", c.name, not, css)
			}
		}
	}
}

// A part that no page asks for would be in no stylesheet: a name that is wrong is found here.
func TestEveryPartOfTheStylesHasAUser(t *testing.T) {
	const styles = "../../../web/src/styles/"
	names := func(folder string) (names []string) {
		files, err := os.ReadDir(styles + folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			names = append(names, strings.TrimSuffix(file.Name(), ".css"))
		}
		return names
	}
	valuesOf := func(of reflect.Type, name string) []string {
		field, _ := of.FieldByName(name)
		_, words, _ := strings.Cut(field.Tag.Get("validate"), "oneof=")
		return strings.Fields(words)
	}
	if characters := valuesOf(reflect.TypeFor[site.Theme](), "Character"); !slices.Equal(names("characters"), slices.Sorted(slices.Values(characters))) {
		t.Errorf("characters has %v, theme.character %v", names("characters"), characters)
	}
	backgrounds := valuesOf(reflect.TypeFor[site.Theme](), "Background")
	for _, name := range names("backgrounds") {
		if !slices.Contains(backgrounds, name) {
			t.Errorf("backgrounds/%s.css: theme.background has %v", name, backgrounds)
		}
	}
	others := []string{
		site.StylePoster, site.StyleDrawn, site.StyleFull, site.StylePreview,
		site.SceneJournal, site.SceneLegend, site.ScenePrompt, site.SceneRepair, site.SceneWindows,
		site.StyleChat, site.StyleExample, site.StyleAnnouncement, site.StyleSubmenu, site.StyleSwitch,
		site.StyleRightToLeft, site.StyleWriting, site.StyleCards + "numbered",
	}
	for _, kind := range valuesOf(reflect.TypeFor[site.Field](), "Type") {
		others = append(others, site.StyleField+kind)
	}
	for _, name := range names("parts") {
		part, background, treated := strings.Cut(name, ".")
		if !slices.Contains(append(site.SectionTypes(), others...), part) {
			t.Errorf("parts/%s.css: no section type and none of %q", name, others)
		}
		if treated && !slices.Contains(backgrounds, background) {
			t.Errorf("parts/%s.css: theme.background has %v", name, backgrounds)
		}
	}
}

// Until the family is there, text stands in whichever font the system has, and
// takes the same room.
func TestEveryFallbackIsDeclaredAndStandsInTheStackOnce(t *testing.T) {
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	css := string(library.Get(library.Attach(bundle("main")).Stylesheet).Body)
	for _, want := range []string{
		`@font-face{font-family:"Sora Fallback";src:local("Arial"),`, `;size-adjust:113.7%;ascent-override:85.3%;`,
		`@font-face{font-family:"Sora Fallback";font-weight:700;src:local(`, `@font-face{font-family:"Sora Fallback 2";`,
		`--font-display:"Sora","Sora Fallback","Sora Fallback 2","Sora Fallback 3",sans-serif;`,
		`--font-text:"Sora","Sora Fallback","Sora Fallback 2","Sora Fallback 3",sans-serif;`,
	} {
		if !strings.Contains(css, want) {
			t.Errorf("stylesheet lacks %s", want)
		}
	}
}

func TestStylesheetsAreCompressed(t *testing.T) {
	library := newLibrary(t)
	sheet := library.Get(library.Attach(bundle("main")).Stylesheet)
	reader, err := gzip.NewReader(bytes.NewReader(sheet.Gzip))
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := io.ReadAll(reader); err != nil || !bytes.Equal(plain, sheet.Body) {
		t.Errorf("gzip does not unpack to the stylesheet: %v", err)
	}
}

func TestASmallMarkNeedsNoRequest(t *testing.T) {
	small, large := `<svg xmlns="http://www.w3.org/2000/svg"><!-- 50% & more --></svg>`, "<svg>"+strings.Repeat("<g/>", 300)+"</svg>"
	shop := bundle("shop", "check")
	shop.Site.Mark, shop.Site.Favicon = &site.Image{URL: "/images/shop/mark.svg"}, &site.Image{URL: "/images/shop/icon.svg"}
	shop.Files = map[string]site.File{
		"/images/shop/mark.svg": {ContentType: "image/svg+xml", Data: []byte(small)},
		"/images/shop/icon.svg": {ContentType: "image/svg+xml", Data: []byte(large)},
	}
	made := newLibrary(t).Attach(shop)
	coded, is := strings.CutPrefix(made.Mark, "data:image/svg+xml,")
	if got, err := url.PathUnescape(coded); !is || err != nil || got != small {
		t.Errorf("the mark is %q (%v)", made.Mark, err)
	}
	if made.Favicon != "/images/shop/icon.svg" {
		t.Errorf("the favicon is %.40q", made.Favicon)
	}
	if without := newLibrary(t).Attach(bundle("shop")); without.Mark != "" || without.Favicon != "" {
		t.Errorf("of nothing: %q and %q", without.Mark, without.Favicon)
	}
}

func TestAMissingBuildIsNamed(t *testing.T) {
	for _, name := range []string{
		"icons.json", "former-icons.json", "fields.svg", "fonts.json", "client/.vite/manifest.json",
		"client/.vite/utilities.json", "client/assets/entry-1.css",
	} {
		broken := dist()
		delete(broken, name)
		if _, err := assets.NewLibrary(broken); err == nil || !strings.Contains(err.Error(), "make build") {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if bundle, err := assets.ServerBundle(dist()); err != nil || string(bundle) != "globalThis.__ssr = {}" {
		t.Errorf("server bundle %q, %v", bundle, err)
	}
	if _, err := assets.ServerBundle(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("without the server bundle: %v", err)
	}
}

// A marketer who tries colours all day must not fill the memory, and whoever
// is on the page of a moment ago keeps its stylesheet.
func TestOldStylesheetsGoAndTheNewestStays(t *testing.T) {
	library := newLibrary(t)
	other := library.Attach(bundle("shop", "check"))
	var sheets []string
	for i := range 100 {
		next := bundle("main", "check")
		next.Site.Theme.Colors.Primary = fmt.Sprintf("#%06x", i)
		sheets = append(sheets, library.Attach(next).Stylesheet)
	}
	if library.Get(sheets[99]) == nil || library.Get(sheets[98]) == nil {
		t.Error("the newest stylesheets are gone")
	}
	if library.Get(sheets[0]) != nil {
		t.Error("the oldest of a hundred stylesheets is still kept")
	}
	if library.Get(other.Stylesheet) == nil || library.Get(other.Sprite) == nil {
		t.Error("another site lost its files")
	}
}

func TestAnUndoneThemeIsTheNewestAgain(t *testing.T) {
	library := newLibrary(t)
	first := library.Attach(bundle("main", "check"))
	for i := range 100 {
		next := bundle("main", "check")
		next.Site.Theme.Colors.Primary = fmt.Sprintf("#%06x", i)
		library.Attach(next)
		if again := library.Attach(bundle("main", "check")); again.Stylesheet != first.Stylesheet {
			t.Fatalf("the same theme has another address: %s", again.Stylesheet)
		}
	}
	if library.Get(first.Stylesheet) == nil {
		t.Error("the stylesheet in use is gone")
	}
}

func TestSitesThatLookAlikeShareTheirFiles(t *testing.T) {
	library := newLibrary(t)
	first, second := library.Attach(bundle("main", "check")), library.Attach(bundle("shop", "check"))
	if first.Stylesheet != second.Stylesheet || first.Sprite != second.Sprite {
		t.Errorf("%+v and %+v", first, second)
	}
	// One of both changes so often that it lets go of what they shared.
	for i := range 100 {
		next := bundle("main", "check", "x")
		next.Site.Theme.Colors.Primary = fmt.Sprintf("#%06x", i)
		library.Attach(next)
	}
	if library.Get(second.Stylesheet) == nil || library.Get(second.Sprite) == nil {
		t.Error("the other site lost its files")
	}
}

func TestWhatWasMadeLongAgoIsMadeAgain(t *testing.T) {
	library := newLibrary(t)
	first := library.Attach(bundle("main")).Stylesheet
	made := library.Get(first)
	if library.Get(first) != made {
		t.Error("made twice in a row")
	}
	for i := range 120 {
		next := bundle(fmt.Sprint("site-", i))
		next.Site.Theme.Colors.Primary = fmt.Sprintf("#%06x", i)
		library.Get(library.Attach(next).Stylesheet)
	}
	again := library.Get(first)
	if again == made {
		t.Error("everything that was ever made is kept in memory")
	}
	if !bytes.Equal(again.Body, made.Body) || again.ETag != made.ETag || !bytes.Equal(again.Brotli, made.Brotli) {
		t.Error("made again, it is another file")
	}
}

func TestATwofoldThemeLetsTheBrowserChoose(t *testing.T) {
	library := newLibrary(t)
	both := bundle("both")
	light := site.OtherColors{Background: "#ffffff", Primary: "#123456"}
	both.Site.Theme.Scheme = "auto"
	both.Site.Theme.Dark = &site.OtherScheme{Colors: site.OtherColors(both.Site.Theme.Colors)}
	both.Site.Theme.Light = &site.OtherScheme{Colors: light}
	sheet := string(library.Get(library.Attach(both).Stylesheet).Body)
	for _, want := range []string{
		":root{color-scheme:light dark;--background:light-dark(#ffffff,#0b0f19);",
		"--primary:light-dark(#123456,oklch(0.8 0.1 200))", ":root[data-scheme=light]{color-scheme:light}",
	} {
		if !strings.Contains(sheet, want) {
			t.Errorf("the stylesheet lacks %s:\n%s", want, sheet)
		}
	}
	if one := string(library.Get(library.Attach(bundle("one")).Stylesheet).Body); strings.Contains(one, "light-dark") {
		t.Errorf("a theme of one look has two:\n%s", one)
	}
}

func TestTokensOfATheme(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*site.Theme)
		want   string
		absent string
	}{
		"its titles":                {func(t *site.Theme) { t.Type = &site.TypeStyle{Weight: "light"} }, "--display-weight:340;--heading-weight:360", ""},
		"its room":                  {func(t *site.Theme) { t.Density = "roomy" }, "--section-space:clamp(5rem,3rem + 8vw,10.5rem)", ""},
		"what is usual is not said": {func(t *site.Theme) { t.Background = "plain" }, "--radius:1.25rem}", "--display-weight"},
	} {
		t.Run(name, func(t *testing.T) {
			library, with := newLibrary(t), bundle("with")
			c.change(&with.Site.Theme)
			sheet := string(library.Get(library.Attach(with).Stylesheet).Body)
			if !strings.Contains(sheet, c.want) || c.absent != "" && strings.Contains(sheet, c.absent) {
				t.Errorf("want %s, without %q:\n%s", c.want, c.absent, sheet)
			}
		})
	}
}

func TestWhatAnEarlierStartMadeIsNotMadeAgain(t *testing.T) {
	first := newLibrary(t)
	address := first.Attach(bundle("main")).Stylesheet
	kept := first.Get(address)
	second := newLibrary(t)
	second.Made = func(asked string) *site.Representation {
		if asked != address {
			return nil
		}
		return kept
	}
	made := second.Attach(bundle("main", "check"))
	if made.Stylesheet != address || second.Get(address) != kept {
		t.Error("the stylesheet was made again")
	}
	if second.Get(made.Sprite) == nil {
		t.Error("the sprite that nobody made is missing")
	}
}
