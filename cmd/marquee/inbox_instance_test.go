package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/inbox/submissions"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/web"
)

// instance is the whole program with the folder or database of its submissions,
// which outlives it: another instance may be opened on the same.
type instance struct {
	*website
	data string
	env  map[string]string
	// Ends the program and waits for it; the end of the test does the same.
	stop func()
}

// opening says what an instance is started with. What is left out is made for it.
type opening struct {
	content, data string
	env           map[string]string
	arguments     []string
	spans         spans
}

func open(t testing.TB, o opening) *instance {
	t.Helper()
	if o.content == "" {
		o.content = fixture
	}
	if o.data == "" {
		o.data = newData(t)
	}
	h := &instance{data: o.data, env: o.env, website: &website{t: t, content: o.content, log: &testkit.Log{}, client: visitorsClient(nil)}}
	ctx, cancel := context.WithCancel(context.Background())
	listening := make(chan [2]string, 1)
	ended := make(chan int, 1)
	program := Program{
		Stdout: io.Discard, Stderr: h.log, Environment: o.env, Spans: o.spans,
		Listening: func(public, admin string) { listening <- [2]string{public, admin} },
	}
	go func() {
		ended <- program.Run(ctx, append([]string{
			"serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", o.content, "--data", o.data,
		}, o.arguments...))
	}()
	select {
	case addresses := <-listening:
		h.url, h.admin = "http://"+addresses[0], "http://"+addresses[1]
	case code := <-ended:
		cancel()
		t.Fatalf("the program ended with %d:\n%s", code, h.log)
	}
	h.stop = sync.OnceFunc(func() {
		h.client.CloseIdleConnections()
		cancel()
		if code := <-ended; code != exitOK {
			t.Errorf("the program ended with %d:\n%s", code, h.log)
		}
	})
	t.Cleanup(h.stop)
	return h
}

// openReady is open, and returns when forms are taken.
func openReady(t testing.TB, o opening) *instance {
	t.Helper()
	h := open(t, o)
	h.untilOperators("/metrics", "forms are not taken", formsOpen)
	return h
}

func formsOpen(metrics string) bool { return strings.Contains(metrics, "\nmarquee_outbox_ready 1\n") }

// visitorsClient follows no redirect. The transport may be nil.
func visitorsClient(transport *http.Transport) *http.Client {
	if transport == nil {
		transport = &http.Transport{MaxIdleConnsPerHost: 64}
	}
	return &http.Client{
		Transport: transport, Timeout: 2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// standIn is a mail provider that fails as the script says; nil for never.
func standIn(t testing.TB, script func(n int, key string) resendtest.Fault) *resendtest.Server {
	t.Helper()
	server, err := resendtest.New(resendtest.Config{Script: script})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// mailingTo is the environment of an instance that mails through a stand-in, as
// fast as it takes mail. Further settings are NAME=value.
func mailingTo(server *resendtest.Server, more ...string) map[string]string {
	env := map[string]string{"RESEND_API_KEY": server.Key(), "RESEND_BASE_URL": server.BaseURL(), "MARQUEE_RATE_LIMIT": "off"}
	for _, setting := range more {
		name, value, _ := strings.Cut(setting, "=")
		env[name] = value
	}
	return env
}

// says runs a command of submissions beside the server; it must succeed.
func (h *instance) says(arguments ...string) string {
	h.t.Helper()
	env := maps.Clone(h.env)
	if env == nil {
		env = map[string]string{}
	}
	env["MARQUEE_DATA"] = h.data
	var out, problems testkit.Log
	program := Program{Stdout: &out, Stderr: &problems, Environment: env}
	if code := program.Run(h.t.Context(), append([]string{"submissions"}, arguments...)); code != exitOK {
		h.t.Fatalf("%q: exit code %d\n%s%s", arguments, code, &out, &problems)
	}
	return out.String()
}

// find reads a submission by its id or reference.
func (h *instance) find(name string) submissions.View {
	h.t.Helper()
	var found submissions.View
	if err := json.Unmarshal([]byte(h.says("show", name, "--json")), &found); err != nil {
		h.t.Fatal(err)
	}
	return found
}

// list reads all submissions that fit, newest first.
func (h *instance) list(filters ...string) []submissions.View {
	h.t.Helper()
	var all []submissions.View
	if err := json.Unmarshal([]byte(h.says(append([]string{"list", "--json"}, filters...)...)), &all); err != nil {
		h.t.Fatal(err)
	}
	return all
}

// mailed returns the mail of a key when it has been delivered, which must be once.
func (h *instance) mailed(server *resendtest.Server, key string) resendtest.Mail {
	h.t.Helper()
	var mail resendtest.Mail
	h.eventually(key+" is not mailed", func() (found bool) {
		mail, found = server.Mail(key)
		return found
	})
	if mail.Delivered != 1 {
		h.t.Errorf("%s is mailed %d times", key, mail.Delivered)
	}
	return mail
}

// settled returns when no mail waits any more.
func (h *instance) settled() {
	h.t.Helper()
	h.untilOperators("/metrics", "mail still waits", func(metrics string) bool {
		return strings.Contains(metrics, "\nmarquee_outbox_deliveries{state=\"waiting\"} 0\n")
	})
}

// fixtureContent is the fixture as the program understands it, loaded once.
func fixtureContent(t testing.TB) *site.Revision {
	t.Helper()
	fixtureOnce.Do(func() { fixtureRevision = loaded(t, fixture) })
	if fixtureRevision == nil {
		t.Fatal("the fixture cannot be loaded")
	}
	return fixtureRevision
}

var (
	fixtureOnce     sync.Once
	fixtureRevision *site.Revision
)

// loaded is a content folder as the program understands it.
func loaded(t testing.TB, dir string) *site.Revision {
	t.Helper()
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	revision, problems, err := newLoader(contentConfig{Dir: dir, Options: outline.Options{Attach: library.Attach}}, library).Load(t.Context(), tree.Folder(dir), time.Now())
	if err != nil || revision == nil {
		t.Fatal(err, problems)
	}
	for _, problem := range problems {
		if problem.Severity == yamldoc.Error {
			t.Fatal(problem)
		}
	}
	return revision
}

// as is the same instance in a test below.
func (h *instance) as(t *testing.T) *instance {
	below, view := *h, *h.website
	view.t, below.website = t, &view
	return &below
}
