package mail

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

const (
	portSMTPS      = 465
	portSubmission = 587
)

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
		return s, errors.New("it cannot be read: " + form + ", with special characters of user and password percent-encoded, such as %40 for @")
	}
	switch at.Scheme {
	case "smtps":
		s.implicit, s.port = true, portSMTPS
	case "smtp":
		s.port = portSubmission
	default:
		return s, errors.New("it does not begin with smtps:// or smtp://: " + form)
	}
	if at.Path != "" && at.Path != "/" || at.RawQuery != "" || at.Fragment != "" || at.Opaque != "" || at.ForceQuery {
		return s, errors.New("something follows the port, or a special character of user or password is not percent-encoded: " + form)
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
