package mail

import (
	"cmp"
	_ "embed"
	"html/template"
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

// What stands before every line that a visitor typed.
const indent = "    "

// rule separates the reports of a digest.
var rule = strings.Repeat("-", 40)

// text writes the mail as plain text. Labels stand at the edge and values are
// indented, so that nobody can type what looks like a field.
func (l letter) text() string {
	var out strings.Builder
	out.WriteString(isolated(l.Title) + "\n")
	if l.Topic != "" {
		out.WriteString(l.Topic + "\n")
	}
	write := func(paragraphs []string) {
		for _, paragraph := range paragraphs {
			out.WriteString("\n" + paragraph + "\n")
		}
	}
	write(l.Paragraphs)
	for _, r := range l.Reports {
		if r.Heading != "" {
			out.WriteString("\n" + rule + "\n" + r.Heading + "\n")
		}
		out.WriteString(r.text())
	}
	write(l.Closing)
	out.WriteString("\n-- \n" + l.Site + "\n")
	if l.Home != "" {
		out.WriteString(l.Home + "\n")
	}
	write(l.Why)
	return out.String()
}

// text writes fields and details, each with its label above it.
func (r report) text() string {
	var out strings.Builder
	for _, e := range r.Entries {
		out.WriteString("\n" + e.Label + "\n")
		for _, line := range e.Lines {
			out.WriteString(strings.TrimRight(indent+isolated(line), " ") + "\n")
		}
	}
	if len(r.Details) > 0 {
		out.WriteString("\n")
	}
	for _, d := range r.Details {
		if d.Label != "" {
			out.WriteString(d.Label + ": ")
		}
		out.WriteString(isolated(d.Value))
		if d.Link != "" {
			out.WriteString(" (" + d.Link + ")")
		}
		out.WriteString("\n")
	}
	return out.String()
}

//go:embed templates/mail.html
var mailTemplate string

// Outlook for Windows knows no max-width: it gets a table of fixed width
// around the letter. The template engine drops comments, so they are put in as values.
const (
	outlookOpen  template.HTML = `<!--[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`
	outlookClose template.HTML = `<!--[if mso]></td></tr></table><![endif]-->`
)

var page = template.Must(template.New("mail").Funcs(template.FuncMap{
	"outlookOpen":  func() template.HTML { return outlookOpen },
	"outlookClose": func() template.HTML { return outlookClose },
	// What fills the preview of an inbox, so that the letter does not begin there.
	"spaces": func() int { return 60 },
	// Links are mailto: and tel: addresses and pages of the site, made here and never typed.
	"href": func(link string) template.URL { return template.URL(link) },
}).Parse(mailTemplate))

// html writes the mail as HTML: tables and inline styles, because mail programs
// know little else; nothing that is loaded from elsewhere, nothing that reports
// that it was read.
func (l letter) html() string {
	var out strings.Builder
	if err := page.Execute(&out, l); err != nil {
		// Nothing in a letter makes the template fail. Should it ever, a mail
		// as text alone is better than none.
		return ""
	}
	return out.String()
}
