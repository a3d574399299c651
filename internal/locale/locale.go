// Package locale writes dates, times, money and numbers as people of a language do: by the Unicode Consortium (CLDR),
// whose tables come with github.com/bep/golocales.
//
// # What is not of CLDR
//
//   - Digits are Latin and years Gregorian in all languages: so has CLDR Arabic itself (ar), but not ar-EG or fa.
//   - Where the short time of a language counts to 12, as in English and Arabic, times are written 15:04: golocales has
//     no words for the halves of the day but am and pm.
//   - Where words run to the left, a mark (U+200E) ends US$, which would be shown as $US.
//   - File sizes have KB and MB in all languages: golocales has no units.
package locale

import (
	"cmp"
	"regexp"
	"slices"
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
	// The signs in numbers, and in prices.
	decimal, group, priceDecimal, priceGroup string
	// How many digits stand before the first group at least, and in the second group.
	least, second int
}

// What golocales leaves out of CLDR 48.1. A tag stands for the regions below it, unless they are here themselves.
var (
	fourTogether = strings.Fields("be bg es et hu hy it ka lv pl pt-pt ru-ua sl sq") // minimumGroupingDigits 2
	usual        = strings.Fields("es-419 pt-ao ta-my ta-sg")                        // other than what they belong to
	lakhs        = strings.Fields("as bn en-in gu hi hi-latn kok ne pa ta te")       // 12,34,567
	prices       = map[string][2]string{"de-at": {",", "."}, "fr-ch": {".", "\u202f"}}
)

