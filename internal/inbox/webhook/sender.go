package webhook

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// sendTimeout bounds everything about one request. Receivers are to answer first and work then.
	sendTimeout = 10 * time.Second
	// maxAnswer is how large the head of an answer may be. Its body is not read.
	maxAnswer = 64 << 10
	userAgent = "Marquee-Webhooks"
	// How many requests to one address may be under way, of the eight that there
	// are in all: so that one that hangs does not take the places of the others.
	mostUnderWay = 4
	// How long one waits for a place, and how soon one that found none is looked at again.
	placeWait = time.Second
	busyPause = 15 * time.Second
)

// Config is what a sender needs.
type Config struct {
	// Returns the address that an environment variable holds; empty where it is not
	// set. Its error does not repeat it. Required.
	Address func(variable string) (string, error)
	// What events are signed with, see ParseSecrets. None: events wait, parked.
	Secrets [][]byte
	// Whether addresses of private networks are called, and those with http://.
	Private bool
	// How long a request may take. Zero: 10 seconds.
	Timeout time.Duration
	// The certificates to trust. Nil: those of the machine.
	Roots *x509.CertPool
	// The clock of signatures. Nil: time.Now.
	Now func() time.Time
}

// Sender makes the requests of webhooks. It is safe for concurrent use; all
// workers of a process share one.
type Sender struct {
	config    Config
	transport *http.Transport
	client    *http.Client
	places    sync.Map // *semaphore.Weighted of the requests to an address, by its variable
}

// NewSender returns a sender. It connects to nothing yet.
func NewSender(config Config) *Sender {
	config.Timeout = cmp.Or(config.Timeout, sendTimeout)
	if config.Now == nil {
		config.Now = time.Now
	}
	transport := &http.Transport{
		DialContext:            newDialer(config.Private).DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: config.Roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    5 * time.Second,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: maxAnswer,
		DisableCompression:     true,
	}
	if config.Private {
		transport.Proxy = http.ProxyFromEnvironment // itself in a private network
	}
	return &Sender{config: config, transport: transport, client: &http.Client{
		Transport: transport, Timeout: config.Timeout,
		// A redirect would carry what was typed to who knows where.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Reserve is done at once: each address has its own pace.
func (s *Sender) Reserve(ctx context.Context) error { return ctx.Err() }

// Close closes connections that are idle.
func (s *Sender) Close() { s.transport.CloseIdleConnections() }

// Send makes the request of a webhook. The key is webhook/ and the submission's id,
// and makes the header webhook-id, by which the receiver knows a repetition. It
// returns the variable and the status of the answer: HOOK_SALES 200. The error is a
// *site.DeliveryError.
func (s *Sender) Send(ctx context.Context, key string, m site.Message) (string, error) {
	call := m.Webhook
	if call == nil {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: "there is no request"}
	}
	request, failure := s.request(ctx, key, call)
	if failure == nil {
		found, _ := s.places.LoadOrStore(call.Variable, semaphore.NewWeighted(mostUnderWay))
		places := found.(*semaphore.Weighted)
		waiting, cancel := context.WithTimeout(ctx, placeWait)
		defer cancel()
		if places.Acquire(waiting, 1) != nil {
			return "", &site.DeliveryError{Fate: site.FateLater, After: busyPause, Reason: call.Variable + ": earlier requests are not answered yet"}
		}
		var status int
		status, failure = s.do(request)
		places.Release(1)
		if failure == nil {
			return call.Variable + " " + strconv.Itoa(status), nil
		}
	}
	failure.Reason = call.Variable + ": " + failure.Reason
	return "", failure
}

// request makes a signed request, or says what of the configuration is wrong.
func (s *Sender) request(ctx context.Context, key string, call *site.WebhookCall) (*http.Request, *site.DeliveryError) {
	park := func(reason string) (*http.Request, *site.DeliveryError) {
		return nil, &site.DeliveryError{Fate: site.FatePark, Reason: reason}
	}
	written, err := s.config.Address(call.Variable)
	if err != nil {
		return park("its file cannot be used: " + err.Error())
	}
	if written = strings.TrimSpace(written); written == "" {
		return park("the variable is not set")
	}
	at, err := url.Parse(written)
	switch {
	case err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http":
		return park("it is no address: write it like https://host/path")
	case at.Scheme == "http" && !s.config.Private:
		return park("the address begins with http://, which needs MARQUEE_WEBHOOK_PRIVATE=on")
	case call.Format == formatJSON && len(s.config.Secrets) == 0:
		return park("MARQUEE_WEBHOOK_SECRET is not set, with which events are signed")
	}
	at.Fragment = ""
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), strings.NewReader(call.Body))
	if err != nil {
		return park("it is no address: write it like https://host/path")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", userAgent)
	if call.Format == formatJSON {
		id, timestamp := "msg_"+strings.TrimPrefix(key, site.KindWebhook+"/"), strconv.FormatInt(s.config.Now().Unix(), 10)
		request.Header.Set("Webhook-Id", id)
		request.Header.Set("Webhook-Timestamp", timestamp)
		request.Header.Set("Webhook-Signature", signature(s.config.Secrets, id, timestamp, call.Body))
	}
	return request, nil
}

func (s *Sender) do(request *http.Request) (status int, failure *site.DeliveryError) {
	answer, err := s.client.Do(request)
	if err != nil {
		return 0, lost(request.Context(), err)
	}
	// Nothing that stands in an answer matters.
	defer answer.Body.Close()
	return answer.StatusCode, classify(answer, s.config.Now())
}
