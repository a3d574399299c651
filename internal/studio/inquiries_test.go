package studio_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/testkit"
)

// office is what visitors sent, in a real store.
type office struct {
	*outbox.Store
	*rig
	files map[string]string
	n     int
}

func (o *office) Revision() *site.Revision { return o.source.Revision() }

func (o *office) Reasons(suspect string) []string { return []string{"because it is " + suspect} }

func (o *office) File(path string) ([]byte, error) {
	data, known := o.files[path]
	if !known {
		return nil, errors.New("there is no file")
	}
	return []byte(data), nil
}

func (o *office) Appointment(_ *site.Bundle, _ *site.Form, of *site.Submission, start time.Time, number int, _ time.Time) site.Message {
	return site.Message{Kind: site.MailAppointment, To: []string{"a@example.com"}, Subject: fmt.Sprint(of.ID, start, number)}
}

func newOffice(t *testing.T) *office {
	t.Helper()
	r := newRig(t)
	store, err := outbox.Open(outbox.Config{Dir: t.TempDir(), Now: r.clock.Now, Logger: r.log.Logger()})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	testkit.Eventually(t, "the store opens", func() bool { return store.Status().Ready })
	o := &office{store, r, map[string]string{}, 0}
	r.Inbox = o
	return o
}

// sent stores what a visitor sent, and returns its id.
func (o *office) sent(siteID, form string, change ...func(*site.Submission)) string {
	o.t.Helper()
	o.n++
	v := &site.Submission{
		ID: fmt.Sprintf("01900000-0000-7000-8000-%012d", o.n), Reference: fmt.Sprintf("REF-%04d", o.n), SiteID: siteID, FormID: form, Kind: "message",
		Values: []site.Entry{
			{Name: "name", Value: "Ada Lovelace"},
			{Name: "email", Value: fmt.Sprintf("ada%d@example.com", o.n)},
			{Name: "date", Value: "2026-12-07"},
			{Name: "time", Value: "2:00 PM"},
			{Name: "message", Label: "Your message", Value: "I like <b>looms</b> & more."},
		},
		ReceivedAt: o.clock.Now(), EraseAfter: o.clock.Now().AddDate(1, 0, 0),
	}
	v.Digest[0], v.Digest[1] = byte(o.n), byte(o.n>>8)
	for _, f := range change {
		f(v)
	}
	_, err := o.Save(o.t.Context(), v, []site.Message{{Kind: site.MailNotice, To: []string{"team@example.com"}}})
	must(o.t, err)
	return v.ID
}

func booked(v *site.Submission) { v.Kind = site.KindBooking }

func inquiry(id string, more map[string]string) string {
	all := map[string]string{"id": id}
	for key, value := range more {
		all[key] = value
	}
	data, err := json.Marshal(map[string]any{"inquiry": all})
	if err != nil {
		panic(err)
	}
	return string(data)
}

func (b browser) handle(id, set, value string) answer {
	b.t.Helper()
	return b.post("/studio/api/inquiries/handle", inquiry(id, map[string]string{"set": set, "value": value}))
}

func (b browser) one(id string) answer {
	b.t.Helper()
	return b.get("/studio/api/inquiries/one?id=" + id)
}