// Of returns that of a site. A language that CLDR does not know is written as the one that it belongs to, or English.
// One without a region is written as in that of the site.
func Of(settings *site.Site) Locale {
	tag := language.Make(settings.Language)
	base, _, region := tag.Raw()
	if region.String() == "ZZ" && settings.Region != "" {
		region, _ = language.ParseRegion(settings.Region) // which the decoder has checked
		tag, _ = language.Compose(tag, region)
	}
	// Where a region has another script than its language, its parent is that of the script: zh-HK is zh-Hant-HK.
	script, _ := tag.Script()
	if own, _ := language.Make(base.String()).Script(); script != own {
		tag, _ = language.Compose(tag, script)
	}
	made := Locale{dateFormat: settings.DateFormat, timeFormat: settings.TimeFormat}
	for ; !tag.IsRoot(); tag = tag.Parent() {
		name := strings.ToLower(tag.String())
		if known := golocales.New(name); known != nil && made.cldr == nil {
			made.cldr, made.direction = known, Direction(name)
		}
		of := func(tags []string) bool { return slices.Contains(tags, name) }
		switch {
		case made.least+made.second > 0:
		case of(usual):
			made.least, made.second = 1, 3
		case of(fourTogether):
			made.least = 2
		case of(lakhs):
			made.second = 2
		}
		if signs := prices[name]; made.priceDecimal == "" {
			made.priceDecimal, made.priceGroup = signs[0], signs[1]
		}
	}
	if made.cldr == nil {
		made.cldr, made.direction = golocales.New("en"), "ltr"
	}
	before, after, _ := strings.Cut(made.cldr.FormatNumber(1000.5, 1), "000")
	made.group, made.decimal = strings.TrimPrefix(before, "1"), strings.TrimSuffix(after, "5")
	made.priceGroup, made.priceDecimal = cmp.Or(made.priceGroup, made.group), cmp.Or(made.priceDecimal, made.decimal)
	made.least, made.second = cmp.Or(made.least, 1), cmp.Or(made.second, 3)
	return made
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

// Moment writes the day, the time and the zone.
func (l Locale) Moment(t time.Time) string { return l.Date(t) + ", " + l.Time(t) + t.Format(" MST") }

// Clock writes a time that somebody typed, such as 15:00, as Time does. Where the site names no format and its language
// counts to 12, one that does so, too, is left as it is.
func (l Locale) Clock(typed string) string {
	minutes, known := site.ParseClock(typed)
	to24 := l.timeFormat != "" || strings.Contains(l.cldr.FormatTimeShort(afternoon), "15")
	if !known || !to24 && strings.ContainsAny(typed, "aApP") {
		return typed
	}
	return l.Time(time.Date(2000, time.January, 1, 0, minutes, 0, 0, time.UTC))
}

// Number writes digits such as 2499 or 0.50, with as many decimals as they have.
func (l Locale) Number(digits string) string { return l.write(digits, l.decimal, l.group) }

func (l Locale) write(digits, decimal, group string) string {
	value, decimals := valueOf(digits)
	if value < 0 {
		return l.cldr.FormatNumber(value, decimals)
	}
	rest, fraction, _ := strings.Cut(strconv.FormatFloat(value, 'f', decimals, 64), ".")
	written := ""
	if size := 3; len(rest) >= size+l.least {
		for ; len(rest) > size; size = l.second {
			rest, written = rest[:len(rest)-size], group+rest[len(rest)-size:]+written
		}
	}
	if fraction != "" {
		fraction = decimal + fraction
	}
	return rest + written + fraction
}

// numberForms are numbers by their decimal sign. An underscore stands for a space or an apostrophe, which only groups.
var numberForms = map[string]*regexp.Regexp{
	".": regexp.MustCompile(`^(-?)([0-9]+|[1-9][0-9]{0,2}(?:[,_][0-9]{2,3})*[,_][0-9]{3})(?:\.([0-9]{1,9}))?$`),
	",": regexp.MustCompile(`^(-?)([0-9]+|[1-9][0-9]{0,2}(?:[._][0-9]{2,3})*[._][0-9]{3})(?:,([0-9]{1,9}))?$`),
}

// leading is a decimal sign without a number before it, as in .5.
var leading = regexp.MustCompile(`^(-?)([.,])`)

// ParseNumber reads a number as people of the language write it: 1.234,50 is 1234.50 in German. One with the signs of
// another language is read where it can mean nothing else, such as 12.5 there; what is unclear is not known.
func (l Locale) ParseNumber(written string) (digits string, known bool) {
	own, other := ".", ","
	if l.decimal == "," {
		own, other = ",", "."
	}
	written = strings.NewReplacer("−", "-", "–", "-", "٫", own, "٬", other, "'", "_", "’", "_").Replace(written)
	written = strings.Map(func(r rune) rune {
		for _, zero := range "٠۰०０" {
			if r >= zero && r <= zero+9 {
				return '0' + r - zero
			}
		}
		if unicode.Is(unicode.Zs, r) {
			return '_'
		}
		return r
	}, written)
	written = leading.ReplaceAllString(written, "${1}0$2")
	found := numberForms[own].FindStringSubmatch(written)
	if found == nil {
		found = numberForms[other].FindStringSubmatch(written)
		if found == nil || len(found[3]) > 2 { // three digits may be a group
			return "", false
		}
	}
	if found[3] == "000" && len(found[2]) <= 3 && found[2] != "0" { // somebody else's thousands
		return "", false
	}
	digits = found[1] + strings.NewReplacer(".", "", ",", "", "_", "").Replace(found[2]) + "." + found[3]
	return strings.TrimSuffix(digits, "."), true
}

// Money writes an amount, digits as for Number, of a currency, three letters such as USD.
func (l Locale) Money(amount, currency string) string {
	value, decimals := valueOf(amount)
	number := l.cldr.FormatNumber(value, decimals)
	written := l.cldr.FormatCurrency(value, decimals, currency)
	// golocales leaves the number of Persian prices as a pattern, and letters without the space that CLDR wants.
	written = strings.Replace(written, "#,##0.00", number, 1)
	written = strings.Replace(written, number, l.write(amount, l.priceDecimal, l.priceGroup), 1)
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
