//go:build !race

package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	w := boot(t, fixture)
	admin := strings.TrimPrefix(w.admin, "http://")
	if code, _, stderr := run(t, nil, "healthcheck", "--admin-addr", admin); code != exitOK || stderr != "" {
		t.Errorf("of a server that is ready, it ended with %d: %s", code, stderr)
	}
	_, port, err := net.SplitHostPort(admin)
	if err != nil {
		t.Fatal(err)
	}
	for _, listens := range []string{":" + port, "0.0.0.0:" + port} {
		if code, _, stderr := run(t, map[string]string{"MARQUEE_ADMIN_ADDR": listens}, "healthcheck"); code != exitOK {
			t.Errorf("of a server that listens on %s, it ended with %d: %s", listens, code, stderr)
		}
	}
	if code, _, stderr := run(t, nil, "healthcheck", "--admin-addr", "9090"); code != exitUsage || !strings.Contains(stderr, "127.0.0.1:9090") {
		t.Errorf("of no address, it ended with %d: %s", code, stderr)
	}
}

func TestHealthcheckOfWhatIsNotReady(t *testing.T) {
	answers := func(handler http.HandlerFunc) string {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		return strings.TrimPrefix(server.URL, "http://")
	}
	for name, test := range map[string]struct{ address, timeout, want string }{
		"draining": {answers(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"ok": false, "draining": true}`, http.StatusServiceUnavailable)
		}), "1m", "draining"},
		"redirected": {answers(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/livez", http.StatusFound) }), "1m", "302"},
		"silent":     {answers(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }), "50ms", "deadline exceeded"},
		"absent":     {freeAddress(t), "1m", "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			code, _, stderr := run(t, nil, "healthcheck", "--admin-addr", test.address, "--timeout", test.timeout)
			if code != exitFailed || !strings.Contains(stderr, test.want) {
				t.Errorf("it ended with %d: %s", code, stderr)
			}
		})
	}
}
