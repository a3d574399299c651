package mail_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/site"
)

func TestComposingTwiceGivesTheSameBytes(t *testing.T) {
	bundle := sampleBundle(t, paperTheme, "Evenlight", "/", "")
	s := submission(bookingForm(), "name", "Ada", "email", "ada@example.com", "service", "discovery-call", "date", "2026-11-24", "time", "9:00 AM")
	first := compose(t, bundle, bookingForm(), s)
	if again := compose(t, bundle, bookingForm(), s); !reflect.DeepEqual(first, again) {
		t.Error("the second time it is another mail")
	}
	if len(first) != 2 || len(first[0].Attachments) != 1 || len(first[1].Attachments) != 1 {
		t.Fatalf("%d mails", len(first))
	}
}

func TestANoticeIsForTheTeamAndAnswersGoToTheVisitor(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight Business", "/websites/business", "")
	form := inquiryForm()
	s := submission(form, "name", "Grace", "email", "grace@navy.example", "subject", "website-design", "message", "Hello")
	s.Plan = "business-website"
	messages := compose(t, bundle, form, s)
	if len(messages) != 1 {
		t.Fatalf("%d mails for a form without confirmation", len(messages))
	}
	m := messages[0]
	if m.Kind != site.MailNotice || m.ReplyTo != "grace@navy.example" || m.From != "Evenlight Business <hello@evenlight.example>" ||
		!reflect.DeepEqual(m.To, bundle.Site.Mail.Recipients) || m.Subject != "General Inquiry · K7M3-9QXA" || m.Attachments != nil {
		t.Errorf("%+v", m)
	}
	if m.Headers["Auto-Submitted"] != "auto-generated" {
		t.Errorf("headers %v", m.Headers)
	}
	for _, body := range []string{m.Text, m.HTML[strings.Index(m.HTML, "<h1"):]} {
		rest := body
		for _, words := range []string{"Name", "Grace", "Email", "grace@navy.example", "Subject", "Website Design", "Message", "Hello", "Reference", "K7M3-9QXA", "Received", "November 21, 2026, 14:04 EST", "Sent from", "Contact", "Plan", "Business Website", "Reply to this email to answer Grace."} {
			_, after, found := strings.Cut(rest, words)
			if !found {
				t.Errorf("%q is missing or out of order", words)
			}
			rest = after
		}
		if strings.Contains(body, "website-design") {
			t.Error("an option goes by its value instead of its label")
		}
	}
}

func TestAMailSaysWhenInTheLanguageOfTheSite(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	bundle.Site.Language, bundle.Site.DateFormat = "de", ""
	s := submission(messageForm(), "name", "Ada", "email", "ada@example.com", "message", "Hi")
	if text := compose(t, bundle, messageForm(), s)[0].Text; !strings.Contains(text, "21. November 2026, 14:04 EST") {
		t.Errorf("the notice says\n%s", text)
	}
}

func TestTheConfiguredSenderComesFirst(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	s := submission(messageForm(), "name", "Ada", "email", "ada@example.com", "message", "Hi")
	composer := &mail.Composer{From: "Robot <robot@mail.example>"}
	for _, m := range composer.Compose(bundle, messageForm(), s) {
		if m.From != "Robot <robot@mail.example>" {
			t.Errorf("%s comes from %q", m.Kind, m.From)
		}
	}
	bundle.Site.Mail = site.Mail{}
	if m := compose(t, bundle, messageForm(), s)[0]; m.From != "hello@evenlight.example" || len(m.To) != 1 || m.To[0] != "hello@evenlight.example" {
		t.Errorf("a site without mail settings: from %q to %q", m.From, m.To)
	}
}

func TestAConfirmationTellsNothingPrivate(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	form := bookingForm()
	s := submission(form, "name", "Ada", "email", "ada@example.com", "phone", "", "service", "discovery-call", "date", "2026-11-24", "time", "9:00 AM", "message", "Buy at canary.example")
	s.Page = "/secret-campaign"
	messages := compose(t, bundle, form, s)
	if len(messages) != 2 {
		t.Fatalf("%d mails", len(messages))
	}
	m := messages[1]
	if m.Kind != site.MailConfirmation || m.To[0] != "ada@example.com" || m.ReplyTo != "hello@evenlight.example" || m.Subject != "Your booking request for November 24, 2026" {
		t.Errorf("%+v", m)
	}
	everything := m.Text + m.HTML + string(m.Attachments[0].Content) + m.Subject + m.ReplyTo
	for _, private := range []string{"team@evenlight.example", "office@evenlight.example", "secret-campaign", "Left empty", "canary", "Reply to this email"} {
		if strings.Contains(everything, private) {
			t.Errorf("the visitor reads %q", private)
		}
	}
	if !strings.HasSuffix(m.Text, "You receive this email because your address was entered in a form on our website.\n") {
		t.Errorf("the last line is not why:\n%s", m.Text)
	}
	if m.Headers["Auto-Submitted"] != "auto-replied" {
		t.Errorf("headers %v", m.Headers)
	}
}

