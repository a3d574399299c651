// Package mail makes mails of submissions, and sends them.
//
// [Composer] renders what a visitor sent as a notice for the team and, where the form asks for it, a confirmation for
// the visitor; many notices become one digest when mail floods. Composing is a pure function, so that a stored mail
// can be sent again and again under one idempotency key.
//
// What visitors typed is trusted nowhere. In headers it is one short line without control characters and without
// characters that change the direction of text. In HTML it is escaped; in both bodies it is isolated, so that
// right-to-left text does not reorder what stands around it. In plain text it is indented, so that no message can look
// like a field of its own. Only the confirmation goes to an address that was typed, and only when it is clearly one.
//
// [Resend] sends through the HTTP interface of the same name, [SMTP] through a mail server; [Folder] writes .eml files
// where there is neither. All say with a site.DeliveryError what is to become of a mail that was not sent;
// docs/reliability.md section 2 has the rules. All workers of a process share one sender, because it holds the limiter.
package mail

import (
	"cmp"
	"context"
	"crypto/x509"
	"embed"
	"errors"
	"html/template"
	"io"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	text "text/template"
	"time"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// Config is what a sender needs.
type Config struct {
	// The API key of Resend.
	Key string
	// Where mails go: smtps://user:password@host:465 or smtp://user:password@host:587 for SMTP; the address of the
	// interface for Resend, empty for Resend's own.
	URL string
	// Mails per second before the provider names a limit; see DefaultStartRate. Zero: no limit until then.
	StartRate float64
	// How long one mail may take. Zero: 10 seconds with Resend, 12 with SMTP.
	Timeout time.Duration
	// The certificates to trust. Nil: those of the machine.
	Roots *x509.CertPool
	// Where it is logged that the provider wants less, or refuses one of several receivers. Nil: nowhere.
	Logger *slog.Logger
	// Opens connections of SMTP. Nil: the network. Set it in tests.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Composer makes mails of submissions. It is safe for concurrent use.
type Composer struct {
	// Sender of all mails (MARQUEE_MAIL_FROM): an address, or a name with an address in angle brackets. Empty: what
	// each site's settings say.
	From string
}

// Compose renders the mails about a submission: the notice for the team first, in the first language of the site, then
// the confirmation for the visitor, in the visitor's, where the form has one and the visitor left an address that mail
// can be sent to.
func (c *Composer) Compose(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
	r := newReport(bundle, form, s)
	visitor := ""
	if field := form.AddressField(); field != nil {
		visitor = site.VisitorAddress(s.Value(field.Name))
	}
	team, teamForm := bundle.ForTeam(form)
	forTeam := r
	if team != bundle {
		forTeam = newReport(team, teamForm, s).from(bundle)
	}
	messages := []site.Message{c.notice(team.Site, forTeam, visitor)}
	if form.OptIn && s.OptIn != nil && visitor != "" {
		messages = append(messages, c.optIn(bundle.Site, form, s, visitor))
	}
	if form.Confirmation != nil && visitor != "" {
		messages = append(messages, c.confirmation(bundle.Site, r, visitor))
	}
	return messages
}

func (c *Composer) notice(s *site.Site, r report, visitor string) site.Message {
	form := r.form
	l := letter{Reports: []report{r}, Paragraphs: r.sentences(form.Mail.Text), Preheader: r.summary()}
	subject := r.subject(form.Mail.Subject)
	if subject != "" {
		l.Title, l.Topic = subject, string(form.Title)
	} else {
		l.Title = string(form.Title)
		subject = subjectOf(l.Title, r.submission.Reference)
	}
	if visitor != "" {
		l.Closing = r.sentences(s.MailWords.Reply)
	}

	m := c.message(s, site.MailNotice, Recipients(s, form, r.submission), subject, l)
	m.ReplyTo, m.Headers["X-Entity-Ref-ID"] = visitor, r.submission.ID
	what, _ := booking.Choice(form, r.submission.Value)
	title := cmp.Or(r.subject(form.Mail.Subject), subjectOf(r.who(), string(what)), subject)
	m.Attachments = append(c.calendar(s, r, title, nil), uploads(r.submission)...)
	return m
}

func (c *Composer) confirmation(s *site.Site, filled report, visitor string) site.Message {
	// Words may name fields that were left empty, which the visitor's copy leaves out.
	form, r := filled.form, filled.forVisitor()
	words, arrived := filled.sentences(form.Confirmation.Text), form.Success
	if form.OptIn { // Its success says that a mail with a link is on its way, and the link was followed.
		arrived = site.Notice{Title: form.Title, Text: s.MailWords.OptInDone}
	}
	if len(words) == 0 {
		words = paragraphs(string(arrived.Text))
	}
	l := letter{
		Title: string(arrived.Title), Paragraphs: append(words, paragraphs(string(form.Next))...),
		Reports: []report{r}, Why: filled.sentences(s.MailWords.WhyVisitor),
	}
	if strings.Contains(string(form.Confirmation.Text), answers) {
		l.Reports[0].Entries = nil // its words have them
	}
	subject := cmp.Or(filled.subject(form.Confirmation.Subject), subjectOf(l.Title, r.submission.Reference))

	m := c.toVisitor(s, r, site.MailConfirmation, subject, l, visitor)
	what, _ := booking.Choice(form, r.submission.Value)
	m.Attachments = c.calendar(s, r, subjectOf(string(what), string(s.Name)), nil)
	return m
}

// Appointment tells the visitor that a booking is firm, or moved: with a calendar file that changes the one of the
// confirmation. It is the update with this number, made now. Start is when the appointment begins.
func (c *Composer) Appointment(
	bundle *site.Bundle, form *site.Form, s *site.Submission, start time.Time, number int, now time.Time,
) site.Message {
	visitor := site.VisitorAddress(s.Value(form.AddressField().Name))
	moved := *s
	moved.Values = slices.Clone(s.Values)
	booking.Move(form, moved.Values, start.In(bundle.Site.Location), locale.Of(bundle.Site).Time)
	r := newReport(bundle, form, &moved).forVisitor()
	words, text := bundle.Site.MailWords, bundle.Site.MailWords.AppointmentText
	if before, known := booking.At(form, s.Value, bundle.Site.Location); number > 1 || known && !before.Equal(start) {
		text = words.AppointmentMoved
	}
	local, l := start.In(bundle.Site.Location), locale.Of(bundle.Site)
	fill := strings.NewReplacer("{time}", l.DayDate(local)+", "+l.Time(local)).Replace
	mail := letter{
		Title: fill(string(words.AppointmentSubject)), Paragraphs: paragraphs(fill(string(text))),
		Reports: []report{r}, Why: paragraphs(string(words.WhyVisitor)),
	}
	m := c.toVisitor(bundle.Site, r, site.MailAppointment, subjectOf(mail.Title, s.Reference), mail, visitor)
	what, _ := booking.Choice(form, s.Value)
	m.Attachments = c.calendar(bundle.Site, r, subjectOf(string(what), string(bundle.Site.Name)),
		&invitation{visitor, number, now})
	return m
}

// optIn asks whether an address is its reader's. Anybody can have it sent to anybody: so nothing that was typed is in
// it.
func (c *Composer) optIn(s *site.Site, form *site.Form, of *site.Submission, visitor string) site.Message {
	fill := strings.NewReplacer("{form}", string(form.Title), "{reference}", of.Reference).Replace
	say := func(own, usual site.Text) string { return fill(string(cmp.Or(own, usual))) }
	query := url.Values{"site": {s.ID}, "form": {form.ID}, "token": {of.OptIn.Token}}
	l := letter{
		Title:      say(form.OptInMail.Subject, s.MailWords.OptInSubject),
		Paragraphs: paragraphs(say(form.OptInMail.Text, s.MailWords.OptInText)),
		Action:     string(s.MailWords.OptInButton), ActionLink: websiteOf(s) + site.ConfirmPath + "?" + query.Encode(),
		Why: paragraphs(fill(string(s.MailWords.WhyVisitor))),
	}
	return c.toVisitor(s, report{form: form, submission: of}, site.MailOptIn, subjectLine(l.Title), l, visitor)
}

// toVisitor makes a mail to the address that was typed; answers go to the team.
func (c *Composer) toVisitor(s *site.Site, of report, kind, subject string, l letter, visitor string) site.Message {
	m := c.message(s, kind, []string{visitor}, subject, l)
	m.ReplyTo = cmp.Or(append([]string{string(s.Email)}, Recipients(s, of.form, of.submission)...)...)
	m.Headers["Auto-Submitted"], m.Headers["X-Entity-Ref-ID"] = "auto-replied", of.submission.ID
	return m
}

// Digest renders many submissions of one form in one mail to the recipients of the first, oldest first as they are
// given. The form may be nil, when content has it no more: then fields go by their names. It is an error to ask for a
// digest of nothing.
func (c *Composer) Digest(bundle *site.Bundle, form *site.Form, all []site.Submission) (site.Message, error) {
	if len(all) == 0 {
		return site.Message{}, errors.New("compose digest: no submissions")
	}
	title := all[0].FormID
	if form != nil {
		title = string(form.Title)
	}
	words, count := bundle.Site.MailWords, strconv.Itoa(len(all))
	replace := strings.NewReplacer("{count}", count, "{form}", title).Replace

	l := letter{Title: title, Paragraphs: paragraphs(replace(string(words.DigestText)))}
	for i := range all {
		l.Reports = append(l.Reports, newReport(bundle, form, &all[i]).inDigest())
	}
	subject := cmp.Or(subjectLine(replace(string(words.DigestSubject))), subjectOf(title, count))
	return c.message(bundle.Site, site.MailDigest, Recipients(bundle.Site, form, &all[0]), subject, l), nil
}

// suspectsShown is how many suspects a mail describes at most; it counts the others.
const suspectsShown = 20

// Suspects tells the team what is held as spam: who sent it, when, why it is held, and the command that releases it.
// All are for the same receivers. Team returns the words in which a submission is told, and reasons what the signs of
// a suspect mean.
func (c *Composer) Suspects(
	all []site.Submission, team func(*site.Submission) (*site.Bundle, *site.Form), reasons func(string) []string,
) site.Message {
	bundle, form := team(&all[0])
	words, fill := bundle.Site.MailWords, strings.NewReplacer("{count}", strconv.Itoa(len(all))).Replace
	l := letter{Title: fill(string(words.SuspectsSubject)), Paragraphs: paragraphs(fill(string(words.SuspectsText)))}
	for i := range all[:min(len(all), suspectsShown)] {
		of, form := team(&all[i])
		r := newReport(of, form, &all[i]).inDigest()
		r.Entries = slices.DeleteFunc(r.Entries, func(e entry) bool { return e.Long || e.chosen }) // who it is, not what
		r.Details = append(r.Details, detail{Value: strings.Join(reasons(all[i].Suspect), "; ")},
			detail{Value: "marquee submissions release " + all[i].Reference, Code: true})
		l.Reports = append(l.Reports, r)
	}
	return c.message(bundle.Site, site.MailSuspects, Recipients(bundle.Site, form, &all[0]), subjectLine(l.Title), l)
}

// Problem tells an author of the content something, in the language of the program. More of it is at an address, which
// may be empty.
func (c *Composer) Problem(s *site.Site, to, title string, words []string, address string) site.Message {
	l := letter{Title: title, Paragraphs: words}
	if address != "" {
		l.Action, l.ActionLink = "See what to mend", address
	}
	return c.message(s, site.MailProblems, []string{to}, subjectLine(title), l)
}

// Letter renders words that are no site's in the look of one. Where nobody knows the address of the website, there is no
// button.
func (c *Composer) Letter(s *site.Site, words site.Letter) site.Message {
	l := letter{Language: words.Language, Title: words.Title, Paragraphs: words.Paragraphs, Why: words.Why}
	if base := websiteOf(s); base != "" {
		l.Action, l.ActionLink = words.Action, base+words.ActionPath
	}
	return c.message(s, words.Kind, []string{words.To}, subjectLine(l.Title), l)
}

func (c *Composer) message(s *site.Site, kind string, to []string, subject string, l letter) site.Message {
	l.Language = cmp.Or(l.Language, s.Language, "en")
	l.Direction = locale.Direction(l.Language)
	l.Preheader = cmp.Or(l.Preheader, line(strings.Join(l.Paragraphs, " "), maxInline))
	l.Site, l.Tagline, l.Theme = string(s.Name), string(s.Tagline), newMailTheme(s.Theme)
	if base := websiteOf(s); base != "" {
		l.Home = base + s.Path
	}
	return site.Message{
		Kind: kind, From: c.sender(s), To: to, Subject: subject,
		Text: fill(plainBody, "mail.txt", l), HTML: fill(htmlBody, "mail.html", l),
		// They keep other programs from answering (RFC 3834). Mails about one submission also have an
		// X-Entity-Ref-ID, which keeps those of the same subject from being folded into one conversation.
		Headers: map[string]string{"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"},
	}
}

func (c *Composer) sender(s *site.Site) string {
	return line(cmp.Or(append([]string{c.From, s.Mail.From}, recipients(s)...)...), maxSubject)
}

// Recipients returns who gets a submission: those of its form, which may be nil, else those of its site.
func Recipients(s *site.Site, form *site.Form, of *site.Submission) []string {
	if form != nil && len(form.Recipients.For(of)) > 0 {
		return slices.Clone(form.Recipients.For(of))
	}
	return recipients(s)
}

func recipients(s *site.Site) []string {
	if len(s.Mail.Recipients) == 0 && s.Email != "" {
		return []string{string(s.Email)}
	}
	return slices.Clone(s.Mail.Recipients)
}

func subjectOf(parts ...string) string {
	filled := slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return subjectLine(strings.Join(filled, " · "))
}

func paragraphs(text string) []string {
	var all []string
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// letter is a mail before it is text or HTML.
type letter struct {
	Language, Direction, Site, Tagline, Home string
	// What the mail is about, and the form that it came through where that is not the same.
	Title, Topic string
	// What an inbox shows below the subject.
	Preheader string
	// Words before and after the reports.
	Paragraphs, Closing []string
	// A button after the first of them, and where it leads; empty for none.
	Action, ActionLink string
	Reports            []report
	// Why the reader gets the mail.
	Why   []string
	Theme mailTheme
}

func websiteOf(s *site.Site) string { return strings.TrimSuffix(s.BaseURL, "/") }

//go:embed templates
var templates embed.FS

var plainBody = text.Must(text.New("mail.txt").Funcs(text.FuncMap{
	"isolated": isolated,
	"indented": func(line string) string { return strings.TrimRight("    "+isolated(line), " ") },
}).ParseFS(templates, "templates/mail.txt"))

// htmlBody is tables and inline styles, because mail programs know little else; nothing that is loaded from elsewhere,
// nothing that reports that it was read.
var htmlBody = template.Must(template.New("mail.html").Funcs(template.FuncMap{
	// What Outlook for Windows alone reads. The template engine drops comments, so they are put in as values.
	"outlook": func(text string) template.HTML { return template.HTML("<!--[if mso]>" + text + "<![endif]-->") },
	// Links are mailto: and tel: addresses and pages of the site, made here and never typed.
	"href": func(link string) template.URL { return template.URL(link) },
}).ParseFS(templates, "templates/mail.html"))

type body interface {
	ExecuteTemplate(out io.Writer, name string, data any) error
}

// fill writes a template. Nothing makes one fail; should it ever, a mail with one body is better than none.
func fill(b body, name string, data any) string {
	var out strings.Builder
	if err := b.ExecuteTemplate(&out, name, data); err != nil {
		return ""
	}
	return out.String()
}
