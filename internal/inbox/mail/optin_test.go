package mail_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/words"
	"github.com/evenlight/marquee/internal/site"
)

func TestTheMailThatAsksHoldsNothingThatWasTyped(t *testing.T) {
	for name, language := range map[string]string{"optin": "en", "optin-arabic": "ar"} {
		bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "AI tools that understand you")
		bundle.Site.Language, bundle.Site.MailWords = language, words.In(language).MailWords
		form := messageForm()
		form.OptIn, form.Success = true, site.Notice{Title: "Look into your inbox"}
		form.Confirmation.Text = ""
		s := submission(form, "name", "Buy at http://spam.example {form}", "email", "ada@analytical.example", "message", "Casino!\nhttp://spam.example")
		s.OptIn = &site.OptIn{Token: "TOKEN&1"}
		messages := compose(t, bundle, form, s)
		if len(messages) != 3 {
			t.Fatalf("%d messages", len(messages))
		}
		m := messages[1]
		link := "https://evenlight.example/api/confirm?form=contact&site=sample&token=TOKEN%261"
		if m.Kind != site.MailOptIn || len(m.To) != 1 || m.To[0] != "ada@analytical.example" || !strings.Contains(m.Text, link) ||
			!strings.Contains(m.HTML, strings.ReplaceAll(link, "&", "&amp;")) || m.Headers["Auto-Submitted"] != "auto-replied" {
			t.Errorf("%+v", m)
		}
		for _, text := range []string{m.Subject, m.Text, m.HTML} {
			if strings.Contains(text, "spam") || strings.Contains(text, "Casino") || strings.Contains(text, "{form}") {
				t.Errorf("it holds what was typed: %s", text)
			}
		}
		// What follows a confirmation does not say that a mail is on its way.
		if after := messages[2]; strings.Contains(after.Text, "Look into") || !strings.Contains(after.Text, string(bundle.Site.MailWords.OptInDone)) {
			t.Errorf("after it: %s", after.Text)
		}
		base := filepath.Join("testdata", "golden", name+"."+m.Kind)
		golden(t, base+".html", m.HTML)
		golden(t, base+".txt", "From: "+m.From+"\nReply-To: "+m.ReplyTo+"\nSubject: "+m.Subject+"\n\n"+m.Text)

		form.OptInMail = site.FormMail{Subject: "Your {form}", Text: "Press it, {name}."}
		if m := compose(t, bundle, form, s)[1]; m.Subject != "Your Send us a message" || !strings.Contains(m.Text, "Press it, {name}.") {
			t.Errorf("words of its own: %s\n%s", m.Subject, m.Text)
		}
	}
	// Without an opt-in there is no such mail.
	if got := compose(t, sampleBundle(t, greenTheme, "E", "/", ""), messageForm(), submission(messageForm(), "email", "a@example.com")); len(got) != 2 {
		t.Errorf("%d messages", len(got))
	}
}
