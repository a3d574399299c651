package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"syscall"

	"github.com/evenlight/marquee/internal/site"
)

// step is what is being done with a mail server.
type step int

const (
	stepConnect step = iota
	stepTLS
	stepGreeting
	stepHello
	stepAuth
	stepSender
	stepReceiver
	stepData
	stepContent
)

// refusals are what an error code of the server says at each step.
var refusals = map[step]string{
	stepTLS:      "the mail server refuses encryption (STARTTLS)",
	stepGreeting: "the mail server does not serve us",
	stepHello:    "the mail server refuses our name",
	stepAuth:     "user or password is refused",
	stepSender:   "the sender's address is refused",
	stepReceiver: "the receiver's address is refused",
	stepData:     "the mail is refused before it is sent",
	stepContent:  "the mail is refused",
}

var (
	errNoEncryption = errors.New("the mail server offers no encryption (STARTTLS)")
	errNoLogin      = errors.New("the mail server has no way to log in that is known here")
	errTooLarge     = errors.New("the mail is larger than the mail server takes")
)

// accountCodes are extended status codes about what we may do, wherever they come
// up (RFC 4954, RFC 7372, and those of Exchange): the configuration is wrong.
var accountCodes = regexp.MustCompile(`^5\.7\.(8|9|11|14|54|57|60|64)$`)

// classify says what an error means for the mail. The words are ours: those of
// servers and networks quote addresses.
func (d *dialogue) classify(err error) *site.DeliveryError {
	failure := &site.DeliveryError{Fate: site.FateRetry, Uncertain: d.step == stepContent}
	if code := replyCode(err); code != 0 {
		extended := extendedCode(err)
		failure.Status, failure.Uncertain = code, false
		failure.Fate, failure.Reason = d.fate(code, extended), refusals[d.step]
		if code < 500 {
			failure.Reason += " for now"
		}
		if extended != "" {
			failure.Reason += " (" + extended + ")"
		}
		return failure
	}
	for _, known := range []error{errNoEncryption, errNoLogin, errTooLarge} {
		if errors.Is(err, known) {
			failure.Fate, failure.Reason = site.FatePark, known.Error()
			if errors.Is(err, errTooLarge) {
				failure.Fate = site.FateDead
			}
			return failure
		}
	}
	if reason := certificateFault(err); reason != "" {
		failure.Fate, failure.Reason = site.FatePark, reason
		return failure
	}
	failure.Reason = d.lostReason(err)
	return failure
}

// fate sorts error codes. What comes before the receiver concerns every mail:
// somebody must change the configuration.
func (d *dialogue) fate(code int, extended string) site.DeliveryFate {
	switch {
	case code < 500:
		return site.FateRetry
	case code == 530, code == 535, code == 538, accountCodes.MatchString(extended):
		return site.FatePark
	case d.step == stepSender && (code == 552 || code == 555):
		return site.FateDead // Its size, or its letters.
	case d.step < stepReceiver:
		return site.FatePark
	case d.step == stepReceiver && code == 552:
		return site.FateRetry // The mailbox is full (RFC 5321, 4.5.3.1.10).
	case d.step == stepReceiver && d.mail.kind != site.MailConfirmation && strings.HasPrefix(extended, "5.7."):
		return site.FatePark // We may not send there, to an address that content chose.
	}
	return site.FateDead
}

// certificateFault says what is wrong with the server's encryption; empty where nothing is.
func certificateFault(err error) string {
	var (
		expired x509.CertificateInvalidError
		name    x509.HostnameError
		verify  *tls.CertificateVerificationError
		record  tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &expired) && expired.Reason == x509.Expired:
		return "the mail server's certificate has expired or is not valid yet"
	case errors.As(err, &name):
		return "the mail server's certificate is for another name"
	case errors.As(err, &verify):
		return "the mail server's certificate is not trusted"
	case errors.As(err, &record):
		return "the mail server does not begin with encryption: smtps:// is mostly for port 465, smtp:// for 587"
	}
	return ""
}

// lostReason says why there is no answer.
func (d *dialogue) lostReason(err error) string {
	var (
		dns      *net.DNSError
		protocol textproto.ProtocolError
		timeout  net.Error
	)
	switch {
	case errors.Is(d.ctx.Err(), context.Canceled):
		return "sending was stopped"
	case errors.Is(d.ctx.Err(), context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	case errors.As(err, &dns):
		return "the mail server's name is not known to the name servers"
	case errors.Is(err, errEndless):
		return "the mail server's answers are far too long"
	case errors.As(err, &protocol):
		return "the mail server's answer cannot be read"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case d.step == stepTLS:
		return "no encrypted connection came about"
	}
	return "the connection was lost"
}

// replyCode returns the code of an error that the server answered; zero for others.
func replyCode(err error) int {
	if answer, is := errors.AsType[*textproto.Error](err); is && answer.Code >= 400 && answer.Code < 600 {
		return answer.Code
	}
	return 0
}

var extendedPattern = regexp.MustCompile(`^[45]\.\d{1,3}\.\d{1,3}\b`)

// extendedCode returns the extended status code (RFC 3463) of an answer, such as 5.1.1; empty where it has none.
func extendedCode(err error) string {
	if answer, is := errors.AsType[*textproto.Error](err); is {
		return extendedPattern.FindString(answer.Msg)
	}
	return ""
}
