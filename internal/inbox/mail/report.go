package mail

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// report is what a mail says of one submission, in the words of the site.
type report struct {
	// What was typed, in the order of the form.
	Entries []entry
	// What is known beside it: reference, time of arrival, page, plan, time zone.
	Details []detail
	// The reference, shown as a heading where there are many reports.
	Heading string

	reference string
}

// entry is one field.
type entry struct {
	Label string
	// What was typed, line by line; the words for an empty field where Empty.
	Lines []string
	// Whether nothing was typed.
	Empty bool
	// Whether it is long: a textarea, or more than one line.
	Long bool
	// What a click does: mailto: or tel:; empty for nothing.
	Link string

	name string
	// Whether the value is one of the form's own: an option or a day.
	chosen bool
}

// detail is one fact.
type detail struct {
	Label, Value, Link string
	// Whether the value is the reference.
	Code bool
	// Whether it is for the team alone.
	private bool
}

func (c *Composer) report(bundle *site.Bundle, form *site.Form, s *site.Submission) report {
	words := bundle.Site.MailWords
	r := report{reference: s.Reference}
	known := map[string]bool{}
	if form != nil {
		for i := range form.Fields {
			field := &form.Fields[i]
			known[field.Name] = true
			r.Entries = append(r.Entries, makeEntry(bundle.Site, field, s.Value(field.Name)))
			if field.Type == "file" {
				r.Entries[i].files(s, field.Name)
			}
		}
	}
	// What is of no field of the form any more is shown by its name.
	for _, value := range s.Values {
		if !known[value.Name] {
			known[value.Name] = true
			field := &site.Field{Name: value.Name, Label: site.Text(value.Name)}
			r.Entries = append(r.Entries, makeEntry(bundle.Site, field, s.Value(value.Name)))
		}
	}

	r.add(detail{Label: string(words.Reference), Value: s.Reference, Code: true})
	r.add(detail{Label: string(words.Received), Value: moment(bundle.Site, s.ReceivedAt)})
	r.add(c.page(bundle, string(words.Page), s.Page, s.Query))
	for _, mark := range s.Campaign {
		r.add(detail{Label: mark.Name, Value: line(mark.Value, maxInline), private: true})
	}
	plan := line(s.Plan, maxInline)
	if known := bundle.Plans.Get(s.Plan); known != nil {
		plan = string(known.Name)
	}
	r.add(detail{Label: string(words.Plan), Value: plan})
	if s.Kind == "booking" {
		r.add(detail{Label: string(words.TimeZone), Value: zone(bundle.Site, form, s)})
	}
	return r
}

func (r *report) add(d detail) {
	if d.Value != "" {
		r.Details = append(r.Details, d)
	}
}

// forVisitor keeps what was chosen, and leaves out what was typed and where it
// came from: nobody has proved yet that the address is the visitor's own, and a
// stranger must not get to read what somebody else made up for them.
func (r report) forVisitor() report {
	r.Entries = slices.DeleteFunc(slices.Clone(r.Entries), func(e entry) bool { return !e.chosen })
	r.Details = slices.DeleteFunc(slices.Clone(r.Details), func(d detail) bool { return d.Link != "" || d.private })
	return r
}

// inDigest moves the reference above the fields, and leaves out what is empty.
func (r report) inDigest() report {
	r.Heading = r.reference
	r.Entries = slices.DeleteFunc(slices.Clone(r.Entries), func(e entry) bool { return e.Empty })
	r.Details = slices.DeleteFunc(slices.Clone(r.Details), func(d detail) bool { return d.Code })
	return r
}

// summary is what an inbox shows below the subject: the beginning of what was typed.
func (r report) summary() string {
	var parts []string
	for _, e := range r.Entries {
		if !e.Empty && e.Link == "" {
			parts = append(parts, line(strings.Join(e.Lines, " "), maxInline))
		}
	}
	return line(strings.Join(parts, " · "), maxInline)
}

// subject fills the fields and the reference into the words of a subject, which
// has no room for marks of direction.
func (r report) subject(words site.Text) string {
	return subjectLine(r.fill(words, func(value string) string { return value }))
}

// sentences fills the fields and the reference into paragraphs.
func (r report) sentences(words site.Text) []string { return paragraphs(r.fill(words, isolated)) }

