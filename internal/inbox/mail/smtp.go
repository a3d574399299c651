package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"
	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/inbox/network"
	"github.com/evenlight/marquee/internal/site"
)

// SMTP sends mails through a mail server (RFC 5321, 6409). Each mail has a connection of its own. It is safe for
// concurrent use.
//
// SMTP knows no idempotency keys: when the answer to a mail is lost nobody knows whether it was taken. All attempts
// have one Message-ID, by which some mailboxes show the mail once.
type SMTP struct {
	*limiter
	config Config
	server smtpServer
}

// NewSMTP returns a sender. It connects to nothing yet; errors are wrong settings, and never repeat the URL.
func NewSMTP(config Config) (*SMTP, error) {
	server, err := parseSMTP(config.URL)
	if err != nil {
		return nil, err
	}
	if config.Dial == nil {
		config.Dial = (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: -1}).DialContext
	}
	// Servers let strangers wait for some seconds before they greet.
	config.Timeout = cmp.Or(config.Timeout, 12*time.Second)
	return &SMTP{newLimiter(config), config, server}, nil
}

// Send sends a mail, and returns "smtp" with the name that the server gave it, where its answer has one: smtp/4XyZ12.
// The error is a *site.DeliveryError. It ends with its context.
func (s *SMTP) Send(ctx context.Context, key string, m site.Message) (string, error) {
	sending, err := newEnvelope(key, m)
	if err != nil {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: err.Error()}
	}
	answer, failure := s.talk(ctx, sending)
	s.learn(nil, failure)
	if failure != nil {
		return "", failure
	}
	return "smtp" + answerID(answer), nil
}

// Check connects, encrypts and logs in, as it is done for a mail from that domain, and sends nothing. Its error is a
// *site.DeliveryError.
func (s *SMTP) Check(ctx context.Context, domain string) error {
	if _, failure := s.talk(ctx, &envelope{domain: domain}); failure != nil {
		return failure
	}
	return nil
}

// answerPattern finds how servers name a mail that they have taken: Postfix, Exim, Exchange, and those that say OK and
// the name.
var answerPattern = regexp.MustCompile(
	`(?i)(?:\bqueued as |\bid=|\bInternalId=|^(?:2\.\d\.\d\s+)?ok:?\s+(?:\d{10}\s+)?)([\w.-]*\d[\w.-]{2,128})`)

func answerID(answer string) string {
	if found := answerPattern.FindStringSubmatch(answer); found != nil {
		return "/" + found[1]
	}
	return ""
}

// dialogue is one connection with one mail.
type dialogue struct {
	*SMTP
	ctx  context.Context
	mail *envelope
	// What was being done, to say what an error is about.
	step step
}

// talk hands a mail over and returns the server's answer; a mail to nobody is only to see whether we would be let in.
func (s *SMTP) talk(ctx context.Context, mail *envelope) (answer string, failure *site.DeliveryError) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	d := &dialogue{SMTP: s, ctx: ctx, mail: mail}
	answer, err := d.send()
	if err != nil {
		return "", d.classify(err)
	}
	return answer, nil
}

func (d *dialogue) send() (answer string, err error) {
	raw, err := d.config.Dial(d.ctx, "tcp", net.JoinHostPort(d.server.host, strconv.Itoa(d.server.port)))
	if err != nil {
		return "", err
	}
	defer raw.Close()
	// Also reads and writes end with the context.
	defer context.AfterFunc(d.ctx, func() { _ = raw.Close() })()

	var connection net.Conn = &boundedConn{Conn: raw, left: network.MaxAnswer}
	settings := &tls.Config{ServerName: d.server.host, RootCAs: d.config.Roots}
	if d.server.implicit {
		d.step = stepTLS
		encrypted := tls.Client(connection, settings)
		if err := encrypted.HandshakeContext(d.ctx); err != nil {
			return "", err
		}
		connection = encrypted
	}

	d.step = stepGreeting
	client, err := smtp.NewClient(connection, d.server.host)
	if err != nil {
		return "", err
	}
	if err := d.introduce(client, settings); err != nil {
		return "", err
	}
	if len(d.mail.to) > 0 {
		if answer, err = d.transfer(client); err != nil {
			return "", err
		}
	}

	// The mail is taken: no error matters any more, and nobody waits long for a goodbye.
	_ = connection.SetDeadline(time.Now().Add(500 * time.Millisecond))
	_ = client.Quit()
	return answer, nil
}

