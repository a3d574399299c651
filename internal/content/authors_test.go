//go:build !race

package content

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// entryTree is the tree of the blog with an entry that holds a text.
func entryTree(t testing.TB, name, markdown string) folder {
	t.Helper()
	files := blogTree(t)
	files["main/pages/blog/"+name] = "---\ntitle: T\nsummary: S.\ndate: 2026-03-14\n---\n\n" + markdown
	return files
}

func entryNodes(t testing.TB, markdown string) []site.Node {
	t.Helper()
	return page(t, good(t, entryTree(t, "text.md", markdown), sampleOptions(), testNow), "/blog/text").Markdown.Nodes
}

func TestWhatCommonMarkAndGFMHaveIsTaken(t *testing.T) {
	for markdown, want := range map[string]string{
		"See [our page][p].\n\n[p]: https://example.org/a\n": `paragraph[text "See " link to https://example.org/a[text "our page"] text "."]`,
		"[About] and [it][about].\n\n[about]: /about 'Us'\n": `paragraph[link to /about[text "About"] text " and " link to /about[text "it"] text "."]`,
		"Bread[^1] ~~€49~~ €39 and 5~6\n\n[^1]: Really *good* words.\n": `paragraph[text "Bread" note to #fn-1 text " " deleted[text "€49"] text " €39 and 5~6"] ` +
			`notes[item to #fnref-1[paragraph[text "Really " emphasis[text "good"] text " words."]]]`,
		"- [x] done\n- [ ] open\n": `list[item[text "done"] item[text "open"]]`,
		"Write `{{ user.name }}` and `{plans.x}`.\n\n```yaml\nruns-on: ${{ matrix.os }}\n{% raw %}\n```\n": `paragraph[text "Write " code "{{ user.name }}" text " and " code "{plans.x}" text "."] ` +
			`codeblock "runs-on: ${{ matrix.os }}\n{% raw %}"`,
		"One<br>two<br />three\n\n<!-- a comment -->\n": `paragraph[text "One" break text "two" break text "three"]`,
		`\[!NOTE] and \{% x %} and \~~y~~` + "\n":       `paragraph[text "[!NOTE] and {% x %} and ~~y~~"]`,
	} {
		nodes := entryNodes(t, markdown)
		if got := inOneLine(nodes); got != want {
			t.Errorf("%s\n got %s\nwant %s", markdown, got, want)
		}
	}
	nodes := entryNodes(t, "- [x] done\n- [ ] open\n- none\n\n3. three\n4. four\n")
	if items := nodes[0].Children; items[0].Task != "done" || items[1].Task != "open" || items[2].Task != "" || nodes[1].Start != 3 {
		t.Errorf("tasks are %+v, and the second list begins at %d", items, nodes[1].Start)
	}
}

func TestLengthIsCountedInCharacters(t *testing.T) {
	entryNodes(t, strings.Repeat("字", 11_000)+"\n")
	entryNodes(t, strings.Repeat("é", 63_999)+"\n")
	_, problems := load(t, NewLoader(sampleOptions()), entryTree(t, "text.md", strings.Repeat("é", 64_000)).fs(), testNow)
	if got := told(problems); !strings.Contains(got, "This text has 64001 characters: more than 64000.") {
		t.Errorf("got %s", got)
	}
}

// TestAnchorsAreMadeOfTheWords puts a heading before others.
func TestAnchorsAreMadeOfTheWords(t *testing.T) {
	for _, words := range [][3]string{
		{"Часы работы", "Цены", "Новое"},
		{"Ωράριο", "Τιμές", "Νέα"},
		{"ساعات العمل", "الأسعار", "جديد"},
		{"営業時間", "料金", "新着"},
		{"Часы WiFi", "Шаг 1", "Шаг 2"},
		{"Hours", "Prices", "News"},
		{"Öffnungszeiten", "Prețuri", "Là-bas"},
	} {
		before := entryNodes(t, "## "+words[0]+"\n\nx\n\n## "+words[1]+"\n\ny\n")
		after := entryNodes(t, "## "+words[2]+"\n\nz\n\n## "+words[0]+"\n\nx\n\n## "+words[1]+"\n\ny\n")
		if before[0].ID != after[2].ID || before[2].ID != after[4].ID || before[0].ID == before[2].ID {
			t.Errorf("%q: %s and %s become %s and %s", words, before[0].ID, before[2].ID, after[2].ID, after[4].ID)
		}
	}
}

