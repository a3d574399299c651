//go:build !race

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/submissions"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

// References of what seed stores, by what becomes of their mails.
const (
	sentReference    = "AAAA-222W"
	waitingReference = "BBBB-222C"
	parkedReference  = "CCCC-222V"
	deadReference    = "DDDD-222B"
	suspectReference = "EEEE-222T"
)

// mailbag is a database with the program beside it.
type mailbag struct {
	t        *testing.T
	dir, url string
}

// onBothDatabases are the tests that each kind of database must pass.
var onBothDatabases = []struct {
	name string
	test func(*testing.T, mailbag)
}{
	{"ListChoosesByEachFilter", listChoosesByEachFilter},
	{"ListAsJSONSaysEverything", listAsJSONSaysEverything},
	{"ShowFindsByIDAndByReference", showFindsByIDAndByReference},
	{"ExportWritesAPrivateFileAndReplacesNone", exportWritesAPrivateFileAndReplacesNone},
	{"ARunningServerSendsWhatIsRetried", aRunningServerSendsWhatIsRetried},
	{"ReleasedSuspectsAreSent", releasedSuspectsAreSent},
	{"DeleteErasesWhatIsNamed", deleteErasesWhatIsNamed},
}

func TestSubmissionsOnSQLite(t *testing.T) {
	t.Parallel()
	for _, c := range onBothDatabases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, mailbag{t: t, dir: filepath.Join(t.TempDir(), "var")})
		})
	}
}

func TestSubmissionsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	server := postgrestest.Shared(t)
	for _, c := range onBothDatabases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "var")
			c.test(t, mailbag{t: t, dir: dir, url: server.Database(t)})
			if _, err := os.Stat(dir); !os.IsNotExist(err) {
				t.Errorf("a folder for SQLite was made: %v", err)
			}
		})
	}
}

// run runs a command of submissions.
func (in mailbag) run(arguments ...string) (code int, stdout, stderr string) {
	in.t.Helper()
	arguments = append([]string{"submissions"}, arguments...)
	return run(in.t, map[string]string{"DATABASE_URL": in.url, "MARQUEE_DATA": in.dir}, arguments...)
}

// says runs a command that must succeed.
func (in mailbag) says(arguments ...string) string {
	in.t.Helper()
	code, stdout, stderr := in.run(arguments...)
	if code != exitOK {
		in.t.Fatalf("%q: exit code %d\n%s%s", arguments, code, stdout, stderr)
	}
	return stdout
}

// references are those that list prints.
func (in mailbag) references(filters ...string) []string {
	in.t.Helper()
	var all []string
	for line := range strings.Lines(in.says(append([]string{"list"}, filters...)...)) {
		reference, _, _ := strings.Cut(line, "\t")
		all = append(all, reference)
	}
	return all
}

// find reads a submission as show prints it.
func (in mailbag) find(reference string) submissions.View {
	in.t.Helper()
	var record submissions.View
	if err := json.Unmarshal([]byte(in.says("show", reference, "--json")), &record); err != nil {
		in.t.Fatal(err)
	}
	return record
}

