//go:build !race

package main

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// hardLimit is what one address may send within a minute (docs/reliability.md section 10).
const hardLimit = 120

// TestLimitsKnowOneAddressFromAnother has a proxy at 127.0.0.9, and visitors that
// reach the program past it.
func TestLimitsKnowOneAddressFromAnother(t *testing.T) {
	t.Parallel()
	h := openReady(t, opening{arguments: []string{"--trusted-proxies", "127.0.0.9"}})
	behind := func(t *testing.T) *instance {
		proxied := h.as(t)
		proxied.client = clientAt(t, 9)
		return proxied
	}
	t.Run("OneAddressHasRoomForABuildingFullOfPeople", func(t *testing.T) { buildingFullOfPeople(t, behind(t)) })
	t.Run("AHouseholdIsOneSenderAndTheNextAnother", func(t *testing.T) { householdIsOneSender(t, behind(t)) })
	t.Run("NobodyButAProxySaysWhereAFormComesFrom", func(t *testing.T) { onlyProxiesAreBelieved(t, h.as(t)) })
}

// clientAt is a client at 127.0.0.n.
func clientAt(t *testing.T, n byte) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, n)}}
	client := visitorsClient(&http.Transport{DialContext: dialer.DialContext})
	t.Cleanup(client.CloseIdleConnections)
	return client
}

// buildingFullOfPeople posts from one address behind a
// proxy as much as it may, and then more.
func buildingFullOfPeople(t *testing.T, h *instance) {
	const building = "X-Forwarded-For: 198.51.100.7"
	for i := range hardLimit {
		from := building
		if i%3 == 0 {
			// What stands left of the proxy's own words was written by the visitor.
			from = fmt.Sprintf("X-Forwarded-For: 192.0.2.%d, 198.51.100.7", i)
		}
		if answer := h.postJSON(message(fmt.Sprint("person-", i)), from); answer.status != http.StatusOK {
			t.Fatalf("person %d is answered %d: %s", i+1, answer.status, answer.body)
		}
	}
	if suspects := h.list("--state", outbox.StateSuspect); len(suspects) > 0 {
		t.Errorf("%d of %d people are suspect: %s", len(suspects), hardLimit, suspects[0].Suspect)
	}
	words := fixtureContent(t).Main().Site.Errors.TooMany
	for _, from := range []string{building, "X-Forwarded-For: 192.0.2.200, 198.51.100.7"} {
		answer := h.postJSON(message("one-too-many"), from)
		if got := h.refused(answer, http.StatusTooManyRequests, "too_many_requests"); got.Error.Message != string(words) {
			t.Errorf("the words are %q", got.Error.Message)
		}
		// The last minute is counted in steps of five seconds.
		if wait, err := strconv.Atoi(answer.header.Get("Retry-After")); err != nil || wait < 1 || wait > 65 {
			t.Errorf("Retry-After is %q", answer.header.Get("Retry-After"))
		}
	}
	answer := h.postForm(native(message("typed-for-long")), building, "Referer: "+h.url+"/contact")
	if answer.status != http.StatusTooManyRequests || answer.header.Get("Retry-After") == "" ||
		!strings.Contains(answer.body, string(words)) || !strings.Contains(answer.body, "This is the message of typed-for-long.") {
		t.Errorf("the page is answered %d, Retry-After %q, and does not keep what was typed:\n%s", answer.status, answer.header.Get("Retry-After"), answer.body)
	}
	if page := h.fetchFrom("/contact", building); page != http.StatusOK {
		t.Errorf("an address that sends too much gets pages with %d", page)
	}
	if others := h.postJSON(message("neighbour"), "X-Forwarded-For: 198.51.100.8"); others.status != http.StatusOK {
		t.Errorf("another address is answered %d", others.status)
	}
	// 120 people, and the neighbour.
	if records := h.list(); len(records) != hardLimit+1 {
		t.Errorf("%d are stored, want %d", len(records), hardLimit+1)
	}
}

