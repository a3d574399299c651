package site

import (
	"fmt"
	"strings"
)

func init() {
	missing := func(_ *Field, words *Checks) Text { return words.Tick }
	registerField(FieldKind{
		Name: "consent", Keys: []string{"link"}, Complete: completeConsent, Missing: missing,
		Check: func(f *Field, value string, words *Checks) Text {
			// What is agreed to is what stood there: other words are those of an earlier page.
			if singleSpaced(value) != singleSpaced(string(f.Label)) {
				return missing(f, words)
			}
			return ""
		},
		Answer: func(_ Locale, f *Field, value string) (text string, chosen bool) {
			if value != string(f.Label) { // in another language, or changed since
				return tick + " " + value, true
			}
			return tick, true
		},
	})
}

// maxConsent is how long the words of a consent may be: they are stored with every answer.
const maxConsent = 1000

func completeConsent(f *Field) []Mistake {
	f.Required = true
	words := len([]rune(string(f.Label)))
	if words <= maxConsent {
		return nil
	}
	return []Mistake{{
		"label", "long-consent", fmt.Sprintf("What is agreed to has %d characters: more than %d.", words, maxConsent),
		"Say it in a sentence, and add a link to the page with the rest.",
	}}
}

// singleSpaced is a text with single spaces: browsers change others on the way.
func singleSpaced(text string) string { return strings.Join(strings.Fields(text), " ") }
