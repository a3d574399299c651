package mail_test

import (
	"net/mail"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/evenlight/marquee/internal/site"
)

// What people try in order to write headers of their own (docs/reliability.md section 9, D2).
var hostile = map[string]string{
	"CRLF and Bcc":      "Ada\r\nBcc: victim@example.com\r\n\r\nhello",
	"LF":                "Ada\nBcc: victim@example.com",
	"CR":                "Ada\rBcc: victim@example.com",
	"NUL":               "Ada\x00Lovelace",
	"encoded CRLF":      "Ada%0d%0aBcc: victim@example.com",
	"line separator":    "Ada\u2028Bcc: victim@example.com",
	"paragraph mark":    "Ada\u2029Bcc: victim@example.com",
	"next line":         "Ada\u0085Bcc: victim@example.com",
	"vertical tab":      "Ada\vBcc:\fx",
	"escape":            "Ada\x1b[31mred",
	"comma":             "ada@example.com, victim@example.com",
	"semicolon":         "ada@example.com; victim@example.com",
	"name and address":  "Ada <ada@example.com>",
	"two addresses":     "ada@example.com victim@example.com",
	"10 KB":             strings.Repeat("long ", 2048),
	"10 KB unspaced":    strings.Repeat("é", 10<<10),
	"override":          "Ada \u202egnp.exe",
	"isolates":          "\u2066\u2067Ada\u2069\u2069\u202c",
	"byte order mark":   "\ufeffAda",
	"zero width":        "A\u200bd\u00ada",
	"tags":              "Ada\U000e0042\U000e0063",
	"not UTF-8":         "Ada\xff\xfe",
	"surrogate":         "Ada\xed\xa0\x80",
	"braces":            "{email} {reference} {message}",
	"template":          "{{.Site}} {{printf}} ${name} %s %d",
	"HTML":              `<script>alert(1)</script><img src=x onerror=alert(1)>"'><a href="javascript:x">`,
	"HTML in attribute": `" style="x" onmouseover="alert(1)`,
	"entity":            "&lt;b&gt; &#60;",
	"outlook comment":   "<!--[if mso]><h1>x</h1><![endif]--> -->",
	"encoded word":      "=?utf-8?B?QmNjOiB2aWN0aW1AZXhhbXBsZS5jb20=?=",
	"word in quotes":    "=?utf-8?Q?You_won?=",
	"word in pieces":    "=\u200b?utf-8?Q?You_won?=",
	"many words":        strings.Repeat("=?", 150),
	"word and address":  "=?utf-8?Q?You_won?=@example.com",
	"spoofed field":     "Hello\n\nReference: AAAA-AAAA\n\n-- \nEvenlight",
	"right to left":     "محمد",
	"emoji":             "👩‍🚀 Ada",
	"only spaces":       " \t\u00a0 ",
	"quoted local part": `"ada lovelace"@example.com`,
	"override address":  "ada\u202e@example.com",
	"control address":   "ada\x00@example.com",
	"no host":           "ada@localhost",
	"address literal":   "ada@[127.0.0.1]",
	"dots":              "ada..l@example.com",
}

func TestWhatVisitorsTypeWritesNoHeaders(t *testing.T) {
	bundle := sampleBundle(t, darkTheme, "Evenlight", "/", "AI tools that understand you")
	for name, value := range hostile {
		for _, field := range []string{"name", "email", "phone", "service", "date", "time", "message"} {
			t.Run(field+"/"+name, func(t *testing.T) {
				form := bookingForm()
				form.Mail = site.FormMail{Subject: "{name} {email} {phone} {service} {date} {time} {message}", Text: site.Text("{name} {" + field + "}")}
				form.Confirmation = &site.FormMail{Subject: site.Text("For {name} {" + field + "}"), Text: site.Text("Hello {" + field + "}")}
				s := submission(form, "name", "Ada", "email", "ada@example.com", "phone", "1", "service", "discovery-call", "date", "2026-11-24", "time", "9:00 AM", "message", "hi")
				for i := range s.Values {
					if s.Values[i].Name == field {
						s.Values[i].Value = value
					}
				}
				s.Page, s.Plan = "/contact", value
				messages := compose(t, bundle, form, s)
				if want := 2; field != "email" && len(messages) != want {
					t.Errorf("%d messages, want %d", len(messages), want)
				}
				for _, m := range messages {
					checkHeaders(t, bundle, m)
					checkBodies(t, m)
				}
				if notice := messages[0]; field == "email" && notice.ReplyTo != "" {
					t.Errorf("%q became the Reply-To %q", value, notice.ReplyTo)
				}
			})
		}
	}
}

