package mail

import (
	"context"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

func TestAMailArrivesAsItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sender, standIn := provide(t, resendtest.Config{}, Config{})
		m := sampleMessage()
		id, err := sender.Send(t.Context(), "contact/1", m)
		if err != nil {
			t.Fatal(err, standIn.Requests())
		}
		got, found := standIn.Mail("contact/1")
		if !found || got.ID != id || got.From != m.From || !reflect.DeepEqual(got.To, m.To) || !reflect.DeepEqual(got.ReplyTo, []string{m.ReplyTo}) ||
			got.Subject != m.Subject || got.Text != m.Text || got.HTML != m.HTML || !reflect.DeepEqual(got.Headers, m.Headers) ||
			len(got.Attachments) != 1 || string(got.Attachments[0].Content) != string(m.Attachments[0].Content) || got.Attachments[0].Name != "booking.ics" {
			t.Errorf("%+v", got)
		}
		again, err := sender.Send(t.Context(), "contact/1", m)
		if got, _ = standIn.Mail("contact/1"); err != nil || again != id || got.Accepted != 2 || got.Delivered != 1 {
			t.Errorf("sent again: id %q, error %v, %+v", again, err, got)
		}
		time.Sleep(24 * time.Hour)
		if _, err := sender.Send(t.Context(), "contact/1", m); err != nil {
			t.Error(err)
		}
		if got, _ = standIn.Mail("contact/1"); got.Delivered != 2 {
			t.Errorf("a day later the key is still known: %+v", got)
		}
		m.Subject += "!"
		if _, err := sender.Send(t.Context(), "contact/1", m); !reflect.DeepEqual(err, &site.DeliveryError{Fate: site.FateDead, Status: 409, Reason: "invalid_idempotent_request"}) {
			t.Errorf("other words under the same key: %v", err)
		}
	})
}

