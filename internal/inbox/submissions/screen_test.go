package submissions

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// samples are one submission of each state, newest first.
func samples() []outbox.Record {
	sample := func(reference string, before time.Duration, form, email string, deliveries ...outbox.Delivery) outbox.Record {
		return outbox.Record{
			Submission: site.Submission{
				ID: "01937b1e-0000-7000-8000-00000000" + strings.ToLower(reference[:4]), Reference: reference,
				SiteID: "business", FormID: form, Kind: form, ReceivedAt: noon.Add(-before), EraseAfter: noon.AddDate(0, 0, 180),
				Values: []site.Entry{{Name: "name", Value: "Somebody"}, {Name: "email", Value: email}},
			},
			Deliveries: deliveries,
		}
	}
	suspect := sample("AAAA-2222", 40*time.Second, "contact", "bot@spam.example", outbox.Delivery{Kind: "notice", State: outbox.StateHeld})
	suspect.Suspect = "honeypot"
	return []outbox.Record{
		suspect,
		sample("BBBB-2222", 5*time.Minute, "booking", "anna@example.com",
			outbox.Delivery{Kind: "notice", State: outbox.StateSent, Attempts: 1, SentAt: noon.Add(-4 * time.Minute), ProviderID: "re_1"},
			outbox.Delivery{Kind: "confirmation", State: outbox.StateWaiting, Attempts: 3, DueAt: noon.Add(30 * time.Minute), LastError: "503: service unavailable"}),
		sample("CCCC-2222", 3*time.Hour, "contact", "東京@example.jp",
			outbox.Delivery{Kind: "notice", State: outbox.StateParked, Attempts: 0, DueAt: noon.Add(time.Hour), LastError: "park: 401: API key is invalid"}),
		sample("DDDD-2222", 50*time.Hour, "contact", "dora@example.com",
			outbox.Delivery{Kind: "notice", State: outbox.StateDead, Attempts: 1, LastError: "422: the sender's domain is not verified, add it in the dashboard"},
			outbox.Delivery{Kind: "confirmation", State: outbox.StateSkipped}),
		sample("EEEE-2222", 400*24*time.Hour, "contact", "emil@example.com",
			outbox.Delivery{Kind: "notice", State: outbox.StateSent, Attempts: 2, SentAt: noon.Add(-400 * 24 * time.Hour)}),
	}
}