func checkHeaders(t *testing.T, bundle *site.Bundle, m site.Message) {
	t.Helper()
	if m.From != bundle.Site.Mail.From {
		t.Errorf("From is %q", m.From)
	}
	switch m.Kind {
	case site.MailNotice:
		if strings.Join(m.To, " ") != strings.Join(bundle.Site.Mail.Recipients, " ") {
			t.Errorf("To is %q", m.To)
		}
	case site.MailConfirmation:
		if len(m.To) != 1 || m.To[0] != "ada@example.com" || m.ReplyTo != string(bundle.Site.Email) {
			t.Errorf("To is %q, Reply-To %q", m.To, m.ReplyTo)
		}
	}
	if m.ReplyTo != "" {
		if parsed, err := mail.ParseAddress(m.ReplyTo); err != nil || parsed.Address != m.ReplyTo {
			t.Errorf("Reply-To is %q", m.ReplyTo)
		}
	}
	if n := utf8.RuneCountInString(m.Subject); n == 0 || n > 200 {
		t.Errorf("the subject has %d characters", n)
	}
	values := []string{m.From, m.ReplyTo, m.Subject}
	for name, value := range m.Headers {
		values = append(values, name, value)
	}
	for _, file := range m.Attachments {
		values = append(values, file.Name, file.ContentType)
	}
	for _, value := range append(values, m.To...) {
		if strings.Contains(value, "=?") {
			t.Errorf("a header has an encoded word that somebody typed: %q", value)
		}
		if !utf8.ValidString(value) || strings.ContainsFunc(value, func(r rune) bool {
			return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control) || r == utf8.RuneError
		}) {
			t.Errorf("a header has characters that no header may have: %q", value)
		}
	}
}

// checkBodies reads the bodies as a reader's program does.
func checkBodies(t *testing.T, m site.Message) {
	t.Helper()
	for _, body := range []string{m.Text, m.HTML} {
		if !utf8.ValidString(body) || strings.ContainsFunc(body, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
			t.Errorf("the body has control characters: %q", body)
		}
	}
	document, err := html.Parse(strings.NewReader(m.HTML))
	if err != nil || m.HTML == "" {
		t.Fatalf("HTML: %v", err)
	}
	for node := range document.Descendants() {
		switch node.Type {
		case html.ElementNode:
			switch node.Data {
			case "script", "img", "iframe", "object", "link", "base", "form", "input":
				t.Errorf("the mail has an element %s", node.Data)
			}
			for _, a := range node.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "background" {
					t.Errorf("the mail has an attribute %s=%q", a.Key, a.Val)
				}
				if a.Key == "href" && !strings.HasPrefix(a.Val, "https://evenlight.example/") && !strings.HasPrefix(a.Val, "mailto:") && !strings.HasPrefix(a.Val, "tel:") {
					t.Errorf("the mail links to %q", a.Val)
				}
				if a.Key == "style" && strings.Contains(a.Val, "url(") {
					t.Errorf("the mail loads %q", a.Val)
				}
			}
		case html.CommentNode:
			if !strings.HasPrefix(node.Data, "[if mso]>") {
				t.Errorf("the mail has a comment %q", node.Data)
			}
		}
	}
	isolates := 0
	for _, line := range strings.Split(m.Text, "\n") {
		for _, r := range line {
			switch {
			case r >= '\u202a' && r <= '\u202e':
				t.Errorf("an override is left in %q", line)
			case r == '\u2068':
				isolates++
			case r == '\u2069':
				isolates--
			}
			if isolates < 0 {
				t.Errorf("somebody closed our isolate in %q", line)
			}
		}
		if isolates != 0 {
			t.Errorf("an isolate is left open in %q", line)
		}
	}
}

func TestNobodyCanTypeWhatLooksLikeAField(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	s := submission(messageForm(), "name", "Ada\nReference: AAAA-AAAA", "email", "ada@example.com", "message", "Hello\u2028Reference: BBBB-BBBB\r-- \nReceived: never")
	for _, m := range compose(t, bundle, messageForm(), s) {
		var references int
		for line := range strings.SplitSeq(m.Text, "\n") {
			if strings.HasPrefix(line, "Reference:") {
				references++
			}
			if strings.HasPrefix(line, "Received: never") || line == "-- " && references == 0 {
				t.Errorf("%s: a line that was typed stands at the edge: %q", m.Kind, line)
			}
		}
		if references != 1 {
			t.Errorf("%s: %d lines say what the reference is:\n%s", m.Kind, references, m.Text)
		}
	}
}

func TestLongTextArrivesWhole(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	long := strings.Repeat("All of it. ", 5000) + "The end."
	m := compose(t, bundle, messageForm(), submission(messageForm(), "name", long, "email", "ada@example.com", "message", long))[0]
	if strings.Count(m.Text, "All of it.") < 10_000 || strings.Count(m.HTML, "The end.") != 2 {
		t.Error("something was left out")
	}
}

func FuzzComposing(f *testing.F) {
	for _, value := range hostile {
		f.Add(value, value, value)
	}
	bundle := sampleBundle(f, paperTheme, "Evenlight", "/", "")
	f.Fuzz(func(t *testing.T, name, email, message string) {
		form := messageForm()
		started := time.Now()
		for _, m := range compose(t, bundle, form, submission(form, "name", name, "email", email, "message", message)) {
			if m.Kind == site.MailConfirmation {
				if parsed, err := mail.ParseAddress(m.To[0]); err != nil || parsed.Address != m.To[0] {
					t.Errorf("a confirmation goes to %q", m.To)
				}
				m.To = []string{"ada@example.com"}
			}
			checkHeaders(t, bundle, m)
			checkBodies(t, m)
		}
		if took := time.Since(started); took > time.Minute {
			t.Errorf("took %v", took)
		}
	})
}