func TestMarkdownMayEndInTheWholeWord(t *testing.T) {
	for _, name := range []string{"text.markdown", "text.MD", "text.md"} {
		made := page(t, good(t, entryTree(t, name, "Some *words*.\n"), sampleOptions(), testNow), "/blog/text")
		if got := inOneLine(made.Markdown.Nodes); got != `paragraph[text "Some " emphasis[text "words"] text "."]` {
			t.Errorf("%s: %s", name, got)
		}
	}
	files := entryTree(t, "text.markdown", "Some words.\n")
	files["main/pages/blog/text.md"] = files["main/pages/blog/text.markdown"]
	if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); !strings.Contains(told(problems), "/blog/text") {
		t.Errorf("two files of one address: %s", told(problems))
	}
}

// TestNamesAreTheSameHoweverAccentsAreComposed has files as macOS writes them, content as people type it, and the other way round.
func TestNamesAreTheSameHoweverAccentsAreComposed(t *testing.T) {
	const nfc, nfd = "Caf\u00e9", "Cafe\u0301"
	for onDisk, written := range map[string]string{nfc: nfd, nfd: nfc} {
		for _, noted := range []string{nfc, nfd} {
			files := withPicture(t, "images/"+onDisk+".png", []byte(grayPNG(t, 60, 40)))
			files.replace(t, "main/pages/about.yaml", `image: {src: "images/`+onDisk+`.png", alt: "A picture of {{site.name}}"}`, "image: images/"+written+".png")
			files["main/images.yaml"] = "images/" + noted + ".png: {alt: The counter, credit: Ann}\n"
			files["main/files/"+onDisk+".csv"] = "a,b\n"
			files["main/pages/more.yaml"] = "title: M\ndescription: D.\nsections:\n  - hero: {title: M, actions: [{label: L, to: \"files/" + written + ".csv\"}]}\n" +
				"  - prose: {markdown: \"![](images/" + written + ".png)\"}\n"
			revision := good(t, files, sampleOptions(), testNow)
			if image := body[site.Hero](t, page(t, revision, "/about"), 0).Image; image.URL == "" || image.Alt != "The counter" || image.Credit != "Ann" {
				t.Errorf("%q on disk, %q in content, %q in images.yaml: %+v", onDisk, written, noted, image)
			}
		}
	}
}

func TestUnlistedFilmsOfVimeo(t *testing.T) {
	embed := func(vimeo string) string { return "  - embed: {title: F, vimeo: " + vimeo + "}\n" }
	good(t, withMedia(t, embed("76979871/abcdef")), sampleOptions(), testNow)
	revision := good(t, withMedia(t, embed("76979871/8272103f6e")), sampleOptions(), testNow)
	for _, section := range page(t, revision, "/shown").Sections {
		if film, is := section.Body.(*site.Embed); is && !strings.HasSuffix(film.Player, "/76979871?autoplay=1&dnt=1&h=8272103f6e") {
			t.Errorf("it plays %s", film.Player)
		}
	}
	for written, want := range map[string]string{
		"https://vimeo.com/76979871/8272103f6e":                      "Write vimeo: 76979871/8272103f6e instead.",
		"https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1": "Write vimeo: 76979871/8272103f6e instead.",
		"https://vimeo.com/manage/videos/76979871/8272103f6e":        "Write vimeo: 76979871/8272103f6e instead.",
		"https://vimeo.com/76979871?share=copy":                      "Write vimeo: 76979871 instead.",
		"76979871/":                                                  "is no film at Vimeo", "76979871/XYZ": "is no film at Vimeo",
	} {
		_, problems := load(t, NewLoader(sampleOptions()), withMedia(t, embed(fmt.Sprintf("%q", written))).fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) {
			t.Errorf("%s: got %s", written, got)
		}
	}
}

