package webhooktest

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

// Secret is what requests are signed with where the configuration names nothing else.
const Secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// longest is more than any webhook has.
const longest = 1 << 20

// Config is how a server behaves.
type Config struct {
	// The secret of signatures. Empty: Secret.
	Secret string
	// The clock. Nil: time.Now.
	Now func() time.Time
	// The fault of the n-th request, counted from 1. Called for one request at a
	// time. Nil: none.
	Script func(n int) Fault
	// Whether it speaks TLS, with the certificate of httptest.
	TLS bool
}

// Fault is how a request goes wrong. The zero value is none.
type Fault struct {
	// Whether it is taken before things go wrong.
	Accept bool
	// The status of the answer, with further headers; zero for no answer.
	Status int
	Header http.Header
	// Whether nothing happens until the client goes away; else, without a status, the connection closes.
	Hang bool
}

// Random returns a script that spoils a share of requests, between 0 and 1. The
// same seed gives the same faults in the same order.
func Random(seed uint64, share float64) func(n int) Fault {
	// The server calls scripts one at a time.
	random := rand.New(rand.NewPCG(seed, 0x5eed))
	faults := []Fault{
		{Status: 500},
		{Status: 502},
		{Status: 503, Header: http.Header{"Retry-After": {"1"}}},
		{Status: 429},
		{Status: 404},
		{Status: 400},
		{Accept: true},
		{Accept: true},
		{Accept: true, Status: 500},
		{Accept: true, Status: 504},
		{Header: http.Header{}},
	}
	return func(int) Fault {
		if random.Float64() >= share {
			return Fault{}
		}
		return faults[random.IntN(len(faults))]
	}
}

// Received is a request that was taken.
type Received struct {
	// The header webhook-id; empty for a message.
	ID   string
	Path string
	Body string
	At   time.Time
}

// Event is the body of an event.
type Event struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      struct {
		ID         string            `json:"id"`
		Reference  string            `json:"reference"`
		Site       string            `json:"site"`
		Form       string            `json:"form"`
		Kind       string            `json:"kind"`
		Fields     map[string]string `json:"fields"`
		Page       string            `json:"page"`
		Plan       string            `json:"plan"`
		ReceivedAt time.Time         `json:"receivedAt"`
	} `json:"data"`
}

// Server is the stand-in.
type Server struct {
	config Config
	server *httptest.Server
	stop   chan struct{}
	once   sync.Once

	mu       sync.Mutex
	n        int
	received []Received
	faults   []string
	first    map[string]string // bodies by id
}

// New returns a stand-in that listens on a free port of this machine. Close it.
func New(config Config) *Server {
	if config.Secret == "" {
		config.Secret = Secret
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	s := &Server{config: config, stop: make(chan struct{}), first: map[string]string{}}
	s.server = httptest.NewUnstartedServer(s)
	if config.TLS {
		s.server.StartTLS()
	} else {
		s.server.Start()
	}
	return s
}

// URL returns its address, without a path.
func (s *Server) URL() string { return s.server.URL }

// HTTP returns the server behind it, for its certificate.
func (s *Server) HTTP() *httptest.Server { return s.server }

// Close ends everything.
func (s *Server) Close() {
	s.once.Do(func() { close(s.stop) })
	s.server.Close()
}

// SetScript replaces the script.
func (s *Server) SetScript(script func(n int) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config.Script = script
}

// Received returns the requests that were taken, in their order; those that came
// again too.
func (s *Server) Received() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.received...)
}

// Requests returns how many came.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// Faults returns the rules that requests broke.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.faults...)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longest))
	if err != nil {
		return // the client went away
	}
	s.mu.Lock()
	s.n++
	fault, spoilt := Fault{}, false
	if s.config.Script != nil {
		fault = s.config.Script(s.n)
		spoilt = fault.Accept || fault.Status != 0 || fault.Header != nil || fault.Hang
	}
	s.mu.Unlock()
	if status, reason := s.check(r, body); status != 0 {
		s.mu.Lock()
		s.faults = append(s.faults, fmt.Sprintf("%s %s: %s", r.Method, r.URL.Path, reason))
		s.mu.Unlock()
		http.Error(w, reason, status)
		return
	}
	if !spoilt || fault.Accept {
		s.keep(r, string(body))
	}
	switch {
	case !spoilt:
		w.WriteHeader(http.StatusNoContent)
	case fault.Hang:
		select {
		case <-r.Context().Done():
		case <-s.stop:
		}
		panic(http.ErrAbortHandler)
	case fault.Status == 0:
		panic(http.ErrAbortHandler)
	default:
		for name, values := range fault.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(fault.Status)
	}
}

// keep notes a request, and that all with one id have one body.
func (s *Server) keep(r *http.Request, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.Header.Get("Webhook-Id")
	s.received = append(s.received, Received{ID: id, Path: r.URL.Path, Body: body, At: s.config.Now()})
	if before, known := s.first[id]; known && id != "" && before != body {
		s.faults = append(s.faults, id+" came with two bodies")
	}
	s.first[id] = body
}

// Event reads the body of an event.
func (r Received) Event() (e Event, err error) {
	err = json.Unmarshal([]byte(r.Body), &e)
	return e, err
}
