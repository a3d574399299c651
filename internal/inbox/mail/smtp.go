package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"
	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/site"
)

// smtpTimeout bounds everything about one mail. Servers let strangers wait for
// some seconds before they greet.
const smtpTimeout = 12 * time.Second

// SMTPConfig is what sending through a mail server needs.
type SMTPConfig struct {
	// smtps://user:password@host:465, or smtp://user:password@host:587. Required.
	URL string
	// Mails per second to begin with; see DefaultStartRate. Zero: no limit.
	StartRate float64
	// How long one mail may take. Zero: 12 seconds.
	Timeout time.Duration
	// The certificates to trust. Nil: those of the machine.
	Roots *x509.CertPool
	// Where it is logged that the server wants less, or refuses one of several
	// receivers. Nil: nowhere.
	Logger *slog.Logger
	// Opens connections. Nil: the network. Set it in tests.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// SMTP sends mails through a mail server (RFC 5321, 6409). Each mail has a
// connection of its own. It is safe for concurrent use; all workers of a process
// share one, because it holds the limiter.
//
// SMTP knows no idempotency keys: when the answer to a mail is lost nobody knows
// whether it was taken. All attempts have one Message-ID, by which some mailboxes
// show the mail once.
type SMTP struct {
	config  SMTPConfig
	server  smtpServer
	limiter *limiter
	log     *slog.Logger
}

// NewSMTP returns a sender. It connects to nothing yet; errors are wrong settings,
// and never repeat the URL.
func NewSMTP(config SMTPConfig) (*SMTP, error) {
	server, err := parseSMTP(config.URL)
	if err != nil {
		return nil, err
	}
	if config.Dial == nil {
		config.Dial = (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: -1}).DialContext
	}
	config.Timeout = cmp.Or(config.Timeout, smtpTimeout)
	return &SMTP{
		config: config, server: server, limiter: newLimiter(config.StartRate),
		log: cmp.Or(config.Logger, slog.New(slog.DiscardHandler)),
	}, nil
}

// Reserve waits until one mail may go under the rate that the server bears. The
// error is the context's.
func (s *SMTP) Reserve(ctx context.Context) error { return s.limiter.wait(ctx) }

