package people

import (
	_ "embed"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/evenlight/marquee/internal/site"
)

// codePath is where the button of a mail leads, followed by the code: to the page where a code is typed, in a browser
// that asked for one.
const codePath = site.StudioPath + "/sign-in?code="

//go:embed mail.yaml
var mailWords []byte

// CodeMail returns the mail with a code, in a language that Studio speaks; else in English.
func CodeMail(email, code, language string) site.Letter {
	var all map[string]struct{ Title, Text, Button, Why string }
	if err := yaml.Unmarshal(mailWords, &all); err != nil {
		panic(err) // they are ours, and a test reads them
	}
	if _, known := all[language]; !known {
		language = "en"
	}
	words := all[language]
	return site.Letter{
		Kind: site.MailCode, To: Address(email), Language: language,
		Title: strings.ReplaceAll(words.Title, "{code}", code), Paragraphs: []string{words.Text},
		Action: words.Button, ActionPath: codePath + code, Why: []string{words.Why},
	}
}
