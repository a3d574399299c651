//go:build !race

package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/submissions"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// TestEveryFormOfEverySiteArrives fills in every form that the content has,
// found in the content itself, as a script and as a browser without one.
func TestEveryFormOfEverySiteArrives(t *testing.T) {
	t.Parallel()
	revision := fixtureContent(t)
	provider := standIn(t, nil)
	h := openReady(t, opening{env: mailingTo(provider)})
	spelled := 0
	t.Run("AsTheSpecificationSpellsThem", func(t *testing.T) { spelled = theBodiesOfTheSpecificationAreTaken(h.as(t)) })
	filled := 0
	for _, bundle := range revision.Sites {
		for _, form := range bundle.Forms.All() {
			for _, all := range []bool{true, false} {
				filled++
				f := filling{bundle: bundle, form: form, n: filled}
				f.fill(t, all)
				name := fmt.Sprintf("%s/%s/all fields %t", bundle.Site.ID, form.ID, all)
				t.Run("JSON/"+name, func(t *testing.T) {
					at := h.as(t)
					got := at.stored(at.postJSON(f.payload(), "Referer: "+h.url+"/about?q=1"))
					f.arrived(at, provider, got.ID, got.Reference, "/about")
				})
				filled++
				f = filling{bundle: bundle, form: form, n: filled}
				f.fill(t, all)
				t.Run("Native/"+name, func(t *testing.T) { f.postedFromItsPage(h.as(t), provider) })
			}
		}
	}
	if filled < 20 {
		t.Errorf("only %d fillings: the content has five forms", filled)
	}
	records := h.list()
	if len(records) != filled+spelled {
		t.Errorf("%d are stored, %d were sent", len(records), filled+spelled)
	}
	h.settled()
	mails := 0
	for _, record := range records {
		mails += len(record.Deliveries)
	}
	if sent := provider.Sent(); len(sent) != mails {
		t.Errorf("%d mails left, %d are listed", len(sent), mails)
	}
}

// theBodiesOfTheSpecificationAreTaken has the names of docs/specification.md section 7 and the
// values of section 3, spelled out here and not taken from the content. It
// returns how many there are.
func theBodiesOfTheSpecificationAreTaken(h *instance) int {
	h.t.Helper()
	day := time.Now().AddDate(0, 0, 30).Format(time.DateOnly)
	booking := `"type":"booking","name":"Ada","email":"ada-%s@example.com","phone":"","service":"%s","date":"` + day + `","time":"%s","message":""}`
	inquiry := `"type":"contact","name":"Ada","email":"ada-%s@example.com","subject":"%s","message":"Hello"}`
	main := `"name":"Ada","email":"ada-%s@example.com","message":"Hello there, all of you"}`
	bodies := []string{fmt.Sprintf(`{`+main, "a"), fmt.Sprintf(`{"site":"main",`+main, "b")}
	for sub, choices := range map[string][2][]string{
		"creative": {
			{"website-design", "brand-integration", "creative-consultation", "general-inquiry", "other"},
			{"website-design", "brand-integration", "creative-consultation", "discovery-call", "full-consultation"},
		},
		"business": {
			{"website-design", "business-solutions", "business-consultation", "general-inquiry", "other"},
			{"website-design", "business-solutions", "business-consultation", "discovery-call", "full-consultation"},
		},
	} {
		for _, subject := range choices[0] {
			bodies = append(bodies, fmt.Sprintf(`{"site":"%s",`+inquiry, sub, sub+subject, subject))
		}
		for i, service := range choices[1] {
			for j, slot := range []string{"9:00 AM", "10:00 AM", "11:00 AM", "12:00 PM", "1:00 PM", "2:00 PM", "3:00 PM", "4:00 PM", "5:00 PM"} {
				if i == j || i == 4 && j > 4 { // every service and every time once
					bodies = append(bodies, fmt.Sprintf(`{"site":"%s",`+booking, sub, fmt.Sprintf("%s-%d-%d", sub, i, j), service, slot))
				}
			}
		}
	}
	for _, body := range bodies {
		answer := h.post(asJSON, body)
		if got := h.stored(answer); strings.Contains(answer.body, `"error"`) || !site.ValidReference(got.Reference) {
			h.t.Errorf("%s is answered %s", body, answer.body)
		}
	}
	return len(bodies)
}

