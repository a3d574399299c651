package mail

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	netmail "net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/smtptest"
)

const smtpPassword = "p@ss:w/ord%"

// authority issues the certificates of all tests.
var authority = sync.OnceValues(smtptest.NewAuthority)

// mailServer returns a sender and the stand-in that it is connected to, under
// the name mail.example.com, or as this machine where it does not encrypt.
func mailServer(t *testing.T, config smtptest.Config, sending Config) (*SMTP, *smtptest.Server) {
	t.Helper()
	issuer, err := authority()
	if err != nil {
		t.Fatal(err)
	}
	if config.Certificate.Certificate == nil {
		if config.Certificate, err = issuer.Issue("mail.example.com", time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	server, err := smtptest.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	if sending.URL == "" {
		login := ""
		if config.User != "" {
			login = config.User + ":p%40ss%3Aw%2ford%25@"
		}
		switch config.Mode {
		case smtptest.Implicit:
			sending.URL = "smtps://" + login + "mail.example.com"
		case smtptest.WithSTARTTLS:
			sending.URL = "smtp://" + login + "mail.example.com"
		default:
			sending.URL = "smtp://" + login + "127.0.0.1:25"
		}
	}
	if sending.Roots == nil {
		sending.Roots = issuer.Pool()
	}
	sending.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Addr())
	}
	sender, err := NewSMTP(sending)
	if err != nil {
		t.Fatal(err)
	}
	return sender, server
}

func smtpMail() site.Message {
	return site.Message{
		Kind: site.MailNotice, From: "Käthe <site@bücher.example>", To: []string{"team@example.com", "boss@example.com"}, ReplyTo: "ada@example.net",
		Subject: "Größe\u2028", Text: ".\nA dot alone, and ümlauts.\n.", HTML: "<p>Hello</p>", Headers: map[string]string{"Auto-Submitted": "auto-generated"},
	}
}

func TestAMailGoesToAMailServer(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]smtptest.Config{
		"encrypted from the first byte": {Mode: smtptest.Implicit, User: "user@example.com", Password: smtpPassword},
		"STARTTLS":                      {Mode: smtptest.WithSTARTTLS, User: "user", Password: smtpPassword, Mechanisms: "LOGIN"},
		"this machine, with a login":    {User: "user", Password: smtpPassword},
		"this machine":                  {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config.User = strings.Replace(config.User, "@example.com", "", 1)
			sender, server := mailServer(t, config, Config{})
			if err := sender.Reserve(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"contact/0190-a", "contact/0190-a/again"} {
				if _, err := sender.Send(t.Context(), key, smtpMail()); err != nil {
					t.Fatal(err)
				}
			}
			if id, err := sender.Send(t.Context(), "contact/0190-b", smtpMail()); err != nil || id != "smtp/Q0000003" {
				t.Errorf("%q, %v", id, err)
			}
			sent := server.Sent()
			if faults := server.Faults(); len(faults) > 0 || len(sent) != 3 {
				t.Fatalf("%d mails; the server complains: %q", len(sent), faults)
			}
			var ids []string
			for _, one := range sent {
				m, err := netmail.ReadMessage(bytes.NewReader(one.Content))
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, m.Header.Get("Message-ID"))
				if _, err := io.ReadAll(m.Body); err != nil {
					t.Error(err)
				}
			}
			want := []string{"<contact-0190-a@xn--bcher-kva.example>", "<contact-0190-a@xn--bcher-kva.example>", "<contact-0190-b@xn--bcher-kva.example>"}
			if !slices.Equal(ids, want) {
				t.Errorf("Message-IDs %q", ids)
			}
			if got := sent[0]; got.From != "site@xn--bcher-kva.example" || !slices.Equal(got.To, []string{"team@example.com", "boss@example.com"}) ||
				got.Hello != "xn--bcher-kva.example" || got.Encrypted != (config.Mode != "") {
				t.Errorf("envelope %+v", got)
			}
		})
	}
}