// printed is what a screen shows: in a terminal, or in a pipe.
func printed(t *testing.T, terminal bool, draw func(*screen)) string {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s := newScreen(&out)
	s.terminal, s.zone = terminal, berlin
	draw(s)
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// list writes the table of some records.
func list(t *testing.T, records []outbox.Record) func(*screen) {
	return func(s *screen) {
		if err := s.list(records); err != nil {
			t.Error(err)
		}
	}
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.TrimPrefix(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTheListIsATable(t *testing.T) {
	same(t, printed(t, true, list(t, samples())), `
REFERENCE  RECEIVED                    SITE      FORM     FROM              STATE    REASON
AAAA-2222  21 Nov 2026, 12:59:20 CET   business  contact  bot@spam.example  suspect  honeypot
BBBB-2222  21 Nov 2026, 12:55:00 CET   business  booking  anna@example.com  waiting  503: service unavailable
CCCC-2222  21 Nov 2026, 10:00:00 CET   business  contact  東京@example.jp     parked   401: API key is invalid
DDDD-2222  19 Nov 2026, 11:00:00 CET   business  contact  dora@example.com  dead     422: the sender's domain is not verified, add it in the das…
EEEE-2222  17 Oct 2025, 14:00:00 CEST  business  contact  emil@example.com  sent     
`)
}

func TestAPipeGetsWholeValuesInFixedColumns(t *testing.T) {
	same(t, printed(t, false, list(t, samples()[2:4])), `
CCCC-2222	01937b1e-0000-7000-8000-00000000cccc	2026-11-21T09:00:00Z	business	contact	東京@example.jp	parked	401: API key is invalid
DDDD-2222	01937b1e-0000-7000-8000-00000000dddd	2026-11-19T10:00:00Z	business	contact	dora@example.com	dead	422: the sender's domain is not verified, add it in the dashboard
`)
}

func TestAnUnconfirmedSubmissionSaysWhatItWaitsFor(t *testing.T) {
	record := samples()[4]
	record.OptIn = &site.OptIn{Words: "News\nSubscribe", Language: "de"}
	record.Deliveries = []outbox.Delivery{
		{Kind: "notice", State: outbox.StateHeld},
		{Kind: "optin", State: outbox.StateSent, Attempts: 1, SentAt: noon},
		{Kind: "webhook", State: outbox.StateHeld},
	}
	shown := func() string {
		return printed(t, true, func(s *screen) { s.show(record, func(string) []string { return nil }, "") })
	}
	state := func(want string) {
		t.Helper()
		if got, _ := StateOf(record); got != want {
			t.Errorf("it is %s, want %s", got, want)
		}
	}
	state("unconfirmed")
	for _, want := range []string{
		"confirmed     not yet", "agreed to     News\n                Subscribe\n", "words in      de\n", "notice   held until the address is confirmed\n",
	} {
		if got := shown(); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got, want := written(t, []outbox.Record{record}, false, false), ",unconfirmed,"; !strings.Contains(got, want) {
		t.Errorf("no %q in %s", want, got)
	}
	if got, want := summaryOf([]outbox.Record{record}, false), "1 submission: 1 unconfirmed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// A mail that nobody got needs somebody.
	for _, undelivered := range []string{outbox.StateWaiting, outbox.StateParked, outbox.StateDead} {
		record.Deliveries[1].State = undelivered
		state(undelivered)
	}
	record.OptIn.ConfirmedAt, record.Deliveries[1].State = noon, outbox.StateSkipped
	state("waiting")
	record.Deliveries[0].State, record.Deliveries[2].State = outbox.StateSent, outbox.StateSent
	state("sent")
	if got := shown(); !strings.Contains(got, "confirmed     21 Nov 2026, 13:00:00 CET") {
		t.Error(got)
	}
}

func TestTheSummaryCountsStates(t *testing.T) {
	all := samples()
	for want, summary := range map[string]string{
		"5 submissions: 1 sent, 1 waiting, 1 parked, 1 dead, 1 suspect": summaryOf(all, false),
		"1 submission: 1 sent": summaryOf(all[4:], false),
		"The newest 2 submissions: 1 waiting, 1 suspect. There are more: --limit 0 shows all.": summaryOf(all[:2], true),
	} {
		if summary != want {
			t.Errorf("%q, want %q", summary, want)
		}
	}
}

func TestShowTellsEverythingInTheOrderOfTheForm(t *testing.T) {
	record := samples()[1]
	record.Page, record.Plan, record.Released = "/websites/business/connect?plan=pro", "pro", "links"
	record.Values = append(record.Values, site.Entry{Name: "message", Value: "Hello,\r\n\r\nMails\n\n  notice  dead\x1b[2J\nthe end of it is here"}, site.Entry{Name: "phone"})
	show := func(s *screen) { s.show(record, nil, "uploads") }
	same(t, printed(t, true, show), `
Submission BBBB-2222

  received      21 Nov 2026, 12:55:00 CET
  id            01937b1e-0000-7000-8000-00000000bbbb
  site          business
  form          booking (booking)
  page          /websites/business/connect?plan=pro
  plan          pro
  state         waiting
  released      links
  erased after  20 May 2027, 14:00:00 CEST

What was sent

  name     Somebody
  email    anna@example.com
  message  Hello,

           Mails

             notice  dead\x1b[2J
           the end of it is here
  phone

Mails

  notice        sent 21 Nov 2026, 12:56:00 CET, 1 attempt, provider's id re_1
  confirmation  waiting, 3 attempts, next try 21 Nov 2026, 13:30:00 CET
                last error: 503: service unavailable
`)
	if piped := printed(t, false, show); !strings.Contains(piped, "received      2026-11-21T11:55:00Z\n") ||
		!strings.Contains(piped, "waiting, 3 attempts, next try 2026-11-21T12:30:00Z\n") {
		t.Errorf("times in a pipe:\n%s", piped)
	}
}

func TestEachSubmissionIsOnTheClockOfItsSite(t *testing.T) {
	berlin, nowhere := told(), told()
	berlin.Clock = site.Clock{TimeZone: "Europe/Berlin", Language: "de", DateFormat: "02.01.2006"}
	nowhere.Clock.TimeZone = "Mars/Olympus" // which this machine does not know
	for _, terminal := range []bool{true, false} {
		shown := printed(t, terminal, list(t, []outbox.Record{told(), berlin, nowhere}))
		for i, want := range []string{"November 19, 2026, 5:00 AM EST", "19.11.2026, 11:00 CET", map[bool]string{true: "19 Nov 2026, 11:00:00 CET", false: "2026-11-19T10:00:00Z"}[terminal]} {
			if line := strings.Split(strings.TrimPrefix(shown, "REFERENCE"), "DDDD-2222")[i+1]; !strings.Contains(line, want) {
				t.Errorf("terminal %t: no %q in %q", terminal, want, line)
			}
		}
	}
}

func TestShowHasTheWordsOfTheForm(t *testing.T) {
	record := told()
	record.Deliveries = []outbox.Delivery{{Kind: "notice", State: outbox.StateSent, Attempts: 1, SentAt: noon}, {Kind: "confirmation", State: outbox.StateWaiting, DueAt: noon}}
	for _, terminal := range []bool{true, false} {
		same(t, printed(t, terminal, func(s *screen) { s.show(record, nil, "uploads") }), `
Submission DDDD-2222

  received      November 19, 2026, 5:00 AM EST
  id            01937b1e-0000-7000-8000-00000000dddd
  site          business
  form          contact (contact)
  state         waiting
  erased after  May 20, 2027, 8:00 AM EDT

What was sent

  Your name                       Ann
  Email                           ann@example.com
  Clinic                          Riverside
  Date                            November 27, 2026
  Time                            3:00 PM
  I agree that you keep what I send for as long as it takes to answer.  ✓

Mails

  notice        sent November 21, 2026, 7:00 AM EST, 1 attempt
  confirmation  waiting, next try November 21, 2026, 7:00 AM EST
`)
	}
}

func TestJSONHasValuesAndMomentsAsTheyAre(t *testing.T) {
	shown := printed(t, false, func(s *screen) {
		if err := s.json(newViews([]outbox.Record{told()})[0]); err != nil {
			t.Error(err)
		}
	})
	for _, want := range []string{`"receivedAt": "2026-11-19T10:00:00Z"`, `"value": "15:00"`, `"value": "r"`, `"value": "2026-11-27"`} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %s in\n%s", want, shown)
		}
	}
}

func TestShowSaysHowToReleaseASuspect(t *testing.T) {
	shown := printed(t, true, func(s *screen) { s.show(samples()[0], nil, "uploads") })
	for _, want := range []string{"state         suspect: honeypot\n", "notice  held until it is released\n", "marquee submissions release AAAA-2222\n"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not in\n%s", want, shown)
		}
	}
}

func TestNoValueLooksLikeALineOfTheProgram(t *testing.T) {
	record := samples()[4]
	for _, value := range []string{
		"x\nSubmission FAKE-2222", "x\rMails", "\x1b[100D\x1b[AMails", "x\u2028Mails",
		strings.Repeat(" ", 300) + "Mails", strings.Repeat("a", 10_000), strings.Repeat("東", 10_000), strings.Repeat("line\n", 2_000),
	} {
		record.Values = []site.Entry{{Name: "message", Value: value}}
		record.Page, record.Plan, record.FormID = "/"+value, value, value
		shown := printed(t, true, func(s *screen) { s.show(record, nil, "uploads"); list(t, []outbox.Record{record})(s) })
		for _, line := range strings.Split(shown, "\n") {
			if strings.ContainsFunc(line, hostile) {
				t.Fatalf("%.40q: %q", value, line)
			}
			switch title := strings.TrimRight(line, " "); title {
			case "", "Submission EEEE-2222", "What was sent", "Mails":
			default:
				if !strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "REFERENCE") && !strings.HasPrefix(line, "EEEE-2222") {
					t.Fatalf("%.40q makes the line %q", value, line)
				}
			}
		}
		if n := strings.Count("\n"+shown, "\nMails\n"); n != 1 {
			t.Errorf("%.40q: %d headings of mails", value, n)
		}
	}
}

