package studio

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/submissions"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

// Inbox is what visitors sent; the first methods are those of [outbox.Store].
type Inbox interface {
	Status() outbox.Status
	List(context.Context, outbox.Filter) ([]outbox.Record, error)
	Find(ctx context.Context, id string) (outbox.Record, error)
	Handle(
		ctx context.Context, id string, change func(*outbox.Handling, time.Time) (*site.Message, error),
	) (outbox.Handling, error)
	Release(ctx context.Context, ids []string) (int, error)
	Retry(ctx context.Context, ids []string) (int, error)
	Delete(ctx context.Context, ids []string) (int, error)

	// Revision returns what is live: it has the forms.
	Revision() *site.Revision
	// Reasons says in words why something is held as spam.
	Reasons(suspect string) []string
	// File returns a file that was sent, by its path.
	File(path string) ([]byte, error)
	// Appointment makes the mail that a booking is firm, or moved.
	Appointment(
		bundle *site.Bundle, form *site.Form, of *site.Submission, start time.Time, number int, now time.Time,
	) site.Message
}

// sentInquiry says which inquiry is meant, by its id or all of an address, and what is to become of it.
type sentInquiry struct {
	ID, Address string
	// What is set: seen, done, answered, assigned or note; to what; and what its sender saw there.
	Set, Value string
	Was        *string
	Date, Time string // of an appointment
}

const (
	usuallyListed = 50
	mostListed    = 1000
	maxNote       = 10_000 // characters
)

// toldOfInbox returns what is said of an error of the inbox.
func (r *request) toldOfInbox(err error) error {
	status := r.Inbox.Status()
	switch {
	case errors.Is(err, outbox.ErrNotFound):
		return notFound
	case err != nil && !status.Ready:
		words := "What visitors sent cannot be read now: " + outbox.OneLine(status.Err).Error()
		return failure{http.StatusServiceUnavailable, "closed", words, nil}
	}
	return err
}

// asRead returns the site and the form of a submission as its visitor read them, nil for what is gone.
func (r *request) asRead(of *site.Submission) (*site.Bundle, *site.Form) {
	team, form := r.asTold(of)
	for _, bundle := range r.Inbox.Revision().Sites {
		if form != nil && bundle.Original == team && bundle.Site.Language == of.Language && bundle.Forms.Get(form.ID) != nil {
			return bundle, bundle.Forms.Get(form.ID)
		}
	}
	return team, form
}

// asTold returns both as the team reads them: submissions are those of the first language of a site.
func (r *request) asTold(of *site.Submission) (*site.Bundle, *site.Form) {
	bundle := r.Inbox.Revision().ByID(of.SiteID)
	if bundle == nil {
		return nil, nil
	}
	return bundle, bundle.Forms.Get(of.FormID)
}

// mayRead reports whether a submission may be seen: by the role for the site, or the language that it was sent from, and
// on the host of the request.
func (r *request) mayRead(of *site.Submission) bool {
	bundle, _ := r.asRead(of)
	if bundle == nil {
		return r.visit.Space == "" && r.session.Person.May(people.Inbox, of.SiteID)
	}
	return r.mayReadOf(bundle)
}

func (r *request) mayReadOf(bundle *site.Bundle) bool {
	return r.session.Person.May(people.Inbox, bundle.Site.ID) && (r.visit.Space == "" || bundle.Site.Space == r.visit.Space)
}

// inquirySites returns the sites of which inquiries may be seen, of one language at least: one of them, or all.
func (r *request) inquirySites(only string) (all []*site.Bundle) {
	for _, bundle := range r.Inbox.Revision().Sites {
		team := cmp.Or(bundle.Original, bundle)
		if r.mayReadOf(bundle) && (only == "" || team.Site.ID == only) && !slices.Contains(all, team) {
			all = append(all, team)
		}
	}
	return all
}

