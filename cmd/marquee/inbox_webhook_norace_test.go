//go:build !race

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit/webhooktest"
)

func webhooksOf(record outbox.Record) (all []outbox.Delivery) {
	for _, delivery := range record.Deliveries {
		if delivery.Kind == "webhook" {
			all = append(all, delivery)
		}
	}
	return all
}

// TestOtherProgramsAreToldOfASubmission: the first answer is lost, and the event
// comes again with the same id and the same bytes.
func TestOtherProgramsAreToldOfASubmission(t *testing.T) {
	t.Parallel()
	receiver := newReceiver(t, webhooktest.Config{Script: func(n int) webhooktest.Fault { return webhooktest.Fault{Accept: n == 1} }})
	file := filepath.Join(t.TempDir(), "address")
	if err := os.WriteFile(file, []byte(receiver.URL()+"/slack/hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := openReady(t, opening{
		content: contentWithWebhooks(t, "[{url: $HOOK_SALES}, {url: $HOOK_CHAT, format: slack}]"),
		env: map[string]string{
			"HOOK_SALES": receiver.URL() + "/hunter2", "HOOK_CHAT_FILE": file, "MARQUEE_WEBHOOK_SECRET": webhooktest.Secret,
			"MARQUEE_WEBHOOK_PRIVATE": "on", "MARQUEE_RATE_LIMIT": "off",
		},
	})
	id := h.stored(h.postJSON(message("told"))).ID
	h.eventually("everything is sent", func() bool { return h.find(id).State == outbox.StateSent })
	var events, messages int
	for _, got := range receiver.Received() {
		if got.ID == "" {
			messages++
			continue
		}
		events++
		event, err := got.Event()
		if err != nil || got.ID != "msg_"+id || event.Type != "submission.created" || event.Data.ID != id || event.Data.Fields["name"] != "Visitor told" || event.Data.Form != "contact" {
			t.Errorf("%+v, %v", event, err)
		}
	}
	if events+messages != 3 || events < 1 || messages < 1 {
		t.Errorf("%d events and %d messages", events, messages)
	}
	if hooks := webhooksOf(h.find(id).Record); len(hooks) != 2 || hooks[0].ProviderID != "HOOK_SALES 204" || hooks[1].ProviderID != "HOOK_CHAT 204" {
		t.Errorf("%+v", hooks)
	}
	h.stop()
	if log := h.log.String(); strings.Contains(log, "hunter2") || strings.Contains(log, "whsec_") {
		t.Errorf("the log tells a secret:\n%s", log)
	}
}

// TestWebhooksWaitUntilTheyAreConfigured: nothing is lost while a variable or the
// secret is missing, or the address is private.
func TestWebhooksWaitUntilTheyAreConfigured(t *testing.T) {
	t.Parallel()
	receiver := newReceiver(t, webhooktest.Config{})
	content, data := contentWithWebhooks(t, "[{url: $HOOK_SALES}]"), newData(t)
	var ids []string
	wait := func(reason, logged string, env map[string]string) {
		h := openReady(t, opening{content: content, data: data, env: env})
		id := h.stored(h.postJSON(message("waits-" + string(rune('a'+len(ids)))))).ID
		h.eventually("the webhook is parked: "+reason, func() bool {
			hooks := webhooksOf(h.find(id).Record)
			return len(hooks) == 1 && hooks[0].State == outbox.StateParked && hooks[0].Attempts == 0 && strings.Contains(hooks[0].LastError, reason)
		})
		if len(h.linesWith("WARN", logged)) != 1 || len(h.linesWith("level=ERROR", "webhook not sent", "HOOK_SALES")) != 1 {
			t.Errorf("the log does not say %q once:\n%s", logged, h.log)
		}
		ids = append(ids, id)
		h.stop()
	}
	wait("HOOK_SALES: the variable is not set", "HOOK_SALES is not set here", nil)
	wait("MARQUEE_WEBHOOK_SECRET is not set", "no MARQUEE_WEBHOOK_SECRET", map[string]string{"HOOK_SALES": "https://hooks.example.com"})
	h := openReady(t, opening{content: content, data: data, env: map[string]string{
		"HOOK_SALES": receiver.URL(), "MARQUEE_WEBHOOK_PRIVATE": "on", "MARQUEE_WEBHOOK_SECRET": webhooktest.Secret,
	}})
	for _, id := range ids {
		h.eventually(id+" is sent", func() bool { return h.find(id).State == outbox.StateSent })
	}
}

func TestAWrongSecretOfWebhooksIsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"MARQUEE_WEBHOOK_SECRET": "hunter2"}, "MARQUEE_WEBHOOK_SECRET"},
		{map[string]string{"MARQUEE_WEBHOOK_SECRET": webhooktest.Secret + " whsec_hunter2"}, "MARQUEE_WEBHOOK_SECRET"},
		{map[string]string{"MARQUEE_WEBHOOK_PRIVATE": "perhaps"}, "MARQUEE_WEBHOOK_PRIVATE"},
		{map[string]string{"HOOK_SALES": "https://hunter2.example", "HOOK_SALES_FILE": "address"}, "HOOK_SALES and HOOK_SALES_FILE are both set"},
	} {
		code, stdout, stderr := run(t, test.env, "config", "--content", fixture, "--data", t.TempDir())
		if code != exitUsage || strings.Contains(stdout+stderr, "hunter2") || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: exit code %d: %s%s", test.env, code, stdout, stderr)
		}
	}
	code, stdout, _ := run(t, map[string]string{
		"MARQUEE_WEBHOOK_SECRET": webhooktest.Secret, "HOOK_SALES": "https://hooks.example.com/hunter2", "HOOK_CHAT_FILE": "/run/secrets/chat",
	}, "config", "--content", fixture)
	if code != exitOK || strings.Contains(stdout, webhooktest.Secret) || strings.Contains(stdout, "hunter2") ||
		!strings.Contains(stdout, "HOOK_SALES") || !strings.Contains(stdout, "HOOK_CHAT_FILE=/run/secrets/chat") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
}

// TestAReceiverThatHangsHoldsUpNoMail has more webhooks than places.
func TestAReceiverThatHangsHoldsUpNoMail(t *testing.T) {
	t.Parallel()
	receiver := newReceiver(t, webhooktest.Config{Script: func(int) webhooktest.Fault { return webhooktest.Fault{Hang: true} }})
	provider := standIn(t, nil)
	env := mailingTo(provider, "HOOK_SALES="+receiver.URL(), "MARQUEE_WEBHOOK_PRIVATE=on", "MARQUEE_WEBHOOK_SECRET="+webhooktest.Secret)
	h := openReady(t, opening{content: contentWithWebhooks(t, "[{url: $HOOK_SALES}]"), env: env})
	var ids []string
	for i := range 12 {
		ids = append(ids, h.stored(h.postJSON(message("hangs-"+string(rune('a'+i))))).ID)
	}
	for _, id := range ids {
		h.mailed(provider, "contact/"+id)
	}
	if slices.ContainsFunc(ids, func(id string) bool { return webhooksOf(h.find(id).Record)[0].State != outbox.StateWaiting }) {
		t.Error("a webhook does not wait")
	}
}
