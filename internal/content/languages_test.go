//go:build !race

package content

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// germanMain is the main site of the base tree in German.
var germanMain = folder{
	"main/de/site.yaml": "name: Deutsch\nfooter: {copyright: \"© {{year}} {{site.name}}\"}\n" +
		"facts: {hours: Täglich}\n",
	"main/de/plans.yaml": "pro: {name: Profi, text: Alles, action: {label: Bestellen}}\n",
	"main/de/pages/index.yaml": "title: Start\nsections:\n" +
		"  - hero: {title: \"{{plans.pro.name}} {{plans.pro.price}}\", actions: " +
		"[{label: Über, to: /about}, {label: Frei, to: /p1}, {label: Laden, to: /websites/business}]}\n" +
		"  - prose: {id: products, markdown: \"## Produkte\"}\n  - prose: {id: write, markdown: \"## Schreiben\"}\n",
	"main/de/pages/ueber.yaml": "title: Über uns\ntranslates: /about\n" +
		"sections: [{prose: {id: mission, markdown: \"## Ziel\"}}]\n",
}

// translatedTree is the base tree with a page that is in English alone, and the main site in German, too.
func translatedTree(t testing.TB) folder {
	files := baseTree(t)
	files["main/pages/p1.yaml"] = "title: P\nsections: [{hero: {title: P}}]\n"
	maps.Copy(files, germanMain)
	return files
}

func loadTranslated(t *testing.T, files folder) *site.Revision {
	t.Helper()
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if revision == nil {
		t.Fatalf("problems:\n%s", told(problems))
	}
	return revision
}

func TestASiteInAnotherLanguage(t *testing.T) {
	revision := loadTranslated(t, translatedTree(t))
	german, english := revision.ByID("main.de"), revision.ByID("main")
	if german.Original != english || english.Original != nil {
		t.Error("main.de is not main in another language")
	}
	if s := german.Site; s.Language != "de" || s.Path != "/de" || s.Name != english.Site.Name || s.Labels.Skip != "Zum Inhalt springen" {
		t.Errorf("settings are %s %s %q %q", s.Language, s.Path, s.Name, s.Labels.Skip)
	}
	plan := german.Plans.Get("pro")
	if plan.Name != "Profi" || plan.Price.Amount != english.Plans.Get("pro").Price.Amount || plan.Action.Label != "Bestellen" {
		t.Errorf("the plan is %q for %s, %q", plan.Name, plan.Price.Amount, plan.Action.Label)
	}

	start := page(t, revision, "/de")
	hero := body[site.Hero](t, start, 0)
	if want := site.Text("Profi 2,99\u00a0$"); hero.Title != want {
		t.Errorf("the title is %q, want %q", hero.Title, want)
	}
	for i, want := range []site.Link{
		{Href: "/de/ueber", Kind: site.LinkPage},
		{Href: "/p1", Kind: site.LinkSite, Language: "en"},
		{Href: "/websites/business", Kind: site.LinkSite, Language: "en"},
	} {
		if got := hero.Actions[i]; got.Href != want.Href || got.Kind != want.Kind || got.Language != want.Language {
			t.Errorf("link %d leads to %s (%s, %q), want %s (%s, %q)",
				i, got.Href, got.Kind, got.Language, want.Href, want.Kind, want.Language)
		}
	}
	for path, want := range map[string]string{
		"/": "en / de /de", "/de": "en / de /de", "/about": "en /about de /de/ueber", "/de/ueber": "en /about de /de/ueber", "/p1": "",
	} {
		var got []string
		for _, in := range page(t, revision, path).Translations {
			got = append(got, in.Language, in.Href)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is translated as %q, want %q", path, got, want)
		}
	}
	for _, page := range german.Pages {
		if page.Path == "/de/p1" {
			t.Error("a page fell back")
		}
	}
}

func TestALanguageOnItsOwnHost(t *testing.T) {
	files := translatedTree(t)
	files["main/de/site.yaml"] += "hosts: [evenlight.de]\n"
	revision := loadTranslated(t, files)
	if got := page(t, revision, "/about").Translations; len(got) != 2 || got[1].Href != "https://evenlight.de/ueber" {
		t.Errorf("/about is translated as %v", got)
	}
	german := revision.ByID("main.de").Site
	if german.Space != "evenlight.de" || german.Path != "/" || german.BaseURL != "https://evenlight.de" {
		t.Errorf("it lives at %q %q %q", german.Space, german.Path, german.BaseURL)
	}
}

