// Package locale writes dates, times, money and numbers as people of a language do: by the Unicode Consortium (CLDR),
// whose tables come with github.com/bep/golocales.
//
// # What is not of CLDR
//
//   - Digits are Latin and years Gregorian in all languages: so has CLDR Arabic itself (ar), but not ar-EG or fa.
//   - Where the short time of a language counts to 12, as in English and Arabic, times are written 15:04: golocales has
//     no words for the halves of the day but am and pm.
//   - Thousands are grouped by three everywhere, numbers of four digits too.
//   - Where words run to the left, a mark (U+200E) ends US$, which would be shown as $US.
//   - File sizes have KB and MB in all languages: golocales has no units.
package locale

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bep/golocales"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/evenlight/marquee/internal/site"
)

// Locale writes in the language of a site, with the formats that the site gives.
type Locale struct {
	cldr                   golocales.Translator
	dateFormat, timeFormat string
	direction              string
}

// Of returns that of a site. A language that CLDR does not know is written as the one that it belongs to, or English.
func Of(settings *site.Site) Locale {
	for tag := language.Make(settings.Language); !tag.IsRoot(); tag = tag.Parent() {
		if known := golocales.New(tag.String()); known != nil {
			return Locale{known, settings.DateFormat, settings.TimeFormat, Direction(tag.String())}
		}
	}
	return Locale{golocales.New("en"), settings.DateFormat, settings.TimeFormat, "ltr"}
}

// Script returns the script of a language, as ISO 15924 names it: Latn, Arab; Zzzz where it is not known.
func Script(tag string) string {
	script, _ := language.Make(tag).Script()
	return script.String()
}

// Direction returns the way in which a language is written: ltr or rtl, as the attribute dir has it.
func Direction(tag string) string {
	switch Script(tag) {
	case "Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg", "Mand", "Samr":
		return "rtl"
	}
	return "ltr"
}

// Date writes a day as dateFormat says it, or as the long date of the language.
func (l Locale) Date(day time.Time) string {
	if l.dateFormat == "" {
		// Thai dates have the name of the era before the year, which golocales leaves as the letter of the pattern.
		return strings.Replace(l.cldr.FormatDateLong(day), " G ", " ", 1)
	}

	month, weekday := day.Month()-1, day.Weekday()
	names := map[string]string{
		"January": l.cldr.MonthsWide()[month],
		"Jan":     cmp.Or(l.cldr.MonthsAbbreviated()[month], l.cldr.MonthsWide()[month]),
		"Monday":  l.cldr.WeekdaysWide()[weekday],
		"Mon":     cmp.Or(l.cldr.WeekdaysAbbreviated()[weekday], l.cldr.WeekdaysWide()[weekday]),
	}
	written, end := "", 0
	for _, at := range words.FindAllStringIndex(l.dateFormat, -1) {
		if name, known := names[l.dateFormat[at[0]:at[1]]]; known {
			written += day.Format(l.dateFormat[end:at[0]]) + name
			end = at[1]
		}
	}
	return written + day.Format(l.dateFormat[end:])
}

// Weekday names a day of the week.
func (l Locale) Weekday(day time.Weekday) string { return l.cldr.WeekdaysWide()[day] }

// DayDate writes a day with its weekday: as the full date of the language, or before the date as dateFormat says it.
func (l Locale) DayDate(day time.Time) string {
	if l.dateFormat == "" {
		return strings.Replace(l.cldr.FormatDateFull(day), " G ", " ", 1)
	}
	return l.Weekday(day.Weekday()) + ", " + l.Date(day)
}

// words are the names in a layout of package time, and longer words that begin like them.
var words = regexp.MustCompile(`January|Monday|(?:Jan|Mon)[a-z]*`)

// ParseDate reads a day as Date writes it, with the format of the site or without. golocales reads nothing: each day of
// the year is written and compared.
func (l Locale) ParseDate(written string) (day time.Time, known bool) {
	year, err := strconv.Atoi(yearPattern.FindString(written))
	if err != nil {
		return time.Time{}, false
	}
	long := Locale{cldr: l.cldr}
	for day = time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC); day.Year() == year; day = day.AddDate(0, 0, 1) {
		if written == l.Date(day) || written == long.Date(day) {
			return day, true
		}
	}
	return time.Time{}, false
}

