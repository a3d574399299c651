package resendtest

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	// DefaultKey is the API key that is asked for where the configuration names none.
	DefaultKey = "re_test_0123456789"
	// How long keys are remembered.
	memory = 24 * time.Hour
	// The longest body that is read: more than the 40 MB that Resend takes.
	maxBody = 48 << 20
)

// Config is how a server behaves.
type Config struct {
	// The API key that requests must have. Empty: DefaultKey.
	Key string
	// The clock that keys are remembered by. Nil: time.Now.
	Now func() time.Time
	// The fault of the n-th request, counted from 1, with its idempotency key.
	// Called for one request at a time. Nil: none.
	Script func(n int, key string) Fault
	// How many requests are allowed in a window; zero: any number.
	Limit  int
	Window time.Duration
	// Whether answers carry ratelimit-limit, -remaining and -reset.
	NameLimit bool
	// Whether texts, HTML and attachments are forgotten once they are checked;
	// for runs with very many mails.
	Light bool
}

// Server is the stand-in. It is an http.Handler; [New] also listens.
type Server struct {
	config   Config
	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup
	stop     chan struct{}
	stopOnce sync.Once

	mu       sync.Mutex
	n        int
	requests []Request
	keys     map[string]*remembered
	mails    []*Mail
	byKey    map[string]*Mail
	window   []time.Time
}

// Request is one that came in, and how it was answered.
type Request struct {
	// Its idempotency key.
	Key string
	// When it came, by the server's clock.
	At time.Time
	// The status that was answered; zero where the answer was broken.
	Status int
	// The name of the error; empty for none.
	Error string
	// Why the mail was refused, in words; for failing tests.
	Reason string
}

// remembered is what is known of a key.
type remembered struct {
	payload [32]byte
	id      string
	at      time.Time
	// Whether its first request is not answered yet.
	underWay bool
}

// NewHandler returns a stand-in that does not listen.
func NewHandler(config Config) *Server {
	if config.Key == "" {
		config.Key = DefaultKey
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Window <= 0 {
		config.Window = time.Second
	}
	return &Server{config: config, stop: make(chan struct{}), keys: map[string]*remembered{}, byKey: map[string]*Mail{}}
}

// New returns a stand-in that listens on a free port of this machine. Close it.
func New(config Config) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	s := NewHandler(config)
	s.listener = listener
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	s.serving.Go(func() {
		// It returns http.ErrServerClosed when the server closes, and nothing else
		// that a test could do anything about: requests fail then, and tests see it.
		_ = s.server.Serve(listener)
	})
	return s, nil
}

// BaseURL is the server's address, with a slash at the end: the value of RESEND_BASE_URL.
func (s *Server) BaseURL() string { return "http://" + s.listener.Addr().String() + "/" }

// Key is the API key that requests must have.
func (s *Server) Key() string { return s.config.Key }

// Close ends all connections, and waits until nothing is served any more.
func (s *Server) Close() error {
	s.stopOnce.Do(func() { close(s.stop) })
	if s.server == nil {
		return nil
	}
	err := s.server.Close()
	s.serving.Wait()
	return err
}

// SetScript replaces the script.
func (s *Server) SetScript(script func(n int, key string) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config.Script = script
}

// Sent returns the mails that were taken, in the order in which their keys came first.
func (s *Server) Sent() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Mail, len(s.mails))
	for i, sent := range s.mails {
		all[i] = *sent
	}
	return all
}

// Mail returns the mail that was taken for a key.
func (s *Server) Mail(key string) (Mail, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sent, found := s.byKey[key]
	if !found {
		return Mail{}, false
	}
	return *sent, true
}

// Requests returns all requests to the interface, in the order in which they came.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/emails" {
		answerError(w, http.StatusNotFound, "not_found", "there is only /emails")
		return
	}
	if r.Method != http.MethodPost {
		answerError(w, http.StatusMethodNotAllowed, "method_not_allowed", "there is only POST")
		return
	}
	key := r.Header.Get("Idempotency-Key")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return // the client went away
	}
	s.mu.Lock()
	s.n++
	n := len(s.requests)
	s.requests = append(s.requests, Request{Key: key, At: s.config.Now()})
	var fault Fault
	if s.config.Script != nil {
		fault = s.config.Script(s.n, key)
	}
	allowed := s.allow(w.Header())
	s.mu.Unlock()

	note := func(status int, name, reason string) {
		s.mu.Lock()
		s.requests[n].Status, s.requests[n].Error, s.requests[n].Reason = status, name, reason
		s.mu.Unlock()
	}
	refuse := func(status int, name, reason string) {
		note(status, name, reason)
		answerError(w, status, name, reason)
	}
	if !allowed {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(s.config.Window/time.Second))))
		refuse(http.StatusTooManyRequests, "rate_limit_exceeded", "too many requests")
		return
	}
	if status, name, reason := s.authorize(r, key); status != 0 {
		refuse(status, name, reason)
		return
	}
	sent, err := parse(body)
	if err != nil {
		refuse(http.StatusUnprocessableEntity, "validation_error", err.Error())
		return
	}
	if name, reason := sent.check(); name != "" {
		refuse(http.StatusUnprocessableEntity, name, reason)
		return
	}
	if !fault.IsZero() && !fault.Accept {
		if !s.pause(r, fault.Delay) {
			panic(http.ErrAbortHandler)
		}
		note(s.spoil(w, r, fault, ""))
		return
	}
	id, name, done := s.accept(key, sha256.Sum256(body), sent)
	if name != "" {
		refuse(http.StatusConflict, name, "the key is in use")
		return
	}
	// The key is free as soon as the answer begins; a client that gets half of an
	// answer may try again at once. One that waits has not been answered.
	defer done()
	if !s.pause(r, fault.Delay) {
		panic(http.ErrAbortHandler) // ends without the empty answer that returning would be
	}
	if fault.Break != BreakStall && fault.Break != BreakDrip {
		done()
	}
	if !fault.IsZero() {
		note(s.spoil(w, r, fault, id))
		return
	}
	note(http.StatusOK, "", "")
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"id":%q}`, id)
}