func TestNoConfirmationWithoutAnAddress(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	for _, typed := range []string{"", "ada", "ada@localhost", "Ada <ada@example.com>", "ada@example.com,eve@example.com", "ada@example..com", "ada@-example.com", "ada@1.2.3.4", strings.Repeat("a", 65) + "@example.com"} {
		messages := compose(t, bundle, messageForm(), submission(messageForm(), "name", "Ada", "email", typed, "message", "Hi"))
		if len(messages) != 1 || messages[0].ReplyTo != "" {
			t.Errorf("%q: %d mails, Reply-To %q", typed, len(messages), messages[0].ReplyTo)
		}
		if strings.Contains(messages[0].Text, "Reply to this email") {
			t.Errorf("%q: the team is told to reply", typed)
		}
	}
	for typed, want := range map[string]string{
		"ada@example.com": "ada@example.com", " ada@example.com ": "ada@example.com", "a.b+c@sub.example.co.uk": "a.b+c@sub.example.co.uk",
		"o'hara@example.com": "o'hara@example.com", "ada@bücher.example": "ada@xn--bcher-kva.example",
	} {
		messages := compose(t, bundle, messageForm(), submission(messageForm(), "name", "Ada", "email", typed, "message", "Hi"))
		if len(messages) != 2 || messages[0].ReplyTo != want || messages[1].To[0] != want {
			t.Errorf("%q: %+v", typed, messages)
		}
	}
}

func TestAFieldThatTheFormNoLongerHasIsTold(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	s := submission(messageForm(), "name", "Ada", "budget", "1000", "email", "ada@example.com", "message", "Hi")
	m := compose(t, bundle, messageForm(), s)[0]
	if !strings.Contains(m.Text, "budget\n    1000\n") || !strings.Contains(m.HTML, "1000") {
		t.Errorf("the budget is missing:\n%s", m.Text)
	}
}

func TestADigestOfAFormThatIsGone(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	s := submission(messageForm(), "name", "Ada", "email", "ada@example.com", "message", "Hi <there>")
	composer := &mail.Composer{}
	m, err := composer.Digest(bundle, nil, []site.Submission{*s, *s, *s})
	if err != nil {
		t.Fatal(err)
	}
	if m.Kind != site.MailDigest || m.Subject != "3 new messages: contact" || m.ReplyTo != "" || len(m.To) != 2 || strings.Count(m.Text, "Hi <there>") != 3 || strings.Contains(m.HTML, "<there>") {
		t.Errorf("%+v", m)
	}
	checkBodies(t, m)
	if _, err := composer.Digest(bundle, nil, nil); err == nil {
		t.Error("a digest of nothing is made")
	}
}

func TestWordsThatAreMissingLeaveNoHoles(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	bundle.Site.MailWords, bundle.Site.BaseURL, bundle.Site.Language = site.MailWords{}, "", "ar"
	form := messageForm()
	form.Mail, form.Confirmation = site.FormMail{}, &site.FormMail{}
	for _, m := range compose(t, bundle, form, submission(form, "name", "Ada", "email", "ada@example.com", "message", "Hi")) {
		if m.Subject == "" || m.Text == "" || !strings.Contains(m.HTML, `<html lang="ar" dir="rtl">`) || strings.Contains(m.Text, "\n: ") {
			t.Errorf("%+v", m)
		}
	}
}

func TestTheTeamReadsItsOwnLanguageAndTheVisitorTheirs(t *testing.T) {
	original := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	original.Site.MailWords.Language = "Language"
	form := messageForm()
	original.Forms.Put(form.ID, form)
	german := sampleBundle(t, greenTheme, "Evenlight", "/de", "")
	german.Original, german.Site.Language, german.Site.DateFormat = original, "de", ""
	german.Site.Mail.Recipients = []string{"nobody@evenlight.example"} // which its folder does not decide
	german.Pages = []*site.Page{{Path: "/de/kontakt", Title: "Kontakt"}}
	shown := messageForm()
	shown.Fields[2].Label, shown.Confirmation.Subject = "Nachricht", "Danke, {name}"
	s := submission(shown, "name", "Ada", "email", "ada@example.com", "message", "Grüße")
	s.Language, s.Page = "de", "/de/kontakt"
	messages := compose(t, german, shown, s)
	if len(messages) != 2 {
		t.Fatalf("%d mails", len(messages))
	}
	notice, confirmation := messages[0], messages[1]
	for _, words := range []string{"Message", "Grüße", "Language", "German", "Kontakt", "November 21, 2026"} {
		if !strings.Contains(notice.Text, words) {
			t.Errorf("the notice lacks %q:\n%s", words, notice.Text)
		}
	}
	if !reflect.DeepEqual(notice.To, original.Site.Mail.Recipients) || strings.Contains(notice.Text, "Nachricht") {
		t.Errorf("the notice goes to %v:\n%s", notice.To, notice.Text)
	}
	if confirmation.Subject != "Danke, Ada" || !strings.Contains(confirmation.HTML, `lang="de"`) || strings.Contains(confirmation.Text, "German") {
		t.Errorf("the confirmation is %q:\n%s", confirmation.Subject, confirmation.Text)
	}
}