// Each answer of a server means something for the mail. What is said about it
// never has an address, a password or the server's words.
func TestWhatTheAnswersOfAMailServerMean(t *testing.T) {
	t.Parallel()
	const quoted = " <team@example.com> secret-words"
	for _, test := range []struct {
		step   smtptest.Step
		answer string
		kind   string
		fate   site.DeliveryFate
		reason string
	}{
		{smtptest.Greeting, "421 4.3.2 busy", "", site.FateRetry, "the mail server does not serve us for now (4.3.2)"},
		{smtptest.Greeting, "554 5.7.1 go away", "", site.FatePark, "the mail server does not serve us (5.7.1)"},
		{smtptest.Hello, "550 5.7.1 your name", "", site.FatePark, "the mail server refuses our name (5.7.1)"},
		{smtptest.StartTLS, "454 4.7.0 not now", "", site.FateRetry, "the mail server refuses encryption (STARTTLS) for now (4.7.0)"},
		{smtptest.Auth, "535 5.7.8 no", "", site.FatePark, "user or password is refused (5.7.8)"},
		{smtptest.Auth, "454 4.7.0 the directory is down", "", site.FateRetry, "user or password is refused for now (4.7.0)"},
		{smtptest.Mail, "451 4.3.0 later", "", site.FateRetry, "the sender's address is refused for now (4.3.0)"},
		{smtptest.Mail, "553 5.7.1 not yours", "", site.FatePark, "the sender's address is refused (5.7.1)"},
		{smtptest.Mail, "552 5.3.4 too large", "", site.FateDead, "the sender's address is refused (5.3.4)"},
		{smtptest.Rcpt, "450 4.2.0 greylisted", "", site.FateRetry, "the receiver's address is refused for now (4.2.0)"},
		{smtptest.Rcpt, "550 5.1.1 unknown", "", site.FateDead, "the receiver's address is refused (5.1.1)"},
		{smtptest.Rcpt, "550", "", site.FateDead, "the receiver's address is refused"},
		{smtptest.Rcpt, "552 5.2.2 mailbox full", "", site.FateRetry, "the receiver's address is refused (5.2.2)"},
		{smtptest.Rcpt, "554 5.7.1 relay access denied", "", site.FatePark, "the receiver's address is refused (5.7.1)"},
		{smtptest.Rcpt, "554 5.7.1 relay access denied", site.MailConfirmation, site.FateDead, "the receiver's address is refused (5.7.1)"},
		{smtptest.Rcpt, "530 5.7.0 log in first", "", site.FatePark, "the receiver's address is refused (5.7.0)"},
		{smtptest.Data, "452 4.3.1 no space", "", site.FateRetry, "the mail is refused before it is sent for now (4.3.1)"},
		{smtptest.Data, "554 5.5.1 no", "", site.FateDead, "the mail is refused before it is sent (5.5.1)"},
		{smtptest.Content, "451 4.3.0 not now", "", site.FateRetry, "the mail is refused for now (4.3.0)"},
		{smtptest.Content, "550 5.7.1 spam", "", site.FateDead, "the mail is refused (5.7.1)"},
		{smtptest.Content, "550 5.7.60 cannot send as this sender", "", site.FatePark, "the mail is refused (5.7.60)"},
	} {
		t.Run(string(test.step)+" "+test.answer[:min(9, len(test.answer))]+test.kind, func(t *testing.T) {
			t.Parallel()
			config := smtptest.Config{Mode: smtptest.WithSTARTTLS, User: "user", Password: smtpPassword, Script: func(int) smtptest.Fault {
				return smtptest.Fault{Step: test.step, Answer: test.answer + quoted}
			}}
			sender, _ := mailServer(t, config, Config{})
			m := smtpMail()
			m.Kind = test.kind
			failure := fails(t, sender, m)
			if failure.Fate != test.fate || failure.Reason != test.reason || failure.Uncertain || failure.Status == 0 {
				t.Errorf("%+v", failure)
			}
		})
	}
}

