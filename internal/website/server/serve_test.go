package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

// TestDrain ends a server while a request is being answered: operators see it,
// the answer arrives whole with "Connection: close", and new visitors find no listener.
func TestDrain(t *testing.T) {
	t.Parallel()
	entered, release := make(chan struct{}), make(chan struct{})
	r := start(t, func(c *Config, f *fakeWebsite) {
		c.DrainDelay = 3 * time.Second // what follows must be asked within it
		f.onPage = func(_ context.Context, path string) {
			if path == "/about" {
				close(entered)
				<-release
			}
		}
	})
	idle := r.dial()
	idle.send("GET / HTTP/1.1\r\nHost: a" + end)
	if got := idle.read("GET"); got.Close {
		t.Fatal("the connection closes before the end is announced")
	}
	w := r.dial()
	w.send("GET /about HTTP/1.1\r\nHost: a" + end)
	<-entered
	r.cancel()
	testkit.Eventually(t, "readyz says draining", func() bool {
		status, body := r.ask("/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(body, `"draining": true`)
	})
	idle.send("GET / HTTP/1.1\r\nHost: a" + end)
	if got := idle.read("GET"); got.StatusCode != 200 || !got.Close {
		t.Errorf("while the end is announced: %d, close %t; want 200 and close", got.StatusCode, got.Close)
	}
	testkit.Eventually(t, "the listener is closed", func() bool {
		c, err := net.Dial("tcp", r.addr)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	if status, _ := r.ask("/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("operators are told %d while requests finish", status)
	}
	select {
	case err := <-r.done:
		t.Fatalf("Serve returned during a request: %v", err)
	default:
	}
	close(release)
	if got := w.read("GET"); got.StatusCode != 200 || got.body != "<h1>/about</h1>" || !got.Close {
		t.Errorf("answer is %d %q, close %t; want the whole page and close", got.StatusCode, got.body, got.Close)
	}
	if err := r.stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// TestDrainTimeout ends a server whose request never comes to an end by itself.
func TestDrainTimeout(t *testing.T) {
	entered := make(chan struct{})
	r := start(t, func(c *Config, f *fakeWebsite) {
		c.DrainTimeout = 50 * time.Millisecond
		f.onPage = func(ctx context.Context, _ string) {
			close(entered)
			<-ctx.Done()
		}
	})
	w := r.dial()
	w.send("GET /about HTTP/1.1\r\nHost: a" + end)
	<-entered
	err := r.stop()
	if err == nil || !strings.Contains(err.Error(), "requests were still running after 50ms") {
		t.Errorf("Serve returned %v, want it to say what was cut off", err)
	}
	// The request was cancelled, so it comes to its end, and the connection too.
	if got := w.read("GET"); !got.Close {
		t.Error("the connection stays open")
	}
	w.ended()
}

// TestBrokenListener checks that a broken listener is named and ends what serves it.
func TestBrokenListener(t *testing.T) {
	s := New(Config{}, newFakeWebsite(), &fakeHealth{})
	for name, serve := range map[string]func(context.Context, net.Listener) error{"serve visitors": s.Serve, "serve operators": s.ServeAdmin} {
		broken := freePort(t)
		if err := broken.Close(); err != nil {
			t.Fatal(err)
		}
		if err := serve(t.Context(), broken); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v, want the broken listener named", name, err)
		}
	}
	select {
	case <-s.Closed():
	default:
		t.Error("nobody is told that no visitors are taken")
	}
}

// ask asks the admin listener.
func (r *running) ask(path string) (int, string) {
	r.t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := (&http.Client{Transport: transport, Timeout: patience}).Get("http://" + r.admin + path)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// TestTheAdminAddressAnswersOnlyToItsNames: a page elsewhere may lead a name of its
// own here, and would read what the browser of an operator can reach.
func TestTheAdminAddressAnswersOnlyToItsNames(t *testing.T) {
	r := start(t, func(c *Config, _ *fakeWebsite) { c.AdminHosts = []string{"marquee.internal"} })
	for host, want := range map[string]int{
		"127.0.0.1:9090": 200, "127.0.0.1": 200, "[::1]:9090": 200, "10.1.2.3": 200, "localhost": 200, "LOCALHOST.:80": 200,
		"marquee.internal": 200, "Marquee.Internal.:9090": 200,
		"evil.example": 421, "evil.example:9090": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421,
		"marquee.internal.evil.example": 421, "2130706433.evil": 421, "x.localhost.": 421,
	} {
		for _, path := range []string{"/readyz", "/metrics", "/tls?domain=a"} {
			request, err := http.NewRequest(http.MethodGet, "http://"+r.admin+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = host
			response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if got := response.StatusCode; (got == http.StatusMisdirectedRequest) != (want == http.StatusMisdirectedRequest) {
				t.Errorf("%s of %s: %d, want %d", path, host, got, want)
			}
		}
	}
}

func TestFormsAndProfilesOnTheAdminAddress(t *testing.T) {
	r := start(t, nil)
	if status, body := r.ask("/readyz/forms"); status != http.StatusServiceUnavailable || !strings.Contains(body, "no room") {
		t.Errorf("forms that are closed: %d %s", status, body)
	}
	if status, _ := r.ask("/debug/pprof/"); status != http.StatusNotFound {
		t.Errorf("profiles nobody asked for: %d", status)
	}
	if got := r.get("/debug/pprof/goroutine"); got.StatusCode != http.StatusNotFound {
		t.Errorf("profiles on the public address: %d", got.StatusCode)
	}
	r = start(t, func(c *Config, _ *fakeWebsite) { c.Profiles = true })
	if status, body := r.ask("/debug/pprof/goroutine?debug=1"); status != http.StatusOK || !strings.Contains(body, "goroutine profile") {
		t.Errorf("profiles: %d", status)
	}
	if got := r.get("/debug/pprof/goroutine"); got.StatusCode != http.StatusNotFound {
		t.Errorf("profiles on the public address: %d", got.StatusCode)
	}
}
