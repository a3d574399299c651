package smtptest

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net"
	"strconv"
	"strings"
	"time"
)

// session is one connection.
type session struct {
	*Server
	connection net.Conn
	reader     *bufio.Reader
	fault      Fault
	mail       Received
	loggedIn   bool
}

var errEnd = errors.New("the session ends")

func newSession(s *Server, connection net.Conn, fault Fault) *session {
	return &session{Server: s, connection: connection, fault: fault}
}

// run ends with the first error: of the connection, or one that the script wants.
func (s *session) run() {
	if s.config.Mode == Implicit {
		if !s.encrypt() {
			return
		}
	}
	s.reader = bufio.NewReader(s.connection)
	err := s.answer(Greeting, "220 stand-in ESMTP")
	for err == nil {
		var line string
		if line, err = s.line(); err == nil {
			err = s.command(line)
		}
	}
}

func (s *session) encrypt() bool {
	encrypted := tls.Server(s.connection, &tls.Config{Certificates: []tls.Certificate{s.config.Certificate}})
	if encrypted.HandshakeContext(s.ctx) != nil {
		return false // the client does not trust us, or went away
	}
	s.connection, s.reader = encrypted, bufio.NewReader(encrypted)
	s.mail = Received{Encrypted: true}
	return true
}

// line reads a command.
func (s *session) line() (string, error) {
	line, err := s.reader.ReadString('\n')
	if err != nil {
		return "", err
	}
	text, crlf := strings.CutSuffix(line, "\r\n")
	if !crlf || strings.ContainsAny(text, "\r\x00") || len(text) > 1000 {
		s.blame("a command is no line: %q", line)
	}
	for _, r := range text {
		if r >= 0x80 {
			s.blame("a command is not ASCII: %q", line)
		}
	}
	return text, nil
}

func (s *session) command(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	switch strings.ToUpper(verb) {
	case "EHLO", "HELO":
		s.mail.Hello = rest
		return s.answer(Hello, s.extensions())
	case "STARTTLS":
		if err := s.answer(StartTLS, "220 go ahead"); err != nil {
			return err
		}
		if !s.encrypt() {
			return errEnd
		}
		return nil
	case "AUTH":
		return s.login(rest)
	case "MAIL":
		return s.sender(rest)
	case "RCPT":
		to, found := strings.CutPrefix(rest, "TO:")
		if address := strings.Trim(to, "<>"); !found || to != "<"+address+">" || !strings.Contains(address, "@") ||
			strings.Contains(address, " ") {
			s.blame("no receiver: %q", line)
		} else {
			s.mail.To = append(s.mail.To, address)
		}
		if s.fault.Receiver != "" && s.fault.Receiver != strings.Trim(to, "<>") {
			return s.write("250 2.1.5 Ok")
		}
		return s.answer(Rcpt, "250 2.1.5 Ok")
	case "DATA":
		if len(s.mail.To) == 0 {
			s.blame("DATA without a receiver")
		}
		if err := s.answer(Data, "354 go on"); err != nil || s.fault.Step == Data {
			return err
		}
		return s.content()
	case "RSET", "NOOP":
		return s.write("250 2.0.0 Ok")
	case "QUIT":
		return errors.Join(s.answer(Quit, "221 2.0.0 Bye"), errEnd)
	case "*":
		return s.write("501 5.7.0 given up")
	}
	s.blame("no such command: %q", line)
	return s.write("502 5.5.1 no such command")
}

func (s *session) extensions() string {
	lines := []string{"250-stand-in", "250-8BITMIME", "250-SMTPUTF8"}
	if s.config.Mode == WithSTARTTLS && !s.mail.Encrypted {
		lines = append(lines, "250-STARTTLS")
	}
	if s.config.User != "" && (s.mail.Encrypted || s.config.Mode == Plain) {
		lines = append(lines, "250-AUTH "+s.config.Mechanisms)
	}
	if s.config.Size > 0 {
		lines = append(lines, "250-SIZE "+strconv.Itoa(s.config.Size))
	}
	return strings.Join(append(lines, "250 ENHANCEDSTATUSCODES"), "\r\n")
}

