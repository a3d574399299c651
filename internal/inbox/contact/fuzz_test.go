//go:build !race

package contact_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

func FuzzAcceptJSON(f *testing.F) {
	for _, sample := range samples() {
		f.Add([]byte(jsonBody(sample)))
	}
	for _, text := range naughty(f) {
		f.Add([]byte(jsonBody(with(booking(), "message", text))))
	}
	for _, seed := range []string{
		"", "{}", "[]", "null", `{"name":null}`, `{"name":"a","name":"b"}`, `{"name":"\ud800"}`, `{"a":` + strings.Repeat("[", 500), "\uFEFF{}", `{"site":"shop"}{}`,
	} {
		f.Add([]byte(seed))
	}
	o := open()
	f.Fuzz(func(t *testing.T, body []byte) {
		sound(t, o, raw(string(body)), func() (string, bool) {
			var values map[string]any
			err := json.Unmarshal(body, &values)
			text, _ := values["message"].(string)
			return text, err == nil && json.Valid(body) && utf8.Valid(body)
		})
	})
}

func FuzzAcceptForm(f *testing.F) {
	for _, sample := range samples() {
		f.Add([]byte(formBody(sample)))
	}
	for _, text := range naughty(f) {
		f.Add([]byte(formBody(with(booking(), "message", text))))
	}
	for _, seed := range []string{"", "&", "=", "%", "a;b", "name=%ff", "name=a&name=b", "a[b][c]=d", "site=shop&type=contact"} {
		f.Add([]byte(seed))
	}
	o := open()
	f.Fuzz(func(t *testing.T, body []byte) {
		sound(t, o, rawForm(string(body)), func() (string, bool) {
			values, err := url.ParseQuery(string(body))
			return values.Get("message"), err == nil && len(values["message"]) <= 1
		})
	})
}

// sound fails where an inquiry is answered in a way that makes no sense. typed
// reads the message by the standard library, and whether that can read it at all.
func sound(t *testing.T, o *office, sent site.Inquiry, typed func() (string, bool)) {
	receipt := o.Accept(t.Context(), sent)
	o.outcomes = nil
	if !receipt.Stored() {
		if !slices.Contains([]string{"bad_request", "invalid_form"}, receipt.Code) || receipt.Message == "" || len(o.store.kept) > 0 {
			t.Fatalf("receipt = %+v", receipt)
		}
		if receipt.Code == "invalid_form" && (len(receipt.Fields) == 0 || receipt.FormID == "") {
			t.Fatalf("receipt = %+v", receipt)
		}
		return
	}
	s := o.store.last(t)
	o.store.kept, o.store.messages, o.store.byKey = nil, nil, nil
	text, readable := typed()
	if !readable || seen("message", s.Value("message")) != seen("message", text) || !utf8.ValidString(text) {
		t.Fatalf("%q is stored as %q", text, s.Value("message"))
	}
	form := o.revision.ByID(s.SiteID).Forms.Get(s.FormID)
	if len(s.Values) != len(form.Fields) || !site.ValidReference(s.Reference) || s.EraseAfter.Before(s.ReceivedAt) {
		t.Fatalf("submission = %+v", s)
	}
	for i, field := range form.Fields {
		if field.Required && strings.TrimSpace(s.Values[i].Value) == "" {
			t.Fatalf("%s is empty", field.Name)
		}
		if field.Type != "textarea" {
			headerSafe(t, field.Name, s.Values[i].Value)
		}
	}
}
