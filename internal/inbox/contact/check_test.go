//go:build !race

package contact_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// trial is a value and what is said of it; nothing of one that fits.
type trial struct{ value, want string }

// try sends a sample again and again in which only one field is another.
func try(t *testing.T, base map[string]string, field string, trials []trial) {
	t.Helper()
	for _, c := range trials {
		for kind, sent := range map[string]site.Inquiry{"JSON": asJSON(with(base, field, c.value)), "form": asForm(with(base, field, c.value))} {
			o := open()
			receipt := o.accept(t, sent)
			if got := string(receipt.Fields[field]); got != c.want || receipt.Stored() != (c.want == "") {
				t.Errorf("%s %q as %s: %q (%s), want %q", field, c.value, kind, got, receipt.Code, c.want)
				continue
			}
			switch {
			case receipt.Stored():
				if stored := o.store.last(t).Value(field); stored != c.value && field != "email" {
					t.Errorf("%s %q as %s is stored as %q", field, c.value, kind, stored)
				}
			case receipt.Code != "invalid_form" || len(receipt.Fields) != 1 || receipt.Values[field] != c.value || len(o.store.kept) > 0:
				t.Errorf("%s %q as %s: %+v", field, c.value, kind, receipt)
			}
		}
	}
}

func TestLinesOfText(t *testing.T) {
	long := strings.Repeat("ä", 200)
	try(t, inquiry(), "name", []trial{
		{"A", ""},
		{" Ann ", ""},
		{long, ""},
		{"  " + long + "  ", ""},
		{long + "ä", "at most 200"},
		{strings.Repeat("😀", 200), ""},
		{strings.Repeat(" ", 2000) + "Ann", "at most 200"},
		{"", "required in the shop"},
		{" \u00a0\u3000", "required in the shop"},
		{"\u200b\u200d\ufeff\u00ad", "required in the shop"},
		{"\u3164", "required in the shop"},
		{"\u2800\ufe0f", "required in the shop"},
		{"\t\r\n\v\u2028", "required in the shop"},
		{"O'Brien <script>", ""},
	})
	try(t, message(), "name", []trial{
		{"A", "Name must be at least 2 characters"},
		{" A ", "Name must be at least 2 characters"},
		{"😀", "Name must be at least 2 characters"},
		{"Al", ""},
		{"\ufeffA", "Name must be at least 2 characters"},
		{"", "Name must be at least 2 characters"},
		{"\t", "Name must be at least 2 characters"},
		{"A\u2069\x00", "Name must be at least 2 characters"},
		// What its own message does not say.
		{long + "x", "at most 200"},
	})
}