func fails(t *testing.T, sender *SMTP, m site.Message) *site.DeliveryError {
	t.Helper()
	_, err := sender.Send(t.Context(), "contact/1", m)
	failure, is := errors.AsType[*site.DeliveryError](err)
	if !is {
		t.Fatalf("%v", err)
	}
	return failure
}

// Whatever a server does at whichever step, a send ends in time, and only when the
// whole mail was on its way is it unknown whether it arrived.
func TestAMailServerThatBreaks(t *testing.T) {
	t.Parallel()
	reasons := map[smtptest.Break]string{
		smtptest.BreakClose: "the connection was lost", smtptest.BreakHang: "no answer in time", smtptest.BreakDrip: "no answer in time",
		smtptest.BreakEndless: "the mail server's answers are far too long", smtptest.BreakLines: "the mail server's answers are far too long",
		smtptest.BreakGarbage: "the mail server's answer cannot be read",
	}
	var waiting sync.WaitGroup // Most of it is waiting: all at the same time.
	for _, step := range smtptest.Steps {
		for kind, reason := range reasons {
			if step == smtptest.StartTLS && kind == smtptest.BreakClose {
				reason = "no encrypted connection came about"
			}
			sender, server := mailServer(t, smtptest.Config{
				Mode: smtptest.WithSTARTTLS, User: "user", Password: smtpPassword,
				Script: func(int) smtptest.Fault { return smtptest.Fault{Step: step, Break: kind, Accept: true} },
			}, Config{Timeout: 10 * time.Second})
			waiting.Go(func() {
				_, err := sender.Send(t.Context(), "contact/1", smtpMail())
				if step == smtptest.Quit {
					if err != nil || len(server.Sent()) != 1 {
						t.Errorf("%s after the mail was taken: %v", kind, err)
					}
					return
				}
				failure, is := errors.AsType[*site.DeliveryError](err)
				if !is || failure.Fate != site.FateRetry || failure.Reason != reason || failure.Uncertain != (step == smtptest.Content) {
					t.Errorf("%s at %s: %+v", kind, step, failure)
				}
			})
		}
	}
	waiting.Wait()
}

func TestAMailServerWhoseEncryptionIsWrong(t *testing.T) {
	t.Parallel()
	issuer, err := authority()
	if err != nil {
		t.Fatal(err)
	}
	other, err := smtptest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	issue := func(name string, until time.Time) smtptest.Config {
		certificate, err := issuer.Issue(name, until)
		if err != nil {
			t.Fatal(err)
		}
		return smtptest.Config{Mode: smtptest.Implicit, Certificate: certificate}
	}
	for reason, test := range map[string]struct {
		server  smtptest.Config
		sending Config
	}{
		"the mail server's certificate is not trusted":                                                     {smtptest.Config{Mode: smtptest.WithSTARTTLS}, Config{Roots: other.Pool()}},
		"the mail server's certificate has expired or is not valid yet":                                    {issue("mail.example.com", time.Now().Add(-time.Hour)), Config{}},
		"the mail server's certificate is for another name":                                                {issue("other.example.com", time.Now().Add(time.Hour)), Config{}},
		"the mail server offers no encryption (STARTTLS)":                                                  {smtptest.Config{}, Config{URL: "smtp://mail.example.com"}},
		"the mail server has no way to log in that is known here":                                          {smtptest.Config{}, Config{URL: "smtp://user:password@localhost"}},
		"the mail server does not begin with encryption: smtps:// is mostly for port 465, smtp:// for 587": {smtptest.Config{}, Config{URL: "smtps://mail.example.com:587"}},
	} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			sender, server := mailServer(t, test.server, test.sending)
			if failure := fails(t, sender, smtpMail()); failure.Fate != site.FatePark || failure.Reason != reason || len(server.Sent()) > 0 {
				t.Errorf("%+v", failure)
			}
		})
	}
}

