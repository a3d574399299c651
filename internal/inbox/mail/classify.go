package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// maxAfter bounds how long a provider may ask to wait.
const maxAfter = 24 * time.Hour

// errorNames are the names that Resend gives errors (resend.com/docs/api-reference/errors).
// Only these are repeated in reasons: names that others make up, and all
// messages, may quote what a visitor typed.
var errorNames = map[string]bool{
	"invalid_idempotency_key": true, "validation_error": true, "missing_api_key": true, "restricted_api_key": true,
	"invalid_api_key": true, "not_found": true, "method_not_allowed": true, "invalid_idempotent_request": true,
	"concurrent_idempotent_requests": true, "invalid_attachment": true, "invalid_from_address": true,
	"invalid_access": true, "invalid_parameter": true, "invalid_region": true, "missing_required_field": true,
	"monthly_quota_exceeded": true, "daily_quota_exceeded": true, "rate_limit_exceeded": true,
	"security_error": true, "application_error": true, "internal_server_error": true,
}

// classify says what an answer means for the mail; nil for success.
func (e *exchange) classify() *site.DeliveryError {
	if e.status >= 200 && e.status < 300 {
		if e.cut {
			return &site.DeliveryError{
				Fate: site.FateRetry, Status: e.status, Uncertain: true,
				Reason: "the answer says success but is far too long",
			}
		}
		return nil
	}
	name := e.name()
	failure := &site.DeliveryError{
		Fate: fate(e.status, name), Status: e.status, After: retryAfter(e.header),
		Reason: cmp.Or(name, strings.ToLower(http.StatusText(e.status)), "unknown error"),
	}
	if e.status == http.StatusTooManyRequests && failure.After == 0 {
		switch name {
		case "daily_quota_exceeded", "monthly_quota_exceeded":
			failure.After = maxAfter
		default:
			failure.After = seconds(e.header.Get("ratelimit-reset"))
		}
	}
	if failure.Fate != site.FateRetry {
		failure.After = 0
	}
	// A gateway that lost the answer of the program behind it says 502 or 504;
	// a program that broke may have broken after it took the mail.
	switch e.status {
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusRequestTimeout:
		failure.Uncertain = true
	}
	return failure
}

// name returns the name of the error, where the answer has a known one.
func (e *exchange) name() string {
	var answer struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(e.body, &answer) != nil || !errorNames[answer.Name] {
		return ""
	}
	return answer.Name
}

// fate sorts errors by docs/reliability.md section 2. What is not listed there is tried
// again: a proxy between us and the provider may answer anything for a while,
// and a mail that is tried too often is better than one that is given up.
func fate(status int, name string) site.DeliveryFate {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired, http.StatusProxyAuthRequired:
		return site.FatePark
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusRequestEntityTooLarge,
		http.StatusUnavailableForLegalReasons:
		return site.FateDead
	case http.StatusConflict:
		if name == "invalid_idempotent_request" {
			return site.FateDead
		}
	}
	return site.FateRetry
}

// classifyLost says what became of a mail without an answer.
func (e *exchange) classifyLost(ctx context.Context, err error) *site.DeliveryError {
	reason := cmp.Or(
		certificateFault("the provider", err),
		lostReason(ctx, "the provider", err, e.unencrypted.Load()),
	)
	return &site.DeliveryError{Fate: site.FateRetry, Uncertain: e.written.Load(), Reason: reason}
}

// certificateFault says what is wrong with the certificate of the other side; empty where nothing is.
func certificateFault(who string, err error) string {
	if expired, is := errors.AsType[x509.CertificateInvalidError](err); is && expired.Reason == x509.Expired {
		return who + "'s certificate has expired or is not valid yet"
	}
	if _, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return who + "'s certificate is not trusted"
	}
	return ""
}

// lostReason says why there is no answer. The words are ours: those of the network quote addresses.
func lostReason(ctx context.Context, who string, err error, unencrypted bool) string {
	timeout, mayTimeOut := errors.AsType[net.Error](err)
	_, isName := errors.AsType[*net.DNSError](err)
	_, isProtocol := errors.AsType[textproto.ProtocolError](err)

	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return "sending was stopped"
	case errors.Is(ctx.Err(), context.DeadlineExceeded), mayTimeOut && timeout.Timeout():
		return "no answer in time"
	case isName:
		return who + "'s name is not known to the name servers"
	case errors.Is(err, errEndless):
		return who + "'s answers are far too long"
	case isProtocol:
		return who + "'s answer cannot be read"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case unencrypted:
		return "no encrypted connection came about"
	}
	return "the connection was lost"
}

