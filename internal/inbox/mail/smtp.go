package mail

import (
	"cmp"
	"context"
	"crypto/x509"
	"log/slog"
	"net"
	"regexp"
	"time"

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