// filling is one filling of a form.
type filling struct {
	bundle *site.Bundle
	form   *site.Form
	n      int
	values []site.Entry // in the order of the form
	email  string
}

// fill makes a value that fits for every field, or only for the required ones.
func (f *filling) fill(t *testing.T, all bool) {
	t.Helper()
	for i := range f.form.Fields {
		field := &f.form.Fields[i]
		if !all && !field.Required {
			f.values = append(f.values, site.Entry{Name: field.Name})
			continue
		}
		f.values = append(f.values, site.Entry{Name: field.Name, Value: f.value(t, field)})
	}
}

func (f *filling) value(t *testing.T, field *site.Field) string {
	t.Helper()
	switch field.Type {
	case "email":
		email := fmt.Sprintf("filling-%d@example.com", f.n)
		if f.email == "" {
			f.email = email
		}
		return email
	case "tel":
		return fmt.Sprintf("+1 (555) 01%02d", f.n)
	case "date":
		// In winter and in summer, so that a calendar must know the zone.
		return time.Now().UTC().AddDate(0, 1+6*(f.n/2%2), 3).Format(time.DateOnly)
	case "select", "time":
		return field.Options[f.n%len(field.Options)].Value
	case "text":
		return f.long(field, fmt.Sprintf("Zoë O'Brien & Søn \"<%d>\"", f.n))
	case "textarea":
		return f.long(field, fmt.Sprintf("Dear all,\r\n\tthis is <b>filling</b> %d & more.\r\n\r\n  Grüße, 你好 👋", f.n))
	}
	t.Fatalf("the test does not know how to fill in a field of type %s", field.Type)
	return ""
}

// long makes a text as long as the field asks for.
func (*filling) long(field *site.Field, text string) string {
	for len([]rune(text)) < field.Min {
		text += "."
	}
	return text
}

// payload is the body of docs/specification.md section 7 with the site. The form is named where
// the type does not tell which it is.
func (f *filling) payload() map[string]string {
	fields := map[string]string{"site": f.bundle.Site.ID}
	for _, entry := range f.values {
		fields[entry.Name] = entry.Value
	}
	if f.form.Kind != "message" {
		fields["type"] = f.form.Kind
	}
	for _, form := range f.bundle.Forms.All() {
		if form.Kind != f.form.Kind {
			continue
		}
		if form != f.form {
			fields["form"] = f.form.ID
		}
		break
	}
	return fields
}

var (
	formElement      = regexp.MustCompile(`(?s)<form .*?</form>`)
	control          = regexp.MustCompile(`<(?:input|select|textarea)\b[^>]*>`)
	controlAttribute = regexp.MustCompile(`([a-zA-Z-]+)="([^"]*)"`)
)

// postedFromItsPage loads the page that shows the form, sends what its controls
// hold, and follows where the answer leads.
func (f *filling) postedFromItsPage(h *instance, provider *resendtest.Server) {
	h.t.Helper()
	path := f.page()
	if path == "" {
		h.t.Fatal("no page shows the form")
	}
	var drawn string
	for _, element := range formElement.FindAllString(h.get(path).body, -1) {
		if strings.Contains(element, fmt.Sprintf(`name="form" value="%s"`, f.form.ID)) {
			drawn = element
		}
	}
	if !strings.Contains(drawn, `action="`+inquiries+`"`) || !strings.Contains(drawn, `method="post"`) {
		h.t.Fatalf("%s does not show a form that can be posted: %.200s", path, drawn)
	}
	body := url.Values{}
	for _, element := range control.FindAllString(drawn, -1) {
		held := map[string]string{}
		for _, pair := range controlAttribute.FindAllStringSubmatch(element, -1) {
			held[pair[1]] = html.UnescapeString(pair[2])
		}
		body.Set(held["name"], held["value"])
	}
	for _, entry := range f.values {
		if !body.Has(entry.Name) {
			h.t.Errorf("%s shows no control for %s", path, entry.Name)
		}
		body.Set(entry.Name, entry.Value)
	}
	answer := h.postForm(body, "Referer: "+h.url+path)
	leads, err := url.Parse(answer.header.Get("Location"))
	if err != nil || answer.status != http.StatusSeeOther || leads.Path != path || leads.Fragment != "form-"+f.form.ID {
		h.t.Fatalf("the answer is %d to %q", answer.status, answer.header.Get("Location"))
	}
	reference := leads.Query().Get("ref")
	if !site.ValidReference(reference) {
		h.t.Fatalf("%q is no reference", reference)
	}
	said := h.get(leads.RequestURI())
	for _, want := range []string{reference, string(f.form.Success.Title), string(f.form.Next)} {
		if said.status != http.StatusOK || !strings.Contains(html.UnescapeString(said.body), want) {
			h.t.Errorf("the page after sending (%d) does not say %q", said.status, want)
		}
	}
	if strings.Contains(leads.RawQuery, "filling") || strings.Contains(said.body, "filling-") {
		h.t.Error("the address or the page after sending tells what was typed")
	}
	f.arrived(h, provider, h.find(reference).ID, reference, path)
}

