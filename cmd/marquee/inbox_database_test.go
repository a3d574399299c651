package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

// closed checks that pages are served, that forms are refused kindly, keeping
// what was typed, and that operators are told why.
func (h *instance) closed(reason ...string) {
	h.t.Helper()
	words := string(fixtureContent(h.t).Main().Site.Errors.Unavailable)
	answer := h.postJSON(message("closed"))
	if got := h.refused(answer, http.StatusServiceUnavailable, "unavailable"); got.Error.Message != words {
		h.t.Errorf("the words are %q, want %q", got.Error.Message, words)
	}
	page := h.postForm(native(message("closed-page")), "Referer: "+h.url+"/contact")
	for _, want := range []string{words, "This is the message of closed-page.", `value="Visitor closed-page"`, `value="closed-page@example.com"`} {
		if page.status != http.StatusServiceUnavailable || !strings.Contains(page.body, want) {
			h.t.Errorf("the page (%d) does not say %q", page.status, want)
		}
	}
	for _, one := range []reply{answer, page} {
		if wait, err := strconv.Atoi(one.header.Get("Retry-After")); err != nil || wait < 1 || one.header.Get("Cache-Control") != "no-store" {
			h.t.Errorf("Retry-After %q, Cache-Control %q", one.header.Get("Retry-After"), one.header.Get("Cache-Control"))
		}
	}
	for _, path := range []string{"/", "/contact", "/websites/business/connect", "/api/sites"} {
		if got := h.get(path); got.status != http.StatusOK {
			h.t.Errorf("%s is answered %d", path, got.status)
		}
	}
	ready := h.operate("/readyz")
	for _, want := range append(reason, `"ready": false`) {
		if ready.status != http.StatusOK || !strings.Contains(ready.body, want) {
			h.t.Errorf("/readyz (%d) does not say %q:\n%s", ready.status, want, ready.body)
		}
	}
	if metrics := h.operate("/metrics").body; !strings.Contains(metrics, "\nmarquee_outbox_ready 0\n") || strings.Contains(metrics, "\nmarquee_outbox_submissions ") {
		h.t.Error("/metrics does not say that forms are closed, or tells old numbers")
	}
}

// reopens waits until a form is taken again, and returns its id.
func (h *instance) reopens(name string) string {
	h.t.Helper()
	var answer reply
	h.eventually("forms are not taken again", func() bool {
		answer = h.postJSON(message(name))
		return answer.status == http.StatusOK
	})
	if ready := h.operate("/readyz").body; !strings.Contains(ready, `"ready": true`) {
		h.t.Errorf("/readyz still says\n%s", ready)
	}
	return h.stored(answer).ID
}

// TestPagesStayAndFormsComeBackWhenPostgreSQLWasGone starts before its database
// does, which is then stopped under it, cleanly and by a crash, and started again.
func TestPagesStayAndFormsComeBackWhenPostgreSQLWasGone(t *testing.T) {
	t.Parallel()
	server := postgrestest.Must(t)
	provider := standIn(t, nil)
	address := server.Database(t)
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	h := open(t, opening{env: mailingTo(provider, "DATABASE_URL="+address)})
	h.untilOperators("/readyz", "does not say why", func(body string) bool { return strings.Contains(body, "check that the server runs") })
	var ids []string
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for i, end := range []func() error{func() error { return nil }, server.Stop, server.Crash} {
		if err := end(); err != nil {
			t.Fatal(err)
		}
		h.closed(parsed.Host, "check that the server runs")
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, h.reopens("after-"+strconv.Itoa(i)))
	}
	for _, id := range ids {
		h.mailed(provider, "contact/"+id)
	}
	if rows := h.list(); len(rows) != len(ids) {
		t.Errorf("%d are stored, want %d: what was refused with 503 is not stored", len(rows), len(ids))
	}
	if lines := strings.Count(h.log.String(), "\n"); lines > 60 {
		t.Errorf("the log is flooded: %d lines", lines)
	}
}

// TestADatabaseFileThatCannotBeUsedClosesFormsOnly starts on a data folder that
// something is wrong with, which is then put right beside the running program.
func TestADatabaseFileThatCannotBeUsedClosesFormsOnly(t *testing.T) {
	t.Parallel()
	garbage := strings.Repeat("this is no database, but somebody may want it back\n", 400)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		reason []string
		spoil  func(data, file string)
		repair func(data, file string)
	}{
		{
			"AnotherKindOfFile",
			[]string{outbox.FileName, "put back a backup, or move the file away"},
			func(_, file string) { must(os.WriteFile(file, []byte(garbage), 0o600)) },
			func(_, file string) {
				if kept, err := os.ReadFile(file); err != nil || string(kept) != garbage {
					t.Errorf("the file that could not be read was changed: %v", err)
				}
				must(os.Rename(file, file+".kept"))
			},
		},
		{
			"AFileInPlaceOfTheFolder",
			[]string{outbox.FileName, "not a directory"},
			func(data, _ string) {
				must(os.RemoveAll(filepath.Dir(data)))
				must(os.WriteFile(filepath.Dir(data), nil, 0o600))
			},
			func(data, _ string) { must(os.Remove(filepath.Dir(data))) },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			provider := standIn(t, nil)
			data := filepath.Join(t.TempDir(), "volume", "var")
			must(os.MkdirAll(data, 0o700))
			c.spoil(data, filepath.Join(data, outbox.FileName))
			h := open(t, opening{data: data, env: mailingTo(provider)})
			h.untilOperators("/readyz", "does not say why", func(body string) bool { return strings.Contains(body, c.reason[1]) })
			h.closed(c.reason...)
			c.repair(data, filepath.Join(data, outbox.FileName))
			id := h.reopens("repaired")
			h.mailed(provider, "contact/"+id)
			if rows := h.list(); len(rows) != 1 || rows[0].ID != id {
				t.Errorf("%d are stored", len(rows))
			}
		})
	}
}
