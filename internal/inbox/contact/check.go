package contact

import (
	"cmp"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/site"
)

// How many bytes of spaces around a value are stored with it.
const maxSpaces = 200

// check compares all fields with the form; r.wrong names what does not fit.
func (r *request) check() {
	for i := range r.form.Fields {
		field := &r.form.Fields[i]
		if text, fits := r.checkField(field); !fits {
			r.wrong[field.Name] = text
		}
	}
}

// checkField returns what is said of a field that does not fit.
func (r *request) checkField(field *site.Field) (site.Text, bool) {
	sent := r.Values[field.Name]
	rule := site.Rule{Min: field.Min, Max: field.MaxLength(), Step: cmp.Or(field.Step, "1")}
	if field.Type == "number" {
		rule.Max = field.Max
	}
	refused := func(pick func(*site.Checks) site.Text) (site.Text, bool) {
		return r.words().check(pick, rule), false
	}
	// What the form itself asks for it may word itself; it says nothing about
	// the bounds that hold for all forms.
	misfit := func(pick func(*site.Checks) site.Text) (site.Text, bool) {
		if field.Message != "" {
			return field.Message, false
		}
		return refused(pick)
	}
	switch {
	case sent.Fault == site.FaultType:
		return r.words().errors(func(e *site.Errors) site.Text { return e.BadRequest }), false
	case sent.Fault == site.FaultText || !writable(sent.Text, field.Type == "textarea" || field.TakesMany()):
		return refused(func(c *site.Checks) site.Text { return c.Characters })
	}
	if field.Type == "file" {
		return r.checkFiles(field, misfit)
	}
	typed := trim(sent.Text)
	if typed == "" || (isFree(field) && blank(typed)) {
		if field.Required {
			return misfit(func(c *site.Checks) site.Text { return c.Required })
		}
		// Only text may be stored with nothing but spaces in it.
		if sent.Text == "" || isFree(field) {
			return "", true
		}
	}
	count := length(typed)
	switch {
	case field.IsWritten() && count < field.Min:
		return misfit(func(c *site.Checks) site.Text { return c.TooShort })
	// Spaces around it are stored as well, so they cannot be without a bound either.
	case field.IsWritten() && (count > rule.Max || len(sent.Text) > utf8.UTFMax*rule.Max+maxSpaces):
		return refused(func(c *site.Checks) site.Text { return c.TooLong })
	}
	switch field.Type {
	case "email":
		if typed != "" && !validAddress(typed) {
			return misfit(func(c *site.Checks) site.Text { return c.Email })
		}
	case "tel":
		switch {
		case typed == "" || validPhone(typed):
		case field.Min > 0: // then its message is about the number of characters
			return refused(func(c *site.Checks) site.Text { return c.Phone })
		default:
			return misfit(func(c *site.Checks) site.Text { return c.Phone })
		}
	case "select", "time", "radio", "checkbox":
		if !offered(field, sent.Text) {
			return misfit(func(c *site.Checks) site.Text { return c.Option })
		}
	case "consent":
		// What is agreed to is what stood there: other words are those of an earlier page.
		if plainLine(sent.Text) != plainLine(string(field.Label)) {
			return misfit(func(c *site.Checks) site.Text { return c.Required })
		}
	case "number":
		return r.checkNumber(field, typed, misfit)
	case "date":
		return r.checkDate(field, sent.Text)
	}
	return "", true
}

// isFree reports whether a field takes any text.
func isFree(field *site.Field) bool { return field.Type == "text" || field.Type == "textarea" }

// length counts characters as the browser does: a line break, which native
// form posts write as two (HTML, section 4.10.22.4), is one.
func length(text string) int {
	return utf8.RuneCountInString(text) - strings.Count(text, "\r\n")
}

// offered reports whether a value is one of the options, or several of them, each
// once, where the field takes many.
func offered(field *site.Field, value string) bool {
	if field.Type == "checkbox" && !field.TakesMany() {
		return value == site.Ticked
	}
	values := []string{value}
	if field.TakesMany() {
		values = strings.Split(strings.ReplaceAll(value, "\r\n", "\n"), "\n")
	}
	seen := map[string]bool{}
	for _, one := range values {
		if seen[one] || !slices.ContainsFunc(field.Options, func(o site.Option) bool { return o.Value == one }) {
			return false
		}
		seen[one] = true
	}
	return true
}

// plainLine is a text with single spaces: browsers change others on the way.
func plainLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// validAddress takes what can be answered, by the rules of internal/inbox/mail: the
// browser's, and then that what looks like an international domain is one.
func validAddress(typed string) bool {
	_, domain, _ := strings.Cut(typed, "@")
	_, err := idna.Lookup.ToASCII(domain)
	return err == nil && site.MailAddress(typed)
}

