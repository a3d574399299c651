package mail

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// report is what a mail says of one submission, in the words of the site.
type report struct {
	// The reference, where there are many reports.
	Heading string
	// What was typed, in the order of the form.
	Entries []entry
	// What is known beside it: reference, time of arrival, page, plan, time zone.
	Details []detail

	form       *site.Form
	submission *site.Submission
}

type entry struct {
	Label string
	// What was typed, line by line; the words for an empty field where Empty.
	Lines []string
	Empty bool
	// Whether it is long: a textarea, or more than one line.
	Long bool
	// What a click does: mailto: or tel:; empty for nothing.
	Link string

	name string
	// Whether the value is one of the form's own: an option, a day or a number.
	chosen bool
}

type detail struct {
	Label, Value, Link string
	// Whether the value is the reference.
	Code bool
	// Whether it is for the team alone.
	private bool
}

func newReport(bundle *site.Bundle, form *site.Form, s *site.Submission) report {
	words := bundle.Site.MailWords
	r := report{form: form, submission: s}
	known := map[string]bool{}
	if form != nil {
		for i := range form.Fields {
			known[form.Fields[i].Name] = true
			r.Entries = append(r.Entries, newEntry(bundle.Site, &form.Fields[i], s))
		}
	}
	// What is of no field of the form any more is shown by its name.
	for _, value := range s.Values {
		if !known[value.Name] {
			known[value.Name] = true
			field := &site.Field{Name: value.Name, Label: site.Text(value.Name)}
			r.Entries = append(r.Entries, newEntry(bundle.Site, field, s))
		}
	}

	received := locale.Of(bundle.Site).Moment(s.ReceivedAt.In(bundle.Site.Location))
	r.Details = []detail{
		{Label: string(words.Reference), Value: s.Reference, Code: true},
		{Label: string(words.Received), Value: received},
		sentFrom(bundle, s),
	}
	if s.Language != "" {
		name := locale.NameIn(bundle.Site.Language, s.Language)
		r.Details = append(r.Details, detail{Label: string(words.Language), Value: name, private: true})
	}
	for _, mark := range s.Campaign {
		r.Details = append(r.Details, detail{Label: mark.Name, Value: line(mark.Value, maxInline), private: true})
	}
	plan := line(s.Plan, maxInline)
	if known := bundle.Plans.Get(s.Plan); known != nil {
		plan = string(known.Name)
	}
	r.Details = append(r.Details, detail{Label: string(words.Plan), Value: plan})
	if s.Kind == site.KindBooking {
		r.Details = append(r.Details, detail{Label: string(words.TimeZone), Value: zone(bundle.Site, form, s)})
	}
	r.Details = slices.DeleteFunc(r.Details, func(d detail) bool { return d.Value == "" })
	return r
}

// from names the page by its title in the language that the sender read.
func (r report) from(read *site.Bundle) report {
	page := sentFrom(read, r.submission)
	for i := range r.Details {
		if r.Details[i].Link != "" && page.Link != "" {
			page.Label = r.Details[i].Label
			r.Details[i] = page
		}
	}
	return r
}

// forVisitor keeps what was chosen, and leaves out what was typed and where it came from: the address may be a
// stranger's.
func (r report) forVisitor() report {
	r.Entries = slices.DeleteFunc(slices.Clone(r.Entries), func(e entry) bool { return !e.chosen })
	r.Details = slices.DeleteFunc(slices.Clone(r.Details), func(d detail) bool { return d.Link != "" || d.private })
	return r
}

// inDigest moves the reference above the fields, and leaves out what is empty.
func (r report) inDigest() report {
	r.Heading = r.submission.Reference
	r.Entries = slices.DeleteFunc(r.Entries, func(e entry) bool { return e.Empty })
	r.Details = slices.DeleteFunc(r.Details, func(d detail) bool { return d.Code })
	return r
}

// summary is what an inbox shows below the subject: the beginning of what was typed.
func (r report) summary() string {
	var parts []string
	for _, e := range r.Entries {
		if !e.Empty && e.Link == "" {
			parts = append(parts, e.line())
		}
	}
	return line(strings.Join(parts, " · "), maxInline)
}

func (r report) subject(words site.Text) string {
	return subjectLine(r.fill(words, func(value string) string { return value }))
}

// who returns the name of the visitor.
func (r report) who() string {
	var names []string
	for i := range r.form.Fields {
		if field := &r.form.Fields[i]; field.NamesPerson() {
			names = append(names, r.submission.Value(field.Name))
		}
	}
	return strings.Join(names, " ")
}

func (r report) sentences(words site.Text) []string { return paragraphs(r.fill(words, isolated)) }

// answers stands for all that was chosen, a paragraph for each.
const answers = "{answers}"

// fill does all in one pass: what a visitor typed is never looked at for braces.
func (r report) fill(words site.Text, protect func(string) string) string {
	pairs, chosen := []string{"{reference}", r.submission.Reference}, []string(nil)
	for _, e := range r.Entries {
		value := ""
		if !e.Empty {
			value = protect(e.line())
		}
		pairs = append(pairs, "{"+e.name+"}", value)
		if e.chosen {
			answer := e.Label + ": " + strings.Join(e.Lines, ", ")
			if box, ticked := strings.CutSuffix(answer, ": \u2713"); ticked { // whose label may be a sentence
				answer = "\u2713 " + box
			}
			chosen = append(chosen, protect(answer))
		}
	}
	pairs = append(pairs, answers, strings.Join(chosen, "\n\n")) // after a field of that name
	return strings.NewReplacer(pairs...).Replace(string(words))
}

func (e entry) line() string { return line(strings.Join(e.Lines, " "), maxInline) }

