package contact

import (
	"cmp"
	"slices"
	"strings"
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
