package people_test

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

func TestTheMailWithACodeSpeaksThreeLanguages(t *testing.T) {
	said := map[string]string{}
	for _, language := range []string{"en", "de", "es"} {
		l := people.CodeMail("Anna@example.com", "012345", language)
		words := strings.Join(append(append([]string{l.Title, l.Action}, l.Paragraphs...), l.Why...), "\n")
		if l.Language != language || l.To != "anna@example.com" || l.Kind != site.MailCode ||
			!strings.Contains(l.Title, "012345") || l.ActionPath != "/studio/sign-in?code=012345" {
			t.Errorf("%+v", l)
		}
		if strings.Contains(words, "{") || strings.Contains(words, "\n\n") || said[words] != "" {
			t.Errorf("%s says, as %s:\n%s", language, said[words], words)
		}
		said[words] = language
	}
	for _, other := range []string{"", "fr", "EN", "de-CH"} {
		if l := people.CodeMail("anna@example.com", "012345", other); l.Language != "en" || l.Title != "012345 is your code" {
			t.Errorf("%q: %+v", other, l)
		}
	}
}
