package mail

import (
	"cmp"
	"strings"

	"golang.org/x/text/language"

	"github.com/evenlight/marquee/internal/site"
)

// letter is a mail before it is text or HTML.
type letter struct {
	// Language and direction of the words: en, ltr.
	Language, Direction string
	// The site.
	Site    string
	Tagline string
	Home    string
	// What the mail is about, and the form that it came through where that is not the same.
	Title, Topic string
	// What an inbox shows below the subject.
	Preheader string
	// Words before and after the reports.
	Paragraphs, Closing []string
	Reports             []report
	// Why the reader gets the mail.
	Why []string

	Theme mailTheme
}

func (c *Composer) letter(bundle *site.Bundle) letter {
	s := bundle.Site
	l := letter{
		Language: cmp.Or(s.Language, "en"), Direction: direction(s.Language),
		Site: string(s.Name), Tagline: string(s.Tagline), Theme: newMailTheme(s.Theme),
	}
	if base := websiteOf(s); base != "" {
		l.Home = base + s.Path
	}
	return l
}

// websiteOf is the address of the site's website, without a slash at its end.
func websiteOf(s *site.Site) string {
	return strings.TrimSuffix(s.BaseURL, "/")
}

// direction returns where the letters of a language run.
func direction(tag string) string {
	script, _ := language.Make(tag).Script()
	switch script.String() {
	case "Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg", "Mand", "Samr":
		return "rtl"
	}
	return "ltr"
}
