package webhook

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func newsletter(hook site.Webhook, values ...site.Entry) site.Message {
	form := &site.Form{ID: "news", OptIn: true, Webhooks: []site.Webhook{hook}, Fields: []site.Field{
		{Name: "name", Type: "text"}, {Name: "email", Type: "email"},
	}}
	return Compose(&site.Bundle{Site: &site.Site{ID: "main"}}, form, &site.Submission{Values: values})[0]
}

var ada = []site.Entry{{Name: "name", Value: "Ada \"L\""}, {Name: "email", Value: "Ada@Example.com"}}

const (
	keyOfBrevo     = "xkeysib-0123456789abcdef-AbCd"
	keyOfMailchimp = "0123456789abcdef0123456789abcdef-us21"
)

func TestAnAddressIsBroughtToAList(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hook      site.Webhook
		key, want string
	}{
		"brevo": {
			site.Webhook{URL: "$HOOK_SALES", Format: "brevo", List: "12", Attributes: []site.Attribute{{Field: "name", As: "FIRSTNAME"}, {Field: "none", As: "X"}}},
			keyOfBrevo,
			`POST /v3/contacts key=` + keyOfBrevo + ` {"attributes":{"FIRSTNAME":"Ada \"L\""},"email":"Ada@Example.com","listIds":[12],"updateEnabled":true}`,
		},
		"mailchimp": {
			site.Webhook{URL: "$HOOK_SALES", Format: "mailchimp", List: "3f2a9c", Attributes: []site.Attribute{{Field: "name", As: "FNAME"}}},
			keyOfMailchimp,
			// The MD5 of ada@example.com.
			`PUT /3.0/lists/3f2a9c/members/3e3417d7ef77d5932a6734b916515ed5 basic=` + keyOfMailchimp +
				` {"email_address":"Ada@Example.com","merge_fields":{"FNAME":"Ada \"L\""},"status":"subscribed"}`,
		},
	} {
		status, body, got := 200, "", ""
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			got = r.Method + " " + r.URL.Path
			if key := r.Header.Get("Api-Key"); key != "" {
				got += " key=" + key
			}
			if _, key, is := r.BasicAuth(); is {
				got += " basic=" + key
			}
			got += " " + string(text)
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}))
		t.Cleanup(server.Close)
		lists := func(c *Config) { c.Lists = server.URL }
		sender, m := calling(t, c.key, lists), newsletter(c.hook, ada...)
		for range 2 { // The same request again changes nothing.
			if id, err := sender.Send(t.Context(), "webhook/0190", m); err != nil || id != "HOOK_SALES 200" {
				t.Fatal(name, id, err)
			}
			if got != c.want {
				t.Errorf("%s: %s\nwant %s", name, got, c.want)
			}
		}
		for _, answer := range []struct {
			status int
			body   string
			fate   site.DeliveryFate
			says   string
		}{
			{400, `{"code":"duplicate_parameter","message":"Contact already exist"}`, "", ""},
			{400, `{"code":"duplicate_parameter","metadata":{"duplicate_identifiers":["email"]}}`, "", ""},
			{400, `{"code":"duplicate_parameter","metadata":{"duplicate_identifiers":["SMS"]}}`, site.FateDead, "duplicate_parameter"},
			{400, `{"title":"Member Exists","status":400}`, "", ""},
			{400, `{"title":"Invalid Resource","detail":"Ada@Example.com looks fake"}`, site.FateDead, "Invalid Resource"},
			{400, `<html>`, site.FateDead, "the contact is refused"},
			{401, `{"code":"unauthorized"}`, site.FatePark, "HOOK_SALES: the API key in it is refused"},
			{403, ``, site.FatePark, "HOOK_SALES: the API key"},
			{404, ``, site.FatePark, "the list is not known"},
			{429, ``, site.FateRetry, "too many"},
			{500, ``, site.FateRetry, "internal"},
		} {
			status, body = answer.status, answer.body
			_, err := sender.Send(t.Context(), "webhook/0190", m)
			if answer.fate == "" {
				if err != nil {
					t.Errorf("%s: %s is %v", name, answer.body, err)
				}
				continue
			}
			failure := refused(t, sender, m)
			if failure.Fate != answer.fate || !strings.Contains(failure.Reason, answer.says) || strings.Contains(failure.Reason, "Ada") {
				t.Errorf("%s: %d is %+v", name, answer.status, failure)
			}
		}
		for _, key := range []string{"", "https://hooks.example.com/x", "short", "0123456789abcdef0123456789abcdef-evil.example.com/", "0123456789abcdef\r\nX: y"} {
			got = ""
			if failure := refused(t, calling(t, key, lists), m); failure.Fate != site.FatePark || got != "" || key != "" && strings.Contains(failure.Reason, key) {
				t.Errorf("%s: the key %q makes %+v and asks %q", name, key, failure, got)
			}
		}
	}
}
