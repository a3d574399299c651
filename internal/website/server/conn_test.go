package server

import (
	"net"
	"testing"
	"time"
)

// timers is a connection that notes its deadlines and is always ready.
type timers struct {
	net.Conn
	reading, writing time.Time
	moves            int
}

func (c *timers) Read(p []byte) (int, error)  { return len(p), nil }
func (c *timers) Write(p []byte) (int, error) { return len(p), nil }

func (c *timers) SetReadDeadline(t time.Time) error {
	c.reading, c.moves = t, c.moves+1
	return nil
}

func (c *timers) SetWriteDeadline(t time.Time) error {
	c.writing, c.moves = t, c.moves+1
	return nil
}

// TestDeadlinesAreNeverLate plays a second of a busy connection, as fasthttp
// moves its deadlines, and then one that becomes slow.
func TestDeadlinesAreNeverLate(t *testing.T) {
	const (
		idle, header, answer = 30 * time.Second, 5 * time.Second, 20 * time.Second
		slack                = 300 * time.Millisecond
	)
	under := &timers{}
	c := &conn{Conn: under, stream: under, slack: slack}
	within := func(what string, got, want time.Time) {
		t.Helper()
		if early := want.Sub(got); early < 0 || early > slack {
			t.Fatalf("the deadline of %s is %s early, want between 0 and %s", what, early, slack)
		}
	}
	must := func(_ int, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	for range 1000 {
		now = now.Add(time.Millisecond)
		must(0, c.SetReadDeadline(now.Add(idle)))
		must(c.Read(make([]byte, 1)))
		within("a read", under.reading, now.Add(idle))
		must(0, c.SetReadDeadline(now.Add(header))) // all of the header is there: nothing is read
		must(0, c.SetWriteDeadline(now.Add(answer)))
		must(c.Write(make([]byte, 1)))
		within("a write", under.writing, now.Add(answer))
	}
	if under.moves > 10 {
		t.Errorf("1000 requests within a second moved timers %d times", under.moves)
	}
	must(0, c.SetReadDeadline(now.Add(header)))
	must(c.Read(make([]byte, 1)))
	within("a slow header", under.reading, now.Add(header))
	must(0, c.SetDeadline(time.Time{}))
	must(c.Read(make([]byte, 1)))
	must(c.Write(make([]byte, 1)))
	if !under.reading.IsZero() || !under.writing.IsZero() {
		t.Errorf("without deadlines, %s and %s are set", under.reading, under.writing)
	}
}

// TestLargeAnswerToASlowReader sends more than the system holds for a
// connection, so that writing has to wait for who reads, more than once.
func TestLargeAnswerToASlowReader(t *testing.T) {
	body := make([]byte, 24<<20)
	for i := range body {
		body[i] = byte(i >> 10)
	}
	r := start(t, func(_ *Config, f *fakeWebsite) { f.large = body })
	w := r.dial()
	if err := w.Conn.(*net.TCPConn).SetReadBuffer(64 << 10); err != nil {
		t.Fatal(err)
	}
	w.send("GET /images/large.bin HTTP/1.1\r\nHost: a" + end + "GET /about HTTP/1.1\r\nHost: a" + end)
	if got := w.read("GET"); got.StatusCode != 200 || got.body != string(body) {
		t.Errorf("answer is %d with %d bytes, want the %d of the file", got.StatusCode, len(got.body), len(body))
	}
	if got := w.read("GET"); got.body != "<h1>/about</h1>" {
		t.Errorf("then follows %q", got.body)
	}
}
