package mail

import (
	"cmp"
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/site"
)

// visitorAddress returns the address that a visitor typed, when it is clearly
// one ([site.MailAddress]), with an international domain in its ASCII form.
// Else it is empty: a mail with a doubtful address in a header is refused as a
// whole by providers, and then the team would not get it at all.
func visitorAddress(typed string) string {
	local, domain, _ := strings.Cut(strings.TrimSpace(typed), "@")
	domain, err := idna.Lookup.ToASCII(domain)
	// A local part may look like an encoded word, and some mail programs decode it.
	if address := local + "@" + domain; err == nil && site.MailAddress(address) && !strings.Contains(address, "=?") {
		return address
	}
	return ""
}

// visitor returns the address that the visitor typed as their own; empty where there is
// none that can stand in a header.
func visitor(form *site.Form, s *site.Submission) string {
	if form == nil || form.AddressField() == nil {
		return ""
	}
	return visitorAddress(s.Value(form.AddressField().Name))
}

// recipients returns who receives mail for the team: what the site's settings
// say, or its public address.
func recipients(s *site.Site) []string {
	if len(s.Mail.Recipients) > 0 {
		return slices.Clone(s.Mail.Recipients)
	}
	if s.Email != "" {
		return []string{string(s.Email)}
	}
	return nil
}

// sender returns the address mails come from: the configured one, that of the
// site's settings, or the first that receives.
func (c *Composer) sender(s *site.Site) string {
	return line(cmp.Or(append([]string{c.config.From, s.Mail.From}, recipients(s)...)...), maxSubject)
}

// publicAddress is where visitors may answer to.
func publicAddress(s *site.Site) string {
	return cmp.Or(append([]string{string(s.Email)}, s.Mail.Recipients...)...)
}

// bare returns the address of "Name <address>" alone.
func bare(from string) string {
	parsed, err := mail.ParseAddress(from)
	if err != nil {
		return from
	}
	return parsed.Address
}
