package server

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
)

// TestTheLogIsQuietUntilSomethingGoesWrong checks what an operator sees at the
// usual level: no line per visitor, and one for each answer that failed here.
func TestTheLogIsQuietUntilSomethingGoesWrong(t *testing.T) {
	var log testkit.Log
	r := start(t, func(c *Config, _ *fakeWebsite) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	for _, path := range []string{"/about", "/nobody", "/old", "/api/nope", "/%zz", "/about?q=1"} {
		r.get(path)
	}
	w := r.dial()
	w.send("POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2" + end + "{}")
	if got := w.read("POST"); got.StatusCode != 503 {
		t.Errorf("closed inquiries answer %d", got.StatusCode)
	}
	w = r.dial()
	w.send("nonsense" + end)
	w.read("GET")
	if lines := log.String(); lines != "" {
		t.Errorf("the log has lines about nothing:\n%s", lines)
	}
	r.get("/broken")
	if lines := log.String(); !strings.Contains(lines, "level=WARN") || !strings.Contains(lines, "path=/broken status=500") || strings.Count(lines, "\n") != 1 {
		t.Errorf("the log has not exactly one line about the failure:\n%s", lines)
	}
}
