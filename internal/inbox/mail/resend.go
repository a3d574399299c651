package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	resend "github.com/resend/resend-go/v3"

	"github.com/evenlight/marquee/internal/inbox/network"
	"github.com/evenlight/marquee/internal/site"
)

// Resend sends mails through the HTTP interface of resend.com. It is safe for concurrent use.
type Resend struct {
	*limiter
	client    *resend.Client
	transport *http.Transport
	timeout   time.Duration
}

// NewResend returns a sender. It connects to nothing yet; errors are wrong settings.
func NewResend(config Config) (*Resend, error) {
	key := strings.TrimSpace(config.Key)
	if key == "" || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return nil, errors.New("resend: the API key is empty or has characters that no key has")
	}
	base, err := url.Parse(strings.TrimSpace(cmp.Or(config.URL, "https://api.resend.com/")))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.User != nil ||
		base.RawQuery != "" || base.Fragment != "" {
		// The address is not repeated: it may have a password in it.
		return nil, errors.New("resend: the base URL is not of the form https://host/")
	}
	client, timeout := resend.NewCustomClient(nil, key), cmp.Or(config.Timeout, 10*time.Second)
	client.BaseURL = base.JoinPath("/")
	return &Resend{newLimiter(config), client, network.Transport(config.Roots), timeout}, nil
}

// Close closes connections that are idle.
func (r *Resend) Close() { r.transport.CloseIdleConnections() }

// providerID is what an id looks like that can be stored and logged.
var providerID = regexp.MustCompile(`^[\w-]{1,128}$`)

// Send sends a mail under an idempotency key, and returns the provider's id of it. Sending again under the same key
// within 24 hours changes nothing. The error is a *site.DeliveryError. It never takes longer than the timeout.
func (r *Resend) Send(ctx context.Context, key string, m site.Message) (string, error) {
	content := &resend.SendEmailRequest{
		From: m.From, To: m.To, Subject: m.Subject, ReplyTo: m.ReplyTo, Html: m.HTML, Text: m.Text, Headers: m.Headers,
	}
	for _, a := range m.Attachments {
		content.Attachments = append(content.Attachments, &resend.Attachment{
			Filename: a.Name, Content: a.Content, ContentType: a.ContentType,
		})
	}

	answer, lost := r.ask(ctx, http.MethodPost, "emails", key, content)
	if lost != nil {
		return "", lost
	}
	failure := answer.failure()
	r.learn(answer.header, failure)
	if failure != nil {
		return "", failure
	}
	var taken struct{ ID string }
	if json.Unmarshal(answer.body, &taken) != nil || !providerID.MatchString(taken.ID) {
		return "", answer.unreadable("has no id that can be read")
	}
	return taken.ID, nil
}

// ErrSendingOnly says that the key may send and do nothing else, which is all that is needed.
var ErrSendingOnly = errors.New("the key may only send")

// Domains returns the domains of the account with the state of each, such as "verified". Its error is ErrSendingOnly
// where the key may not ask, and else a *site.DeliveryError.
func (r *Resend) Domains(ctx context.Context) (map[string]string, error) {
	answer, lost := r.ask(ctx, http.MethodGet, "domains", "", nil)
	if lost != nil {
		return nil, lost
	}
	if answer.name() == "restricted_api_key" {
		return nil, ErrSendingOnly
	}
	if failure := answer.failure(); failure != nil {
		return nil, failure
	}
	var list resend.ListDomainsResponse
	if json.Unmarshal(answer.body, &list) != nil || list.Data == nil {
		return nil, &site.DeliveryError{Status: answer.status, Reason: "the answer cannot be read"}
	}
	states := map[string]string{}
	for _, domain := range list.Data {
		states[domain.Name] = domain.Status
	}
	return states, nil
}

// answer is what Resend said, up to network.MaxAnswer: resend-go, which writes the requests, would read answers without
// limit, and report errors without their status.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// ask makes a request, with an idempotency key where there is one, and returns its answer.
func (r *Resend) ask(
	ctx context.Context, method, path, key string, content any,
) (*answer, *site.DeliveryError) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	// Whether the provider may have the mail, and whether it was reached but no encryption was agreed on.
	var written, unencrypted atomic.Bool
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders:     func() { written.Store(true) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) { unencrypted.Store(err != nil) },
	})

	options := &resend.SendEmailOptions{IdempotencyKey: key}
	request, err := r.client.NewRequestWithOptions(traced, method, path, content, options)
	var a *answer
	if err == nil {
		a, err = r.exchange(request)
	}
	if err != nil {
		reason := network.Lost(ctx, "the provider", err, unencrypted.Load())
		return nil, &site.DeliveryError{Fate: site.FateRetry, Uncertain: written.Load(), Reason: reason}
	}
	return a, nil
}

// exchange follows no redirect, which would carry the key and the mail to who knows where.
func (r *Resend) exchange(request *http.Request) (*answer, error) {
	response, err := r.transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, network.MaxAnswer+1))
	// The status of an error is worth something even when its words are lost; a success whose body is lost is none.
	if err != nil && response.StatusCode < 300 {
		return nil, err
	}
	return &answer{response.StatusCode, response.Header, body}, nil
}

// errorNames are how the names begin that Resend gives errors (resend.com/docs/api-reference/errors). Only these are
// repeated in reasons: names that others make up, and all messages, may quote what a visitor typed.
var errorNames = regexp.MustCompile(`^(application|concurrent|daily|internal|invalid|method|missing|monthly|` +
	`not|rate|restricted|security|validation)_[a-z_]{1,30}$`)

func (a *answer) name() string {
	var failure struct{ Name string }
	if json.Unmarshal(a.body, &failure) != nil || !errorNames.MatchString(failure.Name) {
		return ""
	}
	return failure.Name
}

func (a *answer) unreadable(why string) *site.DeliveryError {
	return &site.DeliveryError{
		Fate: site.FateRetry, Status: a.status, Uncertain: true, Reason: "the answer says success but " + why,
	}
}

// failure says what an answer means for the mail (docs/reliability.md section 2); nil for success. What is not listed
// there is tried again: a proxy between us and the provider may answer anything for a while, and a mail that is tried
// too often is better than one that is given up.
func (a *answer) failure() *site.DeliveryError {
	if a.status >= 200 && a.status < 300 {
		if len(a.body) > network.MaxAnswer {
			return a.unreadable("is far too long")
		}
		return nil
	}
	name := a.name()
	failure := &site.DeliveryError{
		Fate: site.FateRetry, Status: a.status,
		Reason: cmp.Or(name, strings.ToLower(http.StatusText(a.status)), "unknown error"),
	}
	switch a.status {
	case 401, 402, 403, 407: // The key, the domain or the account.
		failure.Fate = site.FatePark
	case 400, 413, 422, 451: // The mail.
		failure.Fate = site.FateDead
	case 409:
		if name == "invalid_idempotent_request" {
			failure.Fate = site.FateDead
		}
	case 408, 500, 502, 504:
		// A gateway that lost the answer of the program behind it says 502 or 504; a program that broke may have
		// broken after it took the mail.
		failure.Uncertain = true
	}

	if failure.Fate == site.FateRetry {
		failure.After = network.RetryAfter(a.header)
	}
	if a.status == http.StatusTooManyRequests && failure.After == 0 {
		failure.After = network.Seconds(a.header.Get("ratelimit-reset"))
		if name == "daily_quota_exceeded" || name == "monthly_quota_exceeded" {
			failure.After = network.MaxAfter
		}
	}
	return failure
}
