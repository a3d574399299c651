//go:build !race

package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

const germanIndex = "title: Start\ndescription: Die erste Seite.\nsections: [{hero: {title: Hallo}}]\n"

// withEmbed is the tree with a page that shows an address, on a site that allows some hosts.
func withEmbed(t *testing.T, embeds, embed string) folder {
	t.Helper()
	files := withMedia(t, "  - embed: {title: Book, "+embed+"}\n")
	files["main/site.yaml"] += "embeds: " + embeds + "\n"
	return files
}

func TestAnAllowedAddressIsACardAndAPermissionOfItsPageAlone(t *testing.T) {
	revision := good(t, withEmbed(t, "[calendly.com, google.com/maps]", "url: 'https://App.Calendly.com/a/b?x=1&y=2#z', height: 700"), sampleOptions(), testNow)
	shown := page(t, revision, "/shown")
	made := body[site.Embed](t, shown, 1)
	if made.Player != "https://app.calendly.com/a/b?x=1&y=2#z" || made.Link.Href != made.Player || made.Link.Kind != site.LinkExternal ||
		made.Host != "app.calendly.com" || made.Height != 700 || made.Name != "Book" ||
		made.Show != "Show content" || made.Note != "Your browser connects to app.calendly.com only then." {
		t.Errorf("%+v, %+v", made, made.Link)
	}
	if want := (site.Policy{"feature fullscreen https://app.calendly.com", "frame-src https://app.calendly.com"}); !slices.Equal(shown.Head.Policy, want) {
		t.Errorf("the page may %q", shown.Head.Policy)
	}
	for _, other := range revision.Sites[0].Pages {
		if other != shown && strings.Contains(other.Head.Policy.String(), "calendly") {
			t.Errorf("%s may %q", other.Path, other.Head.Policy)
		}
	}
}

func TestAnAddressIsOneThatBrowsersReadAsWeDo(t *testing.T) {
	for address, want := range map[string]string{
		"https://calendly.com":                             "",
		"https://calendly.com/a%2Fb":                       "",
		"https://www.google.com/maps/embed?pb=!1m18!2sde":  "",
		"https://google.com/maps/d/embed?mid=1":            "",
		"https://maps.google.com/maps?q=a&output=embed":    "",
		"https://bücher.calendly.com/a":                    "",
		"http://calendly.com":                              "is no address",
		"HTTPS://calendly.com/":                            "",
		"//calendly.com":                                   "is no address",
		"calendly.com/a":                                   "is no address",
		"javascript:alert(1)//calendly.com":                "is no address",
		"data:text/html,https://calendly.com":              "is no address",
		"blob:https://calendly.com/1":                      "is no address",
		"https:calendly.com":                               "is no address",
		"https:///calendly.com":                            "is no address",
		"https://user@calendly.com":                        "is no address",
		"https://calendly.com@evil.example":                "is no address",
		"https://calendly.com:443/":                        "is no address",
		"https://calendly.com:":                            "is no address",
		"https://calendly.com\\@evil.example":              "is no address",
		"https://evil.example\\.calendly.com":              "is no address",
		"https://evil.example%2f.calendly.com":             "is no address",
		"https://127.0.0.1/":                               "is no address",
		"https://0x7f.1/":                                  "is no address",
		"https://2130706433/":                              "is no address",
		"https://[::1]/":                                   "is no address",
		"https://localhost/":                               "is no address",
		"https://calendly.com;script-src":                  "is no address",
		"https://calendly.com 'self'":                      "is no address",
		"https://*.calendly.com":                           "is no address",
		"https://www.google.com/maps/../search":            "is no address",
		"https://www.google.com/maps/%2e%2e/search":        "is no address",
		"https://www.google.com/maps/.%2E/embed":           "is no address",
		"https://evilcalendly.com/":                        "embeds: [calendly.com, google.com/maps, evilcalendly.com]",
		"https://calendly.com.evil.example/":               "may not show calendly.com.evil.example",
		"https://www.google.com/search":                    "may not show www.google.com",
		"https://www.google.com/mapsearch":                 "may not show www.google.com",
		"https://www.google.com/maps/place/Berlin":         "Google shows this map on its own website alone. In Google Maps choose Share",
		"https://maps.app.goo.gl/abc":                      "Google shows this map on its own website alone.",
		"https://www.google.de/maps/embed?pb=1":            "embeds: [calendly.com, google.com/maps, google.de/maps]",
		"https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3s": "Write youtube: aqz-KE-bpKQ instead of url.",
		"https://player.vimeo.com/video/76979871":          "Write vimeo: 76979871 instead of url.",
		"https://WWW.Evenlight.example/about":              "www.evenlight.example is this website itself.",
		"<iframe width=\"1\" src=\"https://calendly.com/a?b=1&amp;c=2\"></iframe>": "Write url: https://calendly.com/a?b=1&c=2 alone.",
	} {
		files := withEmbed(t, "[calendly.com, google.com/maps]", "url: '"+strings.ReplaceAll(address, "'", "''")+"'")
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		switch told := told(problems); {
		case want == "" && revision == nil:
			t.Errorf("%s: %s", address, told)
		case want != "" && (revision != nil || !strings.Contains(told, want)):
			t.Errorf("%s: got %s, want %s", address, told, want)
		case revision != nil:
			for _, entry := range page(t, revision, "/shown").Head.Policy {
				if words := strings.Fields(entry); words[0] == "frame-src" && (len(words) != 2 || !site.EmbedPattern.MatchString(strings.TrimPrefix(words[1], "https://"))) {
					t.Errorf("%s: the page may %q", address, entry)
				}
			}
		}
	}
}