func TestWhoMayNotReadInquiriesSeesNone(t *testing.T) {
	o := newOffice(t)
	o.save("creative/de/site.yaml", "language: de-DE\npath: /websites/creative/de\n")
	o.save("creative/de/pages/index.yaml", "title: Willkommen\nsections:\n  - hero: {title: Hallo}\n")
	if status := o.source.Reload(t.Context()); o.Revision().ByID("creative.de") == nil {
		t.Fatalf("there is no German: %v", status.Problems)
	}
	ids := map[string]string{}
	for _, id := range []string{"main", "creative", "creative.de", "gone"} {
		name, german := strings.CutSuffix(id, ".de")
		ids[id] = o.sent(name, "inquiry", func(v *site.Submission) {
			v.Files = []site.StoredFile{{Name: "a.pdf", Type: "application/pdf", Size: 3, Path: "a.pdf"}}
			if german {
				v.Language = "de-DE"
			}
		})
	}
	o.files["a.pdf"] = "PDF"
	o.joined("first@example.com", people.RoleOwner)
	for _, who := range []people.Person{
		{Email: "owner@example.com", Role: people.RoleOwner},
		{Email: "inbox@example.com", Role: people.RoleInbox},
		{Email: "editor@example.com", Role: people.RoleEditor},
		{Email: "writer@example.com", Role: people.RoleWriter, Sites: []string{"creative"}},
		{Email: "creative@example.com", Role: people.RoleInbox, Sites: []string{"creative"}},
		{Email: "german@example.com", Role: people.RoleInbox, Sites: []string{"creative.de"}},
	} {
		t.Run(who.Email, func(t *testing.T) {
			b := o.joined(who.Email, who.Role, who.Sites...)
			may := who.Role == people.RoleOwner || who.Role == people.RoleInbox
			list := b.get("/studio/api/inquiries")
			for id, inquiryID := range ids {
				sees := who.May(people.Inbox, id)
				if listed := strings.Contains(list.body, inquiryID); listed != sees {
					t.Errorf("that of %s is listed: %t", id, listed)
				}
				want := map[bool]int{true: 200, false: 404}[sees]
				if !may {
					want = 403
				}
				one := b.one(inquiryID).is(want)
				if sees && id == "creative.de" {
					one.is(200, "schrieben%20Sie")
				}
				b.get("/studio/api/inquiries/file?n=0&id=" + inquiryID).is(want)
				b.handle(inquiryID, "seen", "yes").is(want)
				for _, name := range []string{"release", "retry"} {
					b.post("/studio/api/inquiries/"+name, inquiry(inquiryID, nil)).is(want)
				}
				if !sees {
					b.post("/studio/api/inquiries/erase", inquiry(inquiryID, nil)).is(want)
					b.post("/studio/api/inquiries/confirm", inquiry(inquiryID, nil)).is(want)
				}
			}
			b.post("/studio/api/inquiries/erase", `{"inquiry":{"address":"nobody@example.com"}}`).is(map[bool]int{true: 200, false: 403}[may])
			b.get("/studio/api/inquiries/export").is(map[bool]int{true: 200, false: 403}[may])
			b.get("/studio/api/inquiries/report?month=2026-11").is(map[bool]int{true: 200, false: 403}[may])
		})
	}
	browser{o.rig, ""}.get("/studio/api/inquiries").is(401)
	inbox := o.joined("ira@example.com", people.RoleInbox)
	inbox.get("/studio/api/me").is(200, `"id":"main"`)
	for _, path := range []string{"pages", "changes", "file?file=main/site.yaml", "people"} {
		inbox.get("/studio/api/" + path).is(403)
	}
	// On the host of a site there is nothing of the others.
	o.host, o.space = "shop.example", "shop.example"
	inbox.get("/studio/api/inquiries").is(200, `"inquiries":[]`)
	inbox.one(ids["main"]).is(404)
	inbox.post("/studio/api/inquiries/erase", inquiry(ids["main"], nil)).is(404)
}

