//go:build !race

package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// canary stands in everything that a visitor sends, in the key of the provider
// and in what the provider says.
const canary = "canary"

// TestNothingThatVisitorsSendIsLoggedOrCounted sends forms that go well, that are
// refused in every way, and whose mail fails in every way. Afterwards log,
// metrics and health tell nothing of what was in them, nor who sent them.
func TestNothingThatVisitorsSendIsLoggedOrCounted(t *testing.T) {
	t.Parallel()
	const address, network = "203.0.113.77", "2001:db8:77:1::9"
	faults := map[string]resendtest.Fault{}
	provider := standIn(t, func(_ int, key string) resendtest.Fault { return faults[key] })
	quoting := func(status int) resendtest.Fault {
		return resendtest.Fault{Status: status, Body: []byte(`{"statusCode":1,"name":"canary-name","message":"canary@canary.example is not right"}`), Header: http.Header{"X-Canary": {"canary"}}}
	}
	h := openReady(t, opening{
		env:       mailingTo(provider, "MARQUEE_MAIL_FROM=Canary-Sender <canary@sender.example>"),
		arguments: []string{"--trusted-proxies", "127.0.0.1"},
	})
	headers := func(more ...string) []string {
		return append([]string{
			"Referer: " + h.url + "/contact?canary=canary", "User-Agent: canary-agent", "Cookie: canary=canary", "X-Forwarded-For: " + address + ", " + network,
			"Accept-Language: canary", "X-Canary: canary",
		}, more...)
	}
	fields := func(name string, more ...string) map[string]string {
		return message("canary-"+name, more...)
	}

	// Stored: with every kind of answer of the provider, each but the last as its first.
	var ids []string
	trouble := []resendtest.Fault{
		quoting(500), quoting(422), quoting(401), quoting(403), quoting(429), quoting(409), quoting(404), quoting(302),
		resendtest.LoseAnswer, resendtest.Garbage, resendtest.HTML, resendtest.WrongTypes, resendtest.Answer(asJSON, `{"id":"canary canary"}`),
		{},
	}
	// The fault of a key must be known before the mail goes: the first try of all fails.
	provider.SetScript(func(_ int, key string) resendtest.Fault {
		fault, known := faults[key]
		if !known {
			fault = trouble[len(faults)%len(trouble)]
			faults[key] = fault
		}
		return fault
	})
	for i := range trouble {
		body := fields(fmt.Sprint("stored-", i), "name", "canary", "message", "canary <canary>, once more: canary")
		ids = append(ids, h.stored(h.postJSON(body, headers("Idempotency-Key: canary-key-"+fmt.Sprint(i))...)).ID)
	}
	if answer := h.postForm(native(fields("native")), headers()...); answer.status != http.StatusSeeOther {
		t.Fatalf("a native post is answered %d: %s", answer.status, answer.body)
	}
	h.stored(h.postJSON(fields("trap", "homepage", "https://canary.example"), headers()...))

	// Refused, in every way there is.
	booking := map[string]string{"site": "business", "type": "booking", "name": "canary", "email": "canary@", "phone": "canary", "service": "canary", "date": "canary", "time": "canary", "message": "canary"}
	refusals := []struct {
		status      int
		contentType string
		body        string
		headers     []string
	}{
		{422, asJSON, encoded(t, booking), nil},
		{422, asForm, native(booking).Encode(), nil},
		{422, asJSON, encoded(t, fields("long", "name", strings.Repeat("canary", 50))), nil},
		{400, asJSON, encoded(t, fields("unknown", "canary-field", "canary")), nil},
		{400, asJSON, encoded(t, fields("site", "site", "canary")), nil},
		{400, asJSON, encoded(t, fields("form", "form", "canary")), nil},
		{400, asJSON, encoded(t, fields("type", "type", "canary")), nil},
		{400, asJSON, `{"name":"canary","name":"canary"}`, nil},
		{400, asJSON, `{"canary":`, nil},
		{400, asForm, "canary=%zz&name=canary", nil},
		{409, asJSON, encoded(t, fields("other")), []string{"Idempotency-Key: canary-key-0"}},
		{409, asForm, native(fields("other")).Encode(), []string{"Idempotency-Key: canary-key-0"}},
		{400, asJSON, encoded(t, fields("key")), []string{"Idempotency-Key: " + strings.Repeat("canary", 50)}},
		{403, asJSON, encoded(t, fields("foreign")), []string{"Sec-Fetch-Site: cross-site", "Origin: https://canary.example"}},
		{415, "text/canary", "canary", nil},
		{415, asJSON, "canary", []string{"Content-Encoding: canary"}},
		{413, asJSON, encoded(t, fields("long", "message", strings.Repeat("canary ", 10_000))), nil},
	}
	for _, refusal := range refusals {
		answer := h.post(refusal.contentType, refusal.body, headers(refusal.headers...)...)
		if answer.status != refusal.status {
			t.Errorf("%.80q is answered %d, want %d: %.200s", refusal.body, answer.status, refusal.status, answer.body)
		}
		// Visitors see what they sent, and nothing of the team and the provider.
		for _, private := range []string{provider.Key(), "inbox@evenlight.example", address, network} {
			if strings.Contains(answer.body, private) {
				t.Errorf("the answer to %.80q says %q", refusal.body, private)
			}
		}
	}
	for _, path := range []string{"/contact?canary=canary&email=canary@canary.example", "/canary/canary", "/api/canary", "/api/sites/canary"} {
		h.get(path)
	}

	// Every mail was tried, so everything that may be said of it was said.
	h.eventually("not every mail was tried", func() bool {
		tried := map[string]bool{}
		for _, request := range provider.Requests() {
			tried[request.Key] = true
		}
		return !slices.ContainsFunc(ids, func(id string) bool { return !tried["contact/"+id] || !tried["confirmation/"+id] })
	})
	told := map[string]string{"/metrics": h.operate("/metrics").body, "/readyz": h.operate("/readyz").body}
	reasons := ""
	for _, record := range h.list() {
		for _, delivery := range record.Deliveries {
			reasons += delivery.LastError + "\n" + delivery.ProviderID + "\n"
		}
	}
	told["what is said of deliveries"] = reasons
	if closing := provider.Close(); closing != nil { // nothing that is under way holds the end up
		t.Error(closing)
	}
	h.stop()
	told["log"] = h.log.String()
	// Each reason is told with the first mail that it held up.
	if !slices.ContainsFunc(ids, func(id string) bool { return strings.Contains(told["log"], "submission="+id) }) {
		t.Error("the log names no mail that failed: none can be found")
	}
	for where, text := range told {
		if text == "" {
			t.Errorf("%s is empty", where)
		}
		for _, secret := range []string{canary, address, network, "2001:db8", provider.Key(), "inbox@evenlight.example"} {
			for line := range strings.Lines(text) {
				if strings.Contains(strings.ToLower(line), strings.ToLower(secret)) {
					t.Errorf("%s says %q: %s", where, secret, line)
				}
			}
		}
	}
}

