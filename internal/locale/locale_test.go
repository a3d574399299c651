package locale_test

import (
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

var morning = time.Date(2026, time.March, 2, 9, 4, 0, 0, time.UTC)

func of(language string) locale.Locale { return locale.Of(&site.Site{Language: language}) }

// told writes no-break spaces so that they are seen: ~ for a wide one, ^ for a narrow one.
func told(parts ...string) string {
	return strings.NewReplacer("\u00a0", "~", "\u202f", "^").Replace(strings.Join(parts, " | "))
}

// TestDatesAndPricesAreAsTheLanguageWritesThem has what Intl of browsers says (CLDR 48), but for the times of English
// and Arabic, the mark behind US$ in Arabic, and the missing space before $ and € in Hebrew.
func TestDatesAndPricesAreAsTheLanguageWritesThem(t *testing.T) {
	for language, want := range map[string]string{
		"en":    "March 2, 2026 | 09:04 | $2,499 | €2.99 | CHF~68 | 340 KB | 2 MB | 1,234.50",
		"en-GB": "2 March 2026 | 09:04 | US$2,499 | €2.99 | CHF~68 | 340 KB | 2 MB | 1,234.50",
		"de":    "2. März 2026 | 09:04 | 2.499~$ | 2,99~€ | 68~CHF | 340 KB | 2 MB | 1.234,50",
		"de-CH": "2. März 2026 | 09:04 | $~2'499 | EUR~2.99 | CHF~68 | 340 KB | 2 MB | 1'234.50",
		"fr":    "2 mars 2026 | 09:04 | 2^499~$US | 2,99~€ | 68~CHF | 340 KB | 2 MB | 1^234,50",
		"es":    "2 de marzo de 2026 | 9:04 | 2499~US$ | 2,99~€ | 68~CHF | 340 KB | 2 MB | 1234,50",
		"it":    "2 marzo 2026 | 09:04 | 2499~USD | 2,99~€ | 68~CHF | 340 KB | 2 MB | 1234,50",
		"pt":    "2 de março de 2026 | 09:04 | US$~2.499 | €~2,99 | CHF~68 | 340 KB | 2 MB | 1.234,50",
		"nl":    "2 maart 2026 | 09:04 | US$~2.499 | €~2,99 | CHF~68 | 340 KB | 2 MB | 1.234,50",
		"pl":    "2 marca 2026 | 09:04 | 2499~USD | 2,99~€ | 68~CHF | 340 KB | 2 MB | 1234,50",
		"ar":    "2 مارس 2026 | 09:04 | 2,499~US$\u200e | 2.99~€ | 68~CHF | 340 KB | 2 MB | 1,234.50",
		"he":    "2 במרץ 2026 | 9:04 | 2,499$ | 2.99€ | 68~CHF | 340 KB | 2 MB | 1,234.50",
		"fa":    "2 مارس 2026 | 9:04 | \u200e$~2,499 | \u200e€~2.99 | \u200eCHF~68 | 340 KB | 2 MB | 1,234.50",
		"th":    "2 มีนาคม 2026 | 09:04 | US$2,499 | €2.99 | CHF~68 | 340 KB | 2 MB | 1,234.50",
		"da":    "2. marts 2026 | 09.04 | 2.499~US$ | 2,99~€ | 68~CHF | 340 KB | 2 MB | 1.234,50",
	} {
		l := of(language)
		got := told(l.Date(morning), l.Time(morning), l.Money("2499", "USD"), l.Money("2.99", "EUR"), l.Money("68", "CHF"),
			l.FileSize(339_001), l.FileSize(1_500_000), l.Number("1234.50"))
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", language, got, want)
		}
	}
}

