package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	resend "github.com/resend/resend-go/v3"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// DefaultBaseURL is where Resend is.
	DefaultBaseURL = "https://api.resend.com/"
	// DefaultStartRate is how many mails per second go out before the provider names a limit.
	DefaultStartRate = 1.0
	// sendTimeout bounds everything about one mail: connecting, sending, and reading the answer.
	sendTimeout = 10 * time.Second
)

// ResendConfig is what sending through Resend needs.
type ResendConfig struct {
	// The API key. Required.
	Key string
	// Address of the interface, with or without a slash at the end. Empty: DefaultBaseURL.
	BaseURL string
	// Mails per second before the provider names a limit; see DefaultStartRate.
	// Zero: no limit until the provider names one.
	StartRate float64
	// How long one mail may take. Zero: 10 seconds.
	Timeout time.Duration
	// The certificates to trust. Nil: those of the machine.
	Roots *x509.CertPool
	// Where limits are logged. Nil: nowhere.
	Logger *slog.Logger
}

// Resend sends mails through the HTTP interface of resend.com. It is safe for
// concurrent use; all workers of a process share one, because it holds the limiter.
type Resend struct {
	client    *resend.Client
	transport *transport
	limiter   *limiter
	timeout   time.Duration
	log       *slog.Logger
}

// NewResend returns a sender. It connects to nothing yet; errors are wrong settings.
func NewResend(config ResendConfig) (*Resend, error) {
	key := strings.TrimSpace(config.Key)
	if key == "" || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return nil, errors.New("resend: the API key is empty or has characters that no key has")
	}
	base, err := baseURL(config.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("resend: %w", err)
	}
	if config.StartRate < 0 {
		return nil, errors.New("resend: the rate to start with is negative")
	}
	r := &Resend{
		timeout: cmp.Or(config.Timeout, sendTimeout),
		log:     cmp.Or(config.Logger, slog.New(slog.DiscardHandler)),
	}
	if base.Scheme == "http" && !loopback(base.Hostname()) {
		r.log.Warn("the mail provider is reached without encryption", "host", base.Host)
	}
	r.transport = newTransport(config.Roots)
	r.limiter = newLimiter(config.StartRate)
	r.client = resend.NewCustomClient(&http.Client{
		Transport: r.transport,
		Timeout:   r.timeout,
		// A redirect would carry the key and the mail to who knows where.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, key)
	r.client.BaseURL = base
	return r, nil
}

func baseURL(written string) (*url.URL, error) {
	base, err := url.Parse(strings.TrimSpace(cmp.Or(written, DefaultBaseURL)))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.RawQuery != "" || base.Fragment != "" || base.User != nil {
		// The address is not repeated: it may have a password in it.
		return nil, errors.New("the base URL is not of the form https://host/")
	}
	if !strings.HasSuffix(base.Path, "/") {
		base.Path += "/"
	}
	return base, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Reserve waits until one mail may go, which is a matter of the rate that the
// provider allows. The error is the context's.
func (r *Resend) Reserve(ctx context.Context) error { return r.limiter.wait(ctx) }

// Send sends a mail under an idempotency key of 1 to 256 characters, and
// returns the provider's id of it. Sending again under the same key within 24
// hours changes nothing. The error is a *site.DeliveryError. It never takes
// longer than the timeout.
func (r *Resend) Send(ctx context.Context, key string, m site.Message) (string, error) {
	if key == "" || len(key) > 256 {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: "the idempotency key is empty or too long"}
	}
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	ctx, seen := observe(ctx)
	sent, err := r.client.Emails.SendWithOptions(ctx, request(m), &resend.SendEmailOptions{IdempotencyKey: key})

	if seen.status == 0 {
		return "", seen.classifyLost(ctx, err)
	}
	failure := seen.classify()
	if r.limiter.learn(seen.header, failure) {
		r.log.Warn("the mail provider asks to slow down", "reason", failure.Reason, "after", failure.After)
	}
	if failure != nil {
		return "", failure
	}
	if err != nil || sent == nil || !providerID.MatchString(sent.Id) {
		return "", &site.DeliveryError{
			Fate: site.FateRetry, Status: seen.status, Uncertain: true,
			Reason: "the answer says success but has no id that can be read",
		}
	}
	return sent.Id, nil
}

// ErrSendingOnly says that the key may send and do nothing else, which is all that is needed.
var ErrSendingOnly = errors.New("the key may only send")

// Domains returns the domains of the account with the state of each, such as
// "verified". Its error is ErrSendingOnly where the key may not ask, and else a
// *site.DeliveryError.
func (r *Resend) Domains(ctx context.Context) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	ctx, seen := observe(ctx)
	list, err := r.client.Domains.ListWithContext(ctx)
	if seen.status == 0 {
		return nil, seen.classifyLost(ctx, err)
	}
	var answer struct{ Name string }
	if json.Unmarshal(seen.body, &answer) == nil && answer.Name == "restricted_api_key" {
		return nil, ErrSendingOnly
	}
	if failure := seen.classify(); failure != nil {
		return nil, failure
	}
	if err != nil || seen.status != http.StatusOK {
		return nil, &site.DeliveryError{Status: seen.status, Reason: "the answer cannot be read"}
	}
	states := map[string]string{}
	for _, domain := range list.Data {
		states[domain.Name] = domain.Status
	}
	return states, nil
}

