package submissions

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

func TestWhatWouldDriveATerminalIsWrittenAsAnEscape(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain text":               {"Anna Müller, 東京", "Anna Müller, 東京"},
		"a colour":                 {"\x1b[31mred", `\x1b[31mred`},
		"a title":                  {"\x1b]0;pwned\a", `\x1b]0;pwned\x07`},
		"the clipboard":            {"\x1b]52;c;cm0gLXJm\x1b\\", `\x1b]52;c;cm0gLXJm\x1b\`},
		"the escape of eight bits": {"\u009b2J", `\u009b2J`},
		"a raw byte of eight bits": {"\x9b2J", `\x9b2J`},
		"backspaces":               {"no\b\bok", `no\x08\x08ok`},
		"a lone return":            {"real\rfake", `real\rfake`},
		"a tab":                    {"a\tb", `a\tb`},
		"NUL and DEL":              {"a\x00b\x7f", `a\x00b\x7f`},
		"reversed text":            {"invoice\u202efdp.exe", `invoice\u202efdp.exe`},
		"isolates":                 {"\u2066a\u2069", `\u2066a\u2069`},
		"invisible characters":     {"a\u200bb\ufeff\u00ad", `a\u200bb\ufeff\u00ad`},
		"hidden tags":              {"a\U000e0041", `a\U000e0041`},
		"line separators":          {"a\u2028b\u2029c", `a\u2028b\u2029c`},
		"private characters":       {"\ue000", `\ue000`},
		"broken UTF-8":             {"a\xffb\xc3", `a\xffb\xc3`},
		"a family":                 {"👩\u200d👧", "👩\u200d👧"},
		"Persian":                  {"می\u200cخواهم", "می\u200cخواهم"},
		"a line break in a cell":   {"a\nb", `a\nb`},
	} {
		if got := visible(c.text); got != c.want {
			t.Errorf("%s: %q is shown as %q, want %q", name, c.text, got, c.want)
		}
	}
}

func TestLinesStayLines(t *testing.T) {
	got := visibleLines("one\r\ntwo\n\nfour\rstill four\x1b[A")
	if want := []string{"one", "two", "", `four\rstill four\x1b[A`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNoCharacterOfUnicodeReachesATerminalAsAControl(t *testing.T) {
	for r := range unicode.MaxRune + 1 {
		text := visible(string(r))
		for _, shown := range text {
			if unicode.IsControl(shown) || unicode.In(shown, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
				t.Fatalf("%U is shown as %q", r, text)
			}
		}
	}
	for b := range 256 {
		if text := visible(string([]byte{byte(b)})); !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
			t.Fatalf("byte %#x is shown as %q", b, text)
		}
	}
}

func TestJSONCannotDriveATerminalAndStillSaysTheSame(t *testing.T) {
	hostileText := "\x1b[2J \u009b31m \u202e \U000e0041 \u2028 \x7f </script> 👩\u200d👧 \"\\\r\n\t"
	record := outbox.Record{Submission: site.Submission{Values: []site.Entry{{Name: "message", Value: hostileText}}}}
	var out bytes.Buffer
	s := newScreen(&out)
	if err := s.json(newViews([]outbox.Record{record})[0]); err != nil {
		t.Fatal(err)
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, r := range out.String() {
		if r != '\n' && hostile(r) {
			t.Errorf("%U is written as it is", r)
		}
	}
	var read View
	if err := json.Unmarshal(out.Bytes(), &read); err != nil || read.Values[0].Value != hostileText {
		t.Errorf("%v: read back as %q", err, read.Values)
	}
	if !strings.Contains(out.String(), `"deliveries": []`) {
		t.Errorf("no deliveries are not an empty list:\n%s", out.String())
	}
}
