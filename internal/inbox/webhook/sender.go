package webhook

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/evenlight/marquee/internal/inbox/network"
	"github.com/evenlight/marquee/internal/site"
)

const (
	// sendTimeout bounds everything about one request. Receivers are to answer first and work then.
	sendTimeout = 10 * time.Second
	// How many requests to one address may be under way, of the eight that there are in all: so that one that hangs
	// does not take the places of the others.
	mostUnderWay = 4
	// How long one waits for a place, and how soon one that found none is looked at again.
	placeWait, busyPause = time.Second, 15 * time.Second
)

// Config is what a sender needs.
type Config struct {
	// Returns the address that an environment variable holds; empty where it is not set. Its error does not repeat it.
	// Required.
	Address func(variable string) (string, error)
	// What events are signed with, see ParseSecrets. None: events wait, parked.
	Secrets [][]byte
	// Where lists are reached, instead of the addresses of brevo and mailchimp. Set it in tests.
	Lists string
	// Whether addresses of private networks are called, and those with http://.
	Private bool
	// How long a request may take. Zero: 10 seconds.
	Timeout time.Duration
	// The certificates to trust. Nil: those of the machine.
	Roots *x509.CertPool
	// The clock of signatures. Nil: time.Now.
	Now func() time.Time
}

// Sender makes the requests of webhooks. It is safe for concurrent use; all workers of a process share one.
type Sender struct {
	config    Config
	transport *http.Transport
	places    sync.Map // A *semaphore.Weighted for each address, by its variable.
}

// NewSender returns a sender. It connects to nothing yet.
func NewSender(config Config) *Sender {
	config.Timeout = cmp.Or(config.Timeout, sendTimeout)
	if config.Now == nil {
		config.Now = time.Now
	}
	transport := network.Transport(config.Roots)
	if !config.Private {
		transport.Proxy = nil // It would stand in a private network, and dial for us.
		transport.DialContext = (&net.Dialer{ControlContext: public}).DialContext
	}
	return &Sender{config: config, transport: transport}
}

// Reserve is done at once: each address has its own pace.
func (s *Sender) Reserve(ctx context.Context) error { return ctx.Err() }

// Close closes connections that are idle.
func (s *Sender) Close() { s.transport.CloseIdleConnections() }

// Send makes the request of a webhook. The key is webhook/ and the submission's id, and makes the header webhook-id, by
// which the receiver knows a repetition. It returns the variable and the status of the answer: HOOK_SALES 200. The
// error is a *site.DeliveryError.
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
			reason := call.Variable + ": earlier requests are not answered yet"
			return "", &site.DeliveryError{Fate: site.FateLater, After: busyPause, Reason: reason}
		}
		var status int
		status, failure = s.do(request, call.Path != "")
		places.Release(1)
		if failure == nil {
			return call.Variable + " " + strconv.Itoa(status), nil
		}
	}
	failure.Reason = call.Variable + ": " + failure.Reason
	return "", failure
}