// page is the path of a page that shows the form.
func (f *filling) page() string {
	for _, page := range f.bundle.Pages {
		for _, section := range page.Sections {
			if forms, holds := section.Body.(*site.Forms); holds && slices.ContainsFunc(forms.Items, func(item *site.Form) bool { return item.ID == f.form.ID }) {
				return page.Path
			}
		}
	}
	return ""
}

// arrived checks what is stored and what is mailed, to the last field.
func (f *filling) arrived(h *instance, provider *resendtest.Server, id, reference, page string) {
	h.t.Helper()
	notice := h.mailed(provider, "contact/"+id)
	if f.form.Confirmation != nil {
		f.confirmed(h, h.mailed(provider, "confirmation/"+id), reference)
	} else if _, found := provider.Mail("confirmation/" + id); found {
		h.t.Error("a visitor is mailed though the form says nothing of it")
	}
	f.noticed(h, notice, reference)

	var record submissions.View
	h.eventually("the list does not say that it is sent", func() bool {
		record = h.find(reference)
		return record.State == outbox.StateSent
	})
	if record.ID != id || record.Reference != reference || record.SiteID != f.bundle.Site.ID || record.FormID != f.form.ID || record.Kind != f.form.Kind {
		h.t.Errorf("it is stored as %+v", record.Submission)
	}
	sent := slices.EqualFunc(record.Values, f.values, func(a, b site.Entry) bool { return a.Name == b.Name && a.Value == b.Value })
	if !sent {
		h.t.Errorf("stored\n%q\nsent\n%q", record.Values, f.values)
	}
	if record.Page != page || record.Suspect != "" {
		h.t.Errorf("page %q, suspect %q; want page %q", record.Page, record.Suspect, page)
	}
	if line := h.says("list"); !strings.Contains(line, reference+"\t"+id+"\t") {
		h.t.Errorf("the list does not name %s:\n%s", reference, line)
	}
}

func (f *filling) noticed(h *instance, mail resendtest.Mail, reference string) {
	h.t.Helper()
	settings := f.bundle.Site
	if !slices.Equal(mail.To, settings.Mail.Recipients) || !slices.Equal(mail.ReplyTo, []string{f.email}) || mail.From != settings.Mail.From {
		h.t.Errorf("the notice goes from %q to %q, replies to %q", mail.From, mail.To, mail.ReplyTo)
	}
	if !strings.Contains(mail.Subject, reference) || !strings.Contains(mail.Text, string(settings.MailWords.Reference)+": "+reference) {
		h.t.Errorf("the notice does not name %s:\n%s\n%s", reference, mail.Subject, mail.Text)
	}
	read := html.UnescapeString(mail.HTML)
	below := 0
	for i := range f.form.Fields {
		field := &f.form.Fields[i]
		// Every label in the order of the form, with its value below it.
		label := "\n" + string(field.Label) + "\n"
		at := strings.Index(mail.Text[below:], label)
		if at < 0 {
			h.t.Errorf("the notice has no %q, or not in the order of the form:\n%s", field.Label, mail.Text)
			continue
		}
		below += at + len(label) - 1
		for line := range strings.Lines(f.shown(field)) {
			line = strings.TrimRight(line, "\r\n ")
			if !strings.HasPrefix(mail.Text[below:], strings.TrimRight("\n    "+line, " ")+"\n") {
				h.t.Errorf("the notice does not say %q below %q:\n%s", line, field.Label, mail.Text)
				break
			}
			below += len(strings.TrimRight("\n    "+line, " "))
			if !strings.Contains(read, strings.TrimSpace(line)) {
				h.t.Errorf("the notice in HTML does not say %q", line)
			}
		}
	}
	if strings.Contains(mail.HTML, "<b>filling</b>") {
		h.t.Error("what was typed is HTML in the notice")
	}
	f.inTheCalendar(h, mail)
}

