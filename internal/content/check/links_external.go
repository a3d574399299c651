package check

import (
	"net/url"
	"strings"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

func (j linkValidator) external(to string) {
	u, err := url.Parse(to)
	switch {
	case err != nil || text.HasBlank(to):
		j.report("bad-link", "Copy it from the browser's address bar.", "The link %q is no web address.", to)
	case u.Hostname() == "" || !strings.Contains(u.Hostname(), ".") && u.Hostname() != "localhost":
		j.report("bad-link", "Write all of it, such as https://www.example.com.", "The link %q names no website.", to)
	case u.User != nil:
		j.report("forbidden-link", "Remove what stands before the @.", "A link may not hold a name or password.")
	default:
		if of := j.resolver.claimant(u); of != nil && of.Space != j.Shown.Space {
			j.ofHost(of, u)
			return
		}
		j.set(site.LinkExternal, u.String())
	}
}

func (j linkValidator) mail(address string) {
	address = strings.TrimSpace(address)
	name, _, _ := strings.Cut(address, "?")
	local, domain, _ := strings.Cut(name, "@")
	strange := text.HasBlank(address) || strings.ContainsAny(address, `<>"\`)
	if strange || local == "" || domain == "" || strings.Contains(domain, "@") {
		j.report("bad-link", "Write it such as mailto:hello@example.com.", "%q is no mail address.", address)
		return
	}
	j.set(site.LinkContact, "mailto:"+address)
}

// phone takes a number as people write it, and leaves what a phone understands (RFC 3966).
func (j linkValidator) phone(number string) {
	digits := 0
	if strings.HasPrefix(strings.TrimSpace(number), "+") { // who dials the country leaves out the zero of +41 (0)44
		number = strings.Replace(number, "(0)", "", 1)
	}
	dialled := strings.Map(func(c rune) rune {
		switch {
		case c >= '0' && c <= '9':
			digits++
			return c
		case c == '+' || c == '-' || c == '.' || c == '(' || c == ')':
			return c
		case c == ' ' || c == '\u00a0' || c == '\u202f':
			return -1
		}
		digits = -1000
		return -1
	}, number)
	if digits < 3 || strings.LastIndex(dialled, "+") > 0 {
		j.report("bad-link", "Write it such as tel:+1-555-010-0199.",
			"%q is no phone number.", strings.TrimSpace(number))
		return
	}
	j.set(site.LinkContact, "tel:"+dialled)
}
