package outbox

import (
	"bytes"
	"context"
	"errors"
	"html"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// markCollected makes the mails of a submission wait for a digest.
func markCollected(id string) work {
	return func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `UPDATE outbox SET state = 'collected' WHERE submission_id = $1`, id)
		return err
	}
}

// Ten KB that grow in JSON and in HTML make neither the database nor the mails large.
func TestWhatIsStoredIsNotBloated(t *testing.T) {
	t.Parallel()
	const n = 60
	body := strings.Repeat("<", 10_000)
	render := func(v *site.Submission) site.Message {
		m := notice(v)
		m.Text, m.HTML = v.Value("text"), "<p>"+html.EscapeString(v.Value("text"))+"</p>"
		return m
	}
	onBoth(t, func(t *testing.T, s *stage) {
		before := s.stored(t)
		var last *site.Submission
		for range n {
			last = s.submission(func(v *site.Submission) { v.Values = append(v.Values, site.Entry{Name: "text", Value: body}) })
			if _, err := s.Save(t.Context(), last, []site.Message{render(last)}); err != nil {
				t.Fatal(err)
			}
		}
		each := (s.stored(t) - before) / n
		t.Logf("%d bytes for each", each)
		if each > 15_000 {
			t.Errorf("%d bytes for one submission of %d", each, len(body))
		}
		var l *lease
		for range n {
			var err error
			if l, err = s.claim(t.Context(), "test", time.Minute, mailQueues, keyMemory); err != nil || l == nil {
				t.Fatal(l, err)
			}
			if l.submissionID == last.ID {
				break
			}
		}
		if _, m, err := l.mail(); err != nil || !reflect.DeepEqual(m, render(last)) {
			t.Errorf("the mail is not what it was: %v", err)
		}
	})
}

// stored returns how many bytes the tables have.
func (s *stage) stored(t *testing.T) (bytes int64) {
	t.Helper()
	db, _ := s.rawSQL(t)
	query := `SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)`
	if s.config.URL != "" {
		query = `SELECT pg_total_relation_size('submission') + pg_total_relation_size('outbox')`
	}
	if err := db.QueryRow(query).Scan(&bytes); err != nil {
		t.Fatal(err)
	}
	return bytes
}