// chosen returns what a request asks for and may see of what a filter chooses.
func (r *request) chosen(f outbox.Filter) ([]outbox.Record, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	f.Form, f.State, f.Text = q.Get("form"), q.Get("state"), strings.TrimSpace(q.Get("q"))
	f.Email = cmp.Or(f.Email, q.Get("email"))
	states := []string{"", outbox.StateUnread, outbox.StateOpen, outbox.StateSuspect, outbox.StateFailed}
	if err != nil || !slices.Contains(states, f.State) || len(r.URL.RawQuery) > 2000 || !isText(f.Form+f.Email) {
		return nil, failure{http.StatusBadRequest, site.CodeBadRequest, "There is no such list of inquiries.", nil}
	}
	if only := q.Get("site"); only != "" || r.visit.Space != "" || len(r.session.Person.Sites) > 0 {
		f.Sites, f.Keep = []string{}, r.mayRead
		for _, bundle := range r.inquirySites(only) {
			f.Sites = append(f.Sites, bundle.Site.ID)
		}
	}
	records, err := r.Inbox.List(r.Context(), f)
	return records, r.toldOfInbox(err)
}

// inquiries lists what was sent, newest first.
func (r *request) inquiries() (any, error) {
	most, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("most"), strconv.Itoa(usuallyListed)))
	if most = min(max(most, 1), mostListed); err != nil {
		most = usuallyListed
	}
	records, err := r.chosen(outbox.Filter{Limit: most + 1}) // one more tells that there are more
	if err != nil {
		return nil, err
	}
	listed, forms := []object{}, []object{}
	for i := range records[:min(len(records), most)] {
		listed = append(listed, r.told(&records[i]))
	}
	for _, bundle := range r.inquirySites("") {
		for _, form := range bundle.Forms.All() {
			forms = append(forms, object{"site": bundle.Site.ID, "id": form.ID, "title": form.Title})
		}
	}
	return object{"inquiries": listed, "more": len(records) > most, "forms": forms}, nil
}

