//go:build !race

package contact_test

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/evenlight/marquee/internal/site"
)

// naughty returns the strings of testdata/naughty.txt.
func naughty(t testing.TB) []string {
	t.Helper()
	file, err := os.Open("testdata/naughty.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var found []string
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if line := lines.Text(); strings.HasPrefix(line, `"`) {
			var text string
			if err := json.Unmarshal([]byte(line), &text); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			found = append(found, text)
		}
	}
	if err := lines.Err(); err != nil || len(found) < 515 {
		t.Fatalf("%d strings, %v", len(found), err)
	}
	return found
}

func samples() map[string]map[string]string {
	return map[string]map[string]string{"message": message(), "inquiry": with(inquiry(), "form", "inquiry"), "booking": with(booking(), "form", "booking")}
}

// TestNaughtyStringsAreStoredAsTheyAreSeenOrRefusedByTheirField sends every string
// through every field, both ways.
func TestNaughtyStringsAreStoredAsTheyAreSeenOrRefusedByTheirField(t *testing.T) {
	o := open()
	stored, refused := 0, 0
	for _, text := range naughty(t) {
		for _, sample := range samples() {
			for field := range sample {
				if field == "site" || field == "form" || field == "type" {
					continue
				}
				for kind, sent := range map[string]site.Inquiry{"JSON": asJSON(with(sample, field, text)), "form": asForm(with(sample, field, text))} {
					receipt := o.accept(t, sent)
					if receipt.Stored() {
						stored++
						s := o.store.last(t)
						if got := s.Value(field); seen(field, got) != seen(field, text) {
							t.Errorf("%q as %s in %s is stored as %q", text, kind, field, got)
						}
						if field != "message" {
							headerSafe(t, field, s.Value(field))
						}
						continue
					}
					refused++
					if receipt.Code != "invalid_form" || len(receipt.Fields) != 1 || receipt.Fields[field] == "" || receipt.Values[field] != text {
						t.Errorf("%q as %s in %s: %+v", text, kind, field, receipt)
					}
				}
			}
		}
	}
	t.Logf("%d stored, %d refused", stored, refused)
	if stored < 4_000 || refused < 4_000 {
		t.Errorf("%d stored, %d refused", stored, refused)
	}
}

// seen is what a value shows of letters and pictures. Addresses and numbers are the same in full width, and a domain is
// in ASCII.
func seen(field, value string) string {
	switch local, domain, _ := strings.Cut(value, "@"); field {
	case "email":
		if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
			value = local + "@" + ascii
		}
		fallthrough
	case "phone":
		value = norm.NFKC.String(value)
	}
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Z) {
			return -1
		}
		return r
	}, value)
}

// headerSafe fails where a value of one line could do harm in a header of a mail.
func headerSafe(t *testing.T, field, value string) {
	t.Helper()
	for _, r := range value {
		if r < ' ' || (r >= 0x7f && r < 0xa0) || strings.ContainsRune("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r) {
			t.Errorf("%s may hold %q", field, value)
			return
		}
	}
	if utf8.RuneCountInString(value) > 1_000 {
		t.Errorf("%s may hold %d characters", field, utf8.RuneCountInString(value))
	}
}

// TestNaughtyStringsForNames sends every string as a name, and as site, form, type and key.
func TestNaughtyStringsForNames(t *testing.T) {
	o := open(limited)
	for _, text := range naughty(t) {
		for _, sent := range []site.Inquiry{
			asJSON(with(message(), text, "x")), asForm(with(message(), text, "x")),
			asJSON(with(message(), "site", text)), asForm(with(message(), "site", text)),
			asJSON(with(message(), "form", text)), asForm(with(message(), "type", text)),
			raw(text), rawForm(text),
		} {
			o.clock.Add(6e10)
			receipt := o.accept(t, sent)
			if !receipt.Stored() && receipt.Code != "bad_request" && receipt.Code != "invalid_form" {
				t.Errorf("%v: %+v", sent.Values, receipt)
			}
			for name := range maps.Keys(receipt.Fields) {
				if strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
					t.Errorf("%q is told back", name)
				}
			}
		}
		sent := asJSON(message())
		sent.Key, sent.Referrer = text, text
		if receipt := o.accept(t, sent); receipt.Code != "" && receipt.Code != "bad_request" {
			t.Errorf("key %q: %+v", text, receipt)
		}
	}
}
