package outbox

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

func TestMain(m *testing.M) {
	if role := os.Getenv("OUTBOX_TEST_ROLE"); role != "" {
		os.Exit(playRole(role))
	}
	// Most of the time the tests wait, for disks above all.
	if err := flag.CommandLine.Parse(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	remove, err := testkit.UseMemory()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if err := errors.Join(postgrestest.RemoveShared(), remove()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
		os.Exit(code)
	}))
}

// diskTemp is a temporary folder on a disk.
var diskTemp = os.TempDir()

func postgresURL(t testing.TB) string {
	t.Helper()
	return postgrestest.Shared(t).Database(t)
}

// pooled returns the URL of a database behind a pooler that has each transaction on
// another connection: what works there works without one, too.
func pooled(t testing.TB, database string) string {
	t.Helper()
	return postgrestest.Shared(t).Pooler(t).URL(database)
}

// start is when the clocks of all tests begin.
var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// waitLimit is how long a caller waits for the store. It is far beyond what a busy machine needs.
const waitLimit = 10 * time.Minute

// stage is a store on one of the databases, with a clock of its own.
type stage struct {
	*Store
	// Where the test itself is the supervisor.
	supervisor *supervisor
	t          testing.TB
	clock      *testkit.Clock
	config     Config
	// The URL past the pooler; empty where there is none.
	direct string
	// Numbers the submissions.
	n atomic.Int64
}

// onBoth runs a test on both databases, each empty.
func onBoth(t *testing.T, test func(t *testing.T, s *stage)) {
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config, direct := Config{Dir: t.TempDir()}, ""
			if name == "PostgreSQL" {
				direct = postgresURL(t)
				config = Config{URL: pooled(t, direct)}
			}
			s := newStage(t, config)
			s.direct = direct
			test(t, s)
		})
	}
}

func onSQLite(t testing.TB) *stage { return newStage(t, Config{Dir: t.TempDir()}) }

func newStage(t testing.TB, config Config) *stage {
	t.Helper()
	c := testkit.NewClock(start)
	config.Now = c.Now
	if config.patience == 0 {
		config.patience = waitLimit // A busy machine is no failure.
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	s := &stage{t: t, clock: c, config: config}
	s.Store = s.open()
	return s
}

// open opens the database once more, as another node does.
func (s *stage) open() *Store {
	s.t.Helper()
	store, err := Open(s.config)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := store.Close(); err != nil {
			s.t.Error(err)
		}
	})
	awaitReady(s.t, store)
	return store
}

func awaitReady(t testing.TB, store *Store) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Log("the store is closed:", store.Status().Err)
		}
	}()
	testkit.Eventually(t, "the store opens", func() bool { return store.Status().Ready })
}

// submission returns a new one; change may alter it.
func (s *stage) submission(change ...func(*site.Submission)) *site.Submission {
	n := s.n.Add(1)
	v := &site.Submission{
		ID: fmt.Sprintf("01900000-0000-7000-8000-%012d", n), Reference: fmt.Sprintf("REF-%04d", n),
		SiteID: "main", FormID: "contact", Kind: "contact",
		Values:     []site.Entry{{Name: "name", Value: "Ada"}, {Name: "email", Value: fmt.Sprintf("ada%d@example.com", n)}},
		ReceivedAt: s.clock.Now(), EraseAfter: s.clock.Now().AddDate(0, 0, 180),
	}
	v.Digest[0], v.Digest[1], v.Digest[2] = byte(n), byte(n>>8), 7
	for _, f := range change {
		f(v)
	}
	return v
}

func notice(v *site.Submission) site.Message {
	return site.Message{
		Kind: site.MailNotice, From: "site@example.com", To: []string{"team@example.com"},
		Subject: "From " + v.Value("name"), Text: "Message of " + v.Value("name"), HTML: "<p>" + v.Value("name") + "</p>",
		Attachments: []site.Attachment{{Name: "a.ics", ContentType: "text/calendar", Content: []byte{0, 1, 0xff}}},
	}
}

func confirmation(v *site.Submission) site.Message {
	return site.Message{Kind: site.MailConfirmation, From: "site@example.com", To: []string{v.Value("email")}, Subject: "Thank you", Text: "It arrived", HTML: "<p>It arrived</p>"}
}

// keep keeps a submission with its notice.
func (s *stage) keep(v *site.Submission, more ...site.Message) site.Saved {
	s.t.Helper()
	kept, err := s.Save(s.t.Context(), v, append([]site.Message{notice(v)}, more...))
	if err != nil {
		s.t.Fatal(err)
	}
	return kept
}

func (s *stage) find(id string) Record {
	s.t.Helper()
	r, err := s.Find(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *stage) counts() Counts {
	s.t.Helper()
	c, err := s.Counts(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// states returns the states of a submission's deliveries, in order.
func (s *stage) states(id string) []string {
	s.t.Helper()
	states := []string{}
	for _, d := range s.find(id).Deliveries {
		states = append(states, d.State)
	}
	return states
}

// saveMany keeps new submissions, many at the same time, and returns their ids.
func (s *stage) saveMany(n int, change ...func(*site.Submission)) []string {
	s.t.Helper()
	ids := make([]string, n)
	var group sync.WaitGroup
	for lane := range 16 {
		group.Go(func() {
			for i := lane; i < n; i += 16 {
				v := s.submission(change...)
				ids[i] = v.ID
				if _, err := s.Save(s.t.Context(), v, []site.Message{notice(v)}); err != nil {
					s.t.Error(err)
				}
			}
		})
	}
	group.Wait()
	return ids
}
