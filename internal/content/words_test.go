//go:build !race

package content

import (
	"strconv"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// inLanguages is the base tree with a language for each of its two sites. They have no words of their own but those
// that are given, as groups of site.yaml.
func inLanguages(t *testing.T, main, mainWords, business, businessWords string) folder {
	t.Helper()
	files := baseTree(t)
	settings, _, _ := strings.Cut(files["main/site.yaml"], "labels:\n")
	files["main/site.yaml"] = settings + "language: " + main + "\n" + mainWords
	files["business/pages/404.yaml"] = files["main/pages/404.yaml"]
	settings, _, _ = strings.Cut(files["business/site.yaml"], "labels:")
	files["business/site.yaml"] = settings + "language: " + business + "\n" + businessWords
	return files
}

func TestASiteReadsInItsOwnLanguage(t *testing.T) {
	for name, test := range map[string]struct {
		main, mainWords, business, businessWords string
		close, retry, period                     site.Text // of the site business
	}{
		"nobody says a word": {"en", "", "en", "", "Close", "Try again", "$49.99 per month"},
		"the main site speaks another": {
			"en", "labels: {close: Shut, perMonth: monthly}\n",
			"fr", "", "Fermer", "Réessayer", "49,99\u00a0$US par mois",
		},
		"it says a word itself": {
			"en", "", "fr", "labels: {close: C’est tout, perMonth: le mois}\n",
			"C’est tout", "Réessayer", "49,99\u00a0$US le mois",
		},
		"the main site speaks the same": {
			"de", "labels: {close: Zu, perMonth: monatlich}\n",
			"de-AT", "", "Zu", "Erneut versuchen", "$\u00a049,99 monatlich",
		},
		"a region with another spelling": {"de", "", "de-CH", "", "Schliessen", "Erneut versuchen", "$\u00a049.99 pro Monat"},
		"a language by its older name":   {"en", "", "iw", "", "סגירה", "ניסיון נוסף", "49.99$ לחודש"},
		"an own word with a reference": {
			"en", "labels: {close: \"Close {{site.name}}\", perMonth: \"per {{site.name}}\"}\n",
			"en", "", "Close Evenlight", "Try again", "$49.99 per Evenlight",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := inLanguages(t, test.main, test.mainWords, test.business, test.businessWords)
			files["business/pages/price.yaml"] = "title: Price\n" +
				"description: \"{{plans.website.price}} {{plans.website.period}}\"\nsections: [{hero: {title: Price}}]\n"
			revision := good(t, files, wordOptions(), testNow)
			words := revision.ByID("business").Site
			if words.Labels.Close != test.close || words.Errors.Retry != test.retry {
				t.Errorf("it says %q and %q, want %q and %q", words.Labels.Close, words.Errors.Retry, test.close, test.retry)
			}
			if got := page(t, revision, "/websites/business/price").Description; got != test.period {
				t.Errorf("the price is %q, want %q", got, test.period)
			}
		})
	}
}

func TestAPriceOfZeroIsFree(t *testing.T) {
	for price, want := range map[string]string{
		`{amount: "0", currency: USD}`:                  "Kostenlos",
		`{amount: "0.00", currency: USD, period: once}`: "Kostenlos",
		`{amount: "0", currency: USD, period: month}`:   "$\u00a00 pro Monat",
		`{amount: "0", currency: USD, from: true}`:      "$\u00a00",
		`{amount: "100", currency: USD}`:                "$\u00a0100",
	} {
		files := inLanguages(t, "en", "", "de-AT", "")
		files["business/plans.yaml"] += "gift: {name: Gift, price: " + price + "}\n"
		files["business/pages/price.yaml"] = "title: Price\ndescription: One.\nsections: [{hero: {title: Price}}, {plan: {ref: gift}}]\n"
		shown := page(t, good(t, files, wordOptions(), testNow), "/websites/business/price")
		got := shown.Sections[1].Body.(*site.SinglePlan).Plan.Price
		if words := strings.TrimSpace(got.Text + " " + got.PeriodText); words != want {
			t.Errorf("%s is %q, want %q", price, words, want)
		}
	}
}

// interfaceWords is how many words of the interface a language has: a new one is counted here.
const interfaceWords = 117

func TestWordsOfAnotherLanguageAreCounted(t *testing.T) {
	for name, test := range map[string]struct {
		main, mainWords, business, businessWords string
		want                                     string
	}{
		"the main site": {
			"is", "labels: {skip: Áfram}\n", "en", "",
			"main/site.yaml:36:11: warning: Visitors read " + strconv.Itoa(interfaceWords-1) +
				" words of the interface in another language (en), " +
				"such as labels.navigation and labels.footer. Write them below " +
				"labels, errors, checks and mailWords, in the language of the site.\n",
		},
		"a sub-site": {
			"de", "", "is", "",
			"business/site.yaml:13:11: warning: Visitors read " + strconv.Itoa(interfaceWords) +
				" words of the interface in another language (de), " +
				"such as labels.skip and labels.navigation. Write them below " +
				"labels, errors, checks and mailWords, in the language of the site.\n",
		},
		"below a main site with the same language, which is told": {
			"is", "labels: {skip: Áfram}\n", "is-IS", "",
			"main/site.yaml:36:11: warning: Visitors read " + strconv.Itoa(interfaceWords-1) +
				" words of the interface in another language (en), " +
				"such as labels.navigation and labels.footer. Write them below " +
				"labels, errors, checks and mailWords, in the language of the site.\n",
		},
		"languages that Marquee speaks": {"pt-BR", "", "ar", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := inLanguages(t, test.main, test.mainWords, test.business, test.businessWords)
			revision, problems := load(t, NewLoader(wordOptions()), files.fs(), testNow)
			if revision == nil || told(problems) != test.want {
				t.Errorf("told:\n%s\nwanted:\n%s", told(problems), test.want)
			}
		})
	}
}

func TestWhatNobodyTranslatedIsSaidByTheMainSite(t *testing.T) {
	files := inLanguages(t, "de", "labels: {close: Zu}\n", "is", "errors: {home: Heim}\n")
	revision, _ := load(t, NewLoader(wordOptions()), files.fs(), testNow)
	words := revision.ByID("business").Site
	if words.Labels.Close != "Zu" || words.Labels.Next != "Nächstes Bild" || words.Errors.Home != "Heim" {
		t.Errorf("it says %q, %q and %q", words.Labels.Close, words.Labels.Next, words.Errors.Home)
	}
}

// wordOptions are sample options without fonts: which letters they have is no matter of words.
func wordOptions() outline.Options {
	options := sampleOptions()
	options.Fonts = nil
	return options
}