// shown is what a mail says of a field: labels of choices, dates as people write them.
func (f *filling) shown(field *site.Field) string {
	value := ""
	for _, entry := range f.values {
		if entry.Name == field.Name {
			value = entry.Value
		}
	}
	if value == "" {
		return string(f.bundle.Site.MailWords.Empty)
	}
	for _, option := range field.Options {
		if option.Value == value && option.Label != "" {
			return string(option.Label)
		}
	}
	if day, err := time.Parse(time.DateOnly, value); err == nil && field.Type == "date" {
		return locale.Of(f.bundle.Site).Date(day)
	}
	return value
}

func (f *filling) confirmed(h *instance, mail resendtest.Mail, reference string) {
	h.t.Helper()
	if !slices.Equal(mail.To, []string{f.email}) || !strings.Contains(mail.Subject+mail.Text, reference) || !strings.Contains(mail.Text, string(f.form.Next)) {
		h.t.Errorf("the confirmation goes to %q and says %q:\n%s", mail.To, mail.Subject, mail.Text)
	}
	for i, entry := range f.values {
		// Nobody has proved whose address it is: free text would make the form a relay.
		if field := &f.form.Fields[i]; len(field.Options) == 0 && field.Type != "date" && entry.Value != "" && entry.Value != f.email &&
			strings.Contains(mail.Text+html.UnescapeString(mail.HTML)+mail.Subject, strings.TrimSpace(entry.Value)[:10]) {
			h.t.Errorf("the confirmation repeats what was typed into %s:\n%s", entry.Name, mail.Text)
		}
	}
	everything := fmt.Sprint(mail.From, mail.ReplyTo, mail.Headers, mail.Subject, mail.Text, mail.HTML)
	for _, recipient := range f.bundle.Site.Mail.Recipients {
		if recipient != string(f.bundle.Site.Email) && strings.Contains(everything, recipient) {
			h.t.Errorf("the confirmation tells who receives messages: %s", recipient)
		}
	}
}

// inTheCalendar checks the moments of the calendar file against the zone of the site.
func (f *filling) inTheCalendar(h *instance, mail resendtest.Mail) {
	h.t.Helper()
	if f.form.Kind != "booking" {
		if len(mail.Attachments) > 0 {
			h.t.Errorf("%d files come with a notice that is no booking", len(mail.Attachments))
		}
		return
	}
	var day, clock string
	minutes := 60
	for i := range f.form.Fields {
		field := &f.form.Fields[i]
		switch value := f.values[i].Value; field.Type {
		case "date":
			day = value
		case "time":
			clock = value
		case "select":
			for _, option := range field.Options {
				if option.Value == value && option.Minutes > 0 {
					minutes = option.Minutes
				}
			}
		}
	}
	start, err := time.ParseInLocation(time.DateOnly+" 3:04 PM", day+" "+clock, f.bundle.Site.Location)
	if err != nil {
		h.t.Fatal(err)
	}
	if len(mail.Attachments) != 1 || !strings.HasSuffix(mail.Attachments[0].Name, ".ics") || !strings.HasPrefix(mail.Attachments[0].ContentType, "text/calendar") {
		h.t.Fatalf("the notice of a booking has the files %+v", mail.Attachments)
	}
	const form = "20060102T150405Z"
	for _, want := range []string{
		"BEGIN:VEVENT", "DTSTART:" + start.UTC().Format(form), "DTEND:" + start.Add(time.Duration(minutes)*time.Minute).UTC().Format(form),
	} {
		if !bytes.Contains(mail.Attachments[0].Content, []byte(want+"\r\n")) {
			h.t.Errorf("%s %s: the calendar does not say %s:\n%s", day, clock, want, mail.Attachments[0].Content)
		}
	}
	if zone := strings.ReplaceAll(f.bundle.Site.TimeZone, "_", " "); !strings.Contains(mail.Text, string(f.bundle.Site.MailWords.TimeZone)+": "+zone) {
		h.t.Errorf("the notice of a booking does not name the zone %s:\n%s", zone, mail.Text)
	}
}

