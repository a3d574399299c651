package webhook

import (
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/webhooktest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func receiver(t *testing.T, config webhooktest.Config) *webhooktest.Server {
	t.Helper()
	server := webhooktest.New(config)
	t.Cleanup(server.Close)
	return server
}

// calling returns a sender that knows one address, as HOOK_SALES.
func calling(t *testing.T, address string, change ...func(*Config)) *Sender {
	t.Helper()
	secrets, err := ParseSecrets(webhooktest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Private: true, Secrets: secrets, Address: func(variable string) (string, error) {
		if variable == "HOOK_SALES" {
			return address, nil
		}
		return "", nil
	}}
	for _, f := range change {
		f(&config)
	}
	sender := NewSender(config)
	t.Cleanup(sender.Close)
	return sender
}

func event1() site.Message {
	return site.Message{Kind: site.KindWebhook, Webhook: &site.WebhookCall{Variable: "HOOK_SALES", Format: "json", Body: `{"type":"submission.created"}`}}
}

func refused(t *testing.T, sender *Sender, m site.Message) *site.DeliveryError {
	t.Helper()
	_, err := sender.Send(t.Context(), "webhook/0190", m)
	failure, is := errors.AsType[*site.DeliveryError](err)
	if !is {
		t.Fatalf("%v", err)
	}
	return failure
}

func TestAnEventIsSignedAndHasOneID(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(testkit.Noon)
	server := receiver(t, webhooktest.Config{Now: clock.Now})
	sender := calling(t, server.URL()+"/hook?x=1", func(c *Config) { c.Now = clock.Now })
	for range 2 {
		if id, err := sender.Send(t.Context(), "webhook/0190", event1()); err != nil || id != "HOOK_SALES 204" {
			t.Fatal(id, err)
		}
		clock.Add(time.Hour) // The signature is that of the attempt.
	}
	got := server.Received()
	if len(got) != 2 || got[0].ID != "msg_0190" || got[1].ID != "msg_0190" || got[0].Body != event1().Webhook.Body || len(server.Faults()) > 0 {
		t.Errorf("%+v, %q", got, server.Faults())
	}
}

// While a secret is replaced, requests have the signatures of both.
func TestASecretCanBeReplaced(t *testing.T) {
	t.Parallel()
	const next = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
	secrets, err := ParseSecrets(" " + next + "\n" + webhooktest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{next, webhooktest.Secret} {
		server := receiver(t, webhooktest.Config{Secret: secret})
		if _, err := calling(t, server.URL(), func(c *Config) { c.Secrets = secrets }).Send(t.Context(), "webhook/1", event1()); err != nil {
			t.Error(err)
		}
	}
	for _, wrong := range []string{
		"hunter2hunter2hunter2hunter2hunter2", "whsec_", "whsec_hunter2", "whsec_hunter2!hunter2!hunter2!hunter2!hunter2", "Whsec_" + next[6:],
		"whsec_" + strings.Repeat("AAAA", 40), strings.Repeat(next+" ", 6), next + ",hunter2",
	} {
		if _, err := ParseSecrets(wrong); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	// The example of the specification.
	got := signature([][]byte{secrets[1]}, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", `{"test": 2432232314}`)
	if got != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Error(got)
	}
}

func TestWhatTheAnswersOfAReceiverMean(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		fault webhooktest.Fault
		want  site.DeliveryError
	}{
		{webhooktest.Fault{Status: 410}, site.DeliveryError{Fate: site.FateDead, Status: 410, Reason: "the receiver is gone"}},
		{webhooktest.Fault{Status: 302, Header: http.Header{"Location": {"/elsewhere"}}}, site.DeliveryError{Fate: site.FatePark, Status: 302, Reason: "the answer is a redirect: give the address that it leads to"}},
		{webhooktest.Fault{Status: 404}, site.DeliveryError{Fate: site.FateRetry, Status: 404, Reason: "not found"}},
		{webhooktest.Fault{Status: 400}, site.DeliveryError{Fate: site.FateRetry, Status: 400, Reason: "bad request"}},
		{webhooktest.Fault{Status: 500}, site.DeliveryError{Fate: site.FateRetry, Status: 500, Reason: "internal server error"}},
		{webhooktest.Fault{Status: 429, Header: http.Header{"Retry-After": {"90"}}}, site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "too many requests", After: 90 * time.Second}},
		{webhooktest.Fault{Status: 503, Header: http.Header{"Retry-After": {"99999999"}}}, site.DeliveryError{Fate: site.FateRetry, Status: 503, Reason: "service unavailable", After: 24 * time.Hour}},
		{webhooktest.Fault{Status: 503, Header: http.Header{"Retry-After": {"soon"}}}, site.DeliveryError{Fate: site.FateRetry, Status: 503, Reason: "service unavailable"}},
		{webhooktest.Fault{Accept: true}, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}},
		{webhooktest.Fault{Hang: true}, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "no answer in time"}},
		{webhooktest.Fault{Status: 200, Header: http.Header{"X": {strings.Repeat("x", 1<<17)}}}, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}},
	} {
		server := receiver(t, webhooktest.Config{Script: func(int) webhooktest.Fault { return test.fault }})
		test.want.Reason = "HOOK_SALES: " + test.want.Reason
		timeout := func(c *Config) {
			if test.fault.Hang {
				c.Timeout = 2 * time.Second // until then the request must have arrived
			}
		}
		if got := refused(t, calling(t, server.URL()+"/secret-path", timeout), event1()); *got != test.want {
			t.Errorf("%+v: %+v", test.fault, got)
		}
		if server.Requests() != 1 {
			t.Errorf("%d requests, want one: redirects are not followed", server.Requests())
		}
	}
}