func (s *Sender) request(
	ctx context.Context, key string, call *site.WebhookCall,
) (*http.Request, *site.DeliveryError) {
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
	if call.Path != "" {
		if request := s.listRequest(ctx, call, written); request != nil {
			return request, nil
		}
		return park("it is no API key of " + call.Format)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, written, strings.NewReader(call.Body))
	switch {
	case err != nil || request.URL.Host == "" || request.URL.Scheme != "https" && request.URL.Scheme != "http":
		return park("it is no address: write it like https://host/path")
	case request.URL.Scheme == "http" && !s.config.Private:
		return park("the address begins with http://, which needs MARQUEE_WEBHOOK_PRIVATE=on")
	case call.Format == formatJSON && len(s.config.Secrets) == 0:
		return park("MARQUEE_WEBHOOK_SECRET is not set, with which events are signed")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Marquee-Webhooks")
	if call.Format == formatJSON {
		id := "msg_" + strings.TrimPrefix(key, site.KindWebhook+"/")
		timestamp := strconv.FormatInt(s.config.Now().Unix(), 10)
		request.Header.Set("Webhook-Id", id)
		request.Header.Set("Webhook-Timestamp", timestamp)
		request.Header.Set("Webhook-Signature", signature(s.config.Secrets, id, timestamp, call.Body))
	}
	return request, nil
}

// do makes a request and says what its answer means. As Standard Webhooks advises, everything but 410 is tried again: a
// receiver that is being deployed may answer anything for a while. A redirect is a wrong address, and would carry what
// was typed to who knows where.
func (s *Sender) do(request *http.Request, list bool) (status int, failure *site.DeliveryError) {
	ctx, cancel := context.WithTimeout(request.Context(), s.config.Timeout)
	defer cancel()
	answer, err := s.transport.RoundTrip(request.WithContext(ctx))
	if errors.Is(err, errPrivate) {
		reason := errPrivate.Error() + ", which needs MARQUEE_WEBHOOK_PRIVATE=on"
		return 0, &site.DeliveryError{Fate: site.FatePark, Reason: reason}
	}
	if err != nil {
		reason := network.Lost(ctx, "the receiver", err, false)
		return 0, &site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: reason}
	}
	// Nothing that stands in an answer matters, but of lists.
	defer answer.Body.Close()
	status = answer.StatusCode
	failure = &site.DeliveryError{Fate: site.FateRetry, Status: status, Reason: strings.ToLower(http.StatusText(status))}
	switch {
	case status >= 200 && status < 300:
		return status, nil
	case status == http.StatusGone:
		failure.Fate, failure.Reason = site.FateDead, "the receiver is gone"
	case list && status >= 400 && status <= 404:
		return status, judgeList(answer)
	case status >= 300 && status < 400:
		failure.Fate, failure.Reason = site.FatePark, "the answer is a redirect: give the address that it leads to"
	default:
		failure.After = network.RetryAfter(answer.Header)
	}
	return status, failure
}

var errPrivate = errors.New("the address is not on the public internet")

// public checks an address when it is dialled, after the name servers were asked: they may answer one thing to a check
// and another to the connection.
func public(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(at.Addr()) {
		return errPrivate
	}
	return nil
}

// special are the ranges of the public space that lead somewhere else
// (iana.org/assignments/iana-ipv4-special-registry and -ipv6-).
var special = prefixes("0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 " +
	"198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 2001::/23 2001:db8::/32 2002::/16 3fff::/20")

func prefixes(written string) (all []netip.Prefix) {
	for _, prefix := range strings.Fields(written) {
		all = append(all, netip.MustParsePrefix(prefix))
	}
	return all
}

var (
	publicIPv6 = netip.MustParsePrefix("2000::/3")
	// Through which networks without IPv4 reach it.
	nat64 = netip.MustParsePrefix("64:ff9b::/96")
)

func isPublic(at netip.Addr) bool {
	if at.Zone() != "" {
		return false
	}
	at = at.Unmap()
	if nat64.Contains(at) {
		bytes := at.As16()
		at = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	if !at.IsGlobalUnicast() || at.IsPrivate() || at.Is6() && !publicIPv6.Contains(at) {
		return false
	}
	return !slices.ContainsFunc(special, func(prefix netip.Prefix) bool { return prefix.Contains(at) })
}

// ParseSecrets reads the secrets that sign events: whsec_ with 24 to 64 bytes in base64, several with spaces between
// them while they are replaced. Its errors never repeat them.
func ParseSecrets(text string) ([][]byte, error) {
	wrong := func(what string) ([][]byte, error) {
		return nil, errors.New("a secret " + what + ": write whsec_ and 24 to 64 random bytes in base64, " +
			"such as the answer of: echo whsec_$(openssl rand -base64 32)")
	}
	var all [][]byte
	for _, word := range strings.Fields(text) {
		encoded, found := strings.CutPrefix(word, "whsec_")
		if !found {
			return wrong("does not begin with whsec_")
		}
		secret, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
		if err != nil {
			return wrong("is no base64")
		}
		if len(secret) < 24 || len(secret) > 64 {
			return wrong("is too short or too long")
		}
		all = append(all, secret)
	}
	if len(all) > 5 {
		return nil, errors.New("there are more than five secrets: keep the new one and the one before it")
	}
	return all, nil
}

func signature(secrets [][]byte, id, timestamp, body string) string {
	var all []string
	for _, secret := range secrets {
		sum := hmac.New(sha256.New, secret)
		sum.Write([]byte(id + "." + timestamp + "." + body))
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	}
	return strings.Join(all, " ")
}