// TestWhatIsPastedArrivesAsItIsSeen sends signs that nobody sees, and an address as it is written in Munich.
func TestWhatIsPastedArrivesAsItIsSeen(t *testing.T) {
	t.Parallel()
	h := openReady(t, opening{env: mailingTo(standIn(t, nil))})
	pasted := func(email string) map[string]string {
		return message("", "name", "\u2068Ann\tLee\u2069", "email", email, "message", "A soft\vbreak of slides\x00")
	}
	h.stored(h.postJSON(pasted("json@münchen.test")))
	if answer := h.postForm(native(pasted("form@münchen.test"))); answer.status != http.StatusSeeOther {
		t.Fatalf("as a form it is answered %d: %s", answer.status, answer.body)
	}
	var got []string
	for _, record := range h.list() {
		got = append(got, record.Value("name")+"|"+record.Value("email")+"|"+record.Value("message"))
	}
	want := []string{
		"Ann Lee|form@xn--mnchen-3ya.test|A soft\nbreak of slides",
		"Ann Lee|json@xn--mnchen-3ya.test|A soft\nbreak of slides",
	}
	if !slices.Equal(got, want) {
		t.Errorf("stored is %q", got)
	}
}

// TestPeopleReadTheClockFormatsAndWordsOfTheSite sends a booking whose slots are typed otherwise than the site writes times.
func TestPeopleReadTheClockFormatsAndWordsOfTheSite(t *testing.T) {
	t.Parallel()
	dir := copyOfContent(t)
	for file, more := range map[string]string{
		"site.yaml":        "\ntimeFormat: 3:04 PM\n",
		"pages/visit.yaml": "title: A Visit\ndescription: When you come.\nsections:\n  - hero: {title: A Visit}\n  - forms: {refs: [visit]}\n",
		"forms.yaml": `
visit:
  kind: booking
  title: A Visit
  fields:
    - {name: email, type: email, label: Your Email, required: true}
    - {name: clinic, type: select, label: Clinic, options: [{value: r, label: Riverside}]}
    - {name: date, type: date, label: Day}
    - {name: time, type: time, label: Slot, options: [{value: "09:00"}, {value: "15:00"}]}
    - {name: terms, type: consent, label: I agree to the terms.}
  submit: {label: Ask, sending: Sending...}
  success: {title: We have it}
  failure: {title: Not sent}
  confirmation: {subject: "{date} at {time}", text: "We saw {clinic}, {time}."}
`,
	} {
		was, err := os.ReadFile(filepath.Join(dir, "main", file))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "main", file), append(was, more...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	provider := standIn(t, nil)
	h := openReady(t, opening{content: dir, env: mailingTo(provider)})
	for _, answer := range []reply{h.get("/visit"), h.postForm(url.Values{"site": {"main"}, "form": {"visit"}, "type": {"booking"}, "email": {""}})} {
		if !strings.Contains(answer.body, `<option value="15:00">3:00 PM</option>`) {
			t.Errorf("a page (%d) offers another time:\n%s", answer.status, answer.body)
		}
	}
	day := time.Now().AddDate(0, 0, 30)
	got := h.stored(h.postJSON(map[string]string{
		"site": "main", "form": "visit", "type": "booking", "email": "ada@example.com", "clinic": "r", "date": day.Format(time.DateOnly), "time": "15:00",
		"terms": "I agree to the terms.",
	}))
	record := h.find(got.ID)
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	written, received := day.Format("January 2, 2006"), record.ReceivedAt.In(zone).Format("January 2, 2006, 3:04 PM MST")
	visitor := h.mailed(provider, "confirmation/"+got.ID)
	if visitor.Subject != written+" at 3:00 PM" || !strings.Contains(visitor.Text, "We saw Riverside, 3:00 PM.") {
		t.Errorf("the visitor reads %q:\n%s", visitor.Subject, visitor.Text)
	}
	notice := h.mailed(provider, "contact/"+got.ID)
	for _, want := range []string{"Clinic\n    Riverside\n", "Day\n    " + written + "\n", "Slot\n    3:00 PM\n", "I agree to the terms.\n    ✓\n", received} {
		if !strings.Contains(notice.Text, want) {
			t.Errorf("the team does not read %q:\n%s", want, notice.Text)
		}
	}
	h.settled()
	for command, wanted := range map[string][]string{
		"list":                  {received},
		"show " + got.ID:        {"received      " + received, "Clinic                 Riverside\n", "Slot                   3:00 PM\n", "I agree to the terms.  ✓\n"},
		"export --csv":          {",Your Email,Clinic,Day,Slot,I agree to the terms.\r\n", `"` + received + `"`, `,ada@example.com,Riverside,"` + written + `",3:00 PM,✓` + "\r\n"},
		"export --json":         {`"value": "15:00"`, record.ReceivedAt.UTC().Format(`"receivedAt": "2006-01-02T15:04:05`)},
		"list --json":           {`"value": "` + day.Format(time.DateOnly) + `"`},
		"show --json " + got.ID: {`"value": "r"`},
	} {
		said := h.says(strings.Fields(command)...)
		for _, want := range wanted {
			if !strings.Contains(said, want) {
				t.Errorf("%s does not say %q:\n%s", command, want, said)
			}
		}
	}
}

// TestANewFieldAndANewFormWorkWithoutARestart writes both into forms.yaml of
// the running website.
func TestANewFieldAndANewFormWorkWithoutARestart(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{content: copyOfContent(t), env: mailingTo(provider)})
	h.stored(h.postJSON(message("before")))
	h.refused(h.postJSON(message("before", "company", "Acme")), http.StatusBadRequest, "bad_request")
	h.refused(h.postJSON(message("before", "form", "callback")), http.StatusBadRequest, "bad_request")

	const file = "main/forms.yaml"
	was := h.read(file)
	field := "    - name: company\n      type: text\n      label: Company of Yours\n      required: true\n      min: 3\n      message: Which company is it?\n"
	form := `
callback:
  kind: message
  title: Call Me Back
  fields:
    - {name: number, type: tel, label: Phone Number, required: true}
    - {name: mailbox, type: email, label: Your Mailbox, required: true}
    - {name: when, type: select, label: Best Time, required: true, options: [{value: am, label: In the Morning}, {value: pm, label: In the Evening}]}
  submit: {label: Call me, sending: Sending...}
  success: {title: We call you}
  failure: {title: Not sent}
`
	text := strings.Replace(was, "    - name: message\n", field+"    - name: message\n", 1) + form
	if text == was+form {
		t.Fatal("the field did not find its place in " + file)
	}
	h.save(file, text)
	h.until("/api/sites/main/forms", "does not have them", func(r reply) bool {
		return strings.Contains(r.body, "company") && strings.Contains(r.body, "callback")
	})

	for _, company := range []string{"", "Ab", "   "} {
		got := h.refused(h.postJSON(message("after", "company", company)), http.StatusUnprocessableEntity, "invalid_form")
		if len(got.Error.Fields) != 1 || got.Error.Fields["company"] != "Which company is it?" {
			t.Errorf("company %q: %v", company, got.Error.Fields)
		}
	}
	got := h.stored(h.postJSON(message("after", "company", "Acme & Sons")))
	if mail := h.mailed(provider, "contact/"+got.ID); !strings.Contains(mail.Text, "\nCompany of Yours\n    Acme & Sons\n") {
		t.Errorf("the new field is not mailed:\n%s", mail.Text)
	}
	if record := h.find(got.ID); record.Value("company") != "Acme & Sons" || record.Values[2].Name != "company" {
		t.Errorf("the new field is stored as %q", record.Values)
	}

	call := map[string]string{"site": "main", "form": "callback", "number": "+49 30 1234", "mailbox": "call@example.com", "when": "noon"}
	if got := h.refused(h.postJSON(call), http.StatusUnprocessableEntity, "invalid_form"); got.Error.Fields["when"] == "" {
		t.Errorf("the new form takes an option that it does not have: %v", got.Error.Fields)
	}
	call["when"] = "pm"
	got = h.stored(h.postJSON(call))
	mail := h.mailed(provider, "contact/"+got.ID)
	for _, want := range []string{"\nPhone Number\n    +49 30 1234\n", "\nBest Time\n    In the Evening\n"} {
		if !strings.Contains(mail.Text, want) {
			t.Errorf("the notice of the new form does not say %q:\n%s", want, mail.Text)
		}
	}
	if !strings.Contains(mail.Subject, "Call Me Back") || !strings.Contains(mail.Subject, got.Reference) || !slices.Equal(mail.ReplyTo, []string{"call@example.com"}) {
		t.Errorf("the notice of the new form: %q, reply to %q", mail.Subject, mail.ReplyTo)
	}
	// No page shows it yet: the native answer is a page of its own.
	call["number"] = "+49 30 9999"
	answer := h.postForm(native(call))
	if answer.status != http.StatusOK || !strings.Contains(answer.body, "We call you") || answer.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the answer to the new form is %d: %s", answer.status, answer.body)
	}

	// Taken away again, it is refused, and what came in stays.
	if err := os.WriteFile(filepath.Join(h.content, file), []byte(was), 0o644); err != nil {
		t.Fatal(err)
	}
	h.until("/api/sites/main/forms", "still has them", func(r reply) bool { return !strings.Contains(r.body, "callback") })
	h.refused(h.postJSON(call), http.StatusBadRequest, "bad_request")
	if records := h.list(); len(records) != 4 {
		t.Errorf("%d are stored, want 4", len(records))
	}
}