// fill does all in one pass: what a visitor typed is never looked at for braces.
func (r report) fill(words site.Text, protect func(string) string) string {
	pairs := []string{"{reference}", r.reference}
	for _, e := range r.Entries {
		value := ""
		if !e.Empty {
			value = protect(line(strings.Join(e.Lines, " "), maxInline))
		}
		pairs = append(pairs, "{"+e.name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(string(words))
}

func makeEntry(s *site.Site, field *site.Field, value string) entry {
	e := entry{name: field.Name, Label: string(field.Label), Long: field.Type == "textarea"}
	e.Lines = lines(value)
	if strings.TrimSpace(strings.Join(e.Lines, "")) == "" {
		e.Empty, e.Long, e.Lines = true, false, []string{string(s.MailWords.Empty)}
		return e
	}
	switch field.Type {
	case "checkbox", "consent":
		e.chosen = true
		e.Lines = ticked(field, e.Lines)
	case "select", "time", "radio":
		for _, option := range field.Options {
			if option.Value != value {
				continue
			}
			e.chosen = true
			if option.Label != "" {
				e.Lines = []string{string(option.Label)}
			}
		}
	case "date":
		if day, err := time.Parse(time.DateOnly, value); err == nil {
			e.Lines, e.chosen = []string{day.Format(dateFormat(s))}, true
		}
	case "email":
		if address := visitorAddress(value); address != "" {
			e.Link = "mailto:" + address
		}
	case "tel":
		if number := dialled(value); number != "" {
			e.Link = "tel:" + number
		}
	}
	e.Long = e.Long || len(e.Lines) > 1
	return e
}

// ticked writes what was ticked with a sign before it, which needs no word: all
// choices of several, the words of a consent, or the sign alone.
func ticked(field *site.Field, values []string) []string {
	const sign = "\u2713"
	if field.Type == "checkbox" && len(field.Options) == 0 {
		return []string{sign}
	}
	all := make([]string, len(values))
	for i, value := range values {
		for _, option := range field.Options {
			if option.Value == value && option.Label != "" {
				value = string(option.Label)
			}
		}
		all[i] = sign + " " + value
	}
	return all
}

// dialled returns the digits of a phone number with its leading plus; empty
// where there are other signs than people write numbers with.
func dialled(typed string) string {
	var out strings.Builder
	for i, r := range typed {
		switch {
		case r >= '0' && r <= '9', r == '+' && i == 0:
			out.WriteRune(r)
		case !strings.ContainsRune(" -./()\u00a0", r):
			return ""
		}
	}
	if out.Len() < 5 || out.Len() > 16 {
		return ""
	}
	return out.String()
}

// page says where the form was sent from: the page's title, leading there, to all
// that its address had.
func (c *Composer) page(bundle *site.Bundle, label, path, query string) detail {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n") {
		return detail{}
	}
	d := detail{Label: label, Value: line(path, maxSubject), Link: websiteOf(bundle.Site) + line(path, 2000)}
	if query != "" && !strings.ContainsFunc(query, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>\`, r) }) {
		d.Link += "?" + query
	}
	plain, _, _ := strings.Cut(path, "?")
	for _, page := range bundle.Pages {
		if page.Path == plain {
			d.Value = string(page.Title)
		}
	}
	return d
}

func location(s *site.Site) *time.Location { return cmp.Or(s.Location, time.UTC) }

func dateFormat(s *site.Site) string { return cmp.Or(s.DateFormat, time.DateOnly) }

// moment writes a moment in the zone of the site.
func moment(s *site.Site, at time.Time) string {
	return at.In(location(s)).Format(dateFormat(s) + ", 15:04 MST")
}

// zone names the site's time zone, with its abbreviation at the time of the booking.
func zone(s *site.Site, form *site.Form, submission *site.Submission) string {
	name := strings.ReplaceAll(location(s).String(), "_", " ")
	at := submission.ReceivedAt
	if start, found := bookedAt(location(s), form, submission); found {
		at = start
	}
	local := at.In(location(s))
	offset := "UTC" + strings.Replace(local.Format("-07:00"), "-", "\u2212", 1)
	// Zones without letters of their own have their offset for a name.
	if short := local.Format("MST"); short != name && strings.Trim(short, "+-0123456789") != "" {
		offset = short + ", " + offset
	}
	return name + " (" + offset + ")"
}

// mostAttached is how many bytes of files go with a mail: base64 makes a third more
// of them, and many mailboxes take 10 MB. Of more, and in a digest, a mail has the
// names, and where the files lie in the data folder.
const mostAttached = 7_000_000

// attachable reports whether the files of a submission go with its notice.
func attachable(s *site.Submission) bool {
	var total int64
	for _, file := range s.Files {
		total += file.Size
	}
	return total <= mostAttached
}

// uploads are the files of a submission as attachments; what they hold is read when
// the mail is sent.
func uploads(s *site.Submission) (all []site.Attachment) {
	if !attachable(s) {
		return nil
	}
	for _, file := range s.Files {
		all = append(all, site.Attachment{Name: file.Name, ContentType: file.Type, Upload: file.Path})
	}
	return all
}

// files lists the files of a field: name and size, and where one lies that is not attached.
func (e *entry) files(s *site.Submission, field string) {
	var lines []string
	for _, file := range s.Files {
		if file.Field != field {
			continue
		}
		text := fmt.Sprintf("%s (%s)", file.Name, size(file.Size))
		if !attachable(s) {
			text += " uploads/" + file.Path
		}
		lines = append(lines, text)
	}
	if len(lines) > 0 {
		e.Lines, e.Empty, e.Long = lines, false, len(lines) > 1
	}
}

func size(bytes int64) string {
	if bytes < 1_000_000 {
		return fmt.Sprintf("%d KB", max(bytes/1000, 1))
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1_000_000)
}
