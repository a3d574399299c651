package yamldoc

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// TestWaysOutOfAWrongPlace writes right things in wrong places, and by other names.
func TestWaysOutOfAWrongPlace(t *testing.T) {
	for written, want := range map[string]string{
		"sections:\n  - forms: newsletter\n":                          "Write it as {refs: [newsletter]}.",
		"sections:\n  - faq: {items: {question: A, answer: B}}\n":     "Put square brackets around it: [{…}].",
		"sections:\n  - team: {refs: founder}\n":                      "Write it in brackets: [founder].",
		"sections:\n  - prose: {markdown: A}\ntags: Bread, Butter\n":  "Write it in brackets: [Bread, Butter].",
		"sections:\n  - prose: {markdown: A}\ntags: \"Bread: new\"\n": `Write it in brackets: ["Bread: new"].`,
	} {
		var page site.Page
		_, problems := Decode("pages/index.yaml", []byte("title: A\ndescription: B\n"+written), &page)
		var told strings.Builder
		for _, problem := range problems {
			told.WriteString(problem.String() + "\n")
		}
		if !strings.Contains(told.String(), want) {
			t.Errorf("%s\nis told:\n%swant: %s", written, told.String(), want)
		}
	}
	for written, want := range map[string]string{
		"business: {hours: Mo-Fr 09:00-17:00}\n": `Write it in brackets: ["Mo-Fr 09:00-17:00"].`,
	} {
		var settings site.Site
		_, problems := Decode("site.yaml", []byte(written), &settings)
		var told strings.Builder
		for _, problem := range problems {
			told.WriteString(problem.String() + "\n")
		}
		if !strings.Contains(told.String(), want) {
			t.Errorf("%s\nis told:\n%swant: %s", written, told.String(), want)
		}
	}
}
