package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	netmail "net/mail"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/site"
)

// domains are those that mails come from, in their ASCII form, sorted.
func (d *doctor) domains() []string {
	senders := []string{d.config.Inbox.From}
	if revision := d.load().revision; revision != nil && senders[0] == "" {
		for _, bundle := range revision.Sites {
			s := bundle.Site
			candidates := slices.Concat([]string{s.Mail.From}, s.Mail.Recipients, []string{string(s.Email)})
			senders = append(senders, cmp.Or(candidates...))
		}
	}
	found := map[string]bool{}
	for _, sender := range senders {
		if address, err := netmail.ParseAddress(sender); err == nil {
			_, domain, _ := strings.Cut(address.Address, "@")
			if domain, err := idna.Lookup.ToASCII(domain); err == nil {
				found[strings.ToLower(domain)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (d *doctor) lookAtMail(ctx context.Context, r *report) {
	switch config := d.config.Inbox; {
	case config.SMTP != "":
		d.lookAtSMTP(ctx, r)
	case config.ResendKey != "":
		d.lookAtResend(ctx, r)
	default:
		r.add(warning, "mail is not sent but captured as files in "+mailFolder(config.storeConfig),
			"set RESEND_API_KEY or SMTP_URL")
	}
}

func (d *doctor) lookAtSMTP(ctx context.Context, r *report) {
	sender, err := mail.NewSMTP(mail.SMTPConfig{URL: d.config.Inbox.SMTP, Timeout: lookLimit})
	if err != nil {
		return // Among the problems of the configuration.
	}
	domain := "localhost"
	if domains := d.domains(); len(domains) > 0 {
		domain = domains[0]
	}
	if err := sender.Check(ctx, domain); err != nil {
		r.add(problem, "the mail server: "+reason(err), "correct SMTP_URL, or let this machine reach the server")
		return
	}
	r.fine("the mail server takes our login; no mail was sent")
}

func (d *doctor) lookAtResend(ctx context.Context, r *report) {
	config := mail.ResendConfig{Key: d.config.Inbox.ResendKey, BaseURL: d.config.Inbox.ResendURL, Timeout: lookLimit}
	sender, err := mail.NewResend(config)
	if err != nil {
		return // Among the problems of the configuration.
	}
	defer sender.Close()
	states, err := sender.Domains(ctx)
	switch {
	case errors.Is(err, mail.ErrSendingOnly):
		r.fine("Resend takes the key, which may only send: " +
			"whether the domain of the sender is verified, resend.com/domains says")
		return
	case err != nil:
		r.add(problem, "Resend: "+reason(err), "check RESEND_API_KEY, and that this machine reaches the provider")
		return
	}
	for _, domain := range d.domains() {
		switch state := stateOf(domain, states); state {
		case "verified":
			r.fine("Resend sends for %s", domain)
		case "":
			r.add(problem, "Resend knows no domain "+domain+", so mail of this sender is refused",
				"add it at resend.com/domains, or choose another sender with MARQUEE_MAIL_FROM")
		default:
			r.add(problem, "Resend has not verified the domain "+domain+" ("+state+")",
				"add its DNS records, see resend.com/domains")
		}
	}
}

// reason is why mail is not sent, without what becomes of the mail.
func reason(err error) string {
	if failure, ok := errors.AsType[*site.DeliveryError](err); ok {
		return failure.Reason
	}
	return err.Error()
}

// stateOf returns the state of a domain, which counts for those below it that have none.
func stateOf(domain string, states map[string]string) string {
	for {
		if state, known := states[domain]; known {
			return state
		}
		_, above, more := strings.Cut(domain, ".")
		if !more {
			return ""
		}
		domain = above
	}
}

// reserved are domains for examples and tests (RFC 2606, RFC 6761), which nobody can own.
var reserved = []string{"example", "test", "invalid", "localhost", "example.com", "example.net", "example.org"}

func isReserved(domain string) bool {
	return slices.ContainsFunc(reserved, func(name string) bool {
		return domain == name || strings.HasSuffix(domain, "."+name)
	})
}

func (d *doctor) lookAtSenders(_ context.Context, r *report) {
	domains := d.domains()
	if len(domains) == 0 && d.load().revision != nil {
		r.add(warning, "mails have no sender", "write mail.from in site.yaml, or set MARQUEE_MAIL_FROM")
	}
	for _, domain := range domains {
		if isReserved(domain) {
			r.add(warning, domain+" is a domain for examples: no mailbox takes mail from it",
				"write your own in mail.from of site.yaml, or set MARQUEE_MAIL_FROM")
			continue
		}
		r.fine("mails come from %s", domain)
	}
}

func (d *doctor) lookAtWebhooks(_ context.Context, r *report) {
	revision := d.load().revision
	if revision == nil {
		return // Said of the content.
	}
	n, known := 0, hooks(d.Environment)
	for _, bundle := range revision.Sites {
		for id, form := range bundle.Forms.All() {
			for _, hook := range form.Webhooks {
				n++
				if name := hook.Variable(); !known.has(name) {
					r.add(problem, fmt.Sprintf("form %s of %s names $%s, which is not set or cannot be read", id, bundle.Site.ID,
						name),
						"set it to the address of the webhook (or "+name+fileSuffix+" to a file with it), or take it out of forms.yaml")
				} else if address, err := known.address(name); err == nil && strings.HasPrefix(strings.ToLower(address), "http:") && !d.config.Inbox.Webhooks.Private {
					r.add(problem, fmt.Sprintf("$%s begins with http://: what is sent to it waits", name),
						"write https://, or set MARQUEE_WEBHOOK_PRIVATE=on where it stays in your own network")
				}
			}
		}
	}
	if wantsEvents(revision) && len(d.config.Inbox.Webhooks.Secrets) == 0 {
		r.add(problem, "MARQUEE_WEBHOOK_SECRET is not set: webhooks of the format json wait",
			"set it to whsec_ and 32 random bytes in Base64, as the receivers have it")
	}
	if n == 0 {
		r.fine("no form has any")
		return
	}
	r.fine("%s in forms", plural(n, "webhook"))
}