// intl is what Intl.NumberFormat of Node.js 20 writes: 2499 USD, 12345 EUR, 123456.50 CHF, 1234567 USD, and 1234.50.
const intl = `en | $2,499 | €12,345 | CHF~123,456.50 | $1,234,567 | 1,234.50
en-GB | US$2,499 | €12,345 | CHF~123,456.50 | US$1,234,567 | 1,234.50
en-IN | $2,499 | €12,345 | CHF~1,23,456.50 | $12,34,567 | 1,234.50
de | 2.499~$ | 12.345~€ | 123.456,50~CHF | 1.234.567~$ | 1.234,50
de-AT | $~2.499 | €~12.345 | CHF~123.456,50 | $~1.234.567 | 1~234,50
de-CH | $~2'499 | EUR~12'345 | CHF~123'456.50 | $~1'234'567 | 1'234.50
fr | 2^499~$US | 12^345~€ | 123^456,50~CHF | 1^234^567~$US | 1^234,50
fr-CH | 2^499~$US | 12^345~€ | 123^456.50~CHF | 1^234^567~$US | 1^234,50
es | 2499~US$ | 12.345~€ | 123.456,50~CHF | 1.234.567~US$ | 1234,50
es-MX | USD~2,499 | EUR~12,345 | CHF~123,456.50 | USD~1,234,567 | 1,234.50
es-US | $2,499 | EUR~12,345 | CHF~123,456.50 | $1,234,567 | 1,234.50
it | 2499~USD | 12.345~€ | 123.456,50~CHF | 1.234.567~USD | 1234,50
nl | US$~2.499 | €~12.345 | CHF~123.456,50 | US$~1.234.567 | 1.234,50
pl | 2499~USD | 12~345~€ | 123~456,50~CHF | 1~234~567~USD | 1234,50
pt | US$~2.499 | €~12.345 | CHF~123.456,50 | US$~1.234.567 | 1.234,50
pt-PT | 2499~US$ | 12~345~€ | 123~456,50~CHF | 1~234~567~US$ | 1234,50
cs | 2~499~US$ | 12~345~€ | 123~456,50~CHF | 1~234~567~US$ | 1~234,50
hu | 2499~USD | 12~345~EUR | 123~456,50~CHF | 1~234~567~USD | 1234,50
sv | 2~499~US$ | 12~345~€ | 123~456,50~CHF | 1~234~567~US$ | 1~234,50
da | 2.499~US$ | 12.345~€ | 123.456,50~CHF | 1.234.567~US$ | 1.234,50
hi | $2,499 | €12,345 | CHF~1,23,456.50 | $12,34,567 | 1,234.50
bn | 2,499~US$ | 12,345€ | 1,23,456.50~CHF | 12,34,567~US$ | 1,234.50
ta | $2,499 | €12,345 | CHF~1,23,456.50 | $12,34,567 | 1,234.50
zh-HK | US$2,499 | €12,345 | CHF~123,456.50 | US$1,234,567 | 1,234.50
sr-ME | 2.499~US$ | 12.345~€ | 123.456,50~CHF | 1.234.567~US$ | 1.234,50
et | 2499~$ | 12~345~€ | 123~456,50~CHF | 1~234~567~$ | 1234,50
lv | 2499~$ | 12~345~€ | 123~456,50~CHF | 1~234~567~$ | 1234,50
bg | 2499~щ.д. | 12~345~€ | 123~456,50~CHF | 1~234~567~щ.д. | 1234,50
`

func TestPricesAreThoseOfIntl(t *testing.T) {
	for want := range strings.Lines(intl) {
		tag, _, _ := strings.Cut(want, " | ")
		l := of(tag)
		got := told(tag, l.Money("2499", "USD"), l.Money("12345", "EUR"), l.Money("123456.50", "CHF"), l.Money("1234567", "USD"), l.Number("1234.50"))
		if got != strings.TrimSuffix(want, "\n") {
			t.Errorf(" got %s\nwant %s", got, want)
		}
	}
}

func TestALanguageIsWrittenAsInTheCountryOfItsSite(t *testing.T) {
	for _, c := range []struct{ language, region, want string }{
		{"es", "US", "$58.00"},
		{"es", "", "58,00\u00a0US$"},
		{"es-MX", "US", "USD\u00a058.00"},
		{"de", "US", "58,00\u00a0$"},
		{"fr", "CH", "58.00\u00a0$US"},
		{"zh", "HK", "US$58.00"},
		{"es", "nowhere", "58,00\u00a0US$"},
	} {
		if got := locale.Of(&site.Site{Language: c.language, Region: c.region}).Money("58.00", "USD"); got != c.want {
			t.Errorf("%s in %q: %q, want %q", c.language, c.region, got, c.want)
		}
	}
}