// What is wrong with the configuration parks the request, and is said without the address.
func TestAWebhookThatIsNotConfigured(t *testing.T) {
	t.Parallel()
	server := receiver(t, webhooktest.Config{})
	encrypted := receiver(t, webhooktest.Config{TLS: true})
	_, port, _ := strings.Cut(strings.TrimPrefix(encrypted.URL(), "https://"), ":")
	open := func(c *Config) { c.Private = false }
	trusting := func(c *Config) {
		c.Private, c.Roots = false, x509.NewCertPool()
		c.Roots.AddCert(encrypted.HTTP().Certificate())
	}
	unsigned := func(c *Config) { c.Secrets = nil }
	for _, test := range []struct {
		address, want string
		change        func(*Config)
	}{
		{"", "the variable is not set", open},
		{"  ", "the variable is not set", open},
		{"hunter2", "it is no address", open},
		{"ftp://hunter2.example", "it is no address", open},
		{"https:///hunter2", "it is no address", open},
		{"https://hunter2.example:port", "it is no address", open},
		{server.URL() + "/hunter2", "needs MARQUEE_WEBHOOK_PRIVATE=on", open},
		{encrypted.URL() + "/hunter2", "not on the public internet", trusting},
		// As if name servers answered with it.
		{"https://localhost:" + port + "/hunter2", "not on the public internet", trusting},
		{"https://[::ffff:127.0.0.1]:" + port + "/hunter2", "not on the public internet", trusting},
		{server.URL() + "/hunter2", "MARQUEE_WEBHOOK_SECRET is not set", unsigned},
	} {
		got := refused(t, calling(t, test.address, test.change), event1())
		if test.want != "" && got.Fate != site.FatePark || !strings.Contains(got.Reason, test.want) || strings.Contains(got.Error(), "hunter2") || !strings.HasPrefix(got.Reason, "HOOK_SALES: ") {
			t.Errorf("%q: %+v", test.address, got)
		}
	}
	if server.Requests()+encrypted.Requests() > 0 {
		t.Error("a request was made")
	}
	if _, err := calling(t, encrypted.URL(), trusting, func(c *Config) { c.Private = true }).Send(t.Context(), "webhook/1", event1()); err != nil {
		t.Error("with MARQUEE_WEBHOOK_PRIVATE=on:", err)
	}
	message := event1()
	message.Webhook.Format = "slack"
	message.Webhook.Body = `{"text":"x"}`
	if _, err := calling(t, server.URL()+"/slack", unsigned).Send(t.Context(), "webhook/1", message); err != nil {
		t.Error("a message needs no signature:", err)
	}
	if got := refused(t, calling(t, server.URL()), site.Message{Kind: site.KindWebhook}); got.Fate != site.FateDead {
		t.Errorf("without a request: %+v", got)
	}
}

func TestWhichAddressesArePublic(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"8.8.8.8": true, "1.1.1.1": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true, "64:ff9b::808:808": true,
		"127.0.0.1": false, "127.8.8.8": false, "0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false,
		"169.254.169.254": false, "100.64.0.1": false, "100.127.255.255": false, "192.0.0.170": false, "198.18.0.1": false, "192.0.2.1": false, "198.51.100.1": false,
		"203.0.113.1": false, "224.0.0.1": false, "239.255.255.250": false, "240.0.0.1": false, "255.255.255.255": false, "192.88.99.1": false,
		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "fe80::1": false, "fe80::1%eth0": false, "2606:4700::1111%eth0": false,
		"fc00::1": false, "fd00:ec2::254": false, "fec0::1": false, "ff02::1": false, "2001:db8::1": false, "2001::1": false, "2002:7f00:1::": false, "3fff::1": false,
		"64:ff9b::7f00:1": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b:1::1": false, "100::1": false, "4000::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
	for _, text := range []string{"", "localhost:80", "127.0.0.1", "[::1]:443"} {
		if public(t.Context(), "tcp", text, nil) == nil {
			t.Errorf("%q is dialled", text)
		}
	}
}

// One address that hangs leaves places for the others.
func TestAnAddressThatHangsTakesOnlySoManyPlaces(t *testing.T) {
	t.Parallel()
	server := receiver(t, webhooktest.Config{Script: func(int) webhooktest.Fault { return webhooktest.Fault{Hang: true} }})
	sender := calling(t, server.URL())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, mostUnderWay)
	for range mostUnderWay {
		go func() {
			_, err := sender.Send(ctx, "webhook/1", event1())
			ended <- err
		}()
	}
	testkit.Eventually(t, "all places are taken", func() bool { return server.Requests() == mostUnderWay })
	if got := refused(t, sender, event1()); got.Fate != site.FateLater || got.After != busyPause {
		t.Errorf("%+v", got)
	}
	other := event1()
	other.Webhook.Variable = "HOOK_OTHER"
	if got := refused(t, sender, other); got.Reason != "HOOK_OTHER: the variable is not set" {
		t.Errorf("%+v", got)
	}
	cancel()
	for range mostUnderWay {
		if failure, is := errors.AsType[*site.DeliveryError](<-ended); !is || failure.Reason != "HOOK_SALES: sending was stopped" {
			t.Errorf("%+v", failure)
		}
	}
}
