package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/testkit/smtptest"
	"github.com/evenlight/marquee/internal/testkit/webhooktest"
)

func newMailServer(t *testing.T, config smtptest.Config) *smtptest.Server {
	t.Helper()
	server, err := smtptest.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if faults := server.Faults(); len(faults) > 0 {
			t.Errorf("the mail server complains: %q", faults)
		}
	})
	return server
}

func newReceiver(t testing.TB, config webhooktest.Config) *webhooktest.Server {
	t.Helper()
	server := webhooktest.New(config)
	t.Cleanup(func() {
		server.Close()
		if faults := server.Faults(); len(faults) > 0 {
			t.Errorf("the receiver complains: %q", faults)
		}
	})
	return server
}

// contentWithWebhooks returns a copy of the fixture whose contact form has these webhooks.
func contentWithWebhooks(t testing.TB, hooks string) string {
	t.Helper()
	dir := copyOfContent(t)
	name := filepath.Join(dir, "main", "forms.yaml")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "\ncontact:\n", "\ncontact:\n  webhooks: "+hooks+"\n", 1)
	if changed == string(text) {
		t.Fatal("the fixture has no form contact")
	}
	if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