// TestWhatIsPastedIsTakenWithoutWhatShowsNothing sends what comes along with names and numbers from address books, sheets
// and slides.
func TestWhatIsPastedIsTakenWithoutWhatShowsNothing(t *testing.T) {
	for _, pasted := range []struct{ field, sent, stored string }{
		{"phone", "\u202a+49 170 1234567\u202c", "+49 170 1234567"},
		{"phone", "\u200e+49 30 123\u200f", "+49 30 123"},
		{"phone", "030\r\n123", "030 123"},
		{"phone", "０３０－１２３４", "030-1234"},
		{"phone", "\u200b", ""},
		{"name", "\u2068Dana\u2069", "Dana"},
		{"name", "Ann\tLee", "Ann Lee"},
		{"name", "Ann\r\nLee\n", "Ann Lee "},
		{"name", "Ann\vLee\u0085B\u2028C\u2029", "Ann Lee B C "},
		{"name", "Ann\r\nBcc: x", "Ann Bcc: x"}, // which is no header of a mail
		{"name", "\ufeffAnn\x00\x7f Le\u00ade\u200b", "Ann Lee"},
		{"name", "\u202etxt.exe", "txt.exe"},
		{"message", "a\x0bb", "a\nb"},
		{"message", "a\fb\u2028c\x00\x1b[2J", "a\nb\nc[2J"},
		{"message", "\x00", ""},
		{"email", "info@münchen.test", "info@xn--mnchen-3ya.test"},
		{"email", "info@mu\u0308nchen.test", "info@xn--mnchen-3ya.test"},
		{"email", "Info@MÜNCHEN.test", "Info@xn--mnchen-3ya.test"},
		{"email", "info@пример.test", "info@xn--e1afmkfd.test"},
		{"email", "ann＠例え。test", "ann@xn--r8jz45g.test"},
		{"email", "\u2068ann@\u200eexample.com\u2069\n", "ann@example.com"},
		{"date", "\t2026-11-23 ", "2026-11-23"},
		{"date", "２０２６-１１-２３", "2026-11-23"},

		// What joins letters and pictures, or turns a whole text, is seen.
		{"name", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"name", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"},
		{"name", "❤\ufe0f", "❤\ufe0f"},
		{"name", "می\u200cخواهم", "می\u200cخواهم"},
		{"name", "עברית\u200f", "עברית\u200f"},
		{"name", "\u0600١", "\u0600١"},
		{"message", "\ta\r\n\u2067שלום\u2069", "\ta\r\n\u2067שלום\u2069"},
	} {
		for kind, sent := range map[string]site.Inquiry{
			"JSON": asJSON(with(booking(), pasted.field, pasted.sent)), "form": asForm(with(booking(), pasted.field, pasted.sent)),
		} {
			o := open()
			if receipt := o.accept(t, sent); !receipt.Stored() {
				t.Errorf("%s %q as %s: %v", pasted.field, pasted.sent, kind, receipt.Fields)
			} else if got := o.store.last(t).Value(pasted.field); got != pasted.stored {
				t.Errorf("%s %q as %s is stored as %q, want %q", pasted.field, pasted.sent, kind, got, pasted.stored)
			}
		}
	}
}

func TestNumbersAreReadAsTheLanguageWritesThem(t *testing.T) {
	for _, typed := range []struct{ language, sent, stored string }{
		{"en", "12,50", "12.50"},
		{"de", "12,50", "12.50"},
		{"de", "12.5", "12.5"},
		{"en", "1,234", "1234"},
		{"de", "1.234", "1234"},
		{"de", "1.234,50", "1234.50"},
		{"en", "1,234.50", "1234.50"},
		{"fr", "1\u202f234,5 ", "1234.5"},
		{"en", "１２．５", "12.5"},
		{"de", "0.500", ""},
		{"en", "1.234,567", ""},
		{"en", "12,50,00", ""},
	} {
		o := open()
		o.revision.ByID("shop").Site.Language = typed.language
		fields := o.revision.ByID("shop").Forms.Get("order").Fields
		fields[3].Step = "0.001"
		receipt := o.accept(t, asForm(with(order(), "weight", typed.sent)))
		switch {
		case typed.stored == "" && receipt.Fields["weight"] != "number":
			t.Errorf("%s %q: %+v", typed.language, typed.sent, receipt)
		case typed.stored != "" && (!receipt.Stored() || o.store.last(t).Value("weight") != typed.stored):
			t.Errorf("%s %q: %v, want %s", typed.language, typed.sent, receipt.Fields, typed.stored)
		}
	}
}

func TestTexts(t *testing.T) {
	long := strings.Repeat("x", 5_000)
	try(t, inquiry(), "message", []trial{
		{"one\r\ntwo\n\tthree\rfour", ""},
		{" \r\n\t\u200b", "required in the shop"},
		{"\u202ebackwards and {name} & <b>", ""},
		{long, ""},
		{long + "x", "at most 5000"},
	})
	try(t, message(), "message", []trial{
		{"123456789", "Message must be at least 10 characters"},
		{"   123456789   ", "Message must be at least 10 characters"},
		{"1234567890", ""},
		{strings.Repeat("😀", 10), ""},
		{long, ""},
		{long + "x", "at most 5000"},
		{"123456789\x00", "Message must be at least 10 characters"},
		// A line break is one character, as browsers count.
		{"1\r\n2\r\n3\r\n4\r\n5", "Message must be at least 10 characters"},
		{"1\r\n2\r\n3\r\n4\r\n56", ""},
		{strings.Repeat("x\r\n", 2499) + "xx", ""},
		{strings.Repeat("x\r\n", 2499) + "xxx", "at most 5000"},
	})
	// Not required: what shows nothing is fine.
	try(t, booking(), "message", []trial{{"", ""}, {" \r\n ", ""}, {"\u200b", ""}})
}

func TestAddresses(t *testing.T) {
	domain := strings.Repeat("a.", 120) + "com" // 243 characters
	try(t, inquiry(), "email", []trial{
		{"ann@example.com", ""},
		{" ann@example.com\u00a0", ""},
		{"o'brien+tag@sub.example.co.uk", ""},
		{"a!#$%&'*+/=?^_`{|}~-@example.com", ""},
		{strings.Repeat("a", 10) + "@" + domain, ""},
		{strings.Repeat("a", 11) + "@" + domain, "at most 254"},
		{strings.Repeat("a", 64) + "@example.com", ""},
		{strings.Repeat("a", 65) + "@example.com", "email"},
		{"", "required in the shop"},
		{"  ", "required in the shop"},
		{"\u200b", "required in the shop"},
		{"ann", "email"},
		{"ann@example", "email"},
		{"ann@-example.com", "email"},
		{"ann@example.com.", "email"},
		{"ann..lee@example.com", "email"},
		{".ann@example.com", "email"},
		{"ann @example.com", "email"},
		{"ann@example.com, bob@example.com", "email"},
		{"Ann <ann@example.com>", "email"},
		{`"ann lee"@example.com`, "email"},
		{"ann@[127.0.0.1]", "email"},
		{"a@127.0.0.1", "email"},
		{"a@x.123", "email"},
		{"ann@ab--cd.example", "email"},
		{"ann@xn--0.example", "email"},
		{"ann@xn--bcher-kva.example", ""},
		{"änn@example.com", "email"},
		{"info@mün chen.test", "email"},
		{"info@münchen..test", "email"},
		{"info@-münchen.test", "email"},
		{"info@münchen", "email"},
		{"info@" + strings.Repeat("ü", 64) + ".test", "email"},
		{"ann@example.com\r\nBcc: bob@example.com", "email"},
		{"ann%0d%0a@example.com", ""},
	})
	o := open()
	sent := asJSON(with(inquiry(), "email", " ann@example.com\u00a0"))
	if receipt := o.accept(t, sent); receipt.Values["email"] != " ann@example.com\u00a0" || o.store.last(t).Value("email") != "ann@example.com" {
		t.Errorf("stored %q for %+v", o.store.last(t).Value("email"), receipt)
	}
}

func TestPhoneNumbersAndChoices(t *testing.T) {
	try(t, booking(), "phone", []trial{
		{"", ""},
		{"  ", ""},
		{"+49 (0)30 / 123-456 ext. 7", ""},
		{"1-800-FLOWERS", ""},
		{"٠٥٠ ١٢٣ ٤٥٦", ""},
		{"030\u202f123\u2011456", ""},
		{"112", ""},
		{"030 · 123 456", ""},
		{"030−123 (Mary’s)", ""},
		{"030•123~456_7", ""},
		{"call me", "phone"},
		{"<b>030 1234</b>", "phone"},
		{strings.Repeat("1", 40), ""},
		{strings.Repeat("1", 41), "at most 40"},
	})
	try(t, booking(), "service", []trial{
		{"design", ""},
		{"", "required in the shop"},
		{" ", "required in the shop"},
		{"Design", "option"},
		{"design ", "option"},
		{"other", "option"},
		{"design\x00", "option"},
	})
	try(t, booking(), "time", []trial{
		{"9:00 AM", ""},
		{"", "required in the shop"},
		{"9:00 am", "option"},
		{"09:00", "option"},
		{"9:00\u202fAM", "option"},
	})
}

func TestBoxes(t *testing.T) {
	try(t, order(), "size", []trial{{"large", ""}, {"", "option"}, {"huge", "option"}, {"small\nlarge", "option"}})
	try(t, order(), "news", []trial{{"yes", ""}, {"", ""}, {"on", "option"}, {"yes\nyes", "option"}})
	try(t, order(), "extras", []trial{
		{"", ""},
		{"nuts", ""},
		{"cream\nnuts\ncandles", ""},
		{"nuts\r\ncream", ""},
		{"nuts\nnuts", "option"},
		{"nuts\ngold", "option"},
		{"nuts\n", "option"},
		{"nuts\x00", "option"},
	})
	try(t, order(), "terms", []trial{
		{"I agree to the terms.", ""},
		{"", "tick"},
		{"yes", "tick"},
		{"I agree to the old terms.", "tick"},
	})
}

func TestBoxesOfOneNameAreOneAnswer(t *testing.T) {
	o := open()
	receipt := o.accept(t, rawForm(formBody(order())+"&extras=nuts&extras=cream"))
	if got := o.store.last(t).Value("extras"); !receipt.Stored() || got != "nuts\ncream" {
		t.Errorf("stored %q, %+v", got, receipt)
	}
	if receipt := open().accept(t, rawForm(formBody(order())+"&size=large")); receipt.Code != site.CodeBadRequest {
		t.Errorf("two answers to one question: %+v", receipt)
	}
	refused := open().accept(t, rawForm(formBody(with(order(), "size", ""))+"&extras=nuts&extras=cream"))
	if refused.Values["extras"] != "nuts\ncream" {
		t.Errorf("shown again: %q", refused.Values["extras"])
	}
}

func TestAConsentIsStoredAsItWasShown(t *testing.T) {
	for _, sent := range []string{"I agree  to the terms. ", " I agree\r\nto the terms. ", "I\u00a0agree\tto the terms."} {
		o := open()
		o.accept(t, asForm(with(order(), "terms", sent)))
		if got := o.store.last(t).Value("terms"); got != "I agree to the terms." {
			t.Errorf("%q is stored as %q", sent, got)
		}
	}
}

func TestNumbers(t *testing.T) {
	try(t, order(), "guests", []trial{
		{"", ""},
		{"2", ""},
		{"12", ""},
		{"4.0", ""},
		{"1", "from 2"},
		{"-4", "from 2"},
		{"14", "to 12"},
		{"3", "steps of 2"},
		{"?", "number"},
		{"4,", "number"},
		{"4;5", "number"},
		{"1,2,3", "number"},
		{"4 2", "number"},
		{"1e1", "number"},
		{"0x4", "number"},
		{"4/1", "number"},
		{"Inf", "number"},
		{strings.Repeat("9", 400), "number"},
	})
	try(t, order(), "weight", []trial{{"0.3", ""}, {"1000000.7", ""}, {"0.25", "steps of 0.1"}, {"-0.1", "from 0"}})
}

func TestAllThatIsWrongIsSaidAtOnce(t *testing.T) {
	o := open()
	receipt := o.accept(t, asJSON(map[string]string{
		"site": "shop", "type": "booking", "email": "nobody", "phone": "none", "service": "tea", "date": "2026-02-30", "time": "now", "message": strings.Repeat("x", 5_001),
	}))
	want := map[string]site.Text{
		"name": "required in the shop", "email": "email", "phone": "phone", "service": "option", "date": "date", "time": "option", "message": "at most 5000",
	}
	if receipt.Code != "invalid_form" || receipt.Message != "invalid form of the shop" || !maps.Equal(receipt.Fields, want) {
		t.Errorf("receipt = %+v", receipt)
	}
}

// TestAMessageOfAFieldIsSaidOfWhatItIsAbout gives every field of the booking a
// message of its own.
func TestAMessageOfAFieldIsSaidOfWhatItIsAbout(t *testing.T) {
	o := open()
	fields := o.revision.ByID("shop").Forms.Get("booking").Fields
	for i := range fields {
		fields[i].Message = site.Text("own words for " + fields[i].Name)
	}
	for _, c := range []struct{ field, value, want string }{
		{"name", "", "own words for name"},
		{"name", strings.Repeat("x", 201), "at most 200"},
		{"email", "nobody", "own words for email"},
		{"email", "ann@example.com\xff", "characters"},
		{"email", strings.Repeat("x", 255), "at most 254"},
		{"phone", "call me", "own words for phone"},
		{"phone", strings.Repeat("1", 41), "at most 40"},
		{"service", "tea", "own words for service"},
		{"service", "", "own words for service"},
		{"service", "\t", "own words for service"},
		{"time", "now", "own words for time"},
		{"date", "2026-02-30", "own words for date"},
		{"date", "2026-11-19", "own words for date"},
		{"date", "2031-11-21", "not after 20 November 2031"},
	} {
		if got := o.accept(t, asForm(with(booking(), c.field, c.value))).Fields; len(got) != 1 || string(got[c.field]) != c.want {
			t.Errorf("%s %q: %v, want %q", c.field, c.value, got, c.want)
		}
	}
	if got := o.accept(t, raw(`{"site":"shop","type":"booking","name":7}`)).Fields["name"]; got != "bad request" {
		t.Errorf("a name that is no text: %q", got)
	}
	// Where there is a least number of characters, the message is about that.
	fields[2].Min = 5
	for value, want := range map[string]site.Text{"112": "own words for phone", "call me": "phone"} {
		if got := o.accept(t, asForm(with(booking(), "phone", value))).Fields["phone"]; got != want {
			t.Errorf("phone %q: %q, want %q", value, got, want)
		}
	}
}

func TestAnOptionalChoiceIsNotStoredAsSpaces(t *testing.T) {
	o := open()
	fields := o.revision.ByID("shop").Forms.Get("booking").Fields
	for i := range fields {
		fields[i].Required = false
	}
	receipt := o.accept(t, asJSON(map[string]string{"site": "shop", "type": "booking", "service": " ", "time": "\t", "date": " ", "email": " "}))
	want := map[string]site.Text{"service": "option", "time": "option"}
	if !maps.Equal(receipt.Fields, want) {
		t.Errorf("fields = %v", receipt.Fields)
	}
	if receipt := o.accept(t, asJSON(map[string]string{"site": "shop", "type": "booking"})); !receipt.Stored() {
		t.Errorf("receipt = %+v", receipt)
	}
}
