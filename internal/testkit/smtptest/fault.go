package smtptest

import "math/rand/v2"

// Step is where a session goes wrong: before the server answers this.
type Step string

// The steps of a session, in their order.
const (
	Greeting Step = "greeting"
	Hello    Step = "EHLO"
	StartTLS Step = "STARTTLS"
	Auth     Step = "AUTH"
	Mail     Step = "MAIL"
	Rcpt     Step = "RCPT"
	Data     Step = "DATA"
	// The answer to the whole mail.
	Content Step = "content"
	Quit    Step = "QUIT"
)

// Steps are all of them.
var Steps = []Step{Greeting, Hello, StartTLS, Auth, Mail, Rcpt, Data, Content, Quit}

// Fault is how a session goes wrong. The zero value is none.
type Fault struct {
	Step Step
	// For Rcpt: concerns this address alone; empty for all.
	Receiver string
	// Whether the mail is taken before things go wrong; for Content.
	Accept bool
	// What is answered instead, such as "451 4.3.0 later", without its line end.
	Answer string
	// What happens instead of an answer; empty for nothing.
	Break Break
}

// Break is how an answer fails to come.
type Break string

// Ways of breaking an answer.
const (
	// The connection is closed.
	BreakClose Break = "close"
	// Nothing comes until the client goes away or the server closes.
	BreakHang Break = "hang"
	// The answer comes one byte every four seconds.
	BreakDrip Break = "drip"
	// One line without an end.
	BreakEndless Break = "endless"
	// Lines without an end.
	BreakLines Break = "lines"
	// Bytes that are no answer.
	BreakGarbage Break = "garbage"
)

// LoseAnswer takes the mail and closes the connection instead of saying so.
var LoseAnswer = Fault{Step: Content, Accept: true, Break: BreakClose}

// Random returns a script that spoils a share of sessions, between 0 and 1, with
// faults that real servers and networks show. The same seed gives the same faults
// in the same order.
func Random(seed uint64, share float64) func(n int) Fault {
	// The server calls scripts one at a time.
	random := rand.New(rand.NewPCG(seed, 0x5eed))
	faults := []Fault{
		{Step: Greeting, Answer: "421 4.3.2 too many connections"},
		{Step: Greeting, Break: BreakClose},
		{Step: Hello, Break: BreakClose},
		{Step: Mail, Answer: "451 4.3.0 try again later"},
		{Step: Rcpt, Answer: "450 4.2.0 greylisted"},
		{Step: Rcpt, Break: BreakClose},
		{Step: Data, Answer: "452 4.3.1 no space"},
		{Step: Content, Answer: "451 4.3.0 not now"},
		{Step: Content, Break: BreakClose},
		LoseAnswer, LoseAnswer, LoseAnswer,
		{Step: Content, Accept: true, Break: BreakGarbage},
		{Step: Quit, Break: BreakClose},
	}
	return func(int) Fault {
		if random.Float64() >= share {
			return Fault{}
		}
		return faults[random.IntN(len(faults))]
	}
}
