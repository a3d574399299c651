package mail

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// ComposerConfig is what a composer has to know beside content.
type ComposerConfig struct {
	// Sender of all mails (MARQUEE_MAIL_FROM): an address, or a name with an
	// address in angle brackets. Empty: what each site's settings say.
	From string
}

// Composer makes mails of submissions. It is safe for concurrent use.
type Composer struct {
	config ComposerConfig
}

// NewComposer returns a composer.
func NewComposer(config ComposerConfig) *Composer {
	return &Composer{config: config}
}

// Compose renders the mails about a submission: the notice for the team first,
// then the confirmation for the visitor where the form has one and the visitor
// left an address that mail can be sent to.
func (c *Composer) Compose(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
	messages := []site.Message{c.notice(bundle, form, s)}
	if form.Confirmation != nil {
		if to := visitor(form, s); to != "" {
			messages = append(messages, c.confirmation(bundle, form, s, to))
		}
	}
	return messages
}

func (c *Composer) notice(bundle *site.Bundle, form *site.Form, s *site.Submission) site.Message {
	words := bundle.Site.MailWords
	r := c.report(bundle, form, s)
	replyTo := visitor(form, s)

	l := c.letter(bundle)
	subject := r.subject(form.Mail.Subject)
	if subject == "" {
		l.Title = string(form.Title)
		subject = subjectOf(l.Title, s.Reference)
	} else {
		l.Title, l.Topic = subject, string(form.Title)
	}
	l.Paragraphs = r.sentences(form.Mail.Text)
	l.Reports = []report{r}
	l.Preheader = r.summary()
	if replyTo != "" {
		l.Closing = r.sentences(words.Reply)
	}
	m := site.Message{
		Kind: site.MailNotice, From: c.sender(bundle.Site), To: recipients(bundle.Site), ReplyTo: replyTo, Subject: subject,
		Text: l.text(), HTML: l.html(), Headers: headers("auto-generated", s.ID),
	}
	m.Attachments = append(c.calendar(bundle, form, s, subject, r), uploads(s)...)
	return m
}

func (c *Composer) confirmation(bundle *site.Bundle, form *site.Form, s *site.Submission, to string) site.Message {
	// Words may name fields that were left empty, which the copy leaves out.
	filled := c.report(bundle, form, s)
	r := filled.forVisitor()

	l := c.letter(bundle)
	l.Title = string(form.Success.Title)
	l.Paragraphs = filled.sentences(form.Confirmation.Text)
	if len(l.Paragraphs) == 0 {
		l.Paragraphs = paragraphs(string(form.Success.Text))
	}
	l.Paragraphs = append(l.Paragraphs, paragraphs(string(form.Next))...)
	l.Reports = []report{r}
	l.Why = filled.sentences(bundle.Site.MailWords.WhyVisitor)
	subject := filled.subject(form.Confirmation.Subject)
	if subject == "" {
		subject = subjectOf(string(form.Success.Title), s.Reference)
	}
	l.Preheader = line(strings.Join(l.Paragraphs, " "), maxInline)
	m := site.Message{
		Kind: site.MailConfirmation, From: c.sender(bundle.Site), To: []string{to}, ReplyTo: publicAddress(bundle.Site), Subject: subject,
		Text: l.text(), HTML: l.html(), Headers: headers("auto-replied", s.ID),
	}
	m.Attachments = c.calendar(bundle, form, s, subjectOf(string(form.Title), string(bundle.Site.Name)), r)
	return m
}

// Digest renders many submissions of one form in one mail to the team, oldest
// first as they are given. The form may be nil, when content has it no more:
// then fields go by their names. It is an error to ask for a digest of nothing.
func (c *Composer) Digest(bundle *site.Bundle, form *site.Form, all []site.Submission) (site.Message, error) {
	if len(all) == 0 {
		return site.Message{}, errors.New("compose digest: no submissions")
	}
	words := bundle.Site.MailWords
	title := all[0].FormID
	if form != nil {
		title = string(form.Title)
	}
	fill := strings.NewReplacer("{count}", strconv.Itoa(len(all)), "{form}", title).Replace

	l := c.letter(bundle)
	l.Title = title
	l.Paragraphs = paragraphs(fill(string(words.DigestText)))
	l.Preheader = line(strings.Join(l.Paragraphs, " "), maxInline)
	for i := range all {
		l.Reports = append(l.Reports, c.report(bundle, form, &all[i]).inDigest())
	}
	subject := subjectLine(fill(string(words.DigestSubject)))
	if subject == "" {
		subject = subjectOf(title, strconv.Itoa(len(all)))
	}
	return site.Message{
		Kind: site.MailDigest, From: c.sender(bundle.Site), To: recipients(bundle.Site), Subject: subject,
		Text: l.text(), HTML: l.html(), Headers: headers("auto-generated", ""),
	}, nil
}

// headers keep other programs from answering (RFC 3834), and mails with the
// same subject from being folded into one conversation.
func headers(auto, id string) map[string]string {
	all := map[string]string{"Auto-Submitted": auto, "X-Auto-Response-Suppress": "All"}
	if id != "" {
		all["X-Entity-Ref-ID"] = id
	}
	return all
}

// subjectOf joins the parts that are not empty.
func subjectOf(parts ...string) string {
	filled := slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return subjectLine(strings.Join(filled, " · "))
}

// paragraphs splits a text at blank lines.
func paragraphs(text string) []string {
	var all []string
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}
