package mail

import (
	_ "embed"
	"html/template"
	"strings"
)

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
