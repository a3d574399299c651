package contact

import (
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// Greatest number of characters where the form says none.
const (
	maxLine  = 200
	maxText  = 10_000
	maxPhone = 40
	// RFC 5321, section 4.5.3.1, with its brackets taken off.
	maxAddress      = 254
	maxAddressLocal = 64
)

// address is the rule of web/src/forms/validate.ts: what the HTML standard
// takes for an address, and a dot in the domain.
var address = regexp.MustCompile(`^[a-zA-Z0-9.!#$%&'*+/=?^_` + "`" + `{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$`)

// check compares all fields with the form; v.wrong names what does not fit.
func (v *visit) check() {
	for i := range v.form.Fields {
		field := &v.form.Fields[i]
		if text, fits := v.checkField(field); !fits {
			v.wrong[field.Name] = text
		}
	}
}

// checkField returns what is said of a field that does not fit.
func (v *visit) checkField(field *site.Field) (site.Text, bool) {
	sent := v.body.values[field.Name]
	refused := func(rule rule, pick func(*site.Checks) site.Text) (site.Text, bool) {
		return v.words().check(field, pick, rule), false
	}
	length := rule{min: field.Min, max: greatest(field)}
	switch {
	case sent.fault == wrongType:
		if field.Message != "" {
			return field.Message, false
		}
		return v.words().errors(func(e *site.Errors) site.Text { return e.BadRequest }), false
	case sent.fault == badText || !writable(sent.text, field.Type == "textarea"):
		return refused(length, func(c *site.Checks) site.Text { return c.Characters })
	}
	typed := trim(sent.text)
	if typed == "" || (isFree(field) && blank(typed)) {
		if field.Required {
			return refused(length, func(c *site.Checks) site.Text { return c.Required })
		}
		// Only text may be stored with nothing but spaces in it.
		if sent.text == "" || isFree(field) {
			return "", true
		}
	}
	count := utf8.RuneCountInString(typed)
	switch {
	case isWritten(field) && count < field.Min:
		return refused(length, func(c *site.Checks) site.Text { return c.TooShort })
	// Spaces around it are stored as well, so they cannot be without a bound either.
	case isWritten(field) && (count > length.max || len(sent.text) > utf8.UTFMax*length.max+maxLine):
		return refused(length, func(c *site.Checks) site.Text { return c.TooLong })
	}
	switch field.Type {
	case "email":
		if typed != "" && !validAddress(typed) {
			return refused(length, func(c *site.Checks) site.Text { return c.Email })
		}
	case "tel":
		if typed != "" && !validPhone(typed) {
			return refused(length, func(c *site.Checks) site.Text { return c.Phone })
		}
	case "select", "time":
		if !offered(field, sent.text) {
			return refused(length, func(c *site.Checks) site.Text { return c.Option })
		}
	case "date":
		return v.checkDate(field, sent.text)
	}
	return "", true
}

// isFree reports whether a field takes any text.
func isFree(field *site.Field) bool { return field.Type == "text" || field.Type == "textarea" }

// isWritten reports whether people write into the field, instead of choosing.
func isWritten(field *site.Field) bool {
	return isFree(field) || field.Type == "email" || field.Type == "tel"
}

// greatest returns the greatest number of characters of a field.
func greatest(field *site.Field) int {
	switch {
	case field.Max > 0:
		return field.Max
	case field.Type == "textarea":
		return maxText
	case field.Type == "email":
		return maxAddress
	case field.Type == "tel":
		return maxPhone
	default:
		return maxLine
	}
}

func offered(field *site.Field, value string) bool {
	for i := range field.Options {
		if field.Options[i].Value == value {
			return true
		}
	}
	return false
}

// validAddress is the browser's rule, and then that a mail can be sent there.
func validAddress(typed string) bool {
	if !address.MatchString(typed) || len(typed) > maxAddress || strings.IndexByte(typed, '@') > maxAddressLocal {
		return false
	}
	// Such as two dots in a row, which browsers let pass and mail servers do not.
	parsed, err := mail.ParseAddress(typed)
	return err == nil && parsed.Name == "" && parsed.Address == typed
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