// names returns what the site and the form of an inquiry are called, by their ids where they are gone, and its zone.
func (r *request) names(of *outbox.Record) (siteName, form string, zone *time.Location) {
	siteName, form = of.SiteID, of.FormID
	zone, err := time.LoadLocation(of.Clock.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	bundle, known := r.asTold(&of.Submission)
	if bundle != nil {
		siteName, zone = string(bundle.Site.Name), bundle.Site.Location
	}
	if known != nil {
		form = string(known.Title)
	}
	return siteName, form, zone
}

// told is what a list says of an inquiry.
func (r *request) told(record *outbox.Record) object {
	name, title, zone := r.names(record)
	_, form := r.asTold(&record.Submission)
	var names []string
	begin := ""
	for _, entry := range record.Values {
		if form == nil || form.Field(entry.Name) == nil {
			continue
		}
		switch field := form.Field(entry.Name); {
		case field.NamesPerson():
			names = append(names, entry.Value)
		case field.Type == "textarea":
			begin = cmp.Or(begin, entry.Value)
		}
	}
	state, reason := submissions.StateOf(*record)
	return object{
		"id": record.ID, "reference": record.Reference, "site": name, "form": title, "received": record.ReceivedAt,
		"zone": zone.String(), "from": cmp.Or(strings.TrimSpace(strings.Join(names, " ")), submissions.SenderOf(*record)),
		"begin": string(shortened(begin)), "state": state, "reason": reason, "handling": record.Handling,
	}
}

// isText reports whether databases take some bytes as a text.
func isText(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }

// found returns the inquiry that a request names, if it may be seen.
func (r *request) found(id string) (outbox.Record, error) {
	if id == "" || len(id) > maxPath || !isText(id) {
		return outbox.Record{}, notFound
	}
	record, err := r.Inbox.Find(r.Context(), id)
	if err == nil && !r.mayRead(&record.Submission) {
		err = notFound
	}
	return record, r.toldOfInbox(err)
}

// team returns who may read the inquiry of a request: by the role for its site, or for the language that it was sent
// from.
func (r *request) team() ([]people.Person, error) {
	id := r.one.SiteID
	if bundle, _ := r.asRead(&r.one.Submission); bundle != nil {
		id = bundle.Site.ID
	}
	all, err := r.People.List(r.Context())
	return slices.DeleteFunc(all, func(p people.Person) bool { return !p.May(people.Inbox, id) }), err
}

// inquiry tells all of one.
func (r *request) inquiry() (any, error) {
	record := &r.one
	entries, files, mails, team := []object{}, []object{}, []object{}, []string{}
	_, form := r.asTold(&record.Submission)
	for _, entry := range record.Values {
		label, link := cmp.Or(entry.Label, entry.Name), ""
		if form != nil && form.Field(entry.Name) != nil {
			field := form.Field(entry.Name)
			label = cmp.Or(entry.Label, string(field.Label), entry.Name)
			if of := field.Kind().Link; of != nil && field.Type == "tel" {
				link = of(entry.Value)
			}
		}
		entries = append(entries, object{"label": label, "text": cmp.Or(entry.Text, entry.Value), "link": link})
	}
	for _, file := range record.Files {
		files = append(files, object{
			"name": file.Name, "size": file.Size, "isPicture": slices.Contains(inlinePictures, file.Type),
		})
	}
	for _, d := range record.Deliveries {
		mails = append(mails, object{
			"kind": d.Kind, "state": d.State, "sent": d.SentAt, "due": d.DueAt, "error": submissions.ErrorOf(d),
		})
	}
	all, err := r.team()
	for _, person := range all {
		team = append(team, person.Email)
	}
	told := r.told(record)
	maps.Copy(told, object{
		"entries": entries, "files": files, "mails": mails, "team": team, "page": record.Page, "plan": record.Plan,
		"campaign": record.Campaign, "reasons": r.Inbox.Reasons(cmp.Or(record.Suspect, record.Released)),
		"address": "", "mailto": "", "booking": nil,
	})
	r.addAnswer(told, record)
	return told, err
}

// inlinePictures are the types of pictures that all browsers show, and in which nothing runs.
var inlinePictures = []string{"image/jpeg", "image/png", "image/webp", "image/gif"}

// addAnswer tells how an inquiry can be answered, in the words that its visitor read.
func (r *request) addAnswer(told object, record *outbox.Record) {
	bundle, form := r.asRead(&record.Submission)
	told["address"] = site.VisitorAddress(submissions.SenderOf(*record))
	if form == nil {
		return
	}
	if field := form.AddressField(); field != nil {
		told["address"] = site.VisitorAddress(record.Value(field.Name))
	}
	local := locale.Of(bundle.Site)
	if told["address"] != "" {
		at := record.ReceivedAt.In(bundle.Site.Location)
		quote := "\r\n\r\n" + strings.ReplaceAll(string(bundle.Site.MailWords.Quote), "{time}",
			local.DayDate(at)+", "+local.Time(at))
		for _, entry := range record.Values {
			field := form.Field(entry.Name)
			if field == nil || field.Type == "consent" || strings.TrimSpace(entry.Value) == "" {
				continue
			}
			text, _ := field.Answer(local, entry.Value)
			quote += "\r\n> " + string(field.Label) + ": " + strings.NewReplacer("\r\n", "\r\n> ", "\n", "\r\n> ").Replace(text)
		}
		told["mailto"] = mailto(told["address"].(string), "Re: "+string(form.Title)+" ("+record.Reference+")", quote)
	}
	if record.Kind != site.KindBooking || form.AppointmentField() == nil || form.ClockField() == nil {
		return
	}
	asked := object{"date": "", "time": ""}
	start, known := booking.At(form, record.Value, bundle.Site.Location)
	if !record.Handling.StartsAt.IsZero() {
		start, known = record.Handling.StartsAt.In(bundle.Site.Location), true
	}
	if known {
		asked["date"], asked["time"] = start.Format(time.DateOnly), start.Format("15:04")
	}
	told["booking"] = asked
}

// maxMailto is how long an address with a quote may be: Windows hands on about 2,000 characters.
const maxMailto = 1800

// mailto returns a link that opens a mail program, with as much of a text as it takes.
func mailto(to, subject, text string) string {
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	link := "mailto:" + strings.ReplaceAll(escape(to), "%40", "@") + "?subject=" + escape(subject) + "&body="
	var body strings.Builder
	for _, r := range text {
		next := escape(string(r))
		if len(link)+body.Len()+len(next) > maxMailto {
			body.WriteString(escape(" …"))
			break
		}
		body.WriteString(next)
	}
	return link + body.String()
}

// inquiryFile returns what came with an inquiry: pictures to be shown, all else for download. Nothing in it runs.
func (r *request) inquiryFile() (any, error) {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil || n < 0 || n >= len(r.one.Files) {
		return nil, notFound
	}
	file := r.one.Files[n]
	data, err := r.Inbox.File(file.Path)
	if err != nil {
		r.Logger.Warn("a file that a visitor sent cannot be read", "error", err)
		return nil, failure{http.StatusNotFound, "not_found", "This file is not on this server.", nil}
	}
	disposition := "attachment"
	if slices.Contains(inlinePictures, file.Type) {
		disposition = "inline"
	}
	h := r.w.Header()
	h.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": file.Name}))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	return raw{contentType: file.Type, data: data}, nil
}

// exportInquiries returns all that a list has, as a file.
func (r *request) exportInquiries() (any, error) {
	records, err := r.chosen(outbox.Filter{})
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	asJSON := r.URL.Query().Get("format") == "json"
	err = submissions.Write(&file, records, submissions.ExportOptions{JSON: asJSON, BOM: true, Team: true})
	name, contentType := "inquiries.csv", "text/csv; charset=utf-8"
	if asJSON {
		name, contentType = "inquiries.json", "application/json; charset=utf-8"
	}
	r.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return raw{contentType: contentType, data: file.Bytes()}, err
}

// changedMeanwhile says what somebody else has made of an inquiry.
func changedMeanwhile(now outbox.Handling) error {
	return failure{
		http.StatusConflict, site.CodeConflict, "Somebody else has changed this meanwhile.", object{"handling": now},
	}
}

// handleInquiry notes what the team does about an inquiry.
func (r *request) handleInquiry() (any, error) {
	sent, me := r.sent.Inquiry, r.session.Person.Email
	sent.Value = strings.ReplaceAll(sent.Value, "\x00", "")
	if len([]rune(sent.Value)) > maxNote {
		return nil, unfit(fmt.Sprintf("A note has %d characters at most.", maxNote))
	}
	if sent.Set == "assigned" && sent.Value != "" {
		all, err := r.team()
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(p people.Person) bool { return p.Email == sent.Value }) {
			return nil, unfit("Nobody with this address may read this inquiry.")
		}
	}
	return r.handled(func(h *outbox.Handling, now time.Time) (*site.Message, error) {
		mark := func(at *time.Time, by *string) {
			if sent.Value == "" {
				*at, *by = time.Time{}, ""
			} else if at.IsZero() { // the first time counts
				*at, *by = now, me
			}
		}
		switch sent.Set {
		case "seen":
			mark(&h.SeenAt, new(string))
		case "done":
			mark(&h.DoneAt, &h.DoneBy)
		case "answered":
			mark(&h.AnsweredAt, &h.AnsweredBy)
		case "assigned":
			h.Assigned = sent.Value
		case "note":
			if h.Note == sent.Value {
				return nil, nil
			}
			if sent.Was == nil || h.Note != *sent.Was {
				return nil, changedMeanwhile(*h)
			}
			h.Note, h.NotedAt, h.NotedBy = sent.Value, now, me
		default:
			return nil, unfit("There is nothing like this to note about an inquiry.")
		}
		return nil, nil
	})
}

