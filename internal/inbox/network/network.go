// Package network is what all share that send what visitors typed: bounded connections, and words of our own for why
// there was no answer, because those of the network quote addresses.
package network

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// MaxAnswer is how much of an answer is read. What others have to say are a few hundred bytes.
	MaxAnswer = 64 << 10
	// MaxAfter bounds how long others may ask to wait.
	MaxAfter = 24 * time.Hour
)

// Transport returns one that trusts those certificates; nil is those of the machine.
func Transport(roots *x509.CertPool) *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: roots}
	transport.MaxIdleConnsPerHost = 8
	transport.MaxResponseHeaderBytes = MaxAnswer
	transport.DisableCompression = true // A small compressed answer may be a large one.
	return transport
}

// RetryAfter reads the header Retry-After: seconds, or a date (RFC 9110, 10.2.3).
func RetryAfter(header http.Header) time.Duration {
	written := header.Get("Retry-After")
	if at, err := http.ParseTime(written); err == nil {
		return max(0, min(time.Until(at), MaxAfter))
	}
	return Seconds(written)
}

// Seconds reads a number of seconds, up to MaxAfter; zero for anything else.
func Seconds(written string) time.Duration {
	number, err := strconv.ParseFloat(strings.TrimSpace(written), 64)
	if err != nil || !(number > 0) {
		return 0
	}
	return time.Duration(min(number, MaxAfter.Seconds()) * float64(time.Second))
}

// CertificateFault says what is wrong with the certificate of the other side; empty where nothing is.
func CertificateFault(who string, err error) string {
	if expired, is := errors.AsType[x509.CertificateInvalidError](err); is && expired.Reason == x509.Expired {
		return who + "'s certificate has expired or is not valid yet"
	}
	if _, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return who + "'s certificate is not trusted"
	}
	return ""
}

// Lost says why there is no answer, or that no encrypted connection came about.
func Lost(ctx context.Context, who string, err error, unencrypted bool) string {
	timeout, mayTimeOut := errors.AsType[net.Error](err)
	_, isName := errors.AsType[*net.DNSError](err)
	_, isProtocol := errors.AsType[textproto.ProtocolError](err)
	certificate := CertificateFault(who, err)

	switch {
	case certificate != "":
		return certificate
	case errors.Is(ctx.Err(), context.Canceled):
		return "sending was stopped"
	case errors.Is(ctx.Err(), context.DeadlineExceeded), mayTimeOut && timeout.Timeout():
		return "no answer in time"
	case isName:
		return who + "'s name is not known to the name servers"
	case isProtocol:
		return who + "'s answer cannot be read"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case unencrypted:
		return "no encrypted connection came about"
	}
	return "the connection was lost"
}