// TestABookingIsTakenOnlyWhileItsLocationIsOpen books times that are over, and those of a holiday.
func TestABookingIsTakenOnlyWhileItsLocationIsOpen(t *testing.T) {
	t.Parallel()
	zone := fixtureContent(t).ByID("business").Site.Location
	day := func(ahead int) string { return time.Now().In(zone).AddDate(0, 0, ahead).Format(time.DateOnly) }
	dir := copyOfContent(t)
	forms := filepath.Join(dir, "business", "forms.yaml")
	edit(t, forms, "  kind: booking\n", "  kind: booking\n  appointment: {location: riverside}\n")
	edit(t, forms, "notBefore: today\n", "notBefore: today\n      notAfter: +90d\n")
	edit(t, forms, `        - value: "9:00 AM"`, "        - value: \"12:00 AM\"\n        - value: \"4:30 PM\"\n        - value: \"9:00 AM\"")
	locations := "riverside:\n  name: Riverside\n  address: {street: 1 Main St, city: Springfield, region: IL, postalCode: '62701', country: US}\n" +
		"  hours: ['Mo-Su 00:00-12:00, 13:00-17:00']\n  exceptions: [{date: " + day(10) + "}]\n"
	if err := os.WriteFile(filepath.Join(dir, "business", "locations.yaml"), []byte(locations), 0o644); err != nil {
		t.Fatal(err)
	}
	provider := standIn(t, nil)
	h := openReady(t, opening{content: dir, env: mailingTo(provider)})
	checks := fixtureContent(t).ByID("business").Site.Checks
	booking := func(date, clock, service string) map[string]string {
		return map[string]string{
			"site": "business", "type": "booking", "name": "Ada Lovelace", "email": "ada@example.com", "phone": "",
			"service": service, "date": date, "time": clock, "message": "",
		}
	}
	for name, c := range map[string]struct {
		date, time, field string
		want              site.Text
	}{
		"a time that is over":      {day(0), "12:00 AM", "time", checks.TimePast},
		"a holiday":                {day(10), "9:00 AM", "time", checks.Closed},
		"the break":                {day(11), "12:00 PM", "time", checks.Closed},
		"longer than it is open":   {day(11), "4:30 PM", "time", checks.Closed},
		"later than a day may lie": {day(92), "9:00 AM", "date", checks.DateFar},
	} {
		values := booking(c.date, c.time, "full-consultation")
		want, _, _ := strings.Cut(string(c.want), "{") // what follows is the day
		got := h.refused(h.postJSON(values), http.StatusUnprocessableEntity, "invalid_form").Error.Fields
		if len(got) != 1 || !strings.HasPrefix(got[c.field], want) {
			t.Errorf("%s is answered %v, want %s", name, got, want)
		}
		if page := h.postForm(native(values)); page.status != http.StatusUnprocessableEntity || !strings.Contains(html.UnescapeString(page.body), want) {
			t.Errorf("%s is answered %d in a browser without script, and not %s", name, page.status, want)
		}
	}
	got := h.stored(h.postJSON(booking(day(11), "4:30 PM", "discovery-call")))
	for kind, title := range map[string]string{"contact/": "Booking request from Ada Lovelace", "confirmation/": "Discovery Call\\, 30 min · "} {
		event := string(h.mailed(provider, kind+got.ID).Attachments[0].Content)
		for _, want := range []string{"SUMMARY:" + title, "LOCATION:Riverside\\, 1 Main St\\, Springfield"} {
			if !strings.Contains(event, want) {
				t.Errorf("the calendar of %s does not say %s:\n%s", kind, want, event)
			}
		}
	}
	if answer := h.postForm(native(booking(day(11), "9:00 AM", "full-consultation"))); answer.status != http.StatusSeeOther {
		t.Errorf("a time that is open is answered %d: %.300s", answer.status, answer.body)
	}
}

