package site

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

func init() {
	registerField(FieldKind{
		Name: "email", Keys: []string{"min", "max", "placeholder"}, Typing: Signs, MaxLength: maxAddress,
		Complete: completeLength,
		Words:    func(_ *Field, words *Checks) FieldChecks { return FieldChecks{Format: words.Email} },
		Value:    asciiAddress,
		Check: func(_ *Field, value string, words *Checks) Text {
			// By the rules of internal/inbox/mail: the browser's, and then that what looks like an international domain is one.
			_, domain, _ := strings.Cut(value, "@")
			if _, err := idna.Lookup.ToASCII(domain); err != nil || !MailAddress(value) {
				return words.Email
			}
			return ""
		},
		Link: func(value string) string {
			if address := VisitorAddress(value); address != "" {
				return "mailto:" + address
			}
			return ""
		},
		Input: inputOf("email"),
	})
}

// VisitorAddress returns the address that a visitor typed, in ASCII, when it is clearly one ([MailAddress]); else
// nothing. Providers refuse a mail with a doubtful address as a whole, and the team would not get it.
func VisitorAddress(typed string) string {
	local, domain, _ := strings.Cut(strings.TrimSpace(typed), "@")
	domain, err := idna.Lookup.ToASCII(domain)
	// A local part may look like an encoded word, and some mail programs decode it.
	if address := local + "@" + domain; err == nil && MailAddress(address) && !strings.Contains(address, "=?") {
		return address
	}
	return ""
}

// asciiAddress is an address with its domain as mail has it.
func asciiAddress(_ Locale, typed string) string {
	text := strings.TrimSpace(typed)
	local, domain, _ := strings.Cut(text, "@")
	foreign := func(r rune) bool { return r > unicode.MaxASCII }
	if strings.ContainsFunc(domain, foreign) && len(domain) < 256 {
		if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
			return local + "@" + ascii
		}
	}
	return text
}
