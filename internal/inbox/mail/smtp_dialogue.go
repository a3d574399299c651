package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"
)

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
	if len(d.mail.to) == 0 { // Only to see whether we would be let in.
		d.leave(client, connection)
		return "", nil
	}
	answer, err = d.transfer(client)
	if err != nil {
		return "", err
	}
	d.leave(client, connection)
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
		switch code := replyCode(err); {
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
		d.log.Warn("the mail server refuses some receivers of a mail; the others get it",
			"refused", len(d.mail.to)-n, "of", len(d.mail.to), "status", replyCode(refused))
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

// leave says goodbye. The mail is taken: nothing that happens now matters.
func (d *dialogue) leave(client *smtp.Client, connection net.Conn) {
	err := connection.SetDeadline(time.Now().Add(farewell))
	if err := errors.Join(err, client.Quit()); err != nil {
		d.log.Debug("the mail server did not say goodbye", "reason", d.classify(err).Reason)
	}
}
