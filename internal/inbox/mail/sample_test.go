package mail_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/site"
)

// The words, forms and themes of these tests.

var sampleWords = site.MailWords{
	Reference: "Reference", Received: "Received", Page: "Sent from", Plan: "Plan", TimeZone: "Time zone", Empty: "Left empty",
	Reply:         "Reply to this email to answer {name}.",
	WhyVisitor:    "You receive this email because your address was entered in a form on our website.",
	DigestSubject: "{count} new messages: {form}", DigestText: "{count} messages came in within a short time. They are all here.",
	AppointmentSubject: "Your appointment on {time}", AppointmentText: "Your appointment is confirmed: {time}.",
	AppointmentMoved: "Your appointment has been moved. The new time is {time}.",
	SuspectsSubject:  "Held back as possible spam: {count}", SuspectsText: "These messages look like spam and were not sent on ({count}).",
}

var (
	darkTheme = site.Theme{
		Scheme: "dark", Radius: "large", Fonts: site.Fonts{Display: "Sora", Text: "Geist"},
		Colors: site.Colors{
			Background: "oklch(0.165 0.028 272)", Surface: "oklch(0.215 0.034 272)", Text: "oklch(0.968 0.009 275)", Muted: "oklch(0.765 0.03 275)",
			Line: "oklch(0.335 0.04 272)", Primary: "oklch(0.8 0.1 277)", OnPrimary: "oklch(0.19 0.05 275)", Accent: "oklch(0.845 0.105 62)",
		},
	}
	greenTheme = site.Theme{
		Scheme: "light", Radius: "small", Fonts: site.Fonts{Display: "Manrope", Text: "Manrope"},
		Colors: site.Colors{
			Background: "oklch(0.99 0.004 165)", Surface: "oklch(1 0 0)", Text: "oklch(0.245 0.03 190)", Muted: "oklch(0.46 0.025 190)",
			Line: "oklch(0.885 0.012 175)", Primary: "oklch(0.435 0.08 172)", OnPrimary: "oklch(0.99 0.006 165)", Accent: "oklch(0.545 0.13 48)",
		},
	}
	paperTheme = site.Theme{
		Scheme: "light", Radius: "none", Fonts: site.Fonts{Display: "Fraunces", Text: "Instrument Sans"},
		Colors: site.Colors{
			Background: "oklch(0.952 0.017 352)", Surface: "oklch(0.982 0.008 352)", Text: "oklch(0.235 0.06 345)", Muted: "oklch(0.445 0.05 345)",
			Line: "oklch(0.82 0.03 350)", Primary: "oklch(0.36 0.135 352)", OnPrimary: "oklch(0.98 0.01 352)", Accent: "oklch(0.55 0.215 25)",
		},
	}
)

