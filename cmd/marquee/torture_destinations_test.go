package main

import (
	"bytes"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit/resendtest"
	"github.com/evenlight/marquee/internal/testkit/smtptest"
	"github.com/evenlight/marquee/internal/testkit/webhooktest"
)

// destination is where something of a submission arrives, and what is promised of it.
type destination interface {
	// environment is what a node needs to send there, as NAME=value.
	environment() []string
	// calm ends the faults.
	calm()
	// missing returns the keys of what has not arrived of a submission.
	missing(id string) []string
	// check compares what arrived with the promise, and returns how often something
	// arrived again.
	check(t *testing.T, accepted map[string]visit) (again int)
}

// notArrived returns the keys of what was accepted and has not arrived everywhere.
func notArrived(all []destination, accepted map[string]visit) (keys []string) {
	for _, to := range all {
		for id := range accepted {
			keys = append(keys, to.missing(id)...)
		}
	}
	return keys
}

// resendDestination gets each mail once: it knows keys.
type resendDestination struct{ *resendtest.Server }

func toResend(t *testing.T, seed uint64) destination {
	provider, err := resendtest.New(resendtest.Config{Light: true, Script: resendtest.Random(seed, 0.3, 2500*time.Millisecond)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := provider.Close(); err != nil {
			t.Error(err)
		}
	})
	return resendDestination{provider}
}

func (d resendDestination) environment() []string {
	return []string{"RESEND_API_KEY=" + d.Key(), "RESEND_BASE_URL=" + d.BaseURL()}
}

func (d resendDestination) calm() { d.SetScript(nil) }

func (d resendDestination) missing(id string) (keys []string) {
	for _, key := range []string{"contact/" + id, "confirmation/" + id} {
		if mail, found := d.Mail(key); !found || mail.Delivered < 1 {
			keys = append(keys, key)
		}
	}
	return keys
}

func (d resendDestination) check(t *testing.T, _ map[string]visit) int {
	for _, mail := range d.Sent() {
		if mail.Delivered != 1 {
			t.Errorf("%s was mailed %d times", mail.Key, mail.Delivered)
		}
	}
	return 0
}

// smtpDestination gets each mail at least once. SMTP knows no keys: one that comes
// again has the same Message-ID, and says that it may be a duplicate.
type smtpDestination struct {
	*smtptest.Server
	t *testing.T
	// How often each Message-ID came, and how often without the mark.
	taken, unmarked map[string]int
	seen            int
}

func toMailServer(t *testing.T, seed uint64) destination {
	server := newMailServer(t, smtptest.Config{Light: true, User: "user", Password: "secret", Script: smtptest.Random(seed, 0.3)})
	return &smtpDestination{Server: server, t: t, taken: map[string]int{}, unmarked: map[string]int{}}
}

func (d *smtpDestination) environment() []string {
	return []string{"SMTP_URL=smtp://user:secret@" + d.Addr()}
}

func (d *smtpDestination) calm() { d.SetScript(nil) }

// count counts what came since it was asked last.
func (d *smtpDestination) count() {
	sent := d.Sent()
	for _, one := range sent[d.seen:] {
		m, err := netmail.ReadMessage(bytes.NewReader(one.Content))
		if err != nil {
			d.t.Errorf("a mail cannot be read: %v", err)
			continue
		}
		id, _, _ := strings.Cut(strings.Trim(m.Header.Get("Message-ID"), "<>"), "@")
		d.taken[id]++
		if m.Header.Get("X-Possible-Duplicate") == "" {
			d.unmarked[id]++
		}
	}
	d.seen = len(sent)
}

func (d *smtpDestination) missing(id string) (keys []string) {
	d.count()
	for _, kind := range []string{"contact", "confirmation"} {
		if d.taken[kind+"-"+id] == 0 {
			keys = append(keys, kind+"/"+id)
		}
	}
	return keys
}

func (d *smtpDestination) check(t *testing.T, accepted map[string]visit) (again int) {
	d.count()
	for id, n := range d.taken {
		again += n - 1
		if d.unmarked[id] > 1 {
			t.Errorf("%s came %d times, %d times without saying that it may be a duplicate", id, n, d.unmarked[id])
		}
	}
	if len(d.taken) != 2*len(accepted) {
		t.Errorf("%d mails for %d submissions", len(d.taken), len(accepted))
	}
	return again
}

// hookDestination gets each event at least once, under one id and with one body,
// which the stand-in checks.
type hookDestination struct {
	*webhooktest.Server
	taken map[string]int
	seen  int
}

func toReceiver(t *testing.T, seed uint64) destination {
	return &hookDestination{Server: newReceiver(t, webhooktest.Config{Script: webhooktest.Random(seed, 0.3)}), taken: map[string]int{}}
}

func (d *hookDestination) environment() []string {
	return []string{"HOOK_SALES=" + d.URL(), "MARQUEE_WEBHOOK_PRIVATE=on", "MARQUEE_WEBHOOK_SECRET=" + webhooktest.Secret}
}

func (d *hookDestination) calm() { d.SetScript(nil) }

func (d *hookDestination) count() {
	received := d.Received()
	for _, one := range received[d.seen:] {
		d.taken[one.ID]++
	}
	d.seen = len(received)
}

func (d *hookDestination) missing(id string) []string {
	if d.count(); d.taken["msg_"+id] == 0 {
		return []string{"webhook/" + id}
	}
	return nil
}

func (d *hookDestination) check(t *testing.T, accepted map[string]visit) (again int) {
	d.count()
	for id, n := range d.taken {
		again += n - 1
		if _, known := accepted[strings.TrimPrefix(id, "msg_")]; !known {
			t.Errorf("%s tells of a submission that nobody sent", id)
		}
	}
	return again
}
