package server

import (
	"strings"
	"testing"
)

func TestTheLinkOfAnOptInIsConfirmedByItsButtonAlone(t *testing.T) {
	r := start(t, func(c *Config, _ *fakeWebsite) { c.Inquiries = &fakeInquiries{} })
	ask := func(method, token string) (status int, body string) {
		t.Helper()
		// From a mail, a browser says that the request comes from another website, or from nowhere.
		w := r.dial()
		w.send(method + " /api/confirm?form=message&site=main&token=" + token + " HTTP/1.1\r\nHost: example.test\r\n" +
			"Sec-Fetch-Site: cross-site\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
		answer := w.read(method)
		for name, want := range map[string]string{
			"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Frame-Options": "DENY",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s %s: %s is %q", method, token, name, got)
			}
		}
		if !strings.Contains(answer.Header.Get("Content-Security-Policy"), "form-action 'self'") {
			t.Error("it has no policy")
		}
		if answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("other websites may read it")
		}
		return answer.StatusCode, answer.body
	}
	for _, step := range []struct {
		method, token string
		status        int
		state         string
	}{
		{"GET", "good", 200, "pending"},
		{"HEAD", "good", 200, ""},
		{"GET", "good", 200, "pending"},
		{"POST", "forged", 404, "unknown"},
		{"GET", "", 404, "unknown"},
		{"POST", "good", 200, "confirmed"},
		{"POST", "good", 200, "already"},
		{"GET", "good", 200, "already"},
		{"GET", "closed", 503, ""},
		{"POST", "closed", 503, ""},
	} {
		status, body := ask(step.method, step.token)
		if status != step.status || step.state != "" && body != "/main/message: "+step.state {
			t.Errorf("%s %s: %d %s", step.method, step.token, status, body)
		}
	}
}