func (d *dialogue) introduce(client *smtp.Client, settings *tls.Config) error {
	d.step = stepHello
	if err := client.Hello(d.mail.domain); err != nil {
		return err
	}
	if !d.server.implicit && !d.server.loopback {
		d.step = stepTLS
		if offered, _ := client.Extension("STARTTLS"); !offered {
			return parked("the mail server offers no encryption (STARTTLS)")
		}
		if err := client.StartTLS(settings); err != nil {
			return err
		}
	}
	user, password, host := d.server.user, d.server.password, d.server.host
	if user == "" {
		return nil
	}

	d.step = stepAuth
	_, mechanisms := client.Extension("AUTH")
	known := strings.Fields(strings.ToUpper(mechanisms))
	for _, way := range []struct {
		name string
		auth smtp.Auth
	}{
		{"PLAIN", smtp.PlainAuth("", user, password, host, d.server.loopback)},
		{"LOGIN", smtp.LoginAuth(user, password, host, d.server.loopback)},
		{"SCRAM-SHA-256", smtp.ScramSHA256Auth(user, password)},
		{"CRAM-MD5", smtp.CRAMMD5Auth(user, password)},
	} {
		if slices.Contains(known, way.name) {
			return client.Auth(way.auth)
		}
	}
	return parked("the mail server has no way to log in that is known here")
}

// transfer hands over the mail and returns the server's answer. A receiver that is refused for good does not keep the
// mail from the others.
func (d *dialogue) transfer(client *smtp.Client) (answer string, err error) {
	d.step = stepSender
	_, size := client.Extension("SIZE")
	if most, err := strconv.Atoi(size); err == nil && most > 0 && len(d.mail.content) > most {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: "the mail is larger than the mail server takes"}
	}
	client.SkipSMTPUTF8(true) // All of it is ASCII.
	if err := client.Mail("<" + d.mail.from + ">"); err != nil {
		return "", err
	}

	d.step = stepReceiver
	var refused []error
	for _, to := range d.mail.to {
		if err := client.Rcpt("<" + to + ">"); err != nil {
			if code, _ := reply(err); code < 500 || code == 552 {
				return "", err
			}
			refused = append(refused, err)
		}
	}
	if len(refused) == len(d.mail.to) {
		return "", refused[0]
	}
	if len(refused) > 0 {
		code, _ := reply(refused[0])
		d.log.Warn("the mail server refuses some receivers of a mail; the others get it",
			"refused", len(refused), "of", len(d.mail.to), "status", code)
	}

	d.step = stepData
	writer, err := client.Data()
	if err != nil {
		return "", err
	}
	if _, err := writer.Write(d.mail.content); err != nil {
		return "", err
	}

	// From here on the server may have it.
	d.step = stepContent
	if err := writer.Close(); err != nil {
		return "", err
	}
	return writer.(*smtp.DataCloser).ServerResponse(), nil
}

// step is what is being done with a mail server: what an error code says at it, and what it means for the mail. What
// comes before the receiver concerns every mail: somebody must change the configuration.
type step struct {
	refusal string
	fate    site.DeliveryFate
}

var (
	stepTLS      = step{"the mail server refuses encryption (STARTTLS)", site.FatePark}
	stepGreeting = step{"the mail server does not serve us", site.FatePark}
	stepHello    = step{"the mail server refuses our name", site.FatePark}
	stepAuth     = step{"user or password is refused", site.FatePark}
	stepSender   = step{"the sender's address is refused", site.FatePark}
	stepReceiver = step{"the receiver's address is refused", site.FateDead}
	stepData     = step{"the mail is refused before it is sent", site.FateDead}
	stepContent  = step{"the mail is refused", site.FateDead}
)

var errEndless = errors.New("the answers are far too long")

// parked is an error for which somebody must change the configuration.
func parked(reason string) *site.DeliveryError {
	return &site.DeliveryError{Fate: site.FatePark, Reason: reason}
}

func (d *dialogue) classify(err error) *site.DeliveryError {
	if code, extended := reply(err); code != 0 {
		reason := d.step.refusal
		if code < 500 {
			reason += " for now"
		}
		if extended != "" {
			reason += " (" + extended + ")"
		}
		return &site.DeliveryError{Fate: d.fate(code, extended), Status: code, Reason: reason}
	}

	own, isOwn := errors.AsType[*site.DeliveryError](err)
	_, otherName := errors.AsType[x509.HostnameError](err)
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	certificate := network.CertificateFault("the mail server", err)
	switch {
	case isOwn:
		return own
	case otherName:
		return parked("the mail server's certificate is for another name")
	case plain:
		return parked("the mail server does not begin with encryption: smtps:// is mostly for port 465, smtp:// for 587")
	case certificate != "":
		return parked(certificate)
	}
	reason := "the mail server's answers are far too long"
	if d.ctx.Err() != nil || !errors.Is(err, errEndless) {
		reason = network.Lost(d.ctx, "the mail server", err, d.step == stepTLS)
	}
	return &site.DeliveryError{Fate: site.FateRetry, Uncertain: d.step == stepContent, Reason: reason}
}