// filledForm has a field of each type, but for text and files.
func filledForm() (*site.Form, *site.Submission) {
	form := messageForm()
	form.Kind = "booking"
	form.Fields = append(form.Fields[:2:2],
		site.Field{Name: "clinic", Type: "radio", Label: "Clinic", Options: []site.Option{{Value: "r", Label: "Riverside"}}},
		site.Field{Name: "date", Type: "date", Label: "Date"},
		site.Field{Name: "time", Type: "time", Label: "Time", Options: []site.Option{{Value: "15:00", Label: "3:00 PM"}}},
		site.Field{Name: "pets", Type: "number", Label: "Pets"},
		site.Field{Name: "extras", Type: "checkbox", Label: "Extras", Options: []site.Option{{Value: "x", Label: "X-ray"}, {Value: "n", Label: "Nails"}}},
		site.Field{Name: "news", Type: "checkbox", Label: "Send me news"},
		site.Field{Name: "terms", Type: "consent", Label: "I agree to the terms."})
	form.Confirmation.Subject = "{date} at {time}, {clinic}"
	return form, submission(form, "name", "Ada", "email", "ada@example.com", "clinic", "r", "date", "2026-11-27", "time", "15:00", "pets", "1200.5",
		"extras", "x\r\nn", "news", "yes", "terms", "I agree to the terms.")
}

func TestPeopleReadLabelsFormatsAndTheirClock(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	bundle.Site.TimeFormat = "3:04 PM"
	form, s := filledForm()
	messages := compose(t, bundle, form, s)
	if len(messages) != 2 {
		t.Fatalf("%d mails", len(messages))
	}
	for _, m := range messages {
		for _, want := range []string{
			"Clinic\n    Riverside\n", "Date\n    November 27, 2026\n", "Time\n    3:00 PM\n", "Pets\n    1,200.5\n",
			"Extras\n    ✓ X-ray\n    ✓ Nails\n", "Send me news\n    ✓\n", "I agree to the terms.\n    ✓\n", "November 21, 2026, 2:04 PM EST",
		} {
			if !strings.Contains(m.Text, want) {
				t.Errorf("the %s lacks %q:\n%s", m.Kind, want, m.Text)
			}
		}
		for _, body := range []string{m.Text, m.HTML} {
			if n := strings.Count(body, "I agree to the terms."); n != 1 {
				t.Errorf("the %s has the consent %d times:\n%s", m.Kind, n, body)
			}
			if strings.Contains(body, "15:00") || strings.Contains(body, "14:04") {
				t.Errorf("the %s has another clock:\n%s", m.Kind, body)
			}
		}
	}
	if got := messages[1].Subject; got != "November 27, 2026 at 3:00 PM, Riverside" {
		t.Errorf("the subject is %q", got)
	}
	if content := string(messages[0].Attachments[0].Content); !strings.Contains(content, "DTSTART:20261127T200000Z") {
		t.Errorf("the calendar has another moment:\n%s", content)
	}
}

func TestAConsentOfAnotherLanguageIsReadInBoth(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	form, s := filledForm()
	s.Values[len(s.Values)-1].Value = "Ich stimme zu."
	if got := compose(t, bundle, form, s)[0].Text; !strings.Contains(got, "I agree to the terms.\n    ✓ Ich stimme zu.\n") {
		t.Errorf("the notice says\n%s", got)
	}
}

// What was stored before a form changed may be anything.
func TestADigestShowsAsItIsWhatAFormDoesNotKnowAnyMore(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	form, s := filledForm()
	for i, value := range map[int]string{2: "lakeside", 3: "on Friday", 4: "14:00", 5: "v1.5 or so"} {
		s.Values[i].Value = value
	}
	m, err := (&mail.Composer{}).Digest(bundle, form, []site.Submission{*s})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Clinic\n    lakeside\n", "Date\n    on Friday\n", "Time\n    14:00\n", "Pets\n    v1.5 or so\n"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("no %q in\n%s", want, m.Text)
		}
	}
}