func TestASendEndsWithItsContext(t *testing.T) {
	t.Parallel()
	reached := make(chan struct{})
	sender, _ := mailServer(t, smtptest.Config{Script: func(int) smtptest.Fault {
		close(reached)
		return smtptest.Fault{Step: smtptest.Greeting, Break: smtptest.BreakHang}
	}}, Config{Timeout: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-reached
		cancel()
	}()
	_, err := sender.Send(ctx, "contact/1", smtpMail())
	if failure, is := errors.AsType[*site.DeliveryError](err); !is || failure.Reason != "sending was stopped" || failure.Uncertain {
		t.Errorf("%v", err)
	}
}

func TestOneRefusedReceiverDoesNotKeepTheMailFromTheOthers(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	refuse := func(answer string) func(int) smtptest.Fault {
		return func(int) smtptest.Fault {
			return smtptest.Fault{Step: smtptest.Rcpt, Receiver: "boss@example.com", Answer: answer}
		}
	}
	sender, server := mailServer(t, smtptest.Config{Script: refuse("550 5.1.1 unknown")}, Config{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if _, err := sender.Send(t.Context(), "contact/1", smtpMail()); err != nil || len(server.Sent()) != 1 {
		t.Errorf("%v", err)
	}
	if text := log.String(); !strings.Contains(text, "refused=1 of=2 status=550") || strings.Contains(text, "@") {
		t.Error(text)
	}
	// One that may be taken later keeps all: it would have to be sent to that one alone.
	server.SetScript(refuse("450 4.2.0 greylisted"))
	if failure := fails(t, sender, smtpMail()); failure.Fate != site.FateRetry || len(server.Sent()) != 1 {
		t.Errorf("%+v", failure)
	}
}

func TestAMailThatCannotBeSentBySMTP(t *testing.T) {
	t.Parallel()
	sender, server := mailServer(t, smtptest.Config{Size: 100}, Config{})
	for name, change := range map[string]func(*site.Message){
		"too large":              func(*site.Message) {},
		"a command in a sender":  func(m *site.Message) { m.From = "site@example.com>\r\nDATA\r\n" },
		"a parameter":            func(m *site.Message) { m.To = []string{`"a> SIZE=1 <"@example.com`} },
		"a line in a receiver":   func(m *site.Message) { m.To = []string{"a@example.com\r\nRCPT TO:<b@example.com>"} },
		"two receivers in one":   func(m *site.Message) { m.To = []string{"a@example.com, b@example.com"} },
		"letters before the @":   func(m *site.Message) { m.To = []string{"käthe@example.com"} },
		"a domain that is none":  func(m *site.Message) { m.To = []string{"a@ä\u0000.example.com"} },
		"nobody to send it to":   func(m *site.Message) { m.To = nil },
		"nobody who sends it":    func(m *site.Message) { m.From = "" },
		"a line in an answer-to": func(m *site.Message) { m.ReplyTo = "a@example.com\r\nBcc: b@example.com" },
	} {
		m := smtpMail()
		change(&m)
		if failure := fails(t, sender, m); failure.Fate != site.FateDead || strings.Contains(failure.Reason, "example.com") {
			t.Errorf("%s: %+v", name, failure)
		}
	}
	if len(server.Sent())+len(server.Faults()) > 0 {
		t.Error(server.Sent(), server.Faults())
	}
}

func TestHeadersCannotBeInjectedBySMTP(t *testing.T) {
	t.Parallel()
	sender, server := mailServer(t, smtptest.Config{}, Config{})
	m := smtpMail()
	m.Subject = "a\r\nBcc: x@example.com\r\n\r\nbody"
	m.Headers = map[string]string{"X-Note": "a\r\nBcc: x@example.com"}
	if _, err := sender.Send(t.Context(), "contact/1\r\nBcc: x@example.com", m); err != nil {
		t.Fatal(err)
	}
	sent := server.Sent()
	parsed, err := netmail.ReadMessage(bytes.NewReader(sent[0].Content))
	if err != nil || len(server.Faults()) > 0 || parsed.Header.Get("Bcc") != "" || !strings.Contains(parsed.Header.Get("Content-Type"), "multipart/alternative") {
		t.Errorf("%v, %q\n%s", err, server.Faults(), sent[0].Content)
	}
}

func TestTheAddressOfAMailServer(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]smtpServer{
		"smtps://u:p@mail.example.com":           {host: "mail.example.com", port: 465, user: "u", password: "p", implicit: true},
		"smtp://u:p@mail.example.com":            {host: "mail.example.com", port: 587, user: "u", password: "p"},
		"SMTP://mail.example.com:2525/":          {host: "mail.example.com", port: 2525},
		"smtps://u%40x:p%2F%3A%40%25@[::1]:1":    {host: "::1", port: 1, user: "u@x", password: "p/:@%", implicit: true, loopback: true},
		"smtp://localhost":                       {host: "localhost", port: 587, loopback: true},
		" smtp://127.0.0.1:25\n":                 {host: "127.0.0.1", port: 25, loopback: true},
		"smtp://[2001:db8::1]":                   {host: "2001:db8::1", port: 587},
		"smtp://bücher.example":                  {host: "xn--bcher-kva.example", port: 587},
		"smtp://apikey:SG.x_y-z@smtp.example:25": {host: "smtp.example", port: 25, user: "apikey", password: "SG.x_y-z"},
	} {
		if got, err := parseSMTP(written); err != nil || got != want {
			t.Errorf("%q: %+v, %v", written, got, err)
		}
	}
	for _, written := range []string{
		"", "mail.example.com:587", "http://u:secret@mail.example.com", "smtp://u:sec/ret@mail.example.com", "smtp://u:sec ret@mail.example.com",
		"smtp://u:secret@", "smtp://u:secret@:587", "smtp://u:secret@mail.example.com:0", "smtp://u:secret@mail.example.com:99999", "smtp://u:secret@mail.example.com:x",
		"smtp://secret@mail.example.com", "smtp://:secret@mail.example.com", "smtp://u:secret@mail.example.com/path", "smtp://u:secret@mail.example.com?tls=off",
		"smtp://u:secret%0d%0a@mail.example.com", "smtp://u:secret#@mail.example.com", "smtp://u:secret%@mail.example.com", "smtp://u:secret@mail example.com",
	} {
		if _, err := NewSMTP(Config{URL: written}); err == nil {
			t.Errorf("%q is accepted", written)
		} else if strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "smtps://user:password@mail.example.com:465") {
			t.Errorf("%q: %v", written, err)
		}
	}
}

func TestTheNameThatAMailServerGave(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		"2.0.0 Ok: queued as 4XyZ12abcd":                                       "/4XyZ12abcd",
		"OK id=1tAbCd-000000001Xy-2ZzZ":                                        "/1tAbCd-000000001Xy-2ZzZ",
		"2.0.0 OK  1732262400 5b1f17b1804b1-4349e4c1f2bsi34567890.12 - gsmtp":  "/5b1f17b1804b1-4349e4c1f2bsi34567890.12",
		"2.6.0 <a@b> [InternalId=123456, Hostname=x] Queued mail for delivery": "/123456",
		"Ok 0100018c12345678-1a2b3c4d-0000-000000":                             "/0100018c12345678-1a2b3c4d-0000-000000",
		"2.0.0 accepted for delivery":                                          "",
		"ok thank you":                                                         "",
		"":                                                                     "",
	} {
		if got := answerID(answer); got != want {
			t.Errorf("%q: %q", answer, got)
		}
	}
}

// A server that has too many of us is left alone for a while.
func TestAMailServerThatIsBusyIsLeftAlone(t *testing.T) {
	t.Parallel()
	sender, _ := mailServer(t, smtptest.Config{Script: func(int) smtptest.Fault {
		return smtptest.Fault{Step: smtptest.Greeting, Answer: "421 4.7.0 too many connections"}
	}}, Config{StartRate: 0.5})
	if failure := fails(t, sender, smtpMail()); failure.Status != 421 {
		t.Errorf("%+v", failure)
	}
	if held := time.Until(sender.limiter.held); held <= 0 || sender.limiter.rate.Limit() != 0.25 {
		t.Errorf("the next mail waits for %v, then %v mails per second", held, sender.limiter.rate.Limit())
	}
}