func TestAnInquiryIsToldWithItsFilesAndAnAnswer(t *testing.T) {
	o := newOffice(t)
	o.files = map[string]string{"1.png": "picture", "2.svg": "<svg onload=alert(1)>"}
	id := o.sent("creative", "inquiry", func(v *site.Submission) {
		v.Values[4].Value = strings.Repeat("Long & longer.\r\n", 500)
		v.Campaign = []site.Entry{{Name: "utm_source", Value: "news"}}
		v.Files = []site.StoredFile{{Name: `bread "1".png`, Type: "image/png", Path: "1.png"}, {Name: "evil.svg", Type: "image/svg+xml", Path: "2.svg"}, {Name: "gone", Type: "text/plain", Path: "3"}}
	})
	b := o.joined("ira@example.com", people.RoleInbox)
	told := b.one(id).is(200, `"label":"Your message"`, `"from":"Ada Lovelace"`, `"zone":"America/New_York"`, `"utm_source"`, `"isPicture":true`, `"ira@example.com"`)
	var one struct{ Mailto string }
	must(t, json.Unmarshal([]byte(told.body), &one))
	link, err := url.Parse(one.Mailto)
	must(t, err)
	if q := link.Query(); link.Scheme != "mailto" || link.Opaque != "ada1@example.com" || !strings.Contains(q.Get("subject"), "REF-0001") ||
		!strings.Contains(q.Get("body"), "> Message: Long & longer.\r\n> Long") || !strings.HasSuffix(q.Get("body"), "…") || len(one.Mailto) > 2000 {
		t.Errorf("%d: %s", len(one.Mailto), one.Mailto)
	}
	file := func(n string) answer { return b.get("/studio/api/inquiries/file?id=" + id + "&n=" + n) }
	for n, want := range map[string]string{"0": `inline; filename="bread \"1\".png"`, "1": "attachment; filename=evil.svg"} {
		a := file(n).is(200)
		if h := a.Header; h.Get("Content-Disposition") != want || h.Get("Content-Security-Policy") != "default-src 'none'; sandbox" || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", n, h)
		}
	}
	for _, n := range []string{"2", "3", "-1", "x", ""} {
		file(n).is(404)
	}
	for _, bad := range []string{"", "none", "%00", "%ff", strings.Repeat("x", 5000)} {
		b.one(bad).is(404)
	}
	for _, bad := range []string{"state=none", "form=%00", "form=%ff", "q=x;y", "site=%zz", "q=" + strings.Repeat("x", 3000)} {
		b.get("/studio/api/inquiries?" + bad).is(400)
	}
	b.get("/studio/api/inquiries?q=%00looms&most=x").is(200, `"inquiries":[]`)
	b.get("/studio/api/inquiries?q=LONGER&most=0").is(200, id)
	b.get("/studio/api/inquiries/export?q=longer").is(200, "\ufeff", "REF-0001")
	b.get("/studio/api/inquiries/export?format=json&state=suspect").is(200, "[]")
}

func TestTheTeamHandlesAnInquiry(t *testing.T) {
	o := newOffice(t)
	id := o.sent("creative", "inquiry")
	b, other := o.joined("ira@example.com", people.RoleInbox), o.joined("olga@example.com", people.RoleOwner)
	o.joined("business@example.com", people.RoleInbox, "business")
	b.get("/studio/api/inquiries?state=unread").is(200, id)
	b.handle(id, "seen", "yes").is(200)
	b.get("/studio/api/inquiries?state=unread").is(200).lacks(id)
	b.handle(id, "done", "yes").is(200, `"doneBy":"ira@example.com"`)
	other.handle(id, "done", "yes").is(200, `"doneBy":"ira@example.com"`) // the first time counts
	b.get("/studio/api/inquiries?state=open").is(200).lacks(id)
	b.handle(id, "done", "").is(200).lacks("done")
	b.handle(id, "answered", "yes").is(200, `"answeredBy":"ira@example.com"`)
	b.handle(id, "assigned", "olga@example.com").is(200, `"assigned":"olga@example.com"`)
	for _, nobody := range []string{"business@example.com", "x"} {
		b.handle(id, "assigned", nobody).is(422)
	}
	b.handle(id, "assigned", "").is(200).lacks("assigned")
	b.handle(id, "wrong", "x").is(422)

	note := func(by browser, was, text string) answer {
		return by.post("/studio/api/inquiries/handle", inquiry(id, map[string]string{"set": "note", "value": text, "was": was}))
	}
	b.handle(id, "note", "blind").is(409)
	note(b, "", "first").is(200, `"note":"first"`, `"notedBy":"ira@example.com"`)
	note(b, "", "first").is(200) // sent twice
	note(other, "", "second").is(409, `"note":"first"`)
	note(other, "first", "second\x00").is(200, `"note":"second"`)
	note(b, "second", strings.Repeat("ü", 10_001)).is(422)
	b.one(id).is(200, `"note":"second"`, `"notedBy":"olga@example.com"`)

	var all sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for i := range 8 {
		all.Go(func() {
			a := note(b, "second", fmt.Sprint("at once ", i))
			mu.Lock()
			defer mu.Unlock()
			if a.StatusCode == 200 {
				taken++
			} else if a.StatusCode != 409 {
				t.Errorf("%d %s", a.StatusCode, a.body)
			}
		})
	}
	all.Wait()
	if taken != 1 {
		t.Errorf("%d of 8 notes replace the same one", taken)
	}
	b.post("/studio/api/inquiries/erase", inquiry(id, nil)).is(200, `"erased":1`)
	b.post("/studio/api/inquiries/erase", inquiry(id, nil)).is(404)
	note(b, "", "late").is(404)
}