// docs/reliability.md section 2 and section 9, B.
func TestEveryAnswerHasItsFate(t *testing.T) {
	day := 24 * time.Hour
	for name, c := range map[string]struct {
		fault resendtest.Fault
		want  site.DeliveryError
	}{
		"400":                {resendtest.Refuse(400, "validation_error"), site.DeliveryError{Fate: site.FateDead, Status: 400, Reason: "validation_error"}},
		"400 key":            {resendtest.Refuse(400, "invalid_idempotency_key"), site.DeliveryError{Fate: site.FateDead, Status: 400, Reason: "invalid_idempotency_key"}},
		"401":                {resendtest.Refuse(401, "missing_api_key"), site.DeliveryError{Fate: site.FatePark, Status: 401, Reason: "missing_api_key"}},
		"403":                {resendtest.Refuse(403, "invalid_api_key"), site.DeliveryError{Fate: site.FatePark, Status: 403, Reason: "invalid_api_key"}},
		"403 domain":         {resendtest.Refuse(403, "validation_error"), site.DeliveryError{Fate: site.FatePark, Status: 403, Reason: "validation_error"}},
		"404":                {resendtest.Refuse(404, "not_found"), site.DeliveryError{Fate: site.FateRetry, Status: 404, Reason: "not_found"}},
		"408":                {resendtest.Refuse(408, ""), site.DeliveryError{Fate: site.FateRetry, Status: 408, Reason: "request timeout", Uncertain: true}},
		"409 concurrent":     {resendtest.Refuse(409, "concurrent_idempotent_requests"), site.DeliveryError{Fate: site.FateRetry, Status: 409, Reason: "concurrent_idempotent_requests"}},
		"409 other payload":  {resendtest.Refuse(409, "invalid_idempotent_request"), site.DeliveryError{Fate: site.FateDead, Status: 409, Reason: "invalid_idempotent_request"}},
		"409 unnamed":        {resendtest.Refuse(409, ""), site.DeliveryError{Fate: site.FateRetry, Status: 409, Reason: "conflict"}},
		"413":                {resendtest.Refuse(413, ""), site.DeliveryError{Fate: site.FateDead, Status: 413, Reason: "request entity too large"}},
		"422":                {resendtest.Refuse(422, "missing_required_field"), site.DeliveryError{Fate: site.FateDead, Status: 422, Reason: "missing_required_field"}},
		"429":                {resendtest.SlowDown("rate_limit_exceeded", ""), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "rate_limit_exceeded"}},
		"429 after":          {resendtest.SlowDown("rate_limit_exceeded", "7"), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "rate_limit_exceeded", After: 7 * time.Second}},
		"429 after a day":    {resendtest.SlowDown("daily_quota_exceeded", "86400"), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "daily_quota_exceeded", After: day}},
		"429 after for ever": {resendtest.SlowDown("daily_quota_exceeded", "99999999999999999999"), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "daily_quota_exceeded", After: day}},
		"429 after a date":   {resendtest.SlowDown("rate_limit_exceeded", "Sat, 01 Jan 2000 00:01:00 GMT"), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "rate_limit_exceeded", After: time.Minute}},
		"429 after nonsense": {resendtest.SlowDown("rate_limit_exceeded", "-5 NaN"), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "rate_limit_exceeded"}},
		"429 daily":          {resendtest.SlowDown("daily_quota_exceeded", ""), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "daily_quota_exceeded", After: day}},
		"429 monthly":        {resendtest.SlowDown("monthly_quota_exceeded", ""), site.DeliveryError{Fate: site.FateRetry, Status: 429, Reason: "monthly_quota_exceeded", After: day}},
		"451":                {resendtest.Refuse(451, "security_error"), site.DeliveryError{Fate: site.FateDead, Status: 451, Reason: "security_error"}},
		"500":                {resendtest.Refuse(500, "internal_server_error"), site.DeliveryError{Fate: site.FateRetry, Status: 500, Reason: "internal_server_error", Uncertain: true}},
		"502":                {resendtest.Refuse(502, ""), site.DeliveryError{Fate: site.FateRetry, Status: 502, Reason: "bad gateway", Uncertain: true}},
		"503 after":          {resendtest.Fault{Status: 503, Header: http.Header{"Retry-After": {"30"}}}, site.DeliveryError{Fate: site.FateRetry, Status: 503, Reason: "internal_server_error", After: 30 * time.Second}},
		"504":                {resendtest.Refuse(504, ""), site.DeliveryError{Fate: site.FateRetry, Status: 504, Reason: "gateway timeout", Uncertain: true}},
		"500 of 50 MB":       {resendtest.Fault{Status: 500, Break: resendtest.BreakHuge}, site.DeliveryError{Fate: site.FateRetry, Status: 500, Reason: "internal server error", Uncertain: true}},
		"422 cut short":      {resendtest.Fault{Status: 422, Break: resendtest.BreakReset}, site.DeliveryError{Fate: site.FateDead, Status: 422, Reason: "unprocessable entity"}},
		"599":                {resendtest.Refuse(599, "made_up"), site.DeliveryError{Fate: site.FateRetry, Status: 599, Reason: "unknown error"}},
		"redirect":           {resendtest.Fault{Status: 307, Header: http.Header{"Location": {"http://127.0.0.1/emails"}}}, site.DeliveryError{Fate: site.FateRetry, Status: 307, Reason: "internal_server_error"}},

		"answer lost":       {resendtest.LoseAnswer, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}},
		"reset mid-answer":  {resendtest.Reset, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}},
		"truncated":         {resendtest.Truncate, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}},
		"stall":             {resendtest.Stall, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "no answer in time"}},
		"one byte a second": {resendtest.Drip, site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "no answer in time"}},
		"garbage":           {resendtest.Garbage, site.DeliveryError{Fate: site.FateRetry, Status: 200, Uncertain: true, Reason: unreadable}},
		"HTML":              {resendtest.HTML, site.DeliveryError{Fate: site.FateRetry, Status: 200, Uncertain: true, Reason: unreadable}},
		"empty":             {resendtest.Empty, site.DeliveryError{Fate: site.FateRetry, Status: 200, Uncertain: true, Reason: unreadable}},
		"204":               {resendtest.Fault{Accept: true, Status: 202, Body: []byte{}}, site.DeliveryError{Fate: site.FateRetry, Status: 202, Uncertain: true, Reason: unreadable}},
		"wrong types":       {resendtest.WrongTypes, site.DeliveryError{Fate: site.FateRetry, Status: 200, Uncertain: true, Reason: unreadable}},
		"no id":             {resendtest.NoID, site.DeliveryError{Fate: site.FateRetry, Status: 200, Uncertain: true, Reason: unreadable}},
		"odd id":            {resendtest.Answer("application/json", `{"id":"a\r\nb"}`), site.DeliveryError{Fate: site.FateRetry, Status: 200, Uncertain: true, Reason: unreadable}},
		"50 MB":             {resendtest.Huge, site.DeliveryError{Fate: site.FateRetry, Status: 200, Uncertain: true, Reason: "the answer says success but is far too long"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sender, standIn := provide(t, resendtest.Config{Script: resendtest.ByAttempt(c.fault)}, Config{})
				began := time.Now()
				if why := refused(t, sender, "contact/1"); *why != c.want {
					t.Errorf("%+v, want %+v", *why, c.want)
				}
				if held := time.Since(began); held > 12*time.Second {
					t.Errorf("a worker was held for %v", held)
				}
				// The fault is over: the next attempt is taken, and nothing arrives twice.
				synctest.Wait()
				if _, err := sender.Send(t.Context(), "contact/1", sampleMessage()); err != nil {
					t.Errorf("the second attempt: %v", err)
				}
				if got, _ := standIn.Mail("contact/1"); got.Delivered != 1 {
					t.Errorf("delivered %d times", got.Delivered)
				}
			})
		})
	}
}