// TestNoVisitorGetsThePageOfAnother is about what caches and connections keep.
func TestNoVisitorGetsThePageOfAnother(t *testing.T) {
	t.Parallel()
	h := openReady(t, opening{})
	t.Run("ARefusedFormShowsWhatWasTypedToItsVisitorOnly", func(t *testing.T) { refusedFormsAreForTheirVisitors(t, h.as(t)) })
	t.Run("AnAddressThatSaysSentNeverPoisonsThePage", func(t *testing.T) { sentPagesArePages(t, h.as(t)) })
}

// refusedFormsAreForTheirVisitors posts forms of visitors one after the other on
// one connection: no answer has anything of the one before.
func refusedFormsAreForTheirVisitors(t *testing.T, h *instance) {
	for i := range 20 {
		own, other := fmt.Sprintf("visitor-%d", i), fmt.Sprintf("visitor-%d", i-1)
		fields := message(own, "email", own)
		answer := h.postForm(native(fields), "Referer: "+h.url+"/contact")
		if answer.status != http.StatusUnprocessableEntity || !strings.Contains(answer.body, own) || strings.Contains(answer.body, other+"<") || strings.Contains(answer.body, `"`+other+`"`) {
			t.Fatalf("%d: %s", answer.status, answer.body)
		}
		if answer.header.Get("Cache-Control") != "no-store" {
			t.Errorf("the answer may be kept: %q", answer.header.Get("Cache-Control"))
		}
	}
	if plain := h.get("/contact"); strings.Contains(plain.body, "visitor-") {
		t.Error("the page itself shows what was typed")
	}
}

// sentPagesArePages asks for the page after sending between visits of the plain
// page, which stays as it was, for every cache.
func sentPagesArePages(t *testing.T, h *instance) {
	const path = "/contact"
	before := h.get(path)
	answer := h.postForm(native(message("sent")), "Referer: "+h.url+path)
	leads, err := url.Parse(answer.header.Get("Location"))
	if err != nil || answer.status != http.StatusSeeOther {
		t.Fatal(answer.status, err, answer.body)
	}
	reference := leads.Query().Get("ref")
	if answer.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the answer itself may be kept: %q", answer.header.Get("Cache-Control"))
	}
	plain := func(when string) {
		t.Helper()
		got := h.get(path)
		kept, was := maps.Clone(got.header), maps.Clone(before.header)
		for _, header := range []http.Header{kept, was} {
			header.Del("Date")
		}
		if got.status != http.StatusOK || got.body != before.body || fmt.Sprint(kept) != fmt.Sprint(was) || strings.Contains(got.body, reference) {
			t.Fatalf("%s the plain page is another: %d %v", when, got.status, kept)
		}
		request, err := http.NewRequest(http.MethodGet, h.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("If-None-Match", before.header.Get("ETag"))
		response, err := h.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusNotModified {
			t.Errorf("%s whoever has the plain page gets it again: %d", when, response.StatusCode)
		}
	}
	for range 2 {
		sent := h.get(leads.RequestURI())
		if sent.status != http.StatusOK || !strings.Contains(sent.body, reference) || sent.header.Get("Cache-Control") != "no-store" || sent.header.Get("ETag") == before.header.Get("ETag") {
			t.Fatalf("the page after sending: %d %q %q", sent.status, sent.header.Get("Cache-Control"), sent.header.Get("ETag"))
		}
		plain("after it")
	}
	// What is made up is the plain page, and nothing of it is shown.
	for _, query := range []string{
		"?sent=contact&ref=" + url.QueryEscape("<script>canary()</script>"), "?sent=contact&ref=CANARY-1", "?sent=contact",
		"?sent=canary&ref=" + reference, "?sent=contact&ref=" + reference + "&canary=canary", "?sent=", "?ref=" + reference,
	} {
		if got := h.get(path + query); got.status != http.StatusOK || got.body != before.body || got.header.Get("ETag") != before.header.Get("ETag") {
			t.Errorf("%s is not the plain page: %d %q", query, got.status, got.header)
		}
		plain("after " + query)
	}
	if other := h.get("/about?sent=contact&ref=" + reference); strings.Contains(other.body, reference) {
		t.Error("a page without the form says that it was sent")
	}
}