func TestWhatIsHeldIsReleasedAndWhatFailedIsSentAgain(t *testing.T) {
	o := newOffice(t)
	id := o.sent("creative", "inquiry", func(v *site.Submission) { v.Suspect = "fast" })
	b := o.joined("ira@example.com", people.RoleInbox)
	b.get("/studio/api/inquiries?state=unread").is(200, `"inquiries":[]`)
	b.one(id).is(200, `"state":"suspect"`, "because it is fast", `"state":"held"`)
	b.post("/studio/api/inquiries/release", inquiry(id, nil)).is(200)
	b.get("/studio/api/inquiries?state=suspect").is(200, `"inquiries":[]`)
	b.one(id).is(200, `"state":"waiting"`)
	o.clock.Add(time.Hour)
	before, err := o.Find(t.Context(), id)
	must(t, err)
	b.post("/studio/api/inquiries/retry", inquiry(id, nil)).is(200)
	after, err := o.Find(t.Context(), id)
	must(t, err)
	if !after.Deliveries[0].DueAt.After(before.Deliveries[0].DueAt) {
		t.Errorf("due at %v, and after a retry at %v", before.Deliveries[0].DueAt, after.Deliveries[0].DueAt)
	}
}

func TestAnAddressIsErasedWhereItsInquiriesMayBeSeen(t *testing.T) {
	o := newOffice(t)
	from := func(v *site.Submission) { v.Values[1].Value = "ada@example.com" }
	kept, erased := o.sent("business", "inquiry", from), []string{o.sent("creative", "inquiry", from), o.sent("creative", "booking", from)}
	b := o.joined("ira@example.com", people.RoleInbox, "creative")
	b.get("/studio/api/inquiries?email=ADA@example.com").is(200, erased[0], erased[1]).lacks(kept)
	for _, bad := range []string{"", "x", "@"} {
		if a := b.post("/studio/api/inquiries/erase", `{"inquiry":{"address":`+quote(bad)+`}}`); a.StatusCode < 400 {
			t.Errorf("%q erases %s", bad, a.body)
		}
	}
	b.post("/studio/api/inquiries/erase", `{"inquiry":{"address":"ada@EXAMPLE.com"}}`).is(200, `"erased":2`)
	if all, err := o.List(t.Context(), outbox.Filter{}); err != nil || len(all) != 1 || all[0].ID != kept {
		t.Errorf("%v, %v", all, err)
	}
}

func TestABookingIsConfirmedOnceForEachTime(t *testing.T) {
	o := newOffice(t)
	id := o.sent("creative", "booking", booked)
	b, other := o.joined("ira@example.com", people.RoleInbox), o.joined("olga@example.com", people.RoleOwner)
	confirm := func(by browser, id, was, date, clock string) answer {
		return by.post("/studio/api/inquiries/confirm", inquiry(id, map[string]string{"was": was, "date": date, "time": clock}))
	}
	mails := func() (n int) {
		record, err := o.Find(t.Context(), id)
		must(t, err)
		for _, d := range record.Deliveries {
			if d.Kind == site.MailAppointment {
				n++
			}
		}
		return n
	}
	b.one(id).is(200, `"booking":{"date":"2026-12-07","time":"14:00"}`)
	for _, bad := range [][2]string{{"", "14:00"}, {"2026-12-07", ""}, {"2026-02-30", "14:00"}, {"2026-12-07", "25:00"}, {"2020-01-01", "14:00"}, {"2126-01-01", "14:00"}, {"2027-03-14", "02:30"}} {
		confirm(b, id, "", bad[0], bad[1]).is(422)
	}
	var all sync.WaitGroup
	for range 5 { // pressed again and again
		all.Go(func() { confirm(b, id, "", "2026-12-07", "14:00").is(200, `"startsAt":"2026-12-07T19:00:00Z"`) })
	}
	all.Wait()
	if n := mails(); n != 1 {
		t.Fatalf("%d mails for one time", n)
	}
	const was = "2026-12-07T19:00:00Z"
	confirm(other, id, "", "2026-12-08", "08:15").is(409, was) // who has not seen that it is confirmed
	confirm(other, id, was, "2026-12-08", "08:15").is(200, `"startsAt":"2026-12-08T13:15:00Z"`, `"sequence":2`, `"confirmedBy":"olga@example.com"`)
	confirm(b, id, was, "2026-12-09", "09:00").is(409)
	if n := mails(); n != 2 {
		t.Errorf("%d mails for two times", n)
	}
	b.one(id).is(200, `"booking":{"date":"2026-12-08","time":"08:15"}`)

	for _, c := range []func(*site.Submission){
		func(v *site.Submission) {},
		func(v *site.Submission) { booked(v); v.Suspect = "fast" },
		func(v *site.Submission) { booked(v); v.Values[1].Value = "no address" },
		func(v *site.Submission) { booked(v); v.FormID = "gone" },
		func(v *site.Submission) { booked(v); v.SiteID = "gone" },
	} {
		confirm(b, o.sent("creative", "booking", c), "", "2026-12-07", "14:00").is(422)
	}
}

