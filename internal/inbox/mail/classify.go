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
			return &site.DeliveryError{Fate: site.FateRetry, Status: e.status, Uncertain: true, Reason: "the answer says success but is far too long"}
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
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusRequestEntityTooLarge, http.StatusUnavailableForLegalReasons:
		return site.FateDead
	case http.StatusConflict:
		if name == "invalid_idempotent_request" {
			return site.FateDead
		}
	}
	return site.FateRetry
}

// classifyLost says what became of a mail without an answer. The words are ours:
// those of the network quote addresses.
func (e *exchange) classifyLost(ctx context.Context, err error) *site.DeliveryError {
	failure := &site.DeliveryError{Fate: site.FateRetry, Uncertain: e.written.Load(), Reason: "the connection was lost"}
	var (
		dns         *net.DNSError
		timeout     net.Error
		certificate *tls.CertificateVerificationError
		expired     x509.CertificateInvalidError
	)
	switch {
	case errors.As(err, &dns):
		failure.Reason = "the provider's name is not known to the name servers"
	case errors.As(err, &expired) && expired.Reason == x509.Expired:
		failure.Reason = "the provider's certificate has expired or is not valid yet"
	case errors.As(err, &certificate):
		failure.Reason = "the provider's certificate is not trusted"
	case errors.Is(ctx.Err(), context.Canceled):
		failure.Reason = "sending was stopped"
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		failure.Reason = "no answer in time"
	case e.unencrypted.Load():
		failure.Reason = "no encrypted connection came about"
	case errors.Is(err, syscall.ECONNREFUSED):
		failure.Reason = "the connection was refused"
	}
	return failure
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

// classify says what an error means for the mail. The words are ours: those of
// servers and networks quote addresses.
func (d *dialogue) classify(err error) *site.DeliveryError {
	failure := &site.DeliveryError{Fate: site.FateRetry, Uncertain: d.step == stepContent}
	if code := replyCode(err); code != 0 {
		extended := extendedCode(err)
		failure.Status, failure.Uncertain = code, false
		failure.Fate, failure.Reason = d.fate(code, extended), refusals[d.step]
		if code < 500 {
			failure.Reason += " for now"
		}
		if extended != "" {
			failure.Reason += " (" + extended + ")"
		}
		return failure
	}
	for _, known := range []error{errNoEncryption, errNoLogin, errTooLarge} {
		if errors.Is(err, known) {
			failure.Fate, failure.Reason = site.FatePark, known.Error()
			if errors.Is(err, errTooLarge) {
				failure.Fate = site.FateDead
			}
			return failure
		}
	}
	if reason := certificateFault(err); reason != "" {
		failure.Fate, failure.Reason = site.FatePark, reason
		return failure
	}
	failure.Reason = d.lostReason(err)
	return failure
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

// certificateFault says what is wrong with the server's encryption; empty where nothing is.
func certificateFault(err error) string {
	var (
		expired x509.CertificateInvalidError
		name    x509.HostnameError
		verify  *tls.CertificateVerificationError
		record  tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &expired) && expired.Reason == x509.Expired:
		return "the mail server's certificate has expired or is not valid yet"
	case errors.As(err, &name):
		return "the mail server's certificate is for another name"
	case errors.As(err, &verify):
		return "the mail server's certificate is not trusted"
	case errors.As(err, &record):
		return "the mail server does not begin with encryption: smtps:// is mostly for port 465, smtp:// for 587"
	}
	return ""
}

// lostReason says why there is no answer.
func (d *dialogue) lostReason(err error) string {
	var (
		dns      *net.DNSError
		protocol textproto.ProtocolError
		timeout  net.Error
	)
	switch {
	case errors.Is(d.ctx.Err(), context.Canceled):
		return "sending was stopped"
	case errors.Is(d.ctx.Err(), context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	case errors.As(err, &dns):
		return "the mail server's name is not known to the name servers"
	case errors.Is(err, errEndless):
		return "the mail server's answers are far too long"
	case errors.As(err, &protocol):
		return "the mail server's answer cannot be read"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case d.step == stepTLS:
		return "no encrypted connection came about"
	}
	return "the connection was lost"
}

// replyCode returns the code of an error that the server answered; zero for others.
func replyCode(err error) int {
	if answer, is := errors.AsType[*textproto.Error](err); is && answer.Code >= 400 && answer.Code < 600 {
		return answer.Code
	}
	return 0
}

var extendedPattern = regexp.MustCompile(`^[45]\.\d{1,3}\.\d{1,3}\b`)

// extendedCode returns the extended status code (RFC 3463) of an answer, such as 5.1.1; empty where it has none.
func extendedCode(err error) string {
	if answer, is := errors.AsType[*textproto.Error](err); is {
		return extendedPattern.FindString(answer.Msg)
	}
	return ""
}