func zoneOf(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func sampleBundle(t testing.TB, theme site.Theme, name, path, tagline string) *site.Bundle {
	t.Helper()
	bundle := &site.Bundle{Site: &site.Site{
		ID: "sample", Name: site.Text(name), Path: path, BaseURL: "https://evenlight.example", Language: "en-US", DateFormat: "January 2, 2006",
		TimeZone: "America/New_York", Location: zoneOf(t, "America/New_York"), Tagline: site.Text(tagline), Email: "hello@evenlight.example",
		Theme: theme, MailWords: sampleWords,
		Mail: site.Mail{Recipients: []string{"team@evenlight.example", "office@evenlight.example"}, From: name + " <hello@evenlight.example>"},
	}}
	bundle.Plans.Put("business-website", &site.Plan{Name: "Business Website"})
	bundle.Pages = []*site.Page{{Path: "/contact", Title: "Contact"}, {Path: "/websites/business/connect", Title: "Connect with us"}}
	return bundle
}

func messageForm() *site.Form {
	return &site.Form{
		ID: "contact", SiteID: "sample", Kind: "message", Title: "Send us a message",
		Fields: []site.Field{
			{Name: "name", Type: "text", Label: "Name"},
			{Name: "email", Type: "email", Label: "Email"},
			{Name: "message", Type: "textarea", Label: "Message"},
		},
		Success: site.Notice{Title: "Message sent!", Text: "We'll get back to you soon."},
		Mail:    site.FormMail{Subject: "Message from {name}", Text: "{name} wrote to us through the contact page."},
		Confirmation: &site.FormMail{
			Subject: "We have your message, {name}",
			Text:    "Hello {name},\n\nthank you for writing to us. Your message arrived safely, and a person will read it today. Its reference is {reference}.",
		},
		Next: "We answer within 24 hours, Monday to Friday.",
	}
}

func bookingForm() *site.Form {
	return &site.Form{
		ID: "booking", SiteID: "sample", Kind: "booking", Title: "Book Consultation",
		Fields: []site.Field{
			{Name: "name", Type: "text", Label: "Name"},
			{Name: "email", Type: "email", Label: "Email"},
			{Name: "phone", Type: "tel", Label: "Phone"},
			{Name: "service", Type: "select", Label: "Service", Options: []site.Option{
				{Value: "website-design", Label: "Website Design Consultation"},
				{Value: "discovery-call", Label: "Discovery Call, 30 min", Minutes: 30},
			}},
			{Name: "date", Type: "date", Label: "Date"},
			{Name: "time", Type: "time", Label: "Time", Options: []site.Option{{Value: "9:00 AM"}, {Value: "2:00 PM"}, {Value: "14:00", Label: "2 in the afternoon"}}},
			{Name: "message", Type: "textarea", Label: "Message"},
		},
		Success:      site.Notice{Title: "Booking request sent!", Text: "We will confirm your appointment soon."},
		Mail:         site.FormMail{Subject: "Booking request: {service}, {date} at {time}"},
		Confirmation: &site.FormMail{Subject: "Your booking request for {date}", Text: "Hello {name},\n\nwe received your request and will confirm your appointment soon."},
	}
}

func inquiryForm() *site.Form {
	form := messageForm()
	form.ID, form.Kind, form.Title, form.Mail, form.Confirmation = "inquiry", "contact", "General Inquiry", site.FormMail{}, nil
	form.Fields = append(form.Fields[:2:2], site.Field{Name: "subject", Type: "select", Label: "Subject", Options: []site.Option{
		{Value: "website-design", Label: "Website Design"}, {Value: "other", Label: "Other"},
	}}, form.Fields[2])
	return form
}

func orderForm() *site.Form {
	return &site.Form{
		ID: "order", SiteID: "sample", Kind: "message", Title: "Order",
		Fields: []site.Field{
			{Name: "name", Type: "text", Label: "Name"},
			{Name: "email", Type: "email", Label: "Email"},
			{Name: "loaf", Type: "number", Label: "Mill Loaf"},
			{Name: "rolls", Type: "number", Label: "Morning Rolls"},
			{Name: "cake", Type: "number", Label: "Cakes"},
			{Name: "shop", Type: "select", Label: "Shop", Options: []site.Option{
				{Value: "riverside", Label: "By the River"}, {Value: "lakeside", Label: "At the Lake"},
			}},
			{Name: "extras", Type: "checkbox", Label: "Extras", Options: []site.Option{
				{Value: "sliced", Label: "Sliced"}, {Value: "salt", Label: "Without salt"},
			}},
			{Name: "day", Type: "date", Label: "For"},
			{Name: "gift", Type: "checkbox", Label: "It is a gift"},
			{Name: "photo", Type: "file", Label: "Photo"},
			{Name: "message", Type: "textarea", Label: "Message"},
		},
		Success:      site.Notice{Title: "Your order has arrived"},
		Recipients:   site.Recipients{By: "shop", Of: map[string][]string{"riverside": {"river@evenlight.example", "ann@evenlight.example"}}},
		Mail:         site.FormMail{Subject: "Order of {name}", Text: "{name} orders:\n\n{answers}"},
		Confirmation: &site.FormMail{Subject: "Your order ({reference})", Text: "We have your order.\n\n{answers}\n\nIt is not baked yet."},
	}
}

func order(pairs ...string) *site.Submission {
	return submission(orderForm(), append([]string{
		"name", "Ada Lovelace", "email", "ada@analytical.example", "loaf", "2", "rolls", "12.5", "cake", "0",
		"shop", "riverside", "extras", "sliced\nsalt", "day", "2026-11-24", "gift", "yes", "photo", "cake.jpg", "message", "Thank you",
	}, pairs...)...)
}

const sampleID = "019aa6f0-5a00-7c3e-9d6b-2f4c5e8a1b70"

// submission returns what a form was filled with, as name and value in turn.
func submission(form *site.Form, pairs ...string) *site.Submission {
	s := &site.Submission{
		ID: sampleID, Reference: "K7M3-9QXA", SiteID: "sample", FormID: form.ID, Kind: form.Kind,
		ReceivedAt: time.Date(2026, 11, 21, 19, 4, 5, 0, time.UTC), Page: "/contact",
	}
	for i := 0; i < len(pairs); i += 2 {
		s.Values = append(s.Values, site.Entry{Name: pairs[i], Value: pairs[i+1]})
	}
	return s
}

func compose(t testing.TB, bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
	t.Helper()
	return (&mail.Composer{}).Compose(bundle, form, s)
}