func TestAMailOfSuspectsCountsWhatItDoesNotDescribe(t *testing.T) {
	bundle, form := sampleBundle(t, paperTheme, "Sample", "/", ""), messageForm()
	all := make([]site.Submission, 21)
	for i := range all {
		all[i] = *submission(form, "name", "Eve <b>\r\nBcc: x", "email", "eve@spam.example", "message", "BUY http://spam.example")
		all[i].Reference, all[i].Suspect = fmt.Sprintf("REF-%02d", i), "honeypot"
	}
	team := func(*site.Submission) (*site.Bundle, *site.Form) { return bundle, form }
	m := (&mail.Composer{}).Suspects(all, team, func(string) []string { return []string{"it is a trap"} })
	if m.Subject != "Held back as possible spam: 21" || m.Kind != site.MailSuspects || !slices.Equal(m.To, bundle.Site.Mail.Recipients) {
		t.Errorf("%s %q to %v", m.Kind, m.Subject, m.To)
	}
	for _, body := range []string{m.Text, m.HTML} {
		if !strings.Contains(body, "marquee submissions release REF-19") || strings.Contains(body, "REF-20") || strings.Count(body, "it is a trap") != 20 {
			t.Errorf("not the first 20 of 21:\n%s", body)
		}
		if !strings.Contains(body, "eve@spam.example") || strings.Contains(body, "BUY") || strings.Contains(m.HTML, "<b>") {
			t.Errorf("not who it was, or what was sent:\n%s", body)
		}
	}
}

func TestTheVisitorReadsWhatWasChosenAndNothingThatWasTyped(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	form := orderForm()
	for _, words := range []site.Text{"Your order:\n\n{answers}", "Your order."} { // in its words, or below them
		form.Confirmation.Text = words
		m := compose(t, bundle, form, order())[1]
		for _, chosen := range []string{"Mill Loaf", "Morning Rolls", "By the River", "Sliced", "Without salt", "November 24, 2026", "It is a gift"} {
			if strings.Count(m.Text, chosen) != 1 || !strings.Contains(m.HTML, chosen) {
				t.Errorf("%q: %q stands there %d times:\n%s", words, chosen, strings.Count(m.Text, chosen), m.Text)
			}
		}
		for _, other := range []string{"Ada", "Thank you", "cake.jpg", "Cakes", "riverside", "Left empty", "{"} {
			if strings.Contains(m.Text+m.HTML[strings.Index(m.HTML, "<h1"):], other) {
				t.Errorf("%q: the visitor reads %q:\n%s", words, other, m.Text)
			}
		}
	}
	form.Confirmation.Subject = "{answers}"
	if m := compose(t, bundle, form, order())[1]; !strings.HasPrefix(m.Subject, "Mill Loaf: 2 Morning Rolls: 12.5 Shop: By the River Extras: ✓ Sliced, ✓ Without salt") {
		t.Errorf("the subject is %q", m.Subject)
	}
}

// A form of an earlier time may have a field of that name.
func TestAFieldCalledAnswersIsThatField(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	form := messageForm()
	form.Fields[2].Name, form.Mail.Text = "answers", "So: {answers}!"
	if m := compose(t, bundle, form, submission(form, "name", "Ada", "email", "ada@example.com", "answers", "42"))[0]; !strings.Contains(m.Text, "So: 42!") {
		t.Errorf("the notice is\n%s", m.Text)
	}
}

func TestAFormHasItsOwnRecipients(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "")
	team := bundle.Site.Mail.Recipients
	river := orderForm().Recipients.Of["riverside"]
	for _, c := range []struct {
		to   site.Recipients
		shop string
		want []string
	}{
		{site.Recipients{}, "riverside", team},
		{orderForm().Recipients, "riverside", river},
		{orderForm().Recipients, "lakeside", team},
		{orderForm().Recipients, "", team},
		{site.Recipients{Of: map[string][]string{"": river}}, "lakeside", river},
	} {
		form := orderForm()
		form.Recipients = c.to
		s := order()
		s.Values[5].Value = c.shop
		messages := compose(t, bundle, form, s)
		if got := messages[0].To; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q of %v: to %q, want %q", c.shop, c.to, got, c.want)
		}
		if visitor := messages[1]; visitor.To[0] != "ada@analytical.example" || visitor.ReplyTo != "hello@evenlight.example" {
			t.Errorf("the visitor's: to %q, reply to %q", visitor.To, visitor.ReplyTo)
		}
		m, err := (&mail.Composer{}).Digest(bundle, form, []site.Submission{*s})
		if err != nil || !reflect.DeepEqual(m.To, c.want) {
			t.Errorf("%q of %v: the digest goes to %q, want %q; %v", c.shop, c.to, m.To, c.want, err)
		}
	}
	bundle.Site.Email = ""
	if m := compose(t, bundle, orderForm(), order())[1]; m.ReplyTo != river[0] {
		t.Errorf("without an address of the site, the visitor answers to %q", m.ReplyTo)
	}
}