func TestTheReportHasTheMonthOfEachSite(t *testing.T) {
	o := newOffice(t)
	at := func(moment string, change ...func(*site.Submission)) string {
		when, err := time.Parse(time.RFC3339, moment)
		must(t, err)
		return o.sent("creative", "inquiry", append(change, func(v *site.Submission) { v.ReceivedAt = when })...)
	}
	at("2026-11-01T03:59:59Z") // still October in New York
	first := at("2026-11-01T04:00:00Z")
	at("2026-12-01T04:59:59Z", func(v *site.Submission) {
		v.Campaign = []site.Entry{{Name: "utm_source", Value: "news"}, {Name: "utm_campaign", Value: "winter"}}
	})
	at("2026-12-01T05:00:00Z")
	at("2026-11-10T12:00:00Z", func(v *site.Submission) { v.Suspect = "fast" })
	slow, late := at("2026-11-02T12:00:00Z"), at("2026-11-03T12:00:00Z")
	at("2026-11-04T12:00:00Z", func(v *site.Submission) { v.FormID = "gone" })
	for id, after := range map[string]time.Duration{first: 2 * time.Hour, slow: 48 * time.Hour, late: 100 * time.Hour} {
		record, err := o.Find(t.Context(), id)
		must(t, err)
		_, err = o.Handle(t.Context(), id, func(h *outbox.Handling, _ time.Time) (*site.Message, error) {
			h.AnsweredAt, h.DoneAt = record.ReceivedAt.Add(after), record.ReceivedAt.Add(200*time.Hour)
			return nil, nil
		})
		must(t, err)
	}
	b := o.joined("ira@example.com", people.RoleInbox)
	type figures struct {
		Site, Name                     string
		Count, Day, Three, Later, Open int
		Median                         float64
	}
	var report struct {
		Total            figures
		Suspects         int
		Forms, Campaigns []figures
	}
	must(t, json.Unmarshal([]byte(b.get("/studio/api/inquiries/report?month=2026-11").is(200).body), &report))
	if want := (figures{"", "", 5, 1, 1, 1, 2, 48 * 60}); report.Total != want || report.Suspects != 1 {
		t.Errorf("%+v", report)
	}
	if want := []figures{{"Evenlight Creative", "General Inquiry", 4, 1, 1, 1, 1, 48 * 60}, {"Evenlight Creative", "gone", 1, 0, 0, 0, 1, 0}}; !slices.Equal(report.Forms, want) {
		t.Errorf("%+v", report.Forms)
	}
	if want := []figures{{"", "", 4, 1, 1, 1, 1, 48 * 60}, {"", "news · winter", 1, 0, 0, 0, 1, 0}}; !slices.Equal(report.Campaigns, want) {
		t.Errorf("%+v", report.Campaigns)
	}
	for _, bad := range []string{"", "2026", "2026-13", "x"} {
		b.get("/studio/api/inquiries/report?month=" + bad).is(http.StatusBadRequest)
	}
}

func TestAClosedInboxSaysSo(t *testing.T) {
	o := newOffice(t)
	id := o.sent("creative", "inquiry")
	b := o.joined("ira@example.com", people.RoleInbox)
	must(t, o.Store.Close())
	b.get("/studio/api/inquiries").is(503, "cannot be read now")
	b.one(id).is(503)
	b.handle(id, "seen", "yes").is(503)
}