func TestPricesAreWrittenWithSignAndSeparators(t *testing.T) {
	for _, c := range []struct{ amount, currency, want string }{
		{"0", "USD", "$0"},
		{"2.99", "USD", "$2.99"},
		{"49.99", "EUR", "€49.99"},
		{"299", "USD", "$299"},
		{"2499", "USD", "$2,499"},
		{"999999999.99", "USD", "$999,999,999.99"},
		{"1234567.05", "GBP", "£1,234,567.05"},
		{"2499", "CHF", "CHF\u00a02,499"},
		{"2499", "XYZ", "XYZ\u00a02,499"},
	} {
		if got := of("").Money(c.amount, c.currency); got != c.want {
			t.Errorf("%s %s = %q, want %q", c.amount, c.currency, got, c.want)
		}
	}
}

func TestALanguageThatIsNotKnownIsWrittenAsTheNearestOne(t *testing.T) {
	for tag, want := range map[string]string{
		"": "March 2, 2026", "en-US": "March 2, 2026", "tlh": "March 2, 2026", "x-own": "March 2, 2026",
		"qqq-Latn-AQ": "March 2, 2026", "de-AQ": "2. März 2026", "de-DE-u-nu-latn": "2. März 2026",
		"DE": "2. März 2026", "de-1996": "2. März 2026",
		"zh-TW": "2026年3月2日", "iw": "2 במרץ 2026", "en-AU-x-own": "2 March 2026",
	} {
		if got := of(tag).Date(morning); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}

func TestAFormatOfASiteHasNamesInItsLanguage(t *testing.T) {
	for _, c := range []struct{ language, format, want string }{
		{"de", "2. January 2006", "2. März 2026"},
		{"de", "Monday, 02.01.06", "Montag, 02.03.26"},
		{"de", "Mon 2. Jan 2006", "Mo. 2. März 2026"},
		{"en", "Mon, Jan 2, 2006", "Mon, Mar 2, 2026"},
		{"en", "Jan2006", "Mar2026"},
		{"en", "Month January", "Month March"},
		{"fr", "2 Jan 2006", "2 mars 2026"},
		{"ar", "2 Jan 2006", "2 مارس 2026"},
		{"es", "2006-01-02", "2026-03-02"},
	} {
		l := locale.Of(&site.Site{Language: c.language, DateFormat: c.format})
		if got := l.Date(morning); got != c.want {
			t.Errorf("%s as %s: %q, want %q", c.language, c.format, got, c.want)
		}
	}
	l := locale.Of(&site.Site{Language: "de", TimeFormat: "15.04 Uhr"})
	if got := l.Time(morning); got != "09.04 Uhr" {
		t.Errorf("the time is %q", got)
	}
}

func TestADateIsReadAsItIsWritten(t *testing.T) {
	for _, language := range []string{"en", "de", "fr", "pl", "ar", "he", "zh", "ja", "hu", "eu"} {
		for _, format := range []string{"", "Monday, 2 January 2006", "Jan 2, 2006"} {
			l := locale.Of(&site.Site{Language: language, DateFormat: format})
			for day := morning.Truncate(24 * time.Hour); day.Before(morning.AddDate(1, 0, 0)); day = day.AddDate(0, 0, 9) {
				if read, known := l.ParseDate(l.Date(day)); !known || !read.Equal(day) {
					t.Errorf("%s %q: %q is read as %v", language, format, l.Date(day), read)
				}
			}
		}
	}
	for _, written := range []string{"", "soon", "2026", "32. März 2026", "March 2, 2026"} {
		if day, known := of("de").ParseDate(written); known {
			t.Errorf("%q is %v", written, day)
		}
	}
}

func TestANumberIsReadAsItsLanguageWritesIt(t *testing.T) {
	for _, c := range []struct{ languages, written, digits string }{
		{"en de fr ar hi", "12,50", "12.50"},
		{"en de fr", "12.5", "12.5"},
		{"en de fr ar de-CH", "-1234", "-1234"},
		{"en de", "−5", "-5"},
		{"en de", "007", "007"},
		{"en de-CH hi", "1,234", "1234"},
		{"de fr es", "1,234", "1.234"},
		{"de es nl", "1.234", "1234"},
		{"en de-CH", "1.234", "1.234"},
		{"de en", "1.234,50", "1234.50"},
		{"en de", "1,234.50", "1234.50"},
		{"de-CH", "1’234.50", "1234.50"},
		{"en de", "1'234'567", "1234567"},
		{"fr de", "1\u00a0234,5", "1234.5"},
		{"fr en", "1\u202f234", "1234"},
		{"hi en-IN en", "12,34,567", "1234567"},
		{"en hi", "1,23,456.7", "123456.7"},
		{"ar", "١٢٫٥", "12.5"},
		{"ar", "١٬٢٣٤", "1234"},
		{"ar en", "١٢", "12"},
		{"hi en", "१२", "12"},
		{"fa", "۱۲٫۵", "12.5"},
		{"ja", "１２", "12"},
		{"en de", "0.5", "0.5"},
		{"en de ar", ".5", "0.5"},
		{"en de fr", "-,25", "-0.25"},
		{"en de", "–2", "-2"},
		{"en", "0.000", "0.000"},
		// What may mean two things, or none.
		{"en de-CH", "12.000", ""},
		{"de fr", "1,000", ""},
		{"de", "0.500", ""},
		{"de", ".500", ""},
		{"en", ",500", ""},
		{"en de", ".", ""},
		{"de", "1234.567", ""},
		{"de", "1,234.567", ""},
		{"en", "0,500", ""},
		{"en de", "1.234.5", ""},
		{"en de", "1,23,45", ""},
		{"en de", "1.2,3.4", ""},
		{"en de", "1 2", ""},
		{"en de", "1e5", ""},
		{"en de", "0x10", ""},
		{"en de", "12,", ""},
		{"en de", "-", ""},
		{"en de", "", ""},
		{"en de", "12 €", ""},
		{"en de", "_5", ""},
		{"en de", "1.5.", ""},
	} {
		for language := range strings.FieldsSeq(c.languages) {
			digits, known := of(language).ParseNumber(c.written)
			if digits != c.digits || known != (c.digits != "") {
				t.Errorf("%s %q is %q, %v, want %q", language, c.written, digits, known, c.digits)
			}
		}
	}
}

// TestANumberThatIsWrittenIsRead proves that ParseNumber takes what Number writes.
func TestANumberThatIsWrittenIsRead(t *testing.T) {
	for _, language := range []string{"en", "de", "fr", "es", "it", "nl", "pl", "de-CH", "de-AT", "pt-PT", "hi", "en-IN", "ar", "he", "ja", "ru", "sv"} {
		for _, digits := range []string{"0", "7", "999", "12.50", "1234", "12345.5", "1234567", "123456789.25", "0.5"} {
			written := of(language).Number(digits)
			if got, known := of(language).ParseNumber(written); !known || got != digits {
				t.Errorf("%s writes %s as %q, which is read as %q, %v", language, digits, written, got, known)
			}
		}
	}
}

func TestFileSizesAreRoundedUp(t *testing.T) {
	for bytes, want := range map[int64]string{
		1: "1 KB", 1000: "1 KB", 1001: "2 KB", 998_999: "999 KB", 999_001: "1 MB", 1_000_001: "2 MB", 200 << 20: "210 MB",
	} {
		if got := of("en").FileSize(bytes); got != want {
			t.Errorf("%d bytes are %s, want %s", bytes, got, want)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	settings := &site.Site{Language: "de-DE"}
	for b.Loop() {
		locale.Of(settings)
	}
}

func TestATimeThatWasTypedIsOnTheClockOfTheSite(t *testing.T) {
	for _, c := range []struct{ language, format, typed, want string }{
		{"en", "3:04 PM", "15:00", "3:00 PM"},
		{"en", "3:04 PM", "09:30", "9:30 AM"},
		{"en", "3:04 PM", "9:00 AM", "9:00 AM"},
		{"en", "15:04", "3 p.m.", "15:00"},
		{"en", "", "15:00", "15:00"},
		{"en", "", "9:00 AM", "9:00 AM"}, // as English writes it
		{"en-GB", "", "9:00 AM", "09:00"},
		{"de", "", "9:00 AM", "09:00"},
		{"de", "15.04 Uhr", "15:00", "15.00 Uhr"},
		{"da", "", "15:00", "15.00"},
		{"fr", "", "14h30", "14:30"},
		{"de", "", "00:00", "00:00"},
		{"en", "3:04 PM", "12:00 AM", "12:00 AM"},
		{"en", "3:04 PM", "In the morning", "In the morning"},
		{"en", "3:04 PM", "9:00\u00a0AM", "9:00 AM"},
		{"en", "3:04 PM", "25:00", "25:00"},
		{"en", "3:04 PM", "", ""},
	} {
		l := locale.Of(&site.Site{Language: c.language, TimeFormat: c.format})
		if got := l.Clock(c.typed); got != c.want {
			t.Errorf("%s as %q: %q is written %q, want %q", c.language, c.format, c.typed, got, c.want)
		}
	}
}

func TestAMomentSaysWhoseClockItIs(t *testing.T) {
	l := locale.Of(&site.Site{Language: "en", DateFormat: "2 January 2006", TimeFormat: "3:04 PM"})
	if got, want := l.Moment(morning.In(time.FixedZone("EST", -5*60*60))), "2 March 2026, 4:04 AM EST"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAnAnswerIsWrittenAsPeopleReadIt(t *testing.T) {
	options := []site.Option{{Value: "r", Label: "Riverside"}, {Value: "plain"}}
	for name, c := range map[string]struct {
		field       site.Field
		value, want string
		chosen      bool
	}{
		"words":                    {site.Field{Type: "text"}, " r ", " r ", false},
		"lines":                    {site.Field{Type: "textarea"}, "2026-11-27\r\n", "2026-11-27\r\n", false},
		"a field that is gone":     {site.Field{}, "r", "r", false},
		"a choice":                 {site.Field{Type: "select", Options: options}, "r", "Riverside", true},
		"one without a label":      {site.Field{Type: "radio", Options: options}, "plain", "plain", true},
		"one that is gone":         {site.Field{Type: "select", Options: options}, "https://evil.example", "https://evil.example", false},
		"a choice left empty":      {site.Field{Type: "select", Options: options}, "", "", false},
		"spaces":                   {site.Field{Type: "checkbox"}, " ", " ", false},
		"a box":                    {site.Field{Type: "checkbox", Label: "News"}, "yes", "✓", true},
		"boxes":                    {site.Field{Type: "checkbox", Options: options}, "r\r\nplain", "✓ Riverside\n✓ plain", true},
		"a box that is gone":       {site.Field{Type: "checkbox", Options: options}, "r\nnew", "✓ Riverside\n✓ new", false},
		"a consent":                {site.Field{Type: "consent", Label: "I agree."}, "I agree.", "✓", true},
		"one of another language":  {site.Field{Type: "consent", Label: "I agree."}, "Ich stimme zu.", "✓ Ich stimme zu.", true},
		"a consent left open":      {site.Field{Type: "consent", Label: "I agree."}, "", "", false},
		"a number":                 {site.Field{Type: "number"}, "1234.50", "1.234,50", true},
		"a year":                   {site.Field{Type: "number"}, "2026", "2026", true},
		"one that was words once":  {site.Field{Type: "number"}, "see www.evil.example", "see www.evil.example", false},
		"one that was a day once":  {site.Field{Type: "number"}, "10.12.2026", "10.12.2026", false},
		"a day":                    {site.Field{Type: "date"}, "2026-11-27", "27. November 2026", true},
		"a day that was words":     {site.Field{Type: "date"}, "soon", "soon", false},
		"a slot of a time":         {site.Field{Type: "time", Options: []site.Option{{Value: "15:00", Label: "3 Uhr"}}}, "15:00", "3 Uhr", true},
		"files, which are by name": {site.Field{Type: "file"}, "a.pdf\nb.pdf", "a.pdf\nb.pdf", false},
	} {
		if got, chosen := c.field.Answer(of("de"), c.value); got != c.want || chosen != c.chosen {
			t.Errorf("%s: %q, %t; want %q, %t", name, got, chosen, c.want, c.chosen)
		}
	}
}
