package resendtest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const good = `{"from":"Evenlight <hello@evenlight.example>","to":["team@evenlight.example"],"subject":"Hello","text":"Hi"}`

// post sends a body under an idempotency key to a stand-in that does not listen.
func post(t *testing.T, server *resendtest.Server, key, body string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodPost, "/emails", strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+server.Key())
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, request)
	return answer
}

func TestRequestsThatTheRealOneRefuses(t *testing.T) {
	with := func(field string) string { return strings.TrimSuffix(good, "}") + "," + field + "}" }
	without := func(old, replacement string) string { return strings.Replace(good, old, replacement, 1) }
	for name, c := range map[string]struct {
		body   string
		status int
		error  string
	}{
		"good":                  {good, 200, ""},
		"one receiver":          {without(`["team@evenlight.example"]`, `"team@evenlight.example"`), 200, ""},
		"reply_to":              {with(`"reply_to":["a@example.com"]`), 200, ""},
		"attachment as base64":  {with(`"attachments":[{"filename":"a.ics","content":"QUJD","content_type":"text/calendar"}]`), 200, ""},
		"attachment as numbers": {with(`"attachments":[{"filename":"a.ics","content":[65,66,255]}]`), 200, ""},
		"octet of 256":          {with(`"attachments":[{"filename":"a.ics","content":[256]}]`), 422, "validation_error"},
		"no attachment":         {with(`"attachments":[{"filename":"a.ics","content":""}]`), 422, "invalid_attachment"},
		"not JSON":              {`from=a`, 422, "validation_error"},
		"two objects":           {good + good, 422, "validation_error"},
		"not UTF-8":             {without("Hello", "\xff"), 422, "validation_error"},
		"unknown field":         {with(`"colour":"red"`), 422, "validation_error"},
		"number for text":       {without(`"Hi"`, `7`), 422, "validation_error"},
		"list for subject":      {without(`"Hello"`, `["Hello"]`), 422, "validation_error"},
		"no receiver":           {without(`["team@evenlight.example"]`, `[]`), 422, "missing_required_field"},
		"no text":               {without(`"text":"Hi"`, `"text":""`), 422, "missing_required_field"},
		"sender without host":   {without(`hello@evenlight.example`, `hello`), 422, "invalid_from_address"},
		"two in one":            {without(`["team@evenlight.example"]`, `["a@example.com, b@example.com"]`), 422, "validation_error"},
		"line break in to":      {without(`["team@evenlight.example"]`, `["a@example.com\r\nBcc: b@example.com"]`), 422, "validation_error"},
		"reply_to of two":       {with(`"reply_to":"a@example.com,b@example.com"`), 422, "validation_error"},
		"line break in subject": {without(`"Hello"`, `"Hello\nBcc: b@example.com"`), 422, "validation_error"},
		"override in subject":   {without(`"Hello"`, `"Hello\u202e"`), 422, "validation_error"},
		"line break in header":  {with(`"headers":{"X-A":"b\r\nBcc: c"}`), 422, "invalid_parameter"},
		"odd header":            {with(`"headers":{"X A":"b"}`), 422, "invalid_parameter"},
	} {
		server := resendtest.NewHandler(resendtest.Config{})
		answer := post(t, server, "k", c.body)
		if answer.Code != c.status || c.error != "" && !strings.Contains(answer.Body.String(), `"name":"`+c.error+`"`) {
			t.Errorf("%s: %d %s", name, answer.Code, answer.Body)
		}
		if taken := len(server.Sent()); (taken == 1) != (c.status == 200) {
			t.Errorf("%s: %d mails taken", name, taken)
		}
	}
}

func TestWhoMaySend(t *testing.T) {
	server := resendtest.NewHandler(resendtest.Config{Key: "re_right"})
	for name, c := range map[string]struct {
		method, path, token, kind, key string
		status                         int
	}{
		"right": {"POST", "/emails", "Bearer re_right", "application/json", "k", 200}, "no token": {"POST", "/emails", "", "application/json", "k", 401},
		"wrong token": {"POST", "/emails", "Bearer re_wrong", "application/json", "k", 403}, "a form": {"POST", "/emails", "Bearer re_right", "text/plain", "k", 422},
		"long key": {"POST", "/emails", "Bearer re_right", "application/json", strings.Repeat("k", 257), 400}, "GET": {"GET", "/emails", "Bearer re_right", "application/json", "k", 405},
		"elsewhere": {"POST", "/emails/", "Bearer re_right", "application/json", "k", 404},
	} {
		request := httptest.NewRequest(c.method, c.path, strings.NewReader(good))
		request.Header.Set("Authorization", c.token)
		request.Header.Set("Content-Type", c.kind)
		request.Header.Set("Idempotency-Key", c.key)
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, request)
		if answer.Code != c.status {
			t.Errorf("%s: %d %s", name, answer.Code, answer.Body)
		}
	}
}