func TestTheChoiceOfLanguages(t *testing.T) {
	files := translatedTree(t)
	if got := loadTranslated(t, files).ByID("main").Site.Switcher; got != nil {
		t.Errorf("a site that places no choice has %v", got)
	}
	files["main/site.yaml"] = "languages: both\n" + files["main/site.yaml"]
	for _, id := range []string{"main", "main.de"} {
		got, _ := json.Marshal(loadTranslated(t, files).ByID(id).Site.Switcher)
		want := `{"bar":true,"footer":true,"languages":[{"tag":"en","name":"English","home":"/"},{"tag":"de","name":"Deutsch","home":"/de"}]}`
		if string(got) != want {
			t.Errorf("%s has %s, want %s", id, got, want)
		}
	}
	files["main/de/pages/index.yaml"] = "draft: true\n" + files["main/de/pages/index.yaml"]
	delete(files, "main/de/pages/ueber.yaml")
	if got := loadTranslated(t, files).ByID("main").Site.Switcher; got != nil {
		t.Errorf("a language in preparation is a choice: %v", got)
	}
}

// A language whose first page is a draft is in preparation, with all that is in it.
func TestALanguageInPreparation(t *testing.T) {
	files := translatedTree(t)
	files["main/de/pages/index.yaml"] = "draft: true\n" + files["main/de/pages/index.yaml"]
	files["main/de/site.yaml"] += "navigation: {links: [{label: Start, to: /}]}\n"
	revision := loadTranslated(t, files)
	if pages := revision.ByID("main.de").Pages; len(pages) > 0 {
		t.Errorf("%d pages are there, such as %s", len(pages), pages[0].Path)
	}
	if got := page(t, revision, "/about").Translations; got != nil {
		t.Errorf("/about is translated as %v", got)
	}
}

func TestSearchEnginesAreNotToldOfWhatTheyShallNotFind(t *testing.T) {
	files := translatedTree(t)
	files["main/de/pages/ueber.yaml"] = "noIndex: true\n" + files["main/de/pages/ueber.yaml"]
	about := page(t, loadTranslated(t, files), "/about")
	if len(about.Translations) != 2 {
		t.Errorf("/about is translated as %v", about.Translations)
	}
	for _, in := range about.InLanguages("https://evenlight.example") {
		if in.Language == "de" {
			t.Errorf("search engines are told of %s", in.Href)
		}
	}
}

// A language that is removed leaves no trace: what is served is what was served before it was there.
func TestALanguageThatIsRemovedLeavesNoTrace(t *testing.T) {
	files := translatedTree(t)
	maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasPrefix(name, "main/de/") })
	never, _ := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	loader := NewLoader(sampleOptions())
	load(t, loader, translatedTree(t).fs(), testNow)
	after, _ := load(t, loader, files.fs(), testNow)
	one, _ := json.Marshal(never.Sites)
	other, _ := json.Marshal(after.Sites)
	if never.ID != after.ID || string(one) != string(other) {
		t.Error("a removed language is still to be seen")
	}
}