func TestEmbedsAreHostsAndTheirPaths(t *testing.T) {
	for entry, good := range map[string]bool{
		"doctolib.fr": true, "google.com/maps": true, "a.b-c.example/d/e.f/": true, "xn--bcher-kva.example": true,
		"https://doctolib.fr": false, "*.doctolib.fr": false, "doctolib.fr:443": false, "com": false, "localhost": false,
		"127.0.0.1": false, "Doctolib.fr": false, "a.example;script-src": false, "a.example b.example": false,
		"a.example/?b": false, "a.example//b": false, "user@a.example": false, "bücher.example": false, "": false,
	} {
		files := baseTree(t)
		files["main/site.yaml"] += "embeds: ['" + entry + "']\n"
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if (revision != nil) != good {
			t.Errorf("%q: %s", entry, told(problems))
		}
	}
}

func TestALanguageShowsWhatItsSiteAllowsInItsOwnWords(t *testing.T) {
	files := withEmbed(t, "[doctolib.fr]", "url: 'https://www.doctolib.fr/praxis'")
	files["main/site.yaml"] += "languages: footer\n"
	files["main/de/pages/index.yaml"] = germanIndex
	files["main/de/pages/shown.yaml"] = "title: Termin\ndescription: Ein Termin.\nsections:\n  - hero: {title: Hallo}\n" +
		"  - embed: {title: Termin, url: 'https://www.doctolib.de/praxis'}\n"
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if told := told(problems); !strings.Contains(told, "main/de/pages/shown.yaml:5") || !strings.Contains(told, "write in main/site.yaml: embeds: [doctolib.fr, doctolib.de].") {
		t.Fatal(told)
	}
	files["main/site.yaml"] = strings.Replace(files["main/site.yaml"], "[doctolib.fr]", "[doctolib.fr, doctolib.de]", 1)
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	made := body[site.Embed](t, page(t, revision, "/de/shown"), 1)
	if made.Host != "www.doctolib.de" || made.Show != "Inhalt anzeigen" || made.Note != "Erst dann verbindet sich Ihr Browser mit www.doctolib.de." {
		t.Errorf("%+v", made)
	}
}

func TestAFormLeadsToAPageInTheLanguageOfItsVisitors(t *testing.T) {
	files := baseTree(t)
	forms := files["main/forms.yaml"]
	files["main/forms.yaml"] = strings.Replace(forms, "  failure:", "  next: {text: We read it., to: /thanks}\n  failure:", 1)
	if files["main/forms.yaml"] == forms {
		t.Fatal(forms)
	}
	files["main/pages/thanks.yaml"] = "title: Thanks\ndescription: It has arrived.\nnoIndex: true\nsections: [{hero: {title: Thank You}}]\n"
	files["main/site.yaml"] += "languages: footer\n"
	files["main/de/pages/index.yaml"] = germanIndex
	files["main/de/pages/danke.yaml"] = "title: Danke\ndescription: Angekommen.\ntranslates: /thanks\nsections: [{hero: {title: Danke}}]\n"
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	for id, want := range map[string]string{"main": "/thanks", "main.de": "/de/danke"} {
		for name, form := range revision.ByID(id).Forms.All() {
			if form.Next != "We read it." || form.Thanks == nil || form.Thanks.Href != want || form.Thanks.Kind != site.LinkPage {
				t.Errorf("%s of %s: %+v", name, id, form.Thanks)
			}
			break
		}
	}
	for to, want := range map[string]string{
		"/thank":             `Did you mean "/thanks"?`,
		"https://a.example/": "A form leads to a page of its own site",
		"'#top'":             "A form leads to a page of its own site",
		"/thanks?sent=a":     "A form leads to a page of its own site",
		"files/a.pdf":        "A form leads to a page of its own site",
		"//a.example":        "is not complete",
	} {
		files["main/forms.yaml"] = strings.Replace(forms, "  failure:", "  next: {to: "+to+"}\n  failure:", 1)
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if told := told(problems); !strings.Contains(told, want) || !strings.Contains(told, "main/forms.yaml:") {
			t.Errorf("%s: %s", to, told)
		}
	}
}