// retryAfter reads the header Retry-After: seconds, or a date (RFC 9110, 10.2.3).
func retryAfter(header http.Header) time.Duration {
	written := strings.TrimSpace(header.Get("Retry-After"))
	if wait := seconds(written); wait > 0 {
		return wait
	}
	if at, err := http.ParseTime(written); err == nil {
		return max(0, min(time.Until(at), maxAfter))
	}
	return 0
}

// seconds reads a number of seconds; zero for anything else.
func seconds(written string) time.Duration {
	number, err := strconv.ParseFloat(strings.TrimSpace(written), 64)
	if err != nil || !(number > 0) {
		return 0
	}
	if number >= maxAfter.Seconds() {
		return maxAfter
	}
	return time.Duration(number * float64(time.Second))
}

// step is what is being done with a mail server.
type step int

const (
	stepConnect step = iota
	stepTLS
	stepGreeting
	stepHello
	stepAuth
	stepSender
	stepReceiver
	stepData
	stepContent
)

// refusals are what an error code of the server says at each step.
var refusals = map[step]string{
	stepTLS:      "the mail server refuses encryption (STARTTLS)",
	stepGreeting: "the mail server does not serve us",
	stepHello:    "the mail server refuses our name",
	stepAuth:     "user or password is refused",
	stepSender:   "the sender's address is refused",
	stepReceiver: "the receiver's address is refused",
	stepData:     "the mail is refused before it is sent",
	stepContent:  "the mail is refused",
}

var (
	errNoEncryption = errors.New("the mail server offers no encryption (STARTTLS)")
	errNoLogin      = errors.New("the mail server has no way to log in that is known here")
	errTooLarge     = errors.New("the mail is larger than the mail server takes")
)

// accountCodes are extended status codes about what we may do, wherever they come
// up (RFC 4954, RFC 7372, and those of Exchange): the configuration is wrong.
var accountCodes = regexp.MustCompile(`^5\.7\.(8|9|11|14|54|57|60|64)$`)

// classify says what an error means for the mail.
func (d *dialogue) classify(err error) *site.DeliveryError {
	if code, extended := reply(err); code != 0 {
		reason := refusals[d.step]
		if code < 500 {
			reason += " for now"
		}
		if extended != "" {
			reason += " (" + extended + ")"
		}
		return &site.DeliveryError{Fate: d.fate(code, extended), Status: code, Reason: reason}
	}

	if errors.Is(err, errTooLarge) {
		return &site.DeliveryError{Fate: site.FateDead, Reason: err.Error()}
	}
	if reason := encryptionFault(err); reason != "" {
		return &site.DeliveryError{Fate: site.FatePark, Reason: reason}
	}
	reason := lostReason(d.ctx, "the mail server", err, d.step == stepTLS)
	return &site.DeliveryError{Fate: site.FateRetry, Uncertain: d.step == stepContent, Reason: reason}
}

// fate sorts error codes. What comes before the receiver concerns every mail:
// somebody must change the configuration.
func (d *dialogue) fate(code int, extended string) site.DeliveryFate {
	switch {
	case code < 500:
		return site.FateRetry
	case code == 530, code == 535, code == 538, accountCodes.MatchString(extended):
		return site.FatePark
	case d.step == stepSender && (code == 552 || code == 555):
		return site.FateDead // Its size, or its letters.
	case d.step < stepReceiver:
		return site.FatePark
	case d.step == stepReceiver && code == 552:
		return site.FateRetry // The mailbox is full (RFC 5321, 4.5.3.1.10).
	case d.step == stepReceiver && d.mail.kind != site.MailConfirmation && strings.HasPrefix(extended, "5.7."):
		return site.FatePark // We may not send there, to an address that content chose.
	}
	return site.FateDead
}

// encryptionFault says why mail cannot go to the server encrypted and logged in, where somebody must change
// the configuration; empty where nobody must.
func encryptionFault(err error) string {
	if errors.Is(err, errNoEncryption) || errors.Is(err, errNoLogin) {
		return err.Error()
	}
	if _, is := errors.AsType[x509.HostnameError](err); is {
		return "the mail server's certificate is for another name"
	}
	if _, is := errors.AsType[tls.RecordHeaderError](err); is {
		return "the mail server does not begin with encryption: smtps:// is mostly for port 465, smtp:// for 587"
	}
	return certificateFault("the mail server", err)
}

var extendedPattern = regexp.MustCompile(`^[45]\.\d{1,3}\.\d{1,3}\b`)

// reply returns the code of an error that the server answered, zero for others, and its extended status code
// (RFC 3463) such as 5.1.1, empty where it has none. Servers send that one unannounced too, so the text is read.
func reply(err error) (code int, extended string) {
	answer, is := errors.AsType[*textproto.Error](err)
	if !is || answer.Code < 400 || answer.Code > 599 {
		return 0, ""
	}
	return answer.Code, extendedPattern.FindString(answer.Msg)
}