func TestKeysAreRememberedForADay(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	server := resendtest.NewHandler(resendtest.Config{Now: func() time.Time { return now }})
	other := strings.Replace(good, "Hello", "Bye", 1)
	first := post(t, server, "k", good).Body.String()
	for i, step := range []struct {
		after  time.Duration
		body   string
		status int
		same   bool
	}{
		{time.Hour, good, 200, true},
		{time.Hour, other, 409, false},
		{22*time.Hour - time.Second, good, 200, true},
		{time.Second, other, 200, false},
	} {
		now = now.Add(step.after)
		answer := post(t, server, "k", step.body)
		if answer.Code != step.status || (answer.Body.String() == first) != step.same {
			t.Errorf("step %d: %d %s", i, answer.Code, answer.Body)
		}
	}
	if got, _ := server.Mail("k"); got.Accepted != 4 || got.Delivered != 2 || len(server.Sent()) != 1 {
		t.Errorf("%+v", got)
	}
	post(t, server, "", good)
	post(t, server, "", good)
	if n := len(server.Sent()); n != 3 {
		t.Errorf("%d mails; those without a key are each their own", n)
	}
}

func TestALimitIsNamedAndKept(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	server := resendtest.NewHandler(resendtest.Config{Now: func() time.Time { return now }, Limit: 2, Window: 3 * time.Second, NameLimit: true})
	want := []int{200, 200, 429, 429, 200}
	for i, status := range want {
		if i == 4 {
			now = now.Add(3 * time.Second)
		}
		answer := post(t, server, fmt.Sprint(i), good)
		if answer.Code != status || answer.Header().Get("ratelimit-limit") != "2" || answer.Header().Get("ratelimit-reset") != "3" || status == 429 && answer.Header().Get("retry-after") != "3" {
			t.Errorf("request %d: %d %v", i, answer.Code, answer.Header())
		}
	}
	if n := len(server.Sent()); n != 3 {
		t.Errorf("%d mails taken", n)
	}
}

func TestTheSameSeedFailsTheSame(t *testing.T) {
	run := func(seed uint64, share float64) (faults []resendtest.Fault, failed int) {
		script := resendtest.Random(seed, share, time.Second)
		for i := range 1000 {
			fault := script(i, "k")
			if !fault.IsZero() {
				failed++
			}
			faults = append(faults, fault)
		}
		return faults, failed
	}
	one, failed := run(1, 0.3)
	again, _ := run(1, 0.3)
	other, _ := run(2, 0.3)
	if !reflect.DeepEqual(one, again) || reflect.DeepEqual(one, other) || failed < 250 || failed > 350 {
		t.Errorf("%d of 1000 failed; the same: %v", failed, reflect.DeepEqual(one, again))
	}
	if _, failed := run(1, 0); failed != 0 {
		t.Errorf("%d of 1000 failed of none", failed)
	}
}

func TestItListensAndClosesWhileRequestsHang(t *testing.T) {
	server, err := resendtest.New(resendtest.Config{Light: true, Script: resendtest.ByAttempt(resendtest.Fault{}, resendtest.Stall)})
	if err != nil {
		t.Fatal(err)
	}
	if base := server.BaseURL(); !strings.HasPrefix(base, "http://127.0.0.1:") || !strings.HasSuffix(base, "/") {
		t.Errorf("base URL %q", base)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	send := func() (string, error) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.BaseURL()+"emails", strings.NewReader(good))
		if err != nil {
			return "", err
		}
		request.Header.Set("Authorization", "Bearer "+server.Key())
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", "k")
		answer, err := client.Do(request)
		if err != nil {
			return "", err
		}
		body, err := io.ReadAll(answer.Body)
		if closed := answer.Body.Close(); err == nil {
			err = closed
		}
		return string(body), err
	}
	body, err := send()
	if got, _ := server.Mail("k"); err != nil || body != `{"id":"`+got.ID+`"}` || got.Text != "" || got.Subject != "Hello" {
		t.Errorf("%s, %v, %+v", body, err, got)
	}
	hanging := make(chan error, 1)
	reached := make(chan struct{})
	server.SetScript(func(int, string) resendtest.Fault {
		close(reached)
		return resendtest.Stall
	})
	go func() {
		_, err := send()
		hanging <- err
	}()
	<-reached
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	if err := <-hanging; err == nil {
		t.Error("the request that hung was answered")
	}
}