func TestMistakesWithLanguages(t *testing.T) {
	for name, test := range map[string]struct {
		change func(files folder)
		want   string
	}{
		"a folder that is named by the language's name": {
			func(files folder) { files["main/german/site.yaml"] = "name: Deutsch\n" },
			"main/german: A site has no folder german. The folder of a language is named by its tag: rename it to de.",
		},
		"a page that translates nothing": {
			func(files folder) {
				files["main/de/pages/x.yaml"] = "title: X\ntranslates: /abuot\nsections: [{hero: {title: X}}]\n"
			},
			`main/de/pages/x.yaml:2:13: The site main has no page "/abuot" to translate. Did you mean "/about"?`,
		},
		"without the slash": {
			func(files folder) {
				files["main/de/pages/x.yaml"] = "title: X\ntranslates: p1\nsections: [{hero: {title: X}}]\n"
			},
			`main/de/pages/x.yaml:2:13: The site main has no page "p1" to translate. Did you mean "/p1"?`,
		},
		"two pages that translate one": {
			func(files folder) {
				files["main/de/pages/x.yaml"] = "title: X\ntranslates: /about\nsections: [{hero: {title: X}}]\n"
			},
			"main/de/pages/x.yaml:2:13: main/de/pages/ueber.yaml translates the page /about already. Keep one of both.",
		},
		"a page in the first language that translates": {
			func(files folder) { files["main/pages/p1.yaml"] += "translates: /about\n" },
			"main/pages/p1.yaml:3:13: This page is in the first language of its site, so it translates nothing. " +
				"Remove this line.",
		},
		"a price": {
			func(files folder) {
				files["main/de/plans.yaml"] = "pro: {name: Profi, price: {amount: \"3\", currency: EUR}}\n"
			},
			"main/de/plans.yaml:1:20: `price` is the same in every language. Remove it here; it is written in " +
				"main/plans.yaml.",
		},
		"who gets mail": {
			func(files folder) { files["main/de/site.yaml"] += "mail: {recipients: [team@evenlight.de]}\n" },
			"main/de/site.yaml:4:1: `mail` is the same in every language. Remove it here; it is written in " +
				"main/site.yaml.",
		},
		"the name of the company": {
			func(files folder) { files["main/de/site.yaml"] = "name: Abendlicht\n" },
			"main/de/site.yaml:1:7: warning: Visitors choose the language by this name, which is usually Deutsch. " +
				"Write the name of the company at brand.",
		},
		"a list of other texts": {
			func(files folder) {
				files["main/industries.yaml"] = strings.Replace(files["main/industries.yaml"], "film:\n", "film:\n  features: [One, Two]\n", 1)
				files["main/de/industries.yaml"] = "film: {features: [Eins]}\n"
			},
			"main/de/industries.yaml:1:18: warning: This list has 1 item, and that of the original 2. Write one text " +
				"for each, or correct the original.",
		},
		"a link to a language that is not there": {
			func(files folder) {
				files["main/pages/p1.yaml"] = strings.Replace(files["main/pages/p1.yaml"], "{title: P}", "{title: P, actions: [{label: X, to: \"main.fr:/\"}]}", 1)
			},
			`There is no site "main.fr". Did you mean "main.de"?`,
		},
		"an entry that is not there": {
			func(files folder) { files["main/de/plans.yaml"] = "prof: {name: Profi}\n" },
			`main/de/plans.yaml:1:1: The site main has no entry "prof" to translate. Did you mean "pro"?`,
		},
		"a field that is not there": {
			func(files folder) {
				files["main/de/forms.yaml"] = "message: {fields: [{name: emial, label: E-Mail}]}\n"
			},
			`main/de/forms.yaml:1:20: There is no "emial" in this list of the original. Did you mean "email"?`,
		},
		"a field twice": {
			func(files folder) {
				files["main/de/forms.yaml"] = "message: {fields: [{name: email, label: E-Mail}, {name: email, label: Mail}]}\n"
			},
			`main/de/forms.yaml:1:50: "email" is listed twice. Keep one of both.`,
		},
		"a list of another length": {
			func(files folder) {
				files["main/de/products.yaml"] = "promptify: {features: [{title: Eins}, {title: Zwei}]}\n"
			},
			"main/de/products.yaml:1:23: This list has 2 items, and that of the original 1. Write one item for each, " +
				"in the same order; {} leaves one as it is.",
		},
		"another language than that of the folder": {
			func(files folder) { files["main/de/site.yaml"] += "language: fr\n" },
			"main/de/site.yaml:4:11: The folder de is for German. Remove this line, or rename the folder.",
		},
		"the language that it has": {
			func(files folder) {
				files["main/en/site.yaml"], files["main/en/pages/index.yaml"] = "name: English\n", files["main/de/pages/index.yaml"]
			},
			"main/en: The site main is in English already. Move its files to main, or rename it.",
		},
		"pictures of its own": {
			func(files folder) { files["main/de/images/x.svg"] = files["main/images/mark.svg"] },
			"main/de/images: All languages of a site share its folder images. Move what is in it to main/images.",
		},
		"a language in a language": {
			func(files folder) { files["main/de/fr/site.yaml"] = "name: Français\n" },
			"main/de/fr: A site has no folder fr. A site has the folders pages, images, files, fonts, look and " +
				"well-known, and one for each further language, named by its tag, such as de.",
		},
		"no first page": {
			func(files folder) { delete(files, "main/de/pages/index.yaml") },
			"main/de: The site main.de has no first page. Add pages/index.yaml.",
		},
		"words of the interface that nobody has": {
			func(files folder) {
				files["main/da/site.yaml"], files["main/da/pages/index.yaml"] = "{}\n", "title: Hjem\nsections: "+
					"[{hero: {title: Hjem}}]\n"
			},
			"main/da: warning: Visitors read " + strconv.Itoa(interfaceWords) + " words of the interface in another " +
				"language (en), such as labels.skip and labels.navigation. Write them below labels, errors, checks " +
				"and mailWords, in the language of the site.",
		},
		"texts that nobody translated": {
			func(files folder) { delete(files, "main/de/plans.yaml") },
			"main/de: warning: Visitors of main.de read 3 texts of plans.yaml in English, such as pro.action.label, " +
				"pro.badge and pro.name. Write them in main/de/plans.yaml, also those that are the same in both " +
				"languages.",
		},
		"no way to the other language": {
			func(folder) {},
			"main/site.yaml:1:1: warning: No page of main leads to its other languages. Add languages: footer, or " +
				"bar, both, none.",
		},
		"no not-found page": {
			func(folder) {},
			"main/de: warning: Visitors of an unknown address of main.de read a page in English. Add " +
				"main/de/pages/404.yaml.",
		},
		"an anchor that only the original has": {
			func(files folder) {
				files["main/de/pages/ueber.yaml"] = strings.Replace(files["main/de/pages/ueber.yaml"], "id: mission", "id: ziel", 1)
			},
			"warning: The translation /de/ueber has no anchor \"mission\": the link leads to its beginning. Give its " +
				"section the same id as in the first language.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := translatedTree(t)
			test.change(files)
			_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			if !strings.Contains(told(problems), test.want+"\n") {
				t.Errorf("told:\n%s\nwanted:\n%s", told(problems), test.want)
			}
		})
	}
}