// validPhone takes what people write on cards: digits of any script, extensions,
// numbers spelled as words. Browsers check nothing here, so neither do we say
// how many digits a country has; the shortest number anywhere has three.
func validPhone(typed string) bool {
	digits := 0
	for _, r := range typed {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r), unicode.Is(unicode.M, r), unicode.Is(unicode.Zs, r), unicode.Is(unicode.Pd, r):
		case strings.ContainsRune("+().,/#*:;'&[]", r):
		case r == '\u200E' || r == '\u200F': // marks of direction, copied from address books
		default:
			return false
		}
	}
	return digits >= 3
}

// numberPattern is what browsers send of a number: digits with a point, no
// spaces, and no exponent that would take time to compute.
var numberPattern = regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,9})?$`)

// checkNumber returns what is said of a number that does not fit. Steps are
// counted from the least value, as browsers count them (HTML, section 4.10.5.3.8).
func (r *request) checkNumber(field *site.Field, typed string, misfit func(func(*site.Checks) site.Text) (site.Text, bool)) (site.Text, bool) {
	value, isNumber := new(big.Rat).SetString(typed)
	if !isNumber || !numberPattern.MatchString(typed) {
		return misfit(func(c *site.Checks) site.Text { return c.Number })
	}
	least := big.NewRat(int64(field.Min), 1)
	if value.Cmp(least) < 0 {
		return misfit(func(c *site.Checks) site.Text { return c.TooLow })
	}
	if field.Max > 0 && value.Cmp(big.NewRat(int64(field.Max), 1)) > 0 {
		return misfit(func(c *site.Checks) site.Text { return c.TooHigh })
	}
	step, isNumber := new(big.Rat).SetString(cmp.Or(field.Step, "1"))
	if isNumber && step.Sign() > 0 && !new(big.Rat).Quo(value.Sub(value, least), step).IsInt() {
		return misfit(func(c *site.Checks) site.Text { return c.Step })
	}
	return "", true
}

const (
	// How far ahead a date may lie.
	maxYearsAhead = 5
	// How dates look in the words for visitors where the site does not say.
	defaultDateFormat = "January 2, 2006"
)

// parseDate reads YYYY-MM-DD as the midnight of that day in UTC, where every day
// has one. It refuses days that the calendar does not have.
func parseDate(text string) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, text)
	return day, err == nil
}

// today returns the date that the clock shows in the zone, as midnight in UTC.
func today(now time.Time, zone *time.Location) time.Time {
	year, month, day := now.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// zoneOf returns the time zone of a site.
func zoneOf(settings *site.Site) *time.Location {
	if settings.Location != nil {
		return settings.Location
	}
	return time.UTC
}

// checkDate returns what is said of a date that does not fit.
func (r *request) checkDate(field *site.Field, typed string) (site.Text, bool) {
	settings := r.bundle.Site
	now := r.now.In(zoneOf(settings))
	first := today(r.now, zoneOf(settings))
	format := settings.DateFormat
	if format == "" {
		format = defaultDateFormat
	}
	rule := site.Rule{Date: now.Format(format), Zone: settings.TimeZone}
	last := first.AddDate(maxYearsAhead, 0, 0)
	day, exists := parseDate(typed)
	switch {
	case exists && day.After(last): // a bound for all forms: no message of a field is about it
		rule.Date = last.Format(format)
		return r.words().check(func(c *site.Checks) site.Text { return c.DateFar }, rule), false
	case exists && (field.NotBefore == "" || !day.Before(first)):
		return "", true
	case field.Message != "":
		return field.Message, false
	case !exists:
		return r.words().check(func(c *site.Checks) site.Text { return c.Date }, rule), false
	}
	return r.words().check(func(c *site.Checks) site.Text { return c.DatePast }, rule), false
}

// trim removes what JavaScript's String.prototype.trim removes, so that both
// sides count the same characters.
func trim(text string) string { return strings.TrimFunc(text, isSpace) }

// isSpace is WhiteSpace and LineTerminator of ECMAScript; other than
// unicode.IsSpace it has U+FEFF and not U+0085.
func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\u2028', '\u2029', '\uFEFF':
		return true
	}
	return unicode.Is(unicode.Zs, r)
}

// blank reports whether the text shows nothing on any screen.
func blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		return !isSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) &&
			r != '\u2800' // a Braille cell without dots
	}) < 0
}

// writable reports whether a field may hold the text. Lines may become headers
// of mails, so they have no control characters, nothing that ends a line, and
// nothing that makes the rest be read backwards; texts may have tabs and line
// breaks, and any direction of writing.
func writable(text string, lines bool) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		if lines {
			return unicode.Is(unicode.Cc, r) && r != '\t' && r != '\n' && r != '\r'
		}
		return unicode.Is(unicode.Cc, r) || r == '\u2028' || r == '\u2029' ||
			(r >= '\u202A' && r <= '\u202E') || (r >= '\u2066' && r <= '\u2069')
	}) < 0
}
