//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// briefly are the spans of a reporter that nobody need wait for.
var briefly = spans{20 * time.Millisecond, 200 * time.Millisecond, time.Second, time.Hour}

// told returns the mails whose subject has a text, as they left.
func told(provider *resendtest.Server, subject string) (mails []resendtest.Mail) {
	for _, mail := range provider.Sent() {
		if strings.Contains(mail.Subject, subject) {
			mails = append(mails, mail)
		}
	}
	return mails
}

func TestAnAuthorIsMailedWhatIsHeldBack(t *testing.T) {
	t.Parallel()
	dir := copyOfContent(t)
	settings := filepath.Join(dir, "main", "site.yaml")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	mailed := strings.Replace(string(text), "\nmail:\n", "\nmail:\n  problems: [editor@evenlight.example]\n", 1)
	if err := os.WriteFile(settings, []byte(mailed), 0o644); err != nil {
		t.Fatal(err)
	}
	provider := standIn(t, nil)
	h := openReady(t, opening{content: dir, env: mailingTo(provider), spans: briefly})

	page := filepath.Join("creative", "pages", "index.yaml")
	changed := filepath.Join(dir, "creative", "plans.yaml")
	if text, err = os.ReadFile(changed); err == nil {
		err = os.WriteFile(changed, append(text, "\n# changed\n"...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	mend := breakFile(t, filepath.Join(dir, page))
	h.eventually("nobody is told", func() bool { return len(told(provider, "A change is held back")) > 0 })
	mail := told(provider, "A change is held back: "+page)[0]
	if len(mail.To) != 1 || mail.To[0] != "editor@evenlight.example" || !strings.Contains(mail.Text, page+":") {
		t.Errorf("to %v:\n%s", mail.To, mail.Text)
	}
	// A restart knows what was told.
	h.stop()
	h = openReady(t, opening{content: dir, data: h.data, env: h.env, spans: briefly})
	mend()
	h.eventually("nobody is told that it is live", func() bool { return len(told(provider, "All is live again")) > 0 })
	h.settled()
	if held, live := len(told(provider, "A change is held back")), len(told(provider, "All is live again")); held > 2 || live != 1 {
		t.Errorf("%d mails say that it is held, %d that it is live", held, live)
	}
}

func TestATeamIsMailedWhatIsHeldAsSpam(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{env: mailingTo(provider), spans: briefly})
	caught := h.stored(h.postJSON(message("trapped", "homepage", "https://spam.example")))
	h.eventually("nobody is told", func() bool { return len(told(provider, "Held back as possible spam: 1")) > 0 })
	mail := told(provider, "Held back as possible spam")[0]
	for _, want := range []string{
		"trapped@example.com", "Received: ", "the field that people do not see is filled in", "marquee submissions release " + caught.Reference,
	} {
		if !strings.Contains(mail.Text, want) {
			t.Errorf("it does not say %q:\n%s", want, mail.Text)
		}
	}
	if strings.Contains(mail.Text, "This is the message of trapped.") {
		t.Errorf("it says what was sent:\n%s", mail.Text)
	}
	h.stored(h.postJSON(message("trapped-again", "homepage", "x")))
	h.stop()
	h = openReady(t, opening{data: h.data, env: h.env, spans: briefly})
	h.says("release", caught.Reference)
	h.mailed(provider, "contact/"+caught.ID)
	h.settled()
	if mails := told(provider, "Held back"); len(mails) != 1 {
		t.Errorf("%d mails on one day", len(mails))
	}
}
