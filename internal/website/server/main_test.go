package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

func TestMain(m *testing.M) { os.Exit(testkit.RunServerTests(m)) }

// patience is how long a test waits for what must happen: far beyond need, also on a busy machine.
const patience = time.Minute

// running is a server that runs for one test.
type running struct {
	t       testing.TB
	server  *Server
	website *fakeWebsite
	health  *fakeHealth
	addr    string
	admin   string
	log     *testkit.Log
	cancel  context.CancelFunc
	done    chan error
}

// start runs a server with the fake website on free ports, and ends it with the test.
func start(t testing.TB, change func(*Config, *fakeWebsite)) *running {
	t.Helper()
	r := &running{t: t, website: newFakeWebsite(), health: &fakeHealth{}, log: &testkit.Log{}, done: make(chan error, 1)}
	config := Config{Logger: r.log.Logger(), Inquiries: closedInquiries{}, Uploads: &fakeUploads{}}
	if change != nil {
		change(&config, r.website)
	}
	r.server = New(config, r.website, r.health)
	ln, admin := freePort(t), freePort(t)
	r.addr, r.admin = ln.Addr().String(), admin.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	operating, stopOperating := context.WithCancel(context.Background())
	operated := make(chan error, 1)
	go func() { operated <- r.server.ServeAdmin(operating, admin) }()
	go func() {
		err := r.server.Serve(ctx, ln)
		stopOperating()
		r.done <- errors.Join(err, <-operated)
	}()
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return r
}

func freePort(t testing.TB) net.Listener {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return ln
}

// stop ends the server and returns what Serve returned; more calls return nil.
func (r *running) stop() error {
	r.cancel()
	select {
	case err, open := <-r.done:
		if open {
			close(r.done)
		}
		return err
	case <-time.After(patience):
		return errors.New("the server does not end")
	}
}

// dial opens a connection that is closed with the test.
func (r *running) dial() *client {
	r.t.Helper()
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { c.Close() })
	return &client{t: r.t, Conn: c, in: bufio.NewReader(c)}
}

// client is a raw connection: what is written is what the server gets.
type client struct {
	net.Conn
	t  testing.TB
	in *bufio.Reader
}

func (w *client) send(raw string) {
	w.t.Helper()
	if _, err := io.WriteString(w.Conn, raw); err != nil {
		w.t.Fatalf("send: %v", err)
	}
}

// answer is a response that was read whole.
type answer struct {
	*http.Response
	body string
}

// read reads one response to a request of the method.
func (w *client) read(method string) answer {
	w.t.Helper()
	response, err := http.ReadResponse(w.in, &http.Request{Method: method})
	if err != nil {
		w.t.Fatalf("read answer: %v", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatalf("read body: %v", err)
	}
	return answer{response, string(body)}
}

// ended waits for the server to close the connection and returns what came before.
func (w *client) ended() string {
	w.t.Helper()
	rest, err := io.ReadAll(w.in)
	if err != nil && !strings.Contains(err.Error(), "reset by peer") {
		w.t.Fatalf("wait for the end of the connection: %v (got %q)", err, rest)
	}
	return string(rest)
}

// get asks for a path on a connection of its own.
func (r *running) get(path string, headers ...string) answer {
	r.t.Helper()
	w := r.dial()
	w.send("GET " + path + " HTTP/1.1\r\nHost: example.test\r\nConnection: close\r\n" + lines(headers) + "\r\n")
	return w.read("GET")
}

func lines(headers []string) string {
	var out strings.Builder
	for _, header := range headers {
		out.WriteString(header + "\r\n")
	}
	return out.String()
}
