package outline

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
)

func (r *Website) checkSender(s *Site) {
	from := s.Raw.Mail.From
	if from == "" {
		return
	}
	if _, err := mail.ParseAddress(from); err != nil {
		r.Deps.Error(s.File, "mail.from", "bad-email",
			"Write it such as hello@example.com, or Example <hello@example.com>.", "%q is no sender of mail.", from)
	}
}

// exampleDomains belong to nobody (RFC 2606).
var exampleDomains = []string{"example.com", "example.net", "example.org"}

// warnReceivers finds recipients that are examples: what visitors send would be lost.
func (r *Website) warnReceivers(s *Site) {
	for i, address := range s.Raw.Mail.Recipients {
		_, domain, _ := strings.Cut(strings.ToLower(address), "@")
		if slices.Contains(exampleDomains, domain) {
			r.Deps.Warn(s.File, fmt.Sprintf("mail.recipients[%d]", i), "example-recipient",
				"Write the address where you read your mail.",
				"What visitors send would reach nobody: %s is a domain for examples.", domain)
		}
	}
}

// checkReceivers finds sites with forms whose mail would go to nobody. A site
// without recipients has those of the main site, and so has its sender.
func (r *Website) checkReceivers() {
	if r.Main == nil || r.Main.File.Broken {
		return
	}
	settings := r.Main.Raw.Mail
	for _, s := range r.Sites {
		if s.Forms.Raw.Len() == 0 || s.File.Broken || s.Original != nil {
			continue
		}
		if len(s.Raw.Mail.Recipients)+len(settings.Recipients) == 0 {
			r.Deps.ErrorAtKey(s.File, "mail", "no-recipients",
				"Add mail.recipients, a list of mail addresses, here or in the site.yaml of the main site.",
				"Nobody would receive what visitors send with the forms of %s.", s.ID)
		}
		if s.Raw.Mail.From+settings.From == "" {
			r.Deps.Warn(s.File, "mail", "no-sender",
				"Add mail.from, such as Example <hello@example.com>; else the program has to be started with one.",
				"The mails about the forms of %s have no sender.", s.ID)
		}
	}
}