func TestALinkToTheOwnAddressIsCheckedAsAnyOther(t *testing.T) {
	for to, want := range map[string]string{
		"https://www.evenlight.example/nowhere": "There is no page /nowhere.", "https://WWW.evenlight.example/about#nothing": "nothing",
		"https://www.evenlight.example/about": "", "https://www.evenlight.example": "", "https://www.evenlight.example/websites/business/services": "",
		"https://other.example/nowhere": "",
	} {
		files := baseTree(t)
		files["main/pages/more.yaml"] = "title: M\ndescription: D.\nsections:\n  - hero: {title: M, actions: [{label: L, to: \"" + to + "\"}]}\n"
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: got %s", to, got)
		}
	}
}

// TestConsequencesAreNotTold: what follows from a mistake is told once that is mended, in other languages, too.
func TestConsequencesAreNotTold(t *testing.T) {
	wrongDay := translatedTree(t)
	location := "lake: {name: Lake, address: {street: S, city: C, country: US}, hours: ['Mo-Fr 09:00-17:00'], exceptions: [{date: 2026-1%d-24, reason: Eve}]}\n"
	wrongDay["main/locations.yaml"] = fmt.Sprintf(location, 3)
	wrongDay["main/de/locations.yaml"] = "lake: {exceptions: [{date: 2026-12-24, reason: Heiligabend}]}\n"
	noQuotes := baseTree(t)
	noQuotes.replace(t, "main/site.yaml", "\"#0b0d12\"", "#0b0d12")
	unknownKey := baseTree(t)
	unknownKey["main/pages/more.yaml"] = "title: M\ndescription: D.\nfoo: bar\nsections: [{split: {title: T, text: T, image: {src: images/mark.svg, alt: \"\"}}}]\n"
	for want, files := range map[string]folder{
		"main/locations.yaml:1:114: `date`": wrongDay, "main/site.yaml:15:": noQuotes, "main/pages/more.yaml:3:1: The page has no key `foo`.": unknownKey,
	} {
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		file, _, _ := strings.Cut(want, ":")
		if got := told(problems); !strings.HasPrefix(got, want) {
			t.Errorf("the first is not the cause %s: %s", want, got)
		}
		for _, p := range problems {
			if p.File != file {
				t.Errorf("%s is blamed: %s", p.File, p.Message)
			}
		}
	}
}

// TestALanguageIsWrittenAsInTheCountryOfItsSite says the country in each way that a site has.
func TestALanguageIsWrittenAsInTheCountryOfItsSite(t *testing.T) {
	const lake = "lake: {name: Lake, address: {street: S, city: C, country: US}, hours: ['Mo-Fr 09:00-17:00']}\n"
	for _, c := range []struct{ settings, spanish, locations, want string }{
		{"", "", "", "2,99\u00a0US$"},
		{"language: en-US\n", "", "", "$2.99"},
		{"business: {address: {street: S, city: C, country: US}}\n", "", "", "$2.99"},
		{"", "", lake, "$2.99"},
		{"language: en-US\n", "language: es-ES\n", "", "2,99\u00a0US$"},
		{"language: en-GB\n", "language: es-US\n", "", "$2.99"},
	} {
		files := baseTree(t)
		files.replace(t, "main/site.yaml", "timeZone:", c.settings+"timeZone:")
		files["main/es/site.yaml"] = c.spanish + "tagline: IA\n"
		files["main/es/pages/index.yaml"] = "title: Inicio\nsections:\n  - hero: {title: 'Solo {{plans.pro.price}}'}\n  - prose: {id: products, markdown: X}\n"
		if c.locations != "" {
			files["main/locations.yaml"] = c.locations
		}
		if got := body[site.Hero](t, page(t, loadTranslated(t, files), "/es"), 0).Title; string(got) != "Solo "+c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
