//go:build !race

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// postPlainly posts like a script that knows nothing of the website but its form.
func (h *instance) postPlainly(t *testing.T, client *http.Client, fields map[string]string) int {
	t.Helper()
	response, err := client.Post(h.url+inquiries, asJSON, strings.NewReader(encoded(t, fields)))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// TestAPlainScriptIsHeldAndPeopleAreNot has a script send as fast as it can from two
// addresses, long texts and other people's addresses, and a person between.
func TestAPlainScriptIsHeldAndPeopleAreNot(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{
		env:   mailingTo(provider, "MARQUEE_RATE_LIMIT=on", "MARQUEE_FORM_DAILY=40", "MARQUEE_FORM_STORAGE=16"),
		spans: spans{look: time.Hour}, // nobody is told of suspects
	})
	text := strings.Repeat("\U0001F600", 4_900)
	stored, refused := 0, 0
	for i := range 236 {
		fields := message(fmt.Sprint("bot", i), "message", fmt.Sprint(text, i), "email", fmt.Sprintf("victim%d@example.com", i))
		switch status := h.postPlainly(t, clientAt(t, byte(20+i%2)), fields); status {
		case http.StatusOK:
			stored++
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			refused++
		default:
			t.Fatalf("post %d is answered %d", i, status)
		}
	}
	// Each counts as five or six of 40; as many again are stored without their mails.
	if stored > 40 || refused < 190 {
		t.Errorf("%d are stored and %d refused", stored, refused)
	}
	person := h.stored(h.postJSON(message("person")))
	h.mailed(provider, "contact/"+person.ID)
	h.mailed(provider, "confirmation/"+person.ID)
	h.settled()
	// A few could be those of the owner's own program.
	if sent := provider.Sent(); len(sent) > 2+2*10 {
		t.Errorf("%d mails left, want the two of the person and at most twenty of the script", len(sent))
	}
	suspects := h.list("--state", outbox.StateSuspect)
	if len(suspects) < stored-20 {
		t.Errorf("%d of %d are suspect", len(suspects), stored)
	}
	shown := h.says("show", suspects[0].Reference)
	for _, words := range []string{"because", "its address has used up its share of the day", "no browser said which page it comes from"} {
		if !strings.Contains(shown, words) {
			t.Errorf("show does not say %q:\n%s", words, shown)
		}
	}
}

// TestAPlainScriptMailsNoStranger has a script without any sign of a browser type strangers' addresses: the team is
// told, and nobody else, until a browser sends the same address.
func TestAPlainScriptMailsNoStranger(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{env: mailingTo(provider, "MARQUEE_RATE_LIMIT=on")})
	for i := range 10 {
		fields := message(fmt.Sprint("bot", i), "email", fmt.Sprintf("stranger%d@example.com", i))
		if status := h.postPlainly(t, clientAt(t, byte(30+i)), fields); status != http.StatusOK {
			t.Fatalf("post %d is answered %d", i, status)
		}
	}
	h.settled()

	stored := h.list()
	if len(stored) != 10 {
		t.Errorf("%d are stored, want 10", len(stored))
	}
	for _, s := range stored {
		h.mailed(provider, "contact/"+s.ID)
		if mail, found := provider.Mail("confirmation/" + s.ID); found {
			t.Errorf("%s has a confirmation", mail.To)
		}
	}

	person := h.stored(h.postJSON(message("person", "email", "stranger0@example.com")))
	h.mailed(provider, "confirmation/"+person.ID)
}

// TestOperatorsSeeHowMuchRoomIsLeft asks /readyz and /metrics.
func TestOperatorsSeeHowMuchRoomIsLeft(t *testing.T) {
	t.Parallel()
	h := openReady(t, opening{env: map[string]string{"MARQUEE_FORM_STORAGE": "64"}})
	h.stored(h.postJSON(message("somebody")))
	h.untilOperators("/readyz", "says how much room is used", func(body string) bool {
		var ready struct {
			Detail struct {
				Forms struct {
					Ready                              bool
					UsedBytes, LimitBytes, UsedPercent int64
				}
			}
		}
		if err := json.Unmarshal([]byte(body), &ready); err != nil {
			t.Fatal(err)
		}
		forms := ready.Detail.Forms
		return forms.Ready && forms.UsedBytes > 0 && forms.LimitBytes == 64<<20
	})
	metrics := h.operate("/metrics").body
	for _, line := range []string{"\nmarquee_outbox_used_bytes ", "\nmarquee_outbox_limit_bytes 6.7108864e+07\n"} {
		if !strings.Contains(metrics, line) {
			t.Errorf("/metrics has no line %q", strings.TrimSpace(line))
		}
	}
}

func TestLimitsOfFormsAreNumbers(t *testing.T) {
	t.Parallel()
	env := map[string]string{"MARQUEE_FORM_RATE": "0", "MARQUEE_FORM_DAILY": "lots", "MARQUEE_FORM_STORAGE": "1", "MARQUEE_DATA": t.TempDir()}
	code, _, stderr := run(t, env, "serve", "--content", fixture)
	if code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	for _, words := range []string{
		`MARQUEE_FORM_RATE "0": write posts in a minute like 120`, `MARQUEE_FORM_DAILY "lots": write posts in a day like 1000`,
		`MARQUEE_FORM_STORAGE "1": write megabytes like 1024, at least 16`,
	} {
		if !strings.Contains(stderr, words) {
			t.Errorf("no word of %s:\n%s", words, stderr)
		}
	}
}
