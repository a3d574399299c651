package server

import (
	"strings"
	"testing"
	"time"
)

// TestPanicWhileAccepting checks that it costs one answer, and that the log
// tells where it was but not what was typed.
func TestPanicWhileAccepting(t *testing.T) {
	r := start(t, func(c *Config, _ *fakeWebsite) { c.Inquiries = &fakeInquiries{} })
	w := r.dial()
	got := r.post(w, typeForm, "site=main&form=message&name=Ada", "Idempotency-Key: panic")
	if got.StatusCode != 500 || !strings.Contains(got.body, `"name":"Ada"`) {
		t.Errorf("answer is %d %q, want what was typed", got.StatusCode, got.body)
	}
	for _, problem := range insecure(got.Header) {
		t.Error(problem)
	}
	if got := r.post(w, typeInput, "{}", "Idempotency-Key: index"); got.StatusCode != 500 {
		t.Errorf("answer is %d", got.StatusCode)
	}
	if got := r.post(w, typeInput, "{}"); got.StatusCode != 200 {
		t.Errorf("the same connection answers %d afterwards", got.StatusCode)
	}
	log := r.log.String()
	if !strings.Contains(log, "fakeInquiries") || !strings.Contains(log, "index out of range") || strings.Contains(log, "canary") || strings.Contains(log, "Ada") {
		t.Errorf("the log lacks the cause, or has what was typed:\n%s", log)
	}
	_, metrics := r.ask("/metrics")
	for _, want := range []string{
		"marquee_http_panics_total 2", `marquee_http_requests_total{route="form",status="500"} 2`, `marquee_http_requests_total{route="form",status="200"} 1`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
}

// TestReceiptsInTheMetrics checks that what becomes of forms is counted as forms, and the sent page as a page.
func TestReceiptsInTheMetrics(t *testing.T) {
	r := start(t, func(c *Config, _ *fakeWebsite) { c.Inquiries = &fakeInquiries{} })
	w := r.dial()
	for _, outcome := range []string{"stored", "invalid_form", "too_many_requests"} {
		r.post(w, typeForm, "name=Ada", "Idempotency-Key: "+outcome)
	}
	r.get("/about?sent=message&ref=" + validReference)
	_, metrics := r.ask("/metrics")
	for _, want := range []string{
		`{route="form",status="303"} 1`, `{route="form",status="422"} 1`, `{route="form",status="429"} 1`, `{route="page",status="200"} 1`,
	} {
		if !strings.Contains(metrics, "marquee_http_requests_total"+want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	for _, secret := range []string{"Ada", validReference, "127.0.0.1"} {
		if strings.Contains(r.log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, r.log.String())
		}
	}
}

// TestInquiriesBeforeContent posts before there is a website that the form could belong to.
func TestInquiriesBeforeContent(t *testing.T) {
	r := start(t, func(_ *Config, f *fakeWebsite) { f.revision.Store(nil) })
	for _, media := range []string{typeForm, typeInput} {
		if got := r.post(r.dial(), media, "site=main&form=message&name=Ada"); got.StatusCode != 503 || got.Header.Get("Retry-After") != "60" {
			t.Errorf("%s: %d %q", media, got.StatusCode, got.body)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for wait, want := range map[time.Duration]string{
		0: "", -time.Second: "", 1: "1", time.Second: "1", time.Second + 1: "2", time.Minute: "60", 24 * time.Hour: "86400",
	} {
		if got := retryAfter(wait, 429); got != want {
			t.Errorf("%s is written %q, want %q", wait, got, want)
		}
	}
}
