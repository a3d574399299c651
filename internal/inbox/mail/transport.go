package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

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
