package locale

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bep/golocales"
)

// DateLayout returns a layout of package time that says what a date format means: the format itself where that shows
// day, month and year of any day; else what is probably meant by names of the language (2. Januar 2006), by the parts
// of other programs (DD.MM.YYYY) or by the numbers of some day (14 March 2026), or January 2, 2006.
func (l Locale) DateLayout(format string) string {
	english := dateParts.ReplaceAllStringFunc(format, l.inLayout)
	named := strings.Contains(english, "Jan")
	numbered := dateParts.ReplaceAllStringFunc(english, func(part string) string {
		n, err := strconv.Atoi(part)
		layout := "1"
		switch {
		case err != nil:
			return part
		case len(part) == 4:
			return "2006"
		case named || n > 12:
			layout = "2"
		}
		if len(part) == 2 && (part[0] == '0' || !named) {
			layout = "0" + layout
		}
		return layout
	})
	foreign := dateParts.ReplaceAllStringFunc(english, func(part string) string {
		return cmp.Or(foreignParts[part], part)
	})
	for _, layout := range []string{english, foreign, numbered} {
		if showsDay(layout) {
			return layout
		}
	}
	return "January 2, 2006"
}

// showsDay tries a layout on two days: what it writes must be read as the day that it was.
func showsDay(layout string) bool {
	return !strange.MatchString(layout) && !slices.ContainsFunc(probes, func(day time.Time) bool {
		read, err := time.Parse(layout, day.Format(layout))
		return err != nil || !read.Equal(day.Truncate(24*time.Hour)) // one with a time of the day is read as that time
	})
}

// inLayout returns what a layout has for the name of a month or of a day of the week, in the language or in English.
func (l Locale) inLayout(word string) string {
	same := func(name string) bool {
		// Names of two letters, as Japanese has them, may be other words.
		return utf8.RuneCountInString(word) > 2 && strings.EqualFold(strings.TrimSuffix(name, "."), word)
	}
	for _, of := range []golocales.Translator{golocales.New("en"), l.cldr} {
		all := [][]string{of.MonthsWide(), of.WeekdaysWide(), of.MonthsAbbreviated(), of.WeekdaysAbbreviated()}
		if at := slices.IndexFunc(all, func(names []string) bool { return slices.ContainsFunc(names, same) }); at >= 0 {
			return []string{"January", "Monday", "Jan", "Mon"}[at]
		}
	}
	return word
}

var (
	dateParts = regexp.MustCompile(`%?\pL+|[0-9]+`)
	// What package time has for the parts of other programs: of CLDR and Java, of strftime, and of PHP.
	foreignParts = map[string]string{
		"YYYY": "2006", "yyyy": "2006", "y": "2006", "Y": "2006", "%Y": "2006", "DD": "02", "dd": "02", "%d": "02",
		"D": "2", "d": "2", "j": "2", "%e": "2", "MMMM": "January", "F": "January", "%B": "January", "MMM": "Jan",
		"%b": "Jan", "MM": "01", "%m": "01", "M": "1", "m": "1", "n": "1", "EEEE": "Monday", "dddd": "Monday",
		"%A": "Monday", "l": "Monday",
	}
	// What other programs have for dates, which visitors would read, and what of package time is no part of a date.
	strange = regexp.MustCompile("YY|yy|DD|dd|MM|%|MST|07|002|2nd|:[0-9]")
	// Two days of which no part is as in a layout, nor as in the other one.
	probes = []time.Time{
		time.Date(2031, time.November, 28, 9, 41, 17, 123456789, time.UTC),
		time.Date(2029, time.August, 9, 22, 3, 54, 987654321, time.UTC),
	}
)
