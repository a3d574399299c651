//go:build !race

package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// TestConsentIsProvenForTheAddressThatWasAsked has somebody sign up Ann, and Ann herself.
func TestConsentIsProvenForTheAddressThatWasAsked(t *testing.T) {
	t.Parallel()
	dir := copyOfContent(t)
	name := filepath.Join(dir, "main", "forms.yaml")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	asking := strings.Replace(string(text), "\ncontact:\n", "\ncontact:\n  optIn: true\n", 1)
	if err := os.WriteFile(name, []byte(asking), 0o644); err != nil {
		t.Fatal(err)
	}
	provider := standIn(t, nil)
	h := openReady(t, opening{content: dir, env: mailingTo(provider)})

	ask := func(address string) string {
		return h.stored(h.postJSON(message("of "+address, "email", address))).ID
	}
	tagged, own := ask("ann+x@example.com"), ask("ann@example.com")
	link := regexp.MustCompile(`/api/confirm\?\S+`)
	asked := h.mailed(provider, "optin/"+tagged)
	if mail := h.mailed(provider, "optin/"+own); mail.To[0] != "ann@example.com" || asked.To[0] != "ann+x@example.com" {
		t.Errorf("asked are %q and %q", asked.To, mail.To)
	}
	response, err := h.client.Post(h.url+link.FindString(asked.Text), asForm, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if response.Body.Close(); response.StatusCode != http.StatusOK {
		t.Fatalf("the link is answered %d", response.StatusCode)
	}

	h.mailed(provider, "contact/"+tagged)
	h.mailed(provider, "confirmation/"+tagged)
	if left := h.list("--state", outbox.StateUnconfirmed); len(left) != 1 || left[0].ID != own {
		t.Errorf("unconfirmed are %d, want Ann's own", len(left))
	}
	if mail, found := provider.Mail("contact/" + own); found {
		t.Errorf("the team is told of who was not asked: %s", mail.Subject)
	}
}

// TestAFamilyIsToldOfEachOfItsPets sends Luna, Rex, and Rex once more.
func TestAFamilyIsToldOfEachOfItsPets(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{env: mailingTo(provider)})
	send := func(pet, key string) string {
		fields := message("family", "email", "Family@M\u00fcnchen.test", "message", "An appointment for "+pet+", please.")
		return h.stored(h.postJSON(fields, "Idempotency-Key: 0123456789-"+key)).ID
	}
	luna, rex, again := send("Luna", "a"), send("Rex", "b"), send("Rex", "c")
	for _, id := range []string{luna, rex} {
		if mail := h.mailed(provider, "confirmation/"+id); mail.To[0] != "Family@xn--mnchen-3ya.test" {
			t.Errorf("the confirmation goes to %q", mail.To)
		}
	}
	h.mailed(provider, "contact/"+again)
	h.settled()
	if mail, found := provider.Mail("confirmation/" + again); found {
		t.Errorf("the same is confirmed twice: %s", mail.Subject)
	}

	if found := h.list("--email", "family@m\u00dcnchen.test"); len(found) != 3 {
		t.Errorf("%d are found by their address", len(found))
	}
	h.says("delete", "--email", "family@m\u00fcnchen.test", "--yes")
	if left := h.list(); len(left) > 0 {
		t.Errorf("%d are left of an address that is erased", len(left))
	}
}
