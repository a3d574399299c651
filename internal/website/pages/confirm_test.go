package pages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestThePageOfAnOptInHasOneButtonOrSaysWhatBecameOfIt(t *testing.T) {
	store := newFormStore(t, &formRenderer{}, time.Now, nil)
	if page := store.ConfirmPage("", "main", "message", site.OptInPending); page.Status != 503 {
		t.Errorf("before there is content: %d", page.Status)
	}
	rev := withForms("r1", "Contact")
	main := rev.Sites[0].Site
	main.MailWords = site.MailWords{OptInAsk: "Yours?", OptInButton: "It is <mine>", OptInDone: "Done.", OptInAlready: "Done before.", OptInExpired: "Too old."}
	main.Errors.Home, main.Errors.Retry = "Home", "Again"
	publish(t, store, rev)
	for _, c := range []struct {
		siteID, formID string
		state          site.OptInState
		status         int
		says, never    string
	}{
		{"main", "message", site.OptInPending, 200, `Write to us</h1><p class="text-lead text-muted">Yours?</p>` + "\n" + `<form method="post"><button type="submit" class="button button-primary">It is &lt;mine&gt;</button>`, "Done"},
		{"main", "message", site.OptInConfirmed, 200, "Done.", "<form"},
		{"main", "message", site.OptInAlready, 200, "Done before.", "<form"},
		{"main", "message", site.OptInUnknown, 404, `Too old.</p><p><a class="button button-primary" href="/contact">Again`, "<form"},
		{"main", "hidden", site.OptInUnknown, 404, `href="/">Home`, "<form"},
		{"main", "gone", site.OptInConfirmed, 200, "Done.", "Write to us"},
		{"gone", `"><script>`, site.OptInUnknown, 404, "Too old.", `"><script>`},
	} {
		page := store.ConfirmPage("", c.siteID, c.formID, c.state)
		body := string(page.Body)
		if page.Status != c.status || page.CacheControl != "no-store" || !strings.Contains(body, c.says) || strings.Contains(body, c.never) ||
			!strings.Contains(body, `content="noindex"`) || strings.Contains(body, "<script") {
			t.Errorf("%s %s: %d %s", c.formID, c.state, page.Status, body)
		}
	}
}
