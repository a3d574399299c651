package site

import (
	"regexp"
	"strings"
)

// Bounds of an address (RFC 5321, section 4.5.3.1; the whole without its brackets).
const (
	maxAddress      = 254
	maxAddressLocal = 64
)

// address is the rule of web/src/forms/validate.ts: what the HTML standard
// takes for an address, without dots that mail servers refuse, and with a
// domain whose last name is no number. That leaves out bare hosts and IP
// addresses, where nobody could be answered.
var address = regexp.MustCompile(`^[a-zA-Z0-9!#$%&'*+/=?^_` + "`" + `{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_` + "`" + `{|}~-]+)*` +
	`@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$`)

// MailAddress reports whether a text is an address that a mail can be sent to:
// local@host.domain in letters that every mail server takes, and nothing around it.
func MailAddress(text string) bool {
	return len(text) <= maxAddress && strings.IndexByte(text, '@') <= maxAddressLocal && address.MatchString(text)
}