var yearPattern = regexp.MustCompile(`[0-9]{4}`)

var afternoon = time.Date(2006, time.January, 2, 15, 4, 5, 0, time.UTC)

// Time writes the time of the day as timeFormat says it, or as the short time of the language.
func (l Locale) Time(at time.Time) string {
	if l.timeFormat == "" && strings.Contains(l.cldr.FormatTimeShort(afternoon), "15") {
		return l.cldr.FormatTimeShort(at)
	}
	return at.Format(cmp.Or(l.timeFormat, "15:04"))
}

// Number writes digits such as 2499 or 0.50, with as many decimals as they have.
func (l Locale) Number(digits string) string {
	value, decimals := valueOf(digits)
	return l.cldr.FormatNumber(value, decimals)
}

// Money writes an amount, digits as for Number, of a currency, three letters such as USD.
func (l Locale) Money(amount, currency string) string {
	value, decimals := valueOf(amount)
	written := l.cldr.FormatCurrency(value, decimals, currency)
	// golocales leaves the number of Persian prices as a pattern, and letters without the space that CLDR wants.
	written = strings.Replace(written, "#,##0.00", l.cldr.FormatNumber(value, decimals), 1)
	written = unspaced.ReplaceAllString(written, "$1$3\u00a0$2$4")

	if l.direction == "rtl" {
		// A mark keeps the sign behind its letters: US$, not $US.
		written = lettered.ReplaceAllString(written, "$0\u200e")
	}
	return written
}

var (
	unspaced = regexp.MustCompile(`(\pL)([0-9])|([0-9])(\pL)`)
	lettered = regexp.MustCompile(`[A-Z]\p{Sc}$`)
)

func valueOf(digits string) (value float64, decimals int) {
	value, _ = strconv.ParseFloat(digits, 64) // what is none is reported where it is written
	_, fraction, _ := strings.Cut(digits, ".")
	return value, len(fraction)
}

// FileSize says how much a visitor has to load, in whole units, rounded up.
func (l Locale) FileSize(bytes int64) string {
	if kilo := (bytes + 999) / 1000; kilo < 1000 {
		return l.cldr.FormatNumber(float64(kilo), 0) + " KB"
	}
	return l.cldr.FormatNumber(float64((bytes+999_999)/1_000_000), 0) + " MB"
}

// IsTag tells whether a name is the tag of a language that CLDR knows, in small letters: de, pt-br.
func IsTag(name string) bool {
	tag, err := language.Parse(name)
	base, _ := tag.Base()
	return err == nil && name == strings.ToLower(tag.String()) && tag != language.Und &&
		display.English.Languages().Name(base) != ""
}

// TagOf returns the tag of the language that somebody means by a word, such as German, Deutsch or DE; "" for none.
func TagOf(meant string) string {
	if tag := strings.ToLower(strings.ReplaceAll(meant, "_", "-")); IsTag(tag) {
		return tag
	}
	for _, tag := range display.Supported.Tags() {
		english, own := display.English.Languages().Name(tag), display.Self.Name(tag)
		if strings.EqualFold(meant, english) || strings.EqualFold(meant, own) {
			return strings.ToLower(tag.String())
		}
	}
	return ""
}

// Name returns what a language calls itself, with a capital letter: Deutsch, العربية. A tag that CLDR does not know is
// its own name.
func Name(tag string) string {
	parsed, err := language.Parse(tag)
	name := display.Self.Name(parsed)
	if err != nil || name == "" {
		return tag
	}
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// NameIn returns what a language is called in another one: German, and in French allemand.
func NameIn(in, tag string) string {
	if names := display.Tags(language.Make(in)); names != nil && names.Name(language.Make(tag)) != "" {
		return names.Name(language.Make(tag))
	}
	return tag
}