// accountCodes are extended status codes about what we may do, wherever they come up (RFC 4954, RFC 7372, and those of
// Exchange): the configuration is wrong.
var accountCodes = regexp.MustCompile(`^5\.7\.(8|9|11|14|54|57|60|64)$`)

func (d *dialogue) fate(code int, extended string) site.DeliveryFate {
	switch {
	case code < 500:
		return site.FateRetry
	case code == 530, code == 535, code == 538, accountCodes.MatchString(extended):
		return site.FatePark
	case d.step == stepSender && (code == 552 || code == 555):
		return site.FateDead // Its size, or its letters.
	case d.step == stepReceiver && code == 552:
		return site.FateRetry // The mailbox is full (RFC 5321, 4.5.3.1.10).
	case d.step == stepReceiver && !site.ToVisitor(d.mail.kind) && strings.HasPrefix(extended, "5.7."):
		return site.FatePark // We may not send there, to an address that content chose.
	}
	return d.step.fate
}

var extendedPattern = regexp.MustCompile(`^[45]\.\d{1,3}\.\d{1,3}\b`)

// reply returns the code of an error that the server answered, zero for others, and its extended status code (RFC 3463)
// such as 5.1.1, empty where it has none. Servers send that one unannounced too, so the text is read.
func reply(err error) (code int, extended string) {
	answer, is := errors.AsType[*textproto.Error](err)
	if !is || answer.Code < 400 || answer.Code > 599 {
		return 0, ""
	}
	return answer.Code, extendedPattern.FindString(answer.Msg)
}

// boundedConn ends when the other side says far too much.
type boundedConn struct {
	net.Conn
	left int
}

func (c *boundedConn) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errEndless
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

type smtpServer struct {
	host           string
	port           int
	user, password string
	// Whether the connection is encrypted from its first byte.
	implicit bool
	// Whether it is this machine, where nobody listens in between: then smtp:// does without encryption, as local
	// servers have certificates that nobody trusts.
	loopback bool
}

// parseSMTP reads smtps://user:password@host:465 or smtp://…:587. Its errors never repeat what was written, which has
// a password in it.
func parseSMTP(written string) (s smtpServer, err error) {
	const form = "write it like smtps://user:password@mail.example.com:465 or smtp://user:password@mail.example.com:587"
	wrong := func(what string) (smtpServer, error) { return s, errors.New(what + ": " + form) }
	control := func(r rune) bool { return r < ' ' || r == 0x7f }

	at, err := url.Parse(strings.TrimSpace(written))
	if err != nil {
		return s, errors.New("it cannot be read: " + form +
			", with special characters of user and password percent-encoded, such as %40 for @")
	}
	switch at.Scheme {
	case "smtps":
		s.implicit, s.port = true, 465
	case "smtp":
		s.port = 587
	default:
		return wrong("it does not begin with smtps:// or smtp://")
	}
	if strings.Trim(at.Path, "/")+at.RawQuery+at.Fragment+at.Opaque != "" || at.ForceQuery {
		return wrong("something follows the port, or a special character of user or password is not percent-encoded")
	}
	if s.host = at.Hostname(); net.ParseIP(s.host) == nil {
		s.host, err = idna.Lookup.ToASCII(s.host)
	}
	if err != nil || s.host == "" || strings.Contains(s.host, " ") || strings.ContainsFunc(s.host, control) {
		return wrong("it names no server")
	}
	if port := at.Port(); port != "" {
		if s.port, err = strconv.Atoi(port); err != nil || s.port < 1 || s.port > 65535 {
			return wrong(fmt.Sprintf("%q is no port", port))
		}
	}
	s.user = at.User.Username()
	s.password, _ = at.User.Password()
	if (s.user == "") != (s.password == "") {
		return wrong("user and password come together, or neither")
	}
	if strings.ContainsFunc(s.user+s.password, control) {
		return wrong("user or password has control characters")
	}
	ip := net.ParseIP(s.host)
	s.loopback = s.host == "localhost" || ip != nil && ip.IsLoopback()
	return s, nil
}
