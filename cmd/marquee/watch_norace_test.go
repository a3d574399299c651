//go:build !race

package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

func TestStatusTellsOfMailThatIsRefusedAndOfTheBackup(t *testing.T) {
	t.Parallel()
	provider := standIn(t, func(int, string) resendtest.Fault {
		return resendtest.Refuse(http.StatusForbidden, "invalid_access")
	})
	h := openReady(t, opening{env: mailingTo(provider)})
	e := &edited{t: t, content: fixture, data: h.data}
	e.open()
	link, _ := e.run("invite", "ina@example.com", "--role", "inbox", "--base-url", "http://localhost")
	session := e.join(link, "http://localhost")
	status := func() (told struct {
		Machine machine
		Sites   []struct{ ID string }
	},
	) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+"/studio/api/status", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.AddCookie(&http.Cookie{Name: "marquee-studio", Value: session.Token})
		response, err := h.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		err = errors.Join(err, response.Body.Close(), json.Unmarshal(body, &told))
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%d %s: %v", response.StatusCode, body, err)
		}
		return told
	}
	before := status()
	if m := before.Machine; !m.Forms.Ready || !m.SendsMail || m.FreeBytes <= 0 || m.Backup == nil || !m.Backup.IsZero() ||
		len(m.Certificates) > 0 || len(before.Sites) > 0 {
		t.Errorf("%+v", before)
	}
	h.stored(h.postJSON(message("refused", "homepage", "")))
	h.eventually("nobody is told of the mail", func() bool { return status().Machine.Deliveries.Parked > 0 })
	if code, _, stderr := run(t, nil, "backup", "--data", h.data, filepath.Join(t.TempDir(), "b.tar")); code != exitOK {
		t.Fatal(stderr)
	}
	if made := status().Machine.Backup; made == nil || time.Since(*made) > time.Minute {
		t.Errorf("the backup was made %v", made)
	}
}