// householdIsOneSender posts from many addresses of one
// IPv6 /64, which is what one household has.
func householdIsOneSender(t *testing.T, h *instance) {
	from := func(subnet, host int) string { return fmt.Sprintf("X-Forwarded-For: 2001:db8:1:%x::%x", subnet, host) }
	// A form that does not fit counts like any other, and costs no disk.
	empty := map[string]string{"site": "main"}
	for i := range hardLimit {
		if answer := h.postJSON(empty, from(1, i+1)); answer.status != http.StatusUnprocessableEntity {
			t.Fatalf("number %d is answered %d: %s", i+1, answer.status, answer.body)
		}
	}
	if answer := h.postJSON(empty, from(1, 0xffff)); answer.status != http.StatusTooManyRequests {
		t.Errorf("another address of the household is answered %d", answer.status)
	}
	if answer := h.postJSON(empty, from(2, 1)); answer.status != http.StatusUnprocessableEntity {
		t.Errorf("the household next door is answered %d", answer.status)
	}
}

// onlyProxiesAreBelieved posts with a made-up address each
// time, from an address that is no trusted proxy.
func onlyProxiesAreBelieved(t *testing.T, h *instance) {
	empty := map[string]string{"site": "main"}
	for i := range hardLimit {
		made := fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", i)
		if answer := h.postJSON(empty, made, fmt.Sprintf("Forwarded: for=198.51.100.%d", i)); answer.status != http.StatusUnprocessableEntity {
			t.Fatalf("number %d is answered %d: %s", i+1, answer.status, answer.body)
		}
	}
	if answer := h.postJSON(empty, "X-Forwarded-For: 203.0.113.1", "Forwarded: for=203.0.113.1", "X-Real-IP: 203.0.113.1"); answer.status != http.StatusTooManyRequests {
		t.Errorf("a made-up address escapes the limit: %d", answer.status)
	}
	// Nor can somebody else be locked out that way.
	answer, err := h.submit(clientAt(t, 2), asJSON, encoded(t, message("elsewhere")), sameOrigin, "X-Forwarded-For: 127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	h.stored(answer)
}

// fetchFrom gets a page with a header and returns the status.
func (h *instance) fetchFrom(path, header string) int {
	h.t.Helper()
	request, err := http.NewRequest(http.MethodGet, h.url+path, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	name, value, _ := strings.Cut(header, ": ")
	request.Header.Set(name, value)
	response, err := h.client.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// TestATrapKeepsTheMailUntilSomebodyReleasesIt fills in the field that nobody
// sees, as programs do.
func TestATrapKeepsTheMailUntilSomebodyReleasesIt(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{env: mailingTo(provider), spans: spans{look: time.Hour}})
	suspect := h.postJSON(message("trapped", "homepage", "https://spam.example"))
	honest := h.postJSON(message("honest"))
	caught, free := h.stored(suspect), h.stored(honest)
	for _, answer := range []*reply{&suspect, &honest} {
		answer.header.Del("Date")
	}
	if fmt.Sprint(suspect.header) != fmt.Sprint(honest.header) || len(suspect.body) != len(honest.body) {
		t.Errorf("who fell into the trap can tell:\n%v %s\n%v %s", suspect.header, suspect.body, honest.header, honest.body)
	}
	page := h.postForm(native(message("trapped-page", "homepage", "x")), "Referer: "+h.url+"/contact")
	if page.status != http.StatusSeeOther || !strings.HasPrefix(page.header.Get("Location"), "/contact?sent=contact&ref=") {
		t.Errorf("without a script, who fell into the trap is answered %d to %q", page.status, page.header.Get("Location"))
	}

	// What came later is mailed; what is suspect would have been mailed before it.
	h.mailed(provider, "contact/"+free.ID)
	h.mailed(provider, "confirmation/"+free.ID)
	h.settled()
	record := h.find(caught.ID)
	if record.State != outbox.StateSuspect || !strings.Contains(record.Suspect, "honeypot") || record.Value("email") != "trapped@example.com" {
		t.Errorf("stored as %+v", record)
	}
	if suspects := h.list("--state", outbox.StateSuspect); len(suspects) != 2 {
		t.Errorf("%d are suspect, want 2", len(suspects))
	}
	if sent := provider.Sent(); len(sent) != 2 {
		t.Fatalf("%d mails left, want the two of the honest one", len(sent))
	}

	h.says("release", caught.Reference)
	if mail := h.mailed(provider, "contact/"+caught.ID); !strings.Contains(mail.Text, "This is the message of trapped.") {
		t.Errorf("the notice of what was released:\n%s", mail.Text)
	}
	h.mailed(provider, "confirmation/"+caught.ID)
	h.eventually("the list does not say that it is sent", func() bool { return h.find(caught.ID).State == outbox.StateSent })
	if sent := provider.Sent(); len(sent) != 4 {
		t.Errorf("%d mails left, want 4: the other suspect was not released", len(sent))
	}
}