// TestAnOrderIsSomethingAndGoesToItsPlace sends an order form of two places to the running website.
func TestAnOrderIsSomethingAndGoesToItsPlace(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	content := copyOfContent(t)
	file := filepath.Join(content, "main/forms.yaml")
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	form := `
order:
  kind: message
  title: Order
  fields:
    - {name: who, type: text, label: Name, required: true}
    - {name: mailbox, type: email, label: Your Mailbox, required: true}
    - {name: rye, type: number, label: Rye Loaf}
    - {name: rolls, type: number, label: Rolls}
    - {name: place, type: select, label: Where, required: true, options: [{value: riverside, label: At the River}, {value: lakeside}, {value: hills}]}
  atLeast: {fields: [rye, rolls]}
  recipients:
    by: place
    riverside: [river@bakery.test, ann@bakery.test]
    lakeside: [lake@bakery.test]
  submit: {label: Order, sending: Sending...}
  success: {title: We have it}
  failure: {title: Not sent}
  confirmation: {subject: "Your order ({reference})", text: "We have your order.\n\n{answers}"}
`
	if err := os.WriteFile(file, append(was, form...), 0o644); err != nil {
		t.Fatal(err)
	}
	h := openReady(t, opening{content: content, env: mailingTo(provider)})
	order := func(place, rye, rolls string) map[string]string {
		return map[string]string{
			"site": "main", "form": "order", "who": "Ada of " + place, "mailbox": place + "@example.com", "rye": rye, "rolls": rolls, "place": place,
		}
	}
	for _, none := range []string{"", "0", "0,0"} {
		got := h.refused(h.postJSON(order("riverside", none, "")), http.StatusUnprocessableEntity, "invalid_form")
		if want := "Please fill in at least 1 of these fields."; len(got.Error.Fields) != 1 || got.Error.Fields["rye"] != want {
			t.Errorf("an order of %q: %v", none, got.Error.Fields)
		}
		answer := h.postForm(native(order("riverside", none, "")))
		if answer.status != http.StatusUnprocessableEntity || !strings.Contains(answer.body, "at least 1 of these") {
			t.Errorf("an order of %q without a script is answered %d: %s", none, answer.status, answer.body)
		}
	}
	site := fixtureContent(t).Main().Site.Mail.Recipients
	for place, to := range map[string][]string{
		"riverside": {"river@bakery.test", "ann@bakery.test"}, "lakeside": {"lake@bakery.test"}, "hills": site,
	} {
		got := h.stored(h.postJSON(order(place, "0", "12")))
		if mail := h.mailed(provider, "contact/"+got.ID); !slices.Equal(mail.To, to) {
			t.Errorf("an order for %s goes to %q, want %q", place, mail.To, to)
		}
		mail := h.mailed(provider, "confirmation/"+got.ID)
		if !strings.Contains(mail.Text, "\nWe have your order.\n\nRolls: 12\n\nWhere: ") || strings.Contains(mail.Text+mail.HTML, "Ada") ||
			strings.Contains(mail.Text, "Rye") || !slices.Equal(mail.To, []string{place + "@example.com"}) {
			t.Errorf("the customer of %s reads\n%s", place, mail.Text)
		}
	}
	if answer := h.get("/api/sites/main/forms"); strings.Contains(answer.body, "bakery.test") || !strings.Contains(answer.body, `"atLeast"`) {
		t.Errorf("the form is told as %s", answer.body)
	}
}