func newEntry(s *site.Site, field *site.Field, submission *site.Submission) entry {
	value := submission.Value(field.Name)
	text, chosen := field.Answer(locale.Of(s), value)
	e := entry{name: field.Name, Label: string(field.Label), Lines: lines(text), chosen: chosen}
	if files := listed(s, submission, field.Name); files != nil {
		e.Lines = files
	}
	if strings.TrimSpace(strings.Join(e.Lines, "")) == "" {
		e.Empty, e.Lines = true, []string{string(s.MailWords.Empty)}
		return e
	}

	kind := field.Kind()
	if kind.Typing != site.Chosen {
		e.chosen = chosen && site.Counts(value)
	}
	if kind.Link != nil {
		e.Link = kind.Link(value)
	}
	e.Long = kind.Typing == site.Lines || len(e.Lines) > 1
	return e
}

// sentFrom says where the form was sent from: the page's title, leading there, to all that its address had.
func sentFrom(bundle *site.Bundle, s *site.Submission) detail {
	if s.Page == "" {
		return detail{}
	}
	d := detail{Label: string(bundle.Site.MailWords.Page), Value: s.Page, Link: websiteOf(bundle.Site) + s.Page}
	if s.Query != "" {
		d.Link += "?" + s.Query
	}
	path, _, _ := strings.Cut(s.Page, "?")
	for _, page := range bundle.Pages {
		if page.Path == path {
			d.Value = string(page.Title)
		}
	}
	return d
}

func zone(s *site.Site, form *site.Form, submission *site.Submission) string {
	name := strings.ReplaceAll(s.Location.String(), "_", " ")
	local := submission.ReceivedAt.In(s.Location)
	if start, found := booking.At(form, submission.Value, s.Location); found {
		local = start.In(s.Location)
	}
	offset := "UTC" + strings.Replace(local.Format("-07:00"), "-", "\u2212", 1)
	// Zones without letters of their own have their offset for a name.
	if short := local.Format("MST"); short != name && strings.Trim(short, "+-0123456789") != "" {
		offset = short + ", " + offset
	}
	return name + " (" + offset + ")"
}

// attachable reports whether the files of a submission go with its notice: many mailboxes take 10 MB, of which base64
// takes a quarter. Of more, and in a digest, a mail has the names, and where the files lie in the data folder.
func attachable(s *site.Submission) bool {
	var total int64
	for _, file := range s.Files {
		total += file.Size
	}
	return total <= 7_000_000
}

// uploads are the files of a submission as attachments; what they hold is read when the mail is sent.
func uploads(s *site.Submission) (all []site.Attachment) {
	if attachable(s) {
		for _, file := range s.Files {
			all = append(all, site.Attachment{Name: file.Name, ContentType: file.Type, Upload: file.Path})
		}
	}
	return all
}

func listed(of *site.Site, s *site.Submission, field string) (lines []string) {
	for _, file := range s.Files {
		if file.Field != field {
			continue
		}
		text := file.Name + " (" + locale.Of(of).FileSize(file.Size) + ")"
		if !attachable(s) {
			text += " uploads/" + file.Path
		}
		lines = append(lines, text)
	}
	return lines
}

// invitation is what makes a booking firm: whom it invites, as which update, and when that was made.
type invitation struct {
	visitor string
	number  int
	made    time.Time
}

// calendar returns the calendar file of a booking (RFC 5545): method PUBLISH and tentative or, for an invitation, method
// REQUEST and confirmed; nothing for other forms, and for bookings whose date or time cannot be read.
func (c *Composer) calendar(s *site.Site, r report, summary string, firm *invitation) []site.Attachment {
	form, submission := r.form, r.submission
	start, found := booking.At(form, submission.Value, s.Location)
	if !found || submission.Kind != site.KindBooking {
		return nil
	}
	from := bare(c.sender(s))
	_, host, _ := strings.Cut(from, "@")
	if base, err := url.Parse(s.BaseURL); err == nil {
		host = cmp.Or(base.Hostname(), host)
	}
	event := ics.NewEvent(submission.ID + "@" + host)
	event.SetDtStampTime(submission.ReceivedAt)
	event.SetStartAt(start)
	_, length := booking.Choice(form, submission.Value)
	event.SetEndAt(start.Add(cmp.Or(length, time.Hour)))
	if place := booking.Place(form, submission.Value, s.Locations); place != nil {
		event.SetLocation(strings.Join(append([]string{string(place.Name)}, place.Address.Lines()...), ", "))
	}
	event.SetSequence(0)
	event.SetStatus(ics.ObjectStatusTentative)
	event.SetSummary(summary)
	event.SetDescription(strings.TrimSpace(fill(plainBody, "report", r)))
	// RFC 5546, 3.2.1 wants an organizer; recipients are private, the sender is not.
	event.SetOrganizer("mailto:" + from)

	method := ics.MethodPublish
	if firm != nil {
		method = ics.MethodRequest
		event.SetDtStampTime(firm.made)
		event.SetSequence(firm.number)
		event.SetStatus(ics.ObjectStatusConfirmed)
		event.AddAttendee(firm.visitor, ics.ParticipationStatusNeedsAction)
	}
	calendar := ics.NewCalendarFor("Marquee")
	calendar.SetProductId("-//Marquee//Marquee//EN")
	calendar.SetMethod(method)
	calendar.AddVEvent(event)
	return []site.Attachment{{
		Name:        "booking.ics",
		ContentType: "text/calendar; charset=utf-8; method=" + string(method),
		Content:     []byte(calendar.Serialize(ics.WithNewLineWindows)),
	}}
}