// TestWhatALanguageSaysHolds has a language that says of five things that there are none, and leaves out others.
func TestWhatALanguageSaysHolds(t *testing.T) {
	files := translatedTree(t)
	files.replace(t, "main/site.yaml", "path: /\n", "path: /\ntimeFormat: 3:04 PM\ndateFormat: January 2, 2006\n"+
		"announcement: {text: Closed, from: 2027-01-01 09:00}\n")
	files.replace(t, "main/site.yaml", "theme:\n", "theme:\n  switch: true\n")
	files["main/de/site.yaml"] += "tagline: ''\ntheme: {switch: false}\nnavigation: {links: []}\nannouncement: {text: Zu}\n"
	files["main/de/plans.yaml"] = "pro: {name: Profi, text: '', badge: '', action: {label: Bestellen}}\n"
	revision := loadTranslated(t, files)
	english, german := revision.ByID("main"), revision.ByID("main.de")
	if s := german.Site; s.Tagline != "" || s.Theme.Switch || len(s.Navigation.Links) > 0 || s.TimeFormat != "3:04 PM" || s.DateFormat != "" {
		t.Errorf("tagline %q, switch %t, %d links, times as %q, dates as %q",
			s.Tagline, s.Theme.Switch, len(s.Navigation.Links), s.TimeFormat, s.DateFormat)
	}
	if s := english.Site; s.Tagline == "" || !s.Theme.Switch || len(s.Navigation.Links) == 0 {
		t.Error("the original has lost what a language says")
	}
	if plan := german.Plans.Get("pro"); plan.Text != "" || plan.Badge != "" || plan.Name != "Profi" {
		t.Errorf("the plan is %+v", plan)
	}
	if german.Site.Announcement != nil {
		t.Error("the announcement is there before its time")
	}
}

// A file of a language is made anew when its original changes, and only then.
func TestATranslationFollowsItsOriginal(t *testing.T) {
	files, loader := translatedTree(t), NewLoader(sampleOptions())
	files.replace(t, "main/plans.yaml", "2.99", "3.49")
	files["main/de/plans.yaml"] = "pro: {badge: ''}\n"
	first, _ := load(t, loader, files.fs(), testNow)
	files.replace(t, "main/plans.yaml", "3.49", "4.49")
	parsed := loader.reader.Parsed.Load()
	second, _ := load(t, loader, files.fs(), testNow)
	if n := loader.reader.Parsed.Load() - parsed; n != 2 {
		t.Errorf("%d files were parsed", n)
	}
	before, after := first.ByID("main.de").Plans.Get("pro"), second.ByID("main.de").Plans.Get("pro")
	if before.Price.Amount != "3.49" || after.Price.Amount != "4.49" || after.Badge != "" || after.Name == "" {
		t.Errorf("the plan was %+v and is %+v", before, after)
	}
	delete(files, "main/de/plans.yaml")
	third, _ := load(t, loader, files.fs(), testNow)
	if got := third.ByID("main.de").Plans.Get("pro").Badge; got == "" {
		t.Error("what a language says holds after it says so no more")
	}
}

func TestALinkNamesThePageOfTheFirstLanguage(t *testing.T) {
	files := translatedTree(t)
	files.replace(t, "main/de/pages/index.yaml", "to: /about}", "to: /ueber}")
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	const want = "There is no page /ueber. Write /about: links name the page in the first language"
	if !strings.Contains(told(problems), want) {
		t.Errorf("problems are\n%s\nwant %s", told(problems), want)
	}
}

// A link that is wrong as soon as the page is there is told when it is saved: time alone turns no good tree bad.
func TestATranslationThatComesLaterBreaksNoLink(t *testing.T) {
	files := translatedTree(t)
	files["main/de/pages/index.yaml"] = "title: Start\ndescription: Alles.\npublishAt: 2026-12-01\n" +
		"sections: [{hero: {title: Start, actions: [{label: Schreiben, to: /#write}]}}]\n"
	for _, now := range []time.Time{testNow, testNow.Add(30 * 24 * time.Hour)} {
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), now)
		if !strings.Contains(told(problems), `This page has no anchor "write"`) {
			t.Errorf("at %s: %s", now, told(problems))
		}
	}
}
