package smtptest

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"sync"
)

// Mode is how a server encrypts.
type Mode string

// How servers encrypt.
const (
	// Not at all.
	Plain Mode = "plain"
	// After the command STARTTLS.
	WithSTARTTLS Mode = "starttls"
	// From the first byte.
	Implicit Mode = "implicit"
)

// Config is how a server behaves.
type Config struct {
	// Empty: Plain.
	Mode Mode
	// Required unless the mode is Plain.
	Certificate tls.Certificate
	// Who must log in. Empty: nobody.
	User, Password string
	// The ways to log in that are offered. Empty: "PLAIN LOGIN".
	Mechanisms string
	// The largest mail that is announced and taken; zero announces none.
	Size int
	// Whether bodies are forgotten once they are checked; for runs with very many mails.
	Light bool
	// The fault of the n-th session, counted from 1. Called for one session at a
	// time. Nil: none.
	Script func(n int) Fault
}

// Received is a mail that was taken.
type Received struct {
	From string
	To   []string
	// The name by which the client introduced itself, and whether it was encrypted then.
	Hello     string
	Encrypted bool
	// The mail itself, with line ends as they came and without the stuffed dots.
	Content []byte
	// The name that it was given.
	ID string
}

// Server is the stand-in.
type Server struct {
	config   Config
	listener net.Listener
	serving  sync.WaitGroup
	ctx      context.Context
	stop     context.CancelFunc

	mu       sync.Mutex
	n        int
	received []Received
	faults   []string
	open     map[net.Conn]bool
}

// New returns a stand-in that listens on a free port of this machine. Close it.
func New(config Config) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if config.Mode == "" {
		config.Mode = Plain
	}
	if config.Mechanisms == "" {
		config.Mechanisms = "PLAIN LOGIN"
	}
	s := &Server{config: config, listener: listener, open: map[net.Conn]bool{}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.serving.Go(s.accept)
	return s, nil
}

// Addr returns where it listens, as host:port.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close ends everything.
func (s *Server) Close() error {
	s.stop()
	err := s.listener.Close()
	s.mu.Lock()
	for connection := range s.open {
		// It may be closed already, which is all that is wanted.
		_ = connection.Close()
	}
	s.mu.Unlock()
	s.serving.Wait()
	return err
}

// SetScript replaces the script.
func (s *Server) SetScript(script func(n int) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config.Script = script
}

// Sent returns the mails that were taken, in their order.
func (s *Server) Sent() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.received...)
}

// Sessions returns how many connections there were.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// Faults returns the rules that clients broke.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.faults...)
}

func (s *Server) accept() {
	for {
		connection, err := s.listener.Accept()
		if err != nil {
			return // closed
		}
		s.mu.Lock()
		s.open[connection] = true
		s.n++
		var fault Fault
		if s.config.Script != nil {
			fault = s.config.Script(s.n)
		}
		s.mu.Unlock()
		s.serving.Go(func() {
			defer func() {
				_ = connection.Close()
				s.mu.Lock()
				delete(s.open, connection)
				s.mu.Unlock()
			}()
			newSession(s, connection, fault).run()
		})
	}
}

func (s *Server) keep(mail Received) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.config.Light {
		head, _, _ := bytes.Cut(mail.Content, []byte("\r\n\r\n"))
		mail.Content = append(bytes.Clone(head), "\r\n\r\n"...)
	}
	mail.ID = fmt.Sprintf("Q%07d", len(s.received)+1)
	s.received = append(s.received, mail)
	return mail.ID
}

func (s *Server) blame(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}
