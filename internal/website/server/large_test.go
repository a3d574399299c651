package server

import (
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

// TestABodyThatIsTooLargeIsAnsweredSoThatItCanBeRead sends all of it before it
// looks at the answer, as browsers do; a connection that is closed with bytes
// unread is reset, and the answer lost.
func TestABodyThatIsTooLargeIsAnsweredSoThatItCanBeRead(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	const size = 3 << 20
	head := fmt.Sprintf("POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d%s", size, end)
	for name, pause := range map[string]time.Duration{"AtOnce": 0, "Slowly": 20 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := r.dial()
			w.t = t
			w.send(head)
			part := strings.Repeat("a", size/64)
			pace := time.NewTicker(max(pause, time.Nanosecond))
			defer pace.Stop()
			for range 64 {
				<-pace.C // a slow line, longer than the moment that was waited before
				w.send(part)
			}
			if got := w.read("POST"); got.StatusCode != http.StatusRequestEntityTooLarge || !got.Close || !strings.Contains(got.body, "too_large") {
				t.Errorf("answer is %d %q, close %v", got.StatusCode, got.body, got.Close)
			}
			w.ended()
		})
	}
	t.Run("Node", func(t *testing.T) {
		t.Parallel()
		node, err := exec.LookPath("node")
		if err != nil {
			t.Skip("there is no node")
		}
		script := `fetch(process.argv[1], {method: 'POST', headers: {'content-type': 'application/json'}, body: 'a'.repeat(3 << 20)})
			.then(async (answer) => console.log(answer.status, (await answer.json()).error.code), (error) => console.log(error.cause ?? error))`
		for range 2 {
			said, err := exec.CommandContext(t.Context(), node, "-e", script, "http://"+r.addr+"/api/send-contact-email").CombinedOutput()
			if err != nil || strings.TrimSpace(string(said)) != "413 too_large" {
				t.Errorf("fetch: %v %s", err, said)
			}
		}
	})
}

// TestABodyWithoutEndHoldsNoConnection sends for ever, or says that it will and does not.
func TestABodyWithoutEndHoldsNoConnection(t *testing.T) {
	t.Parallel()
	t.Run("Endless", func(t *testing.T) {
		t.Parallel()
		r := start(t, nil)
		w := r.dial()
		w.t = t
		w.send("POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked" + end)
		chunk := []byte("10000\r\n" + strings.Repeat("a", 0x10000) + "\r\n")
		sent := 0
		for {
			n, err := w.Write(chunk)
			sent += n
			if err != nil {
				break
			}
			if sent > 20*lingerBytes {
				t.Fatalf("it still reads after %d bytes", sent)
			}
		}
	})
	t.Run("Silent", func(t *testing.T) {
		t.Parallel()
		r := start(t, func(c *Config, _ *fakeWebsite) { c.MaxConnections = 1 })
		w := r.dial()
		w.t = t
		w.send("POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000" + end)
		if got := w.read("POST"); got.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("answer is %d", got.StatusCode)
		}
		w.ended()
		testkit.Eventually(t, "the place is free", func() bool {
			client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			got, err := client.Get("http://" + r.addr + "/about")
			if err != nil {
				return false // refused while there is none
			}
			return got.Body.Close() == nil && got.StatusCode == http.StatusOK
		})
	})
}

func TestALargeFileIsClosedAfterEveryAnswer(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	for _, request := range []string{
		"GET /files/tour-1a2b3c4d5e.mp4", "HEAD /files/tour-1a2b3c4d5e.mp4", "GET /files/prices-1a2b3c4d5e.pdf", "GET /files/changed-1a2b3c4d5e.pdf",
	} {
		method, _, _ := strings.Cut(request, " ")
		for _, more := range []string{"", "Range: bytes=2-4\r\n", "Range: bytes=99-\r\n", "If-None-Match: *\r\n"} {
			w := r.dial()
			w.send(request + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + more + "\r\n")
			w.read(method)
			w.ended()
		}
	}
	testkit.Eventually(t, "all files are closed", func() bool { return r.website.opened.Load() == 0 })
}