const unreadable = "the answer says success but has no id that can be read"

func TestReasonsTellNothingThatWasTyped(t *testing.T) {
	const key = "re_canary_key"
	for name, body := range map[string]string{
		"message":     `{"statusCode":422,"name":"validation_error","message":"Invalid to: canary@visitor.example re_canary_key Canary Jones"}`,
		"name":        `{"statusCode":422,"name":"Canary Jones canary@visitor.example","message":""}`,
		"long name":   `{"name":"` + strings.Repeat("Canary ", 5000) + `"}`,
		"nested name": `{"name":{"canary":"re_canary_key"}}`,
		"plain":       "Canary Jones re_canary_key\r\n\x1b[31m",
	} {
		for _, status := range []int{200, 302, 400, 401, 403, 409, 418, 422, 429, 500, 503} {
			synctest.Test(t, func(t *testing.T) {
				fault := resendtest.Fault{Status: status, Accept: status == 200, Body: []byte(body), Header: http.Header{"Retry-After": {"Canary"}, "Ratelimit-Limit": {"Canary"}, "Location": {"http://canary/re_canary_key"}}}
				sender, _ := provide(t, resendtest.Config{Key: key, Script: resendtest.ByAttempt(fault)}, Config{Key: key})
				why := refused(t, sender, "contact/1")
				if text := strings.ToLower(why.Error()); strings.Contains(text, "canary") || len(text) > 120 || strings.ContainsAny(text, "\r\n\x1b") {
					t.Errorf("%s, %d: %s", name, status, text)
				}
			})
		}
	}
}

func TestTheWrongKeyIsParked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sender, standIn := provide(t, resendtest.Config{}, Config{Key: "re_other"})
		if why := refused(t, sender, "contact/1"); why.Fate != site.FatePark || why.Status != 403 || len(standIn.Sent()) != 0 {
			t.Errorf("%+v", why)
		}
	})
}

func TestTwoAtOnceUnderOneKeyAreOneMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := resendtest.Fault{Accept: true, Delay: 5 * time.Second, Status: 200}
		sender, standIn := provide(t, resendtest.Config{Script: resendtest.ByAttempt(slow)}, Config{})
		first := make(chan error, 1)
		go func() {
			_, err := sender.Send(t.Context(), "contact/1", sampleMessage())
			first <- err
		}()
		synctest.Wait()
		if why := refused(t, sender, "contact/1"); why.Fate != site.FateRetry || why.Reason != "concurrent_idempotent_requests" {
			t.Errorf("%+v", why)
		}
		if err := <-first; err != nil {
			t.Error(err)
		}
		if got := standIn.Sent(); len(got) != 1 || got[0].Delivered != 1 {
			t.Errorf("%+v", got)
		}
	})
}

func TestStoppingEndsSendingAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sender, _ := provide(t, resendtest.Config{Script: resendtest.ByAttempt(resendtest.Stall)}, Config{})
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		began := time.Now()
		_, err := sender.Send(ctx, "contact/1", sampleMessage())
		if want := (&site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "sending was stopped"}); !reflect.DeepEqual(err, want) || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestSettingsThatCannotBe(t *testing.T) {
	for name, config := range map[string]Config{
		"no key": {}, "key with spaces": {Key: "re_a b"}, "key with a line break": {Key: "re_a\nb"},
		"no address": {Key: "re_1", URL: "::"}, "no host": {Key: "re_1", URL: "https://"}, "other scheme": {Key: "re_1", URL: "ftp://x/"},
		"password": {Key: "re_1", URL: "https://u:secret@x/"}, "query": {Key: "re_1", URL: "https://x/?a"},
	} {
		if _, err := NewResend(config); err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "re_a") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, base := range []string{"", "https://api.resend.com", "https://api.resend.com/", "http://127.0.0.1:1/fake", "http://127.0.0.1:1/fake/"} {
		sender, err := NewResend(Config{Key: " re_1\n", URL: base})
		if err != nil || !strings.HasSuffix(sender.client.BaseURL.Path, "/") || sender.client.ApiKey != "re_1" {
			t.Errorf("%q: %v", base, err)
		}
	}
}
