package webhook

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// maxAfter bounds how long a receiver may ask to wait.
const maxAfter = 24 * time.Hour

// classify says what an answer means; nil for success. As Standard Webhooks
// advises, everything but 410 is tried again: a receiver that is being deployed
// may answer anything for a while. A redirect is a wrong address.
func classify(answer *http.Response, now time.Time) *site.DeliveryError {
	status := answer.StatusCode
	failure := &site.DeliveryError{Fate: site.FateRetry, Status: status, Reason: strings.ToLower(http.StatusText(status))}
	switch {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusGone:
		failure.Fate, failure.Reason = site.FateDead, "the receiver is gone"
	case status >= 300 && status < 400:
		failure.Fate, failure.Reason = site.FatePark, "the answer is a redirect: give the address that it leads to"
	default:
		failure.After = retryAfter(answer.Header.Get("Retry-After"), now)
	}
	return failure
}

// retryAfter reads the header Retry-After: seconds, or a date (RFC 9110, 10.2.3).
func retryAfter(written string, now time.Time) time.Duration {
	if wait, err := strconv.ParseFloat(written, 64); err == nil && wait > 0 {
		return time.Duration(min(wait, maxAfter.Seconds()) * float64(time.Second))
	}
	if at, err := http.ParseTime(written); err == nil {
		return max(0, min(at.Sub(now), maxAfter))
	}
	return 0
}

// lost says why there is no answer. The words are ours: those of the network quote the address.
func lost(ctx context.Context, err error) *site.DeliveryError {
	failure := &site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}
	var (
		dns         *net.DNSError
		timeout     net.Error
		certificate *tls.CertificateVerificationError
	)
	switch {
	case errors.Is(err, errPrivate):
		failure.Fate, failure.Uncertain = site.FatePark, false
		failure.Reason = errPrivate.Error() + ", which needs MARQUEE_WEBHOOK_PRIVATE=on"
	case errors.As(err, &certificate):
		failure.Reason = "the receiver's certificate is not trusted"
	case errors.As(err, &dns):
		failure.Reason = "the receiver's name is not known to the name servers"
	case errors.Is(ctx.Err(), context.Canceled):
		failure.Reason = "sending was stopped"
	case errors.As(err, &timeout) && timeout.Timeout():
		failure.Reason = "no answer in time"
	case errors.Is(err, syscall.ECONNREFUSED):
		failure.Reason = "the connection was refused"
	}
	return failure
}
