package words

import (
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// groups are those of site.yaml that a file of this package has.
var groups = []string{"Labels", "Errors", "Checks", "MailWords"}

// wordsOf returns all words of a site by their path, such as Labels.Close.
func wordsOf(s *site.Site) map[string]string {
	all := map[string]string{}
	for _, group := range groups {
		v := reflect.ValueOf(s).Elem().FieldByName(group)
		for i := range v.NumField() {
			all[group+"."+v.Type().Field(i).Name] = v.Field(i).String()
		}
	}
	return all
}

// alike are words that a language shares with English.
var alike = map[string][]string{"de": {"Labels.Optional"}, "fr": {"Labels.Notifications"}, "es": {"MailWords.Plan"}}

var blank = regexp.MustCompile(`\{[^}]*\}`)

func blanks(text string) []string { return slices.Sorted(slices.Values(blank.FindAllString(text, -1))) }

func TestEveryLanguageSaysEveryWord(t *testing.T) {
	names, err := fs.Glob(files, "*.yaml")
	if err != nil || len(names) != 10 {
		t.Fatal(names, err)
	}
	english := wordsOf(In("en"))
	for _, name := range names {
		tag := strings.TrimSuffix(name, ".yaml")
		t.Run(tag, func(t *testing.T) {
			says := In(tag)
			if strings.ContainsAny(string(says.Checks.Phone), ",،") { // or leave this field empty, which may be required
				t.Errorf("Checks.Phone says more than one thing: %q", says.Checks.Phone)
			}
			checks := map[string]string{}
			for path, text := range wordsOf(says) {
				if other := checks[text]; strings.HasPrefix(path, "Checks.") && other != "" {
					t.Errorf("%s says the same as %s: %q", path, other, text)
				} else if strings.HasPrefix(path, "Checks.") {
					checks[text] = path
				}
			}
			for path, text := range wordsOf(says) {
				switch {
				case text == "":
					t.Errorf("%s is missing", path)
				case strings.TrimSpace(text) != text || strings.Contains(text, "  "):
					t.Errorf("%s has spaces that nobody needs: %q", path, text)
				case strings.ContainsAny(text, `<>&'"*_`):
					t.Errorf("%s is not plain or not well set: %q", path, text)
				case !slices.Equal(blanks(text), blanks(english[path])):
					t.Errorf("%s is %q, but in English %q", path, text, english[path])
				case strings.HasSuffix(english[path], ".") != strings.HasSuffix(text, "."):
					t.Errorf("%s is a sentence in one language alone: %q, %q", path, text, english[path])
				case tag != "en" && text == english[path] && !slices.Contains(alike[tag], path):
					t.Errorf("%s is in English: %q", path, text)
				}
			}
			alone := &site.Site{Labels: says.Labels, Errors: says.Errors, Checks: says.Checks, MailWords: says.MailWords}
			if !reflect.DeepEqual(says, alone) {
				t.Error("it says more than words")
			}
		})
	}
}

func TestLanguagesAreFoundByTheirTags(t *testing.T) {
	for tag, want := range map[string]site.Text{
		"en-GB": "Close", "EN-us": "Close", "de-CH": "Schliessen", "de-LI": "Schliessen", "de-AT": "Schließen",
		"pt-BR": "Fechar", "ar-EG": "إغلاق", "iw": "סגירה", "deu": "Schließen",
	} {
		if got := In(tag).Labels.Close; got != want {
			t.Errorf("%s says %q, want %q", tag, got, want)
		}
	}
	for path, text := range wordsOf(In("de-CH")) {
		if strings.Contains(text, "ß") {
			t.Errorf("%s in Switzerland is %q", path, text)
		}
	}
	for _, tag := range []string{"is", "gsw-CH", "zh-Hant"} {
		if In(tag) != nil {
			t.Errorf("Marquee speaks %s", tag)
		}
	}
	if got := LanguageOf("zh-Hant-TW"); got != "zh" {
		t.Errorf("the language is %q", got)
	}
}
