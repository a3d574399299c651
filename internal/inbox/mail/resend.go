package mail

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
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
