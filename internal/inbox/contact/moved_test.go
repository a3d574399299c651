//go:build !race

package contact_test

import (
	"maps"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// A form is renamed or gone while somebody has it open without scripts.
func TestAFormThatIsGoneComesBackAsAnother(t *testing.T) {
	for name, c := range map[string]struct {
		sent   map[string]string
		formID string
		wrong  map[string]site.Text
	}{
		"the first of its kind": {
			with(booking(), "form", "appointment"), "booking", nil,
		},
		"a message, where no type is named": {
			with(message(), "form", "old", "phone", "only the old form had it"), "contact", nil,
		},
		"with what is wrong in it": {
			with(inquiry(), "form", "old", "email", "nobody"), "inquiry", map[string]site.Text{"email": "email"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := open()
			receipt := o.accept(t, asForm(c.sent))
			if receipt.Code != "invalid_form" || receipt.FormID != c.formID || !maps.Equal(receipt.Fields, c.wrong) || receipt.Message == "" {
				t.Errorf("receipt = %+v", receipt)
			}
			for field, value := range receipt.Values {
				if value != c.sent[field] {
					t.Errorf("%s is %q, not %q", field, value, c.sent[field])
				}
			}
			if receipt.Values["message"] != c.sent["message"] || receipt.Values["name"] != c.sent["name"] || receipt.Values["phone"] != "" && c.formID == "contact" {
				t.Errorf("values = %v", receipt.Values)
			}
			if len(o.store.kept) > 0 {
				t.Error("it is stored, though nobody saw the form")
			}
			// A program has nobody who could look at it.
			receipt = o.accept(t, asJSON(c.sent))
			if receipt.Code != "bad_request" || receipt.FormID != "" || receipt.Fields["form"] == "" {
				t.Errorf("as JSON: %+v", receipt)
			}
		})
	}
	o := open()
	if receipt := o.accept(t, asForm(with(inquiry(), "form", "old", "type", "tea"))); receipt.Code != "bad_request" || receipt.FormID != "" || receipt.SiteID != "shop" {
		t.Errorf("of a kind that there is none of: %+v", receipt)
	}
	if receipt := o.accept(t, rawForm("form=old&name=Ann&name=Lee")); receipt.Code != "bad_request" || receipt.FormID != "contact" {
		t.Errorf("twice the same name: %+v", receipt)
	}
}

// The page that it was first sent from is known by what the server read of it.
func TestNativeFormsMayNameThePageTheyWereFirstSentFrom(t *testing.T) {
	o := open()
	if receipt := o.accept(t, asForm(with(message(), "from", "/contact"))); !receipt.Stored() || o.store.last(t).Value("from") != "" {
		t.Errorf("receipt = %+v", receipt)
	}
	if receipt := o.accept(t, asJSON(with(message(), "from", "/contact"))); receipt.Code != "bad_request" || receipt.Fields["from"] == "" {
		t.Errorf("as JSON: %+v", receipt)
	}
	if receipt := o.accept(t, rawForm("name=Ann&from=/a&from=/b")); receipt.Code != "bad_request" {
		t.Errorf("twice: %+v", receipt)
	}
}
