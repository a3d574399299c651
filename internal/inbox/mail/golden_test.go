package mail_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/site"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The mails of testdata/golden are read by people before they are committed.
func TestMailsAreAsTheyWereApproved(t *testing.T) {
	main := sampleBundle(t, darkTheme, "Evenlight", "/", "AI tools that understand you")
	business := sampleBundle(t, greenTheme, "Evenlight Business", "/websites/business", "Websites that work as hard as you do")
	creative := sampleBundle(t, paperTheme, "Evenlight Creative", "/websites/creative", "Websites for people with an eye")

	message := submission(messageForm(), "name", "Ada Lovelace", "email", "ada@analytical.example",
		"message", "Good morning,\n\nI saw your troubleshooting assistant at work last week, and I would like to know two things:\n\n1. Does it know about looms?\n2. Can it explain what it did afterwards?\n\nWith kind regards\nAda")
	inquiry := submission(inquiryForm(), "name", "Grace Hopper", "email", "grace@navy.example", "subject", "website-design",
		"message", "We need a new website for our bakery. The old one is from 2009 & looks <b>like it</b>.")
	inquiry.Page, inquiry.Plan = "/websites/business/connect?plan=business-website", "business-website"
	booking := submission(bookingForm(), "name", "Katherine Johnson", "email", "katherine@orbit.example", "phone", "+1 (757) 555-0142", "service", "discovery-call",
		"date", "2026-11-24", "time", "2:00 PM", "message", "")
	booking.Page = "/websites/creative/connect"

	second := *inquiry
	second.ID, second.Reference, second.ReceivedAt = "019aa6f0-5a00-7c3e-9d6b-2f4c5e8a1b71", "QX4T-77HM", inquiry.ReceivedAt.Add(90e9)
	second.Values = []site.Entry{{Name: "name", Value: "محمد"}, {Name: "email", Value: "m@example.com"}, {Name: "subject", Value: "other"}, {Name: "message", Value: "مرحبا"}}
	digest, err := (&mail.Composer{}).Digest(business, inquiryForm(), []site.Submission{*inquiry, second})
	if err != nil {
		t.Fatal(err)
	}

	caught, early, composer := *message, *booking, &mail.Composer{}
	caught.Suspect, early.Suspect, early.Reference = "honeypot,fast", "fast", "QX4T-77HM"
	suspects := composer.Suspects([]site.Submission{caught, early},
		func(s *site.Submission) (*site.Bundle, *site.Form) {
			if s.FormID == "booking" {
				return main, bookingForm()
			}
			return main, nil // content has the form no more
		}, func(signs string) []string { return strings.Split(signs, ",") })
	held := composer.Problem(main.Site, "editor@evenlight.example", "A change is held back: main/pages/about.yaml",
		[]string{"main/pages/about.yaml:8:3: There is no such key.", "Behind it wait: main/plans.yaml."}, "")
	code := composer.Letter(business.Site, site.Letter{
		Kind: site.MailCode, To: "editor@evenlight.example", Language: "de", Title: "012345 ist Ihr Code",
		Paragraphs: []string{"Er gilt zehn Minuten."}, Action: "Anmelden", ActionPath: "/studio/sign-in?code=012345",
		Why: []string{"Jemand hat Ihre Adresse eingegeben."},
	})
	if len(code.To) != 1 || code.To[0] != "editor@evenlight.example" {
		t.Errorf("a code goes to %v", code.To)
	}
	if len(held.To) != 1 || held.To[0] != "editor@evenlight.example" || len(suspects.To) != 2 {
		t.Errorf("they go to %v and %v", held.To, suspects.To)
	}

	all := map[string][]site.Message{
		"held": {held}, "suspects": {suspects}, "letter": {code},
		"message":          compose(t, main, messageForm(), message),
		"message-creative": compose(t, creative, messageForm(), message),
		"inquiry":          compose(t, business, inquiryForm(), inquiry),
		"booking":          compose(t, creative, bookingForm(), booking),
		"digest":           {digest},
		"order":            compose(t, main, orderForm(), order()),
		"firm":             {composer.Appointment(creative, bookingForm(), booking, time.Date(2026, 11, 24, 19, 0, 0, 0, time.UTC), 1, booking.ReceivedAt.Add(time.Hour))},
		"moved":            {composer.Appointment(creative, bookingForm(), booking, time.Date(2026, 11, 25, 13, 15, 0, 0, time.UTC), 2, booking.ReceivedAt.Add(2*time.Hour))},
	}
	for name, messages := range all {
		for _, m := range messages {
			base := filepath.Join("testdata", "golden", name+"."+m.Kind)
			golden(t, base+".html", m.HTML)
			golden(t, base+".txt", "From: "+m.From+"\nReply-To: "+m.ReplyTo+"\nSubject: "+m.Subject+"\n\n"+m.Text)
			for _, file := range m.Attachments {
				golden(t, base+".ics", string(file.Content))
			}
		}
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is no longer what it was; look at the difference, then run: go test ./internal/inbox/mail -run Approved -update", path)
	}
}
