package mail

import (
	"net/mail"
	"strings"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/site"
)

// Characters of an address's local part beside letters and digits (RFC 5322, atext).
const atext = "!#$%&'*+-/=?^_`{|}~."

// visitorAddress returns the address that a visitor typed, when it is clearly
// one: local@host.domain, in letters that every mail server takes, with
// international domains in their ASCII form. Else it is empty: a mail with a
// doubtful address in a header is refused as a whole by providers, and then the
// team would not get it at all.
func visitorAddress(typed string) string {
	local, domain, found := strings.Cut(strings.TrimSpace(typed), "@")
	if !found || local == "" || len(local) > 64 {
		return ""
	}
	for _, r := range local {
		if !strings.ContainsRune(atext, r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return ""
		}
	}
	if strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") {
		return ""
	}
	domain, err := idna.Lookup.ToASCII(domain)
	if err != nil || !domainName(domain) || len(local)+1+len(domain) > 254 {
		return ""
	}
	return local + "@" + domain
}

// domainName reports whether a name is one of the public name system: labels
// of letters, digits and hyphens, at least two of them.
func domainName(name string) bool {
	labels := strings.Split(name, ".")
	if len(labels) < 2 || len(name) > 253 {
		return false
	}
	for _, label := range labels {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
				return false
			}
		}
	}
	// A name whose last label is a number is an IP address.
	return strings.Trim(labels[len(labels)-1], "0123456789") != ""
}

// visitor returns the address in the form's first field for addresses; empty
// where there is none that can stand in a header.
func visitor(form *site.Form, s *site.Submission) string {
	if form == nil {
		return ""
	}
	for i := range form.Fields {
		if form.Fields[i].Type == "email" {
			return visitorAddress(s.Value(form.Fields[i].Name))
		}
	}
	return ""
}

// recipients returns who receives mail for the team: what the site's settings
// say, or its public address.
func recipients(s *site.Site) []string {
	if len(s.Mail.Recipients) > 0 {
		return append([]string(nil), s.Mail.Recipients...)
	}
	if s.Email != "" {
		return []string{string(s.Email)}
	}
	return nil
}

// sender returns the address mails come from: the configured one, that of the
// site's settings, or the first that receives.
func (c *Composer) sender(s *site.Site) string {
	for _, from := range append([]string{c.config.From, s.Mail.From}, recipients(s)...) {
		if from != "" {
			return line(from, maxSubject)
		}
	}
	return ""
}

// publicAddress is where visitors may answer to.
func publicAddress(s *site.Site) string {
	if s.Email != "" {
		return string(s.Email)
	}
	if to := recipients(s); len(to) > 0 {
		return to[0]
	}
	return ""
}

// bare returns the address of "Name <address>" alone.
func bare(from string) string {
	parsed, err := mail.ParseAddress(from)
	if err != nil {
		return from
	}
	return parsed.Address
}