// Send sends a mail, and returns "smtp" with the name that the server gave it,
// where its answer has one: smtp/4XyZ12. The error is a *site.DeliveryError. It
// ends with its context.
func (s *SMTP) Send(ctx context.Context, key string, m site.Message) (string, error) {
	sending, err := newEnvelope(key, m, time.Now())
	if err != nil {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	d := &dialogue{SMTP: s, ctx: ctx, mail: sending}
	answer, err := d.send()
	var failure *site.DeliveryError
	if err != nil {
		failure = d.classify(err)
	}
	// 421 is the server's way to say that there are too many of us.
	pace := failure
	if failure != nil && failure.Status == 421 {
		pace = &site.DeliveryError{Status: 429}
	}
	if s.limiter.learn(nil, pace) {
		s.log.Warn("the mail server asks to slow down", "status", failure.Status)
	}
	if failure != nil {
		return "", failure
	}
	return "smtp" + answerID(answer), nil
}

// Check connects, encrypts and logs in, as it is done for a mail from that domain,
// and sends nothing. Its error is a *site.DeliveryError.
func (s *SMTP) Check(ctx context.Context, domain string) error {
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	d := &dialogue{SMTP: s, ctx: ctx, mail: &envelope{domain: domain}}
	if _, err := d.send(); err != nil {
		return d.classify(err)
	}
	return nil
}

// answerIDs are how servers name a mail that they have taken: Postfix, Exim,
// Exchange, and those that say OK and the name.
var answerIDs = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\bqueued as ([\w-]{3,64})`),
	regexp.MustCompile(`(?i)\bid=([\w-]{3,64})`),
	regexp.MustCompile(`(?i)\bInternalId=(\d{3,64})`),
	regexp.MustCompile(`(?i)^(?:2\.\d\.\d\s+)?ok:?\s+(?:\d{10}\s+)?([\w.-]*\d[\w.-]{5,128})`),
}

// answerID returns the name that the server gave a mail, after a slash; empty where its answer has none.
func answerID(answer string) string {
	for _, pattern := range answerIDs {
		if found := pattern.FindStringSubmatch(answer); found != nil {
			return "/" + found[1]
		}
	}
	return ""
}

// farewell is how long a server may take to say goodbye once it has the mail.
const farewell = 500 * time.Millisecond

// dialogue is one connection with one mail.
type dialogue struct {
	*SMTP
	ctx  context.Context
	mail *envelope
	// What was being done, to say what an error is about.
	step step
}

func (d *dialogue) send() (answer string, err error) {
	d.step = stepConnect
	raw, err := d.config.Dial(d.ctx, "tcp", net.JoinHostPort(d.server.host, strconv.Itoa(d.server.port)))
	if err != nil {
		return "", err
	}
	defer raw.Close()
	// Also reads and writes end with the context.
	defer context.AfterFunc(d.ctx, func() { _ = raw.Close() })()

	var connection net.Conn = &boundedConn{Conn: raw, left: maxAnswer}
	settings := &tls.Config{ServerName: d.server.host, RootCAs: d.config.Roots, MinVersion: tls.VersionTLS12}
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
	if len(d.mail.to) > 0 { // Else only to see whether we would be let in.
		if answer, err = d.transfer(client); err != nil {
			return "", err
		}
	}

	// The mail is taken: no error matters any more.
	_ = connection.SetDeadline(time.Now().Add(farewell))
	_ = client.Quit()
	return answer, nil
}

// introduce says who we are, encrypted.
func (d *dialogue) introduce(client *smtp.Client, settings *tls.Config) error {
	d.step = stepHello
	if err := client.Hello(d.mail.domain); err != nil {
		return err
	}
	if !d.server.implicit && !d.server.loopback {
		d.step = stepTLS
		if offered, _ := client.Extension("STARTTLS"); !offered {
			return errNoEncryption
		}
		if err := client.StartTLS(settings); err != nil {
			return err
		}
	}
	if d.server.user == "" {
		return nil
	}

	d.step = stepAuth
	offered, mechanisms := client.Extension("AUTH")
	known := strings.Fields(strings.ToUpper(mechanisms))
	has := func(name string) bool { return slices.Contains(known, name) }
	switch user, password, host := d.server.user, d.server.password, d.server.host; {
	case !offered:
		return errNoLogin
	case has("PLAIN"):
		return client.Auth(smtp.PlainAuth("", user, password, host, d.server.loopback))
	case has("LOGIN"):
		return client.Auth(smtp.LoginAuth(user, password, host, d.server.loopback))
	case has("SCRAM-SHA-256"):
		return client.Auth(smtp.ScramSHA256Auth(user, password))
	case has("CRAM-MD5"):
		return client.Auth(smtp.CRAMMD5Auth(user, password))
	}
	return errNoLogin
}

// transfer hands over the mail and returns the server's answer. A receiver that
// is refused for good does not keep the mail from the others.
func (d *dialogue) transfer(client *smtp.Client) (answer string, err error) {
	d.step = stepSender
	if _, size := client.Extension("SIZE"); size != "" {
		if most, err := strconv.Atoi(size); err == nil && most > 0 && len(d.mail.content) > most {
			return "", errTooLarge
		}
	}
	client.SkipSMTPUTF8(true) // All of it is ASCII.
	if err := client.Mail("<" + d.mail.from + ">"); err != nil {
		return "", err
	}

	d.step = stepReceiver
	var refused error
	n := 0
	for _, to := range d.mail.to {
		err := client.Rcpt("<" + to + ">")
		switch code, _ := reply(err); {
		case err == nil:
			n++
		case code < 500 || code == 552:
			return "", err
		default:
			refused = err
		}
	}
	if n == 0 {
		return "", refused
	}
	if refused != nil {
		code, _ := reply(refused)
		d.log.Warn("the mail server refuses some receivers of a mail; the others get it",
			"refused", len(d.mail.to)-n, "of", len(d.mail.to), "status", code)
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
	if taken, is := writer.(*smtp.DataCloser); is {
		answer = taken.ServerResponse()
	}
	return answer, nil
}

// envelope is a mail as it travels, with its addresses in ASCII.
type envelope struct {
	kind string
	from string
	to   []string
	// The domain of the sender, by which we introduce ourselves.
	domain  string
	content []byte
}

func newEnvelope(key string, m site.Message, at time.Time) (*envelope, error) {
	if len(m.To) == 0 {
		return nil, errors.New("the mail has no receiver")
	}

	m.To = slices.Clone(m.To)
	addresses := []*string{&m.From, &m.ReplyTo}
	for i := range m.To {
		addresses = append(addresses, &m.To[i])
	}
	var err error
	for _, address := range addresses {
		if *address, err = asciiAddress(*address); err != nil {
			return nil, err
		}
	}

	e := &envelope{kind: m.Kind, from: bare(m.From)}
	for _, to := range m.To {
		e.to = append(e.to, bare(to))
	}
	for _, address := range append(e.to, e.from) {
		if strings.Count(address, "@") != 1 || strings.ContainsFunc(address, endsAddress) {
			return nil, errors.New("the mail has an address that cannot be written in a command of SMTP")
		}
	}
	_, e.domain, _ = strings.Cut(e.from, "@")

	// The attempts that may be a duplicate are the same mail.
	key, _, _ = strings.Cut(key, "/again")
	if e.content, err = mime(m, strings.TrimSuffix(fileName(key), ".eml")+"@"+e.domain, at); err != nil {
		return nil, errors.New("the mail has an address or a header that cannot be written")
	}
	return e, nil
}

// endsAddress reports whether a character cannot stand in the address of a command of SMTP.
func endsAddress(r rune) bool { return r <= ' ' || strings.ContainsRune("<>()[]\\\",;:\x7f", r) }

// asciiAddress returns an address, with or without a name before it, whose domain
// is in its ASCII form. Letters of other alphabets before the @ are refused: few
// servers on the way take them.
func asciiAddress(address string) (string, error) {
	at := strings.LastIndexByte(address, '@')
	plain := bare(address)
	if local, domain, _ := strings.Cut(plain, "@"); at >= 0 && !isASCII(plain) {
		ascii, err := idna.Lookup.ToASCII(domain)
		if err != nil || !isASCII(local) {
			return "", errors.New("an address has letters before its @ that are not ASCII: mail servers refuse it")
		}
		return strings.Replace(address, plain, local+"@"+ascii, 1), nil
	}
	return address, nil
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 })
}

// smtpServer is what SMTP_URL says.
type smtpServer struct {
	host           string
	port           int
	user, password string
	// Whether the connection is encrypted from its first byte.
	implicit bool
	// Whether it is this machine, where nobody listens in between: then smtp://
	// does without encryption, as local servers have certificates that nobody trusts.
	loopback bool
}

// parseSMTP reads smtps://user:password@host:465 or smtp://…:587. Its errors
// never repeat what was written, which has a password in it.
func parseSMTP(written string) (s smtpServer, err error) {
	const form = "write it like smtps://user:password@mail.example.com:465 or smtp://user:password@mail.example.com:587"
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
		return s, errors.New("it does not begin with smtps:// or smtp://: " + form)
	}
	if at.Path != "" && at.Path != "/" || at.RawQuery != "" || at.Fragment != "" || at.Opaque != "" || at.ForceQuery {
		return s, errors.New("something follows the port, " +
			"or a special character of user or password is not percent-encoded: " + form)
	}
	if s.host, err = idna.Lookup.ToASCII(at.Hostname()); net.ParseIP(at.Hostname()) != nil {
		s.host, err = at.Hostname(), nil
	}
	if err != nil || s.host == "" || strings.ContainsFunc(s.host, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return s, errors.New("it names no server: " + form)
	}
	if port := at.Port(); port != "" {
		if s.port, err = strconv.Atoi(port); err != nil || s.port < 1 || s.port > 65535 {
			return s, fmt.Errorf("%q is no port: %s", port, form)
		}
	}

	s.user = at.User.Username()
	s.password, _ = at.User.Password()
	if (s.user == "") != (s.password == "") {
		return s, errors.New("user and password come together, or neither: " + form)
	}
	if strings.ContainsFunc(s.user+s.password, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return s, errors.New("user or password has control characters: " + form)
	}
	s.loopback = loopback(s.host)
	return s, nil
}

// boundedConn ends when the other side says far too much.
type boundedConn struct {
	net.Conn
	left int
}

var errEndless = errors.New("the answers are far too long")

// Read implements net.Conn.
func (c *boundedConn) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errEndless
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}