// store opens the database as a server does.
func (in mailbag) store() *outbox.Store {
	in.t.Helper()
	store, err := outbox.Open(outbox.Config{Dir: in.dir, URL: in.url, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		in.t.Fatal(err)
	}
	in.t.Cleanup(func() {
		if err := store.Close(); err != nil {
			in.t.Error(err)
		}
	})
	testkit.Eventually(in.t, "the store is open", func() bool { return store.Status().Ready })
	return store
}

// keep stores a submission with a mail to the team.
func (in mailbag) keep(store *outbox.Store, s site.Submission) {
	in.t.Helper()
	s.ID = uuid.Must(uuid.NewV7()).String()
	s.SiteID, s.Kind = cmp.Or(s.SiteID, "business"), cmp.Or(s.Kind, "contact")
	s.FormID = cmp.Or(s.FormID, "contact")
	if s.ReceivedAt.IsZero() {
		s.ReceivedAt = time.Now().UTC().Truncate(time.Millisecond)
	}
	s.EraseAfter = s.ReceivedAt.AddDate(0, 0, 180)
	s.Digest = sha256.Sum256([]byte(s.ID))
	mail := site.Message{Kind: site.MailNotice, From: "site@example.com", To: []string{"team@example.com"}, Subject: s.Reference, Text: "text"}
	if kept, err := store.Save(in.t.Context(), &s, []site.Message{mail}); err != nil || !kept.Fresh {
		in.t.Fatal(kept, err)
	}
}

// provider is a sender that refuses by the subject of a mail.
type provider struct {
	mu     sync.Mutex
	fates  map[string]site.DeliveryFate
	refuse bool
	sent   map[string]int
}

func newProvider() *provider {
	return &provider{refuse: true, sent: map[string]int{}, fates: map[string]site.DeliveryFate{
		waitingReference: site.FateRetry, parkedReference: site.FatePark, deadReference: site.FateDead,
	}}
}

// Reserve implements outbox.Sender.
func (*provider) Reserve(context.Context) error { return nil }

// Send implements outbox.Sender.
func (p *provider) Send(_ context.Context, _ string, m site.Message) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if fate, bad := p.fates[m.Subject]; bad && p.refuse {
		return "", &site.DeliveryError{Fate: fate, Status: 400, Reason: "not this one", After: time.Hour}
	}
	p.sent[m.Subject]++
	return "provider-" + m.Subject, nil
}

func (p *provider) repair() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = false
}

func (p *provider) count(reference string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[reference]
}

// work sends until the returned function is called.
func (in mailbag) work(store *outbox.Store, p *provider) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	worker := outbox.NewWorker(outbox.WorkerConfig{Store: store, Sender: p, Logger: slog.New(slog.DiscardHandler)})
	go func() { ended <- worker.Run(ctx) }()
	return sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			in.t.Error(err)
		}
	})
}

const naughty = "Hello\r\n\x1b[2J\u202eevil\n=1+1"

// seed stores one submission of each state, the newest last.
func (in mailbag) seed() (*outbox.Store, *provider) {
	in.t.Helper()
	store, p := in.store(), newProvider()
	ago := func(d time.Duration) time.Time { return time.Now().UTC().Truncate(time.Millisecond).Add(-d) }
	values := func(email, message string) []site.Entry {
		return []site.Entry{{Name: "name", Value: "=Anna"}, {Name: "email", Value: email}, {Name: "message", Value: message}}
	}
	in.keep(store, site.Submission{Reference: sentReference, SiteID: "main", ReceivedAt: ago(30 * 24 * time.Hour), Values: values("anna@example.com", naughty)})
	in.keep(store, site.Submission{Reference: waitingReference, FormID: "booking", ReceivedAt: ago(10 * 24 * time.Hour), Values: values("ANNA@example.com", "again")})
	in.keep(store, site.Submission{Reference: parkedReference, ReceivedAt: ago(5 * time.Hour), Values: values("ben@example.com", "hi")})
	in.keep(store, site.Submission{Reference: deadReference, ReceivedAt: ago(2 * time.Hour), Values: values("cleo@example.com", "hi")})
	in.keep(store, site.Submission{Reference: suspectReference, Suspect: "honeypot", ReceivedAt: ago(time.Minute), Values: values("bot@example.com", "buy")})
	stop := in.work(store, p)
	testkit.Eventually(in.t, "every mail was tried", func() bool {
		records, err := store.List(in.t.Context(), outbox.Filter{})
		if err != nil {
			in.t.Fatal(err)
		}
		tried := 0
		for _, record := range records {
			if d := record.Deliveries[0]; d.LastError != "" || d.State == outbox.StateSent || d.State == outbox.StateHeld {
				tried++
			}
		}
		return tried == 5
	})
	stop()
	return store, p
}
