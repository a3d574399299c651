//go:build !race

package main

import (
	"bytes"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit/smtptest"
)

// smtpMails returns the headers of the mails that were taken, by their Message-ID.
func smtpMails(t *testing.T, server *smtptest.Server) map[string][]netmail.Header {
	t.Helper()
	all := map[string][]netmail.Header{}
	for _, sent := range server.Sent() {
		m, err := netmail.ReadMessage(bytes.NewReader(sent.Content))
		if err != nil {
			t.Fatal(err)
		}
		id, _, _ := strings.Cut(strings.Trim(m.Header.Get("Message-ID"), "<>"), "@")
		all[id] = append(all[id], m.Header)
	}
	return all
}

// TestMailLeavesThroughAMailServer: the answer to the first attempt of a mail is
// lost, so nobody knows whether it was taken, and the second says so.
func TestMailLeavesThroughAMailServer(t *testing.T) {
	t.Parallel()
	server := newMailServer(t, smtptest.Config{User: "user", Password: "hunter2", Script: func(n int) smtptest.Fault {
		if n == 1 {
			return smtptest.LoseAnswer
		}
		return smtptest.Fault{}
	}})
	h := openReady(t, opening{env: map[string]string{"SMTP_URL": "smtp://user:hunter2@" + server.Addr(), "MARQUEE_RATE_LIMIT": "off"}})
	id := h.stored(h.postJSON(message("by-smtp"))).ID
	h.eventually("both mails are sent", func() bool { return h.find(id).State == outbox.StateSent })
	mails := smtpMails(t, server)
	twice := 0
	for _, key := range []string{"contact-" + id, "confirmation-" + id} {
		attempts := mails[key]
		if len(attempts) == 2 {
			twice++
			if attempts[0].Get("X-Possible-Duplicate") != "" || attempts[1].Get("X-Possible-Duplicate") != "true" {
				t.Errorf("%s: %v", key, attempts)
			}
		} else if len(attempts) != 1 {
			t.Errorf("%s was taken %d times", key, len(attempts))
		}
	}
	if twice != 1 {
		t.Errorf("%d mails were sent again, want the one whose answer was lost", twice)
	}
	for _, delivery := range h.find(id).Deliveries {
		if !strings.HasPrefix(delivery.ProviderID, "smtp/Q") {
			t.Errorf("the delivery does not name the mail server's id: %+v", delivery)
		}
	}
	h.stop()
	if strings.Contains(h.log.String(), "hunter2") {
		t.Error("the log tells the password")
	}
}

func TestAWrongPasswordOfTheMailServerParksMail(t *testing.T) {
	t.Parallel()
	server := newMailServer(t, smtptest.Config{User: "user", Password: "right"})
	data := newData(t)
	open := func(password string) *instance {
		return openReady(t, opening{data: data, env: map[string]string{"SMTP_URL": "smtp://user:" + password + "@" + server.Addr(), "MARQUEE_RATE_LIMIT": "off"}})
	}
	h := open("hunter2")
	id := h.stored(h.postJSON(message("wrong-password"))).ID
	h.eventually("the mails are parked", func() bool {
		return !slices.ContainsFunc(h.find(id).Deliveries, func(d outbox.Delivery) bool { return d.State != outbox.StateParked })
	})
	if d := h.find(id).Deliveries[0]; d.Attempts != 0 || !strings.Contains(d.LastError, "535: user or password is refused") || strings.Contains(d.LastError, "hunter2") {
		t.Errorf("%+v", d)
	}
	h.stop()
	if strings.Contains(h.log.String(), "hunter2") {
		t.Error("the log tells the password")
	}
	h = open("right")
	h.eventually("both mails are sent", func() bool { return h.find(id).State == outbox.StateSent })
}

func TestMailLeavesOneWayOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		env  map[string]string
		want []string
	}{
		"both":         {map[string]string{"RESEND_API_KEY": "re_hunter2", "SMTP_URL": "smtps://u:hunter2@mail.example.com"}, []string{"RESEND_API_KEY and SMTP_URL are both set"}},
		"another":      {map[string]string{"SMTP_URL": "http://u:hunter2@mail.example.com"}, []string{"SMTP_URL", "smtps://user:password@mail.example.com:465"}},
		"unreadable":   {map[string]string{"SMTP_URL": "smtp://u:hun/ter2@mail.example.com"}, []string{"SMTP_URL", "percent-encoded"}},
		"and the rest": {map[string]string{"SMTP_URL": "hunter2", "MARQUEE_DRAFTS": "perhaps"}, []string{"SMTP_URL", "perhaps"}},
	} {
		code, stdout, stderr := run(t, test.env, "serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", fixture, "--data", t.TempDir())
		if code != exitUsage || strings.Contains(stdout+stderr, "hunter2") || strings.Contains(stderr, "ter2") {
			t.Errorf("%s: exit code %d: %s", name, code, stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(stderr, want) {
				t.Errorf("%s: nothing is said of %s: %s", name, want, stderr)
			}
		}
	}
}