func TestTheWorstStateOfItsMailsIsThatOfASubmission(t *testing.T) {
	for _, c := range []struct {
		deliveries, want string
	}{
		{"", "sent"},
		{"sent", "sent"},
		{"sent skipped", "sent"},
		{"sent collected", "waiting"},
		{"waiting parked", "parked"},
		{"parked waiting", "parked"},
		{"waiting parked dead sent", "dead"},
	} {
		var record outbox.Record
		for _, state := range strings.Fields(c.deliveries) {
			record.Deliveries = append(record.Deliveries, outbox.Delivery{State: state})
		}
		if got, _ := StateOf(record); got != c.want {
			t.Errorf("%s: %s, want %s", c.deliveries, got, c.want)
		}
	}
}

func TestTheSenderIsTheAddressElseTheName(t *testing.T) {
	for want, values := range map[string][]site.Entry{
		"anna@example.com": {{Name: "name", Value: "Anna"}, {Name: "email", Value: "anna@example.com"}},
		"b@example.com":    {{Name: "note", Value: "me @ home"}, {Name: "your-mail", Value: "b@example.com"}},
		"Anna":             {{Name: "message", Value: "write to x@y"}, {Name: "name", Value: "Anna"}},
		"":                 nil,
	} {
		if got := SenderOf(outbox.Record{Submission: site.Submission{Values: values}}); got != want {
			t.Errorf("%v: %q, want %q", values, got, want)
		}
	}
}

