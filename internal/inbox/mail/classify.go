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