func (r *request) handled(change func(*outbox.Handling, time.Time) (*site.Message, error)) (any, error) {
	h, err := r.Inbox.Handle(r.Context(), r.one.ID, change)
	return h, r.toldOfInbox(err)
}

// confirmBooking makes the time of a booking firm, or another one, and tells the visitor: once for each time.
func (r *request) confirmBooking() (any, error) {
	sent, me, record := r.sent.Inquiry, r.session.Person.Email, &r.one
	bundle, form := r.asRead(&record.Submission)
	switch {
	case record.Kind != site.KindBooking || form == nil || form.AppointmentField() == nil || form.ClockField() == nil:
		return nil, unfit("This is no booking with a day and a time, or its form is gone.")
	case record.Suspect != "" || record.IsUnconfirmed():
		return nil, unfit("Release this inquiry first: it is held back.")
	case form.AddressField() == nil || site.VisitorAddress(record.Value(form.AddressField().Name)) == "":
		return nil, unfit("There is no mail address to which the time could be sent.")
	}
	day, badDay := time.Parse(time.DateOnly, sent.Date)
	clock, badTime := time.Parse("15:04", sent.Time)
	if badDay != nil {
		return nil, unfit("This is no day of the calendar.")
	} else if badTime != nil {
		return nil, unfit("This is no time of the day.")
	}
	minutes := time.Duration(clock.Hour()*60+clock.Minute()) * time.Minute
	start, shown := site.AtWallTime(day.Add(minutes), bundle.Site.Location)
	if !shown {
		return nil, unfit("The clocks skip this time on that day.")
	}
	return r.handled(func(h *outbox.Handling, now time.Time) (*site.Message, error) {
		if h.StartsAt.Equal(start) {
			return nil, nil
		}
		before := ""
		if !h.StartsAt.IsZero() {
			before = h.StartsAt.Format(time.RFC3339)
		}
		_, last := booking.Bounds(&site.Field{}, now)
		switch {
		case sent.Was == nil || *sent.Was != before:
			return nil, changedMeanwhile(*h)
		case !start.After(now):
			return nil, unfit("This time is over.")
		case start.After(last):
			return nil, unfit("This day is more than five years away.")
		}
		h.StartsAt, h.ConfirmedAt, h.ConfirmedBy, h.Sequence = start.UTC(), now, me, h.Sequence+1
		m := r.Inbox.Appointment(bundle, form, &record.Submission, start, h.Sequence, now)
		return &m, nil
	})
}