// login understands PLAIN and LOGIN.
func (s *session) login(rest string) error {
	mechanism, initial, _ := strings.Cut(rest, " ")
	var user, password string
	switch mechanism {
	case "PLAIN":
		parts := bytes.Split(s.decode(initial), []byte{0})
		if len(parts) == 3 {
			user, password = string(parts[1]), string(parts[2])
		}
	case "LOGIN":
		for _, question := range []*string{&user, &password} {
			if err := s.write("334 VXNlcm5hbWU6"); err != nil {
				return err
			}
			line, err := s.line()
			if err != nil {
				return err
			}
			*question = string(s.decode(line))
		}
	default:
		s.blame("a login that was not offered: %q", mechanism)
	}
	s.loggedIn = user == s.config.User && password == s.config.Password
	if !s.loggedIn {
		return s.write("535 5.7.8 no: " + user + " " + password)
	}
	return s.answer(Auth, "235 2.7.0 Welcome")
}

func (s *session) decode(text string) []byte {
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		s.blame("no base64: %q", text)
	}
	return decoded
}

func (s *session) sender(rest string) error {
	address, parameters, _ := strings.Cut(strings.TrimPrefix(rest, "FROM:"), " ")
	s.mail.From, s.mail.To = strings.Trim(address, "<>"), nil
	if !strings.HasPrefix(rest, "FROM:<") || parameters != "" && parameters != "BODY=8BITMIME" {
		s.blame("no sender: %q", rest)
	}
	if s.config.User != "" && !s.loggedIn {
		return s.write("530 5.7.0 Authentication required")
	}
	return s.answer(Mail, "250 2.1.0 Ok")
}

// content reads a mail to its last dot.
func (s *session) content() error {
	var all bytes.Buffer
	for {
		line, err := s.reader.ReadBytes('\n')
		if err != nil {
			return err
		}
		if bytes.Equal(line, []byte(".\r\n")) {
			break
		}
		if !bytes.HasSuffix(line, []byte("\r\n")) || bytes.ContainsAny(line[:len(line)-2], "\r\x00") || len(line) > 1000 {
			s.blame("the mail has a line that is none: %.100q", line)
		}
		all.Write(bytes.TrimPrefix(line, []byte(".")))
	}
	s.mail.Content = all.Bytes()
	if s.config.Size > 0 && all.Len() > s.config.Size {
		s.blame("the mail is larger than was announced")
	}
	id := "Q0000000"
	if s.fault.Step != Content || s.fault.Accept {
		id = s.keep(s.mail)
	}
	return s.answer(Content, "250 2.0.0 Ok: queued as "+id)
}

// answer answers, or does what the script wants instead.
func (s *session) answer(at Step, text string) error {
	if s.fault.Step != at {
		return s.write(text)
	}
	switch s.fault.Break {
	case BreakClose:
		return errEnd
	case BreakHang:
		return s.untilGone()
	case BreakDrip:
		return s.drip(text)
	case BreakEndless:
		return s.flood("250-" + strings.Repeat("x", 1<<16))
	case BreakLines:
		return s.flood("250-x\r\n")
	case BreakGarbage:
		return errors.Join(s.write("\x00\xff hello {}"), errEnd)
	}
	return s.write(s.fault.Answer)
}

func (s *session) write(text string) error {
	_, err := s.connection.Write([]byte(text + "\r\n"))
	return err
}

// untilGone returns when the client or the server ends.
func (s *session) untilGone() error {
	if s.reader == nil {
		s.reader = bufio.NewReader(s.connection)
	}
	for {
		if _, err := s.reader.ReadByte(); err != nil {
			return errEnd
		}
	}
}

func (s *session) flood(text string) error {
	for {
		if _, err := s.connection.Write([]byte(text)); err != nil {
			return err
		}
	}
}

func (s *session) drip(text string) error {
	pause := time.NewTicker(4 * time.Second)
	defer pause.Stop()
	for _, b := range []byte(text + "\r\n") {
		select {
		case <-pause.C:
		case <-s.ctx.Done():
			return errEnd
		}
		if _, err := s.connection.Write([]byte{b}); err != nil {
			return err
		}
	}
	return nil
}