func TestAMailThatIsDamagedIsNotSent(t *testing.T) {
	t.Parallel()
	packed, err := compress(site.Message{Kind: site.MailNotice, Text: strings.Repeat("text ", 100)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodeMail(packed); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"sum": append(bytes.Clone(packed[:len(packed)-5]), 1, 2, 3, 4, 5), "cut": packed[:len(packed)/2], "nothing": {},
	} {
		if _, err := decodeMail(bad); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// fill keeps large submissions until one is refused, and returns the ids of the others.
func (s *stage) fill(t *testing.T) (ids []string, refused error) {
	t.Helper()
	for range 1000 {
		v := s.submission(bulky)
		if _, err := s.Save(t.Context(), v, []site.Message{notice(v)}); err != nil {
			return ids, err
		}
		ids = append(ids, v.ID)
	}
	t.Fatal("nothing is refused")
	return nil, nil
}

func TestAtItsLimitOfSizeTheBoxIsClosedUntilSomethingIsErased(t *testing.T) {
	t.Parallel()
	const limit = 6 << 20
	log := &testkit.Log{}
	s := newStage(t, Config{Dir: t.TempDir(), Quota: limit, Logger: slog.New(slog.NewTextHandler(log, nil))})
	path := filepath.Join(s.config.Dir, FileName)
	ids, refused := s.fill(t)
	if !errors.Is(refused, errQuota) || !saysPathAndAdvice(refused, path, "raise the limit") {
		t.Errorf("refused: %v", refused)
	}
	var sure interface{ NotStored() bool }
	if !errors.As(refused, &sure) || !sure.NotStored() {
		t.Error("files that came with it would fill the disk further")
	}
	// The file grows by what is in the log when that is written back.
	const log4MB = 4 << 20
	if size := fileSize(path) + fileSize(path+"-wal"); size > limit+log4MB {
		t.Errorf("%d bytes", size)
	}
	// Emptying the log makes room, but not for ever.
	for {
		if err := s.removeTraces(t.Context()); err != nil {
			t.Fatal(err)
		}
		if room, err := s.measure(t.Context(), s.database()); err != nil || room.check(reopenAbove) != nil {
			break
		}
		awaitReady(t, s.Store)
		more, _ := s.fill(t)
		ids = append(ids, more...)
	}
	if status := s.Status(); status.Ready || !errors.Is(status.Err, errQuota) {
		t.Errorf("status %+v", status)
	}
	// What is kept goes on being mailed, and people see it.
	s.finishWith(t, ids[0], func(l *lease) error { return s.sent(t.Context(), l, "p") })
	if c := s.counts(); c.Sent != 1 || c.Submissions != len(ids) {
		t.Errorf("%+v", c)
	}
	if s.Status().Ready {
		t.Error("a mail that was sent opens the full store")
	}
	if n, err := s.Delete(t.Context(), ids[:len(ids)/2]); n != len(ids)/2 || err != nil {
		t.Fatal(n, err)
	}
	awaitReady(t, s.Store)
	s.keep(s.submission())
	if lines := log.Lines(); lines > 20 {
		t.Errorf("%d lines in the log", lines)
	}
}

func (s *stage) database() driver {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db
}

func TestWithoutALimitTheBoxGrows(t *testing.T) {
	t.Parallel()
	if got := (Config{Dir: "x"}).quota(); got != DefaultQuota {
		t.Errorf("left out: %d", got)
	}
	for _, config := range []Config{{Dir: "x", Quota: -1}, {URL: "postgres://a/b"}, {URL: "postgres://a/b", Quota: -1}} {
		if got := config.quota(); got != 0 {
			t.Errorf("%+v: %d", config, got)
		}
	}
}

func TestADatabaseOnAServerHasALimitToo(t *testing.T) {
	t.Parallel()
	config := Config{URL: postgresURL(t)}
	s := newStage(t, config)
	db, _ := s.rawSQL(t)
	var size int64
	if err := db.QueryRow(`SELECT pg_database_size(current_database())`).Scan(&size); err != nil {
		t.Fatal(err)
	}
	config.Quota = size + 4<<20
	s = newStage(t, config)
	s.keep(s.submission())
	if _, err := db.Exec(`CREATE TABLE ballast AS SELECT md5(n::text) AS filler FROM generate_series(1, 120000) AS n`); err != nil {
		t.Fatal(err)
	}
	notify(s.failed) // The supervisor looks.
	testkit.Eventually(t, "the store closes", func() bool { return errors.Is(s.Status().Err, errQuota) })
	v := s.submission()
	if _, err := s.Save(t.Context(), v, nil); !errors.Is(err, errQuota) || !strings.Contains(err.Error(), "vacuum") {
		t.Errorf("got %v", err)
	}
	s.find("REF-0001")
	if _, err := db.Exec(`DROP TABLE ballast`); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, s.Store)
	s.keep(v)
}

// roomy is the size in megabytes of a disk whose reserve is more than the log, which is written into the file at once.
const roomy = 112

func TestADiskThatIsNearlyFullClosesTheBoxBeforeItIs(t *testing.T) {
	t.Parallel()
	d := newDisk(t, roomy)
	s := newStage(t, Config{Dir: d.data()})
	s.keep(s.submission())
	ballast := filepath.Join(d.dir, "ballast")
	free, total, err := osfile.Volume(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ballast, make([]byte, free-total/reservePart-1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	_, refused := s.fill(t)
	if !errors.Is(refused, errReserve) || !saysPathAndAdvice(refused, d.data(), "make room") {
		t.Errorf("refused: %v", refused)
	}
	if free, _, err = osfile.Volume(d.dir); err != nil || free < total/reservePart/2 {
		t.Errorf("%d of %d bytes are left, %v", free, total, err)
	}
	if status := s.Status(); status.Ready || !errors.Is(status.Err, errReserve) {
		t.Errorf("status %+v", status)
	}
	if c := s.counts(); c.Submissions == 0 {
		t.Error("what is kept cannot be seen")
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, s.Store)
	s.keep(s.submission())
}

func TestOnAVolumeWithoutRoomPagesThatWereErasedAreFilled(t *testing.T) {
	t.Parallel()
	d := newDisk(t, roomy)
	s := newStage(t, Config{Dir: d.data()})
	free, total, err := osfile.Volume(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "ballast"), make([]byte, free-total/reservePart-5<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	ids, _ := s.fill(t)
	if n, err := s.Delete(t.Context(), ids); n != len(ids) || err != nil {
		t.Fatal(n, err)
	}
	awaitReady(t, s.Store)
	s.keep(s.submission())
	if len(ids) == 0 {
		t.Error("nothing was kept at first")
	}
}