func (r *request) releaseInquiry() (any, error) { return r.command(r.Inbox.Release) }

func (r *request) retryInquiry() (any, error) { return r.command(r.Inbox.Retry) }

func (r *request) command(run func(context.Context, []string) (int, error)) (any, error) {
	_, err := run(r.Context(), []string{r.one.ID})
	return object{}, r.toldOfInbox(err)
}

// eraseInquiries erases one, or all with an address in one of their fields, of the sites of its sender.
func (r *request) eraseInquiries() (any, error) {
	var ids []string
	if address := r.sent.Inquiry.Address; r.sent.Inquiry.ID == "" && address != "" {
		if _, err := submissions.ParseEmail(address); err != nil {
			return nil, unfit("This is no mail address.")
		}
		records, err := r.chosen(outbox.Filter{Email: address})
		if err != nil {
			return nil, err
		}
		for i := range records {
			ids = append(ids, records[i].ID)
		}
	} else {
		record, err := r.found(r.sent.Inquiry.ID)
		if err != nil {
			return nil, err
		}
		ids = []string{record.ID}
	}
	n, err := r.Inbox.Delete(r.Context(), ids)
	if err != nil && n == len(ids) && n > 0 { // it is gone; the next purge overwrites what is left of it
		r.Logger.Warn("traces of erased submissions are still in the database", "error", err)
		err = nil
	}
	return object{"erased": n}, r.toldOfInbox(err)
}