func TestSinceIsADateATimeOrAnAge(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	// Noon of the day after clocks went back.
	now := time.Date(2026, 10, 26, 12, 0, 0, 0, berlin)
	for text, want := range map[string]string{
		"2026-11-21":           "2026-11-20T23:00:00Z",
		"2026-11-21 08:30":     "2026-11-21T07:30:00Z",
		"2026-11-21T08:30":     "2026-11-21T07:30:00Z",
		"2026-11-21T08:30:00Z": "2026-11-21T08:30:00Z",
		"30m":                  "2026-10-26T10:30:00Z",
		"12h":                  "2026-10-25T23:00:00Z",
		"2d":                   "2026-10-24T10:00:00Z",
		"1w":                   "2026-10-19T10:00:00Z",
		" 0d ":                 "2026-10-26T11:00:00Z",
	} {
		got, err := ParseSince(text, now, berlin)
		if err != nil || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%s: %v %v, want %s", text, got.UTC(), err, want)
		}
	}
	for _, text := range []string{"yesterday", "7", "-7d", "7y", "2026-02-30", "21.11.2026", "1000000d", "7d8h", "2026-11-21T25:00"} {
		if at, err := ParseSince(text, now, berlin); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) {
			t.Errorf("%s: %v %v", text, at, err)
		}
	}
}

func TestARefusedConfirmationLosesNoMessage(t *testing.T) {
	record := outbox.Record{Deliveries: []outbox.Delivery{
		{Kind: site.MailNotice, State: outbox.StateSent},
		{Kind: site.MailConfirmation, State: outbox.StateDead, LastError: "422: no such address"},
	}}
	if state, reason := StateOf(record); state != outbox.StateSent || reason != "" {
		t.Errorf("state %q, reason %q", state, reason)
	}
	record.Deliveries[0].State = outbox.StateDead
	if state, _ := StateOf(record); state != outbox.StateDead {
		t.Errorf("a refused notice is %q", state)
	}
}