// Close closes connections that are idle.
func (r *Resend) Close() { r.transport.CloseIdleConnections() }

func request(m site.Message) *resend.SendEmailRequest {
	all := &resend.SendEmailRequest{
		From: m.From, To: m.To, Subject: m.Subject, ReplyTo: m.ReplyTo, Html: m.HTML, Text: m.Text, Headers: m.Headers,
	}
	for _, a := range m.Attachments {
		all.Attachments = append(all.Attachments, &resend.Attachment{Filename: a.Name, Content: a.Content, ContentType: a.ContentType})
	}
	return all
}

// providerID is what an id looks like that can be stored and logged.
var providerID = regexp.MustCompile(`^[\w-]{1,128}$`)

// maxAnswer is how much of an answer is read. Answers of Resend are a few hundred bytes.
const maxAnswer = 64 << 10

// transport is below resend-go, which reads answers without limit and reports
// errors without their status: it notes what the answer was.
type transport struct{ *http.Transport }

func newTransport(roots *x509.CertPool) *transport {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}
	return &transport{&http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    5 * time.Second,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    8,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxAnswer,
		// A small compressed answer may be a large one.
		DisableCompression: true,
	}}
}

// exchange is what happened on the network for one mail.
type exchange struct {
	// Whether any of the request was written; the provider may have it then.
	written atomic.Bool
	// Whether the other side was reached, but no encryption was agreed on.
	unencrypted atomic.Bool
	// Status of the answer; zero where none came, or not to its end.
	status int
	header http.Header
	body   []byte
	// Whether the answer is longer than what is read.
	cut bool
}

type exchangeKey struct{}

func observe(ctx context.Context) (context.Context, *exchange) {
	seen := &exchange{}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { seen.written.Store(true) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err != nil {
				seen.unencrypted.Store(true)
			}
		},
	})
	return context.WithValue(ctx, exchangeKey{}, seen), seen
}

// RoundTrip implements http.RoundTripper. It reads the answer whole, up to the limit.
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := t.Transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	closed := answer.Body.Close()
	if err == nil && len(body) <= maxAnswer {
		err = closed
	}
	seen, _ := request.Context().Value(exchangeKey{}).(*exchange)
	if seen != nil {
		seen.header = answer.Header
		if len(body) > maxAnswer {
			seen.cut, body = true, body[:maxAnswer]
		}
		seen.body = body
		// The status of an error is worth something even when its words are lost;
		// a success whose body is lost is none.
		if err == nil || answer.StatusCode >= 300 {
			seen.status = answer.StatusCode
		}
	}
	if err != nil {
		return nil, err
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	answer.ContentLength = int64(len(body))
	return answer, nil
}
