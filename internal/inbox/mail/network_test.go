package mail

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// These tests are about what only a real network does.

func standInOnANetwork(t *testing.T, config resendtest.Config) *resendtest.Server {
	t.Helper()
	standIn, err := resendtest.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := standIn.Close(); err != nil {
			t.Error(err)
		}
	})
	return standIn
}

func senderTo(t *testing.T, config Config) *Resend {
	t.Helper()
	if config.Key == "" {
		config.Key = resendtest.DefaultKey
	}
	sender, err := NewResend(config)
	if err != nil {
		t.Fatal(err)
	}
	sender.transport.Proxy = nil
	t.Cleanup(sender.Close)
	return sender
}

func TestAConnectionThatIsRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	why := refused(t, senderTo(t, Config{URL: "http://" + address}), "contact/1")
	if want := (site.DeliveryError{Fate: site.FateRetry, Reason: "the connection was refused"}); *why != want {
		t.Errorf("%+v, want %+v", *why, want)
	}
}

func TestANameThatNobodyKnows(t *testing.T) {
	sender := senderTo(t, Config{URL: "http://provider.invalid"})
	// Name servers that are not there: no query leaves the machine.
	resolver := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "udp", Err: net.ErrClosed}
	}}
	sender.transport.DialContext = (&net.Dialer{Resolver: resolver}).DialContext
	why := refused(t, sender, "contact/1")
	if want := (site.DeliveryError{Fate: site.FateRetry, Reason: "the provider's name is not known to the name servers"}); *why != want {
		t.Errorf("%+v, want %+v", *why, want)
	}
}

func TestAConnectionThatIsResetMidAnswer(t *testing.T) {
	standIn := standInOnANetwork(t, resendtest.Config{Script: resendtest.ByAttempt(resendtest.Reset, resendtest.LoseAnswer, resendtest.Truncate)})
	sender := senderTo(t, Config{URL: standIn.BaseURL()})
	for range 3 {
		why := refused(t, sender, "contact/1")
		if want := (site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}); *why != want {
			t.Errorf("%+v, want %+v", *why, want)
		}
	}
	if _, err := sender.Send(t.Context(), "contact/1", sampleMessage()); err != nil {
		t.Error(err)
	}
	if got, _ := standIn.Mail("contact/1"); got.Delivered != 1 || got.Accepted != 4 {
		t.Errorf("%+v", got)
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	var reached []string
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached = append(reached, r.URL.Path) }))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		standIn := standInOnANetwork(t, resendtest.Config{Script: resendtest.ByAttempt(resendtest.Fault{Status: status, Header: http.Header{"Location": {elsewhere.URL + "/emails"}}})})
		if why := refused(t, senderTo(t, Config{URL: standIn.BaseURL()}), "contact/1"); why.Fate != site.FateRetry || why.Status != status {
			t.Errorf("%d: %+v", status, why)
		}
	}
	if reached != nil {
		t.Errorf("the mail went to %v", reached)
	}
}

func TestCertificatesAreChecked(t *testing.T) {
	now := time.Now()
	good, goodRoots := certificate(t, "127.0.0.1", now.Add(-time.Hour), now.Add(time.Hour))
	expired, expiredRoots := certificate(t, "127.0.0.1", now.Add(-48*time.Hour), now.Add(-24*time.Hour))
	early, earlyRoots := certificate(t, "127.0.0.1", now.Add(24*time.Hour), now.Add(48*time.Hour))
	other, otherRoots := certificate(t, "127.0.0.2", now.Add(-time.Hour), now.Add(time.Hour))
	for name, c := range map[string]struct {
		certificate tls.Certificate
		roots       *x509.CertPool
		oldest      uint16
		want        string
	}{
		"good":       {good, goodRoots, 0, ""},
		"expired":    {expired, expiredRoots, 0, "the provider's certificate has expired or is not valid yet"},
		"too early":  {early, earlyRoots, 0, "the provider's certificate has expired or is not valid yet"},
		"other host": {other, otherRoots, 0, "the provider's certificate is not trusted"},
		"untrusted":  {good, expiredRoots, 0, "the provider's certificate is not trusted"},
		"TLS 1.1":    {good, goodRoots, tls.VersionTLS11, "no encrypted connection came about"},
	} {
		t.Run(name, func(t *testing.T) {
			standIn := resendtest.NewHandler(resendtest.Config{})
			server := httptest.NewUnstartedServer(standIn)
			server.TLS = &tls.Config{Certificates: []tls.Certificate{c.certificate}, MinVersion: tls.VersionTLS10, MaxVersion: c.oldest}
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.StartTLS()
			defer server.Close()
			sender := senderTo(t, Config{URL: server.URL, Roots: c.roots})
			if c.want == "" {
				if _, err := sender.Send(t.Context(), "contact/1", sampleMessage()); err != nil {
					t.Error(err)
				}
				return
			}
			if why := refused(t, sender, "contact/1"); *why != (site.DeliveryError{Fate: site.FateRetry, Reason: c.want}) || len(standIn.Requests()) != 0 {
				t.Errorf("%+v, want %q; %d requests came through", *why, c.want, len(standIn.Requests()))
			}
		})
	}
}

func certificate(t *testing.T, host string, from, until time.Time) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, NotBefore: from, NotAfter: until, IPAddresses: []net.IP{net.ParseIP(host)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

func TestAnAnswerOf50MBCostsNoMemory(t *testing.T) {
	const workers = 16
	always := func(int, string) resendtest.Fault { return resendtest.Huge }
	standIn := standInOnANetwork(t, resendtest.Config{Script: always})
	sender := senderTo(t, Config{URL: standIn.BaseURL()})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var sending sync.WaitGroup
	for i := range workers {
		sending.Go(func() {
			_, err := sender.Send(t.Context(), "contact/"+string(rune('a'+i)), sampleMessage())
			if err == nil {
				t.Error("an answer without an id is taken for success")
			}
		})
	}
	sending.Wait()
	runtime.ReadMemStats(&after)
	// All that was ever allocated, by the stand-in too, which is more than what was held at once.
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d answers of 50 MB: %d KB allocated", workers, allocated>>10)
	if allocated > 20<<20 {
		t.Errorf("%d answers of 50 MB allocated %d KB", workers, allocated>>10)
	}
}
