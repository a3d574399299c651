package resendtest

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Fault is how a request goes wrong. The zero value is none.
type Fault struct {
	// Whether the mail is taken before things go wrong.
	Accept bool
	// How long nothing happens first.
	Delay time.Duration
	// The answer's status; zero for 200 where the mail is taken, else 500.
	Status int
	// Further headers of the answer.
	Header http.Header
	// The answer's words. Nil: the JSON that goes with the status.
	Body []byte
	// What happens to the connection and the answer; empty for nothing.
	Break Break
}

// Break is how an answer ends that does not end well.
type Break string

// Ways of breaking an answer.
const (
	// The connection is closed before the answer.
	BreakClose Break = "close"
	// The connection is reset in the middle of the answer's body.
	BreakReset Break = "reset"
	// The body ends before its announced length, without a reset.
	BreakTruncate Break = "truncate"
	// No answer until the client goes away or the server closes.
	BreakStall Break = "stall"
	// The answer comes one byte per second.
	BreakDrip Break = "drip"
	// The body is 50 MB long.
	BreakHuge Break = "huge"
)

// IsZero reports whether nothing goes wrong.
func (f Fault) IsZero() bool {
	return !f.Accept && f.Delay == 0 && f.Status == 0 && f.Header == nil && f.Body == nil && f.Break == ""
}

// Refuse is an error answer with the name that Resend gives it; nothing is taken.
func Refuse(status int, name string) Fault {
	return Fault{Status: status, Body: errorBody(status, name, "scripted")}
}

// SlowDown is 429 with a name, and the header Retry-After where it is not empty.
func SlowDown(name, retryAfter string) Fault {
	fault := Refuse(http.StatusTooManyRequests, name)
	if retryAfter != "" {
		fault.Header = http.Header{"Retry-After": {retryAfter}}
	}
	return fault
}

// Answer takes the mail and answers 200 with other words than the client expects.
func Answer(contentType, body string) Fault {
	return Fault{Accept: true, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)}
}

// Faults that take the mail and spoil the answer.
var (
	LoseAnswer = Fault{Accept: true, Break: BreakClose}
	Reset      = Fault{Accept: true, Break: BreakReset}
	Truncate   = Fault{Accept: true, Break: BreakTruncate}
	Stall      = Fault{Accept: true, Break: BreakStall}
	Drip       = Fault{Accept: true, Break: BreakDrip}
	Huge       = Fault{Accept: true, Break: BreakHuge}
	Garbage    = Answer("application/json", "\x00\xff{]not json")
	HTML       = Answer("text/html", "<!doctype html><title>502</title><h1>Bad gateway</h1>")
	Empty      = Answer("application/json", "")
	WrongTypes = Answer("application/json", `{"id":{"a":[1]},"object":7}`)
	NoID       = Answer("application/json", `{"id":""}`)
)

// Random returns a script that fails a share of requests, between 0 and 1, with
// faults that real networks and providers show. The same seed gives the same
// faults in the same order. Stalls last for the given time, then the
// connection closes.
func Random(seed uint64, share float64, stall time.Duration) func(n int, key string) Fault {
	// The server calls scripts one at a time.
	random := rand.New(rand.NewPCG(seed, 0x5eed))
	faults := []Fault{
		Refuse(500, "internal_server_error"), Refuse(502, ""), Refuse(503, ""), Refuse(504, ""),
		Refuse(409, "concurrent_idempotent_requests"), Refuse(408, ""), SlowDown("rate_limit_exceeded", ""),
		{Break: BreakClose},
		LoseAnswer, LoseAnswer, Reset, Truncate, Garbage, HTML, Empty, WrongTypes,
		{Accept: true, Delay: stall, Break: BreakClose},
	}
	return func(int, string) Fault {
		if random.Float64() >= share {
			return Fault{}
		}
		return faults[random.IntN(len(faults))]
	}
}

// ByAttempt returns a script that gives each key its faults in order, one per
// attempt, and none after them.
func ByAttempt(faults ...Fault) func(n int, key string) Fault {
	attempts := map[string]int{}
	return func(_ int, key string) Fault {
		attempt := attempts[key]
		attempts[key]++
		if attempt < len(faults) {
			return faults[attempt]
		}
		return Fault{}
	}
}

func errorBody(status int, name, message string) []byte {
	if name == "" {
		return []byte(strconv.Itoa(status) + " " + http.StatusText(status) + "\n")
	}
	return []byte(`{"statusCode":` + strconv.Itoa(status) + `,"name":"` + name + `","message":"` + message + `"}`)
}
