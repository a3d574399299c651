package outbox

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestConfirmationsWaitForNoticesAndDigests(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		want := []string{}
		for range 3 {
			v := s.submission()
			if _, err := s.Save(t.Context(), v, []site.Message{confirmation(v)}); err != nil {
				t.Fatal(err)
			}
			want = append(want, "confirmation/"+v.ID)
			s.clock.Add(time.Second)
		}
		first, told := s.submission(), s.submission()
		s.keep(first)
		s.clock.Add(time.Second)
		s.keep(told)
		if err := s.write(t.Context(), markCollected(told.ID)); err != nil {
			t.Fatal(err)
		}
		c := &collection{site: "main", form: "contact"}
		if err := c.load(t.Context(), s.Store); err != nil {
			t.Fatal(err)
		}
		if err := s.queueDigest(t.Context(), c, site.Message{Kind: site.MailDigest}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for {
			l, err := s.claim(t.Context(), "test", time.Minute, mailQueues, keyMemory)
			if err != nil {
				t.Fatal(err)
			}
			if l == nil {
				break
			}
			name, _, _ := strings.Cut(l.sendKey, "/")
			if name == "digest" {
				l.sendKey = name
			}
			got = append(got, l.sendKey)
		}
		if want = append([]string{"contact/" + first.ID, "digest"}, want...); !slices.Equal(got, want) {
			t.Errorf("claimed %v, want %v", got, want)
		}
	})
}

// The queries for due mails are asked all the time, and beside very many mails that wait.
func TestDueMailsAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		db, _ := s.rawSQL(t)
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		explain := `EXPLAIN QUERY PLAN `
		if s.config.URL != "" {
			explain = `EXPLAIN `
			if _, err := conn.ExecContext(t.Context(), `SET enable_seqscan = off`); err != nil {
				t.Fatal(err)
			}
		}
		queues := append(mailQueues[:len(mailQueues):len(mailQueues)], webhookQueues...)
		for i, index := range []string{"outbox_due_mail ", "outbox_due_last ", "outbox_due_webhook "} {
			for _, bound := range []string{"", " AND due_at <= 5", " AND due_at > 5 AND due_at > 5 + wait"} {
				plan := planOf(t, s, conn, explain+`SELECT due_at FROM outbox WHERE `+queues[i]+bound+` ORDER BY due_at LIMIT 1`)
				if !strings.Contains(plan+" ", index) || strings.Contains(plan, "Sort") || strings.Contains(plan, "TEMP") {
					t.Errorf("queue %d: %s", i, plan)
				}
			}
		}
		for _, state := range []string{pending, `state = 'collected'`} {
			plan := planOf(t, s, conn, explain+`SELECT min(queued_at) FROM outbox WHERE `+unsent+` AND `+state)
			if !strings.Contains(plan, "outbox_unsent") && !strings.Contains(plan, "outbox_due") {
				t.Errorf("%s: %s", state, plan)
			}
		}
	})
}

func planOf(t *testing.T, s *stage, conn *sql.Conn, query string) string {
	t.Helper()
	var lines []string
	tx := &transaction{runner: conn, dialect: &sqliteDialect}
	err := tx.each(t.Context(), query, nil, func(rows *sql.Rows) error {
		var line, skipped string
		targets := []any{&line}
		if s.config.URL == "" {
			targets = []any{&skipped, &skipped, &skipped, &line}
		}
		err := rows.Scan(targets...)
		lines = append(lines, line)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

func TestTheSameSubmissionIsConfirmedOnceADay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		send := func(key, suspect string) *site.Submission {
			v := s.submission(func(v *site.Submission) { v.Digest, v.Key, v.Suspect = [32]byte{1}, key, suspect })
			s.keep(v, confirmation(v))
			return v
		}
		suspect := send("a", "links") // nobody is told of it
		s.expect(send("b", ""), StateWaiting, StateWaiting)
		s.expect(send("c", ""), StateWaiting, StateSkipped)
		s.clock.Add(confirmEvery)
		s.expect(send("d", ""), StateWaiting, StateWaiting)
		s.clock.Add(-10 * 365 * 24 * time.Hour) // it was ten years ahead
		s.expect(send("e", ""), StateWaiting, StateWaiting)
		if _, err := s.Release(t.Context(), []string{suspect.ID}); err != nil {
			t.Fatal(err)
		}
		s.expect(suspect, StateWaiting, StateWaiting) // somebody vouches for it
	})
}

// Who looks for an earlier confirmation would read all of them, while nobody else can write.
func TestManySuspectsThatSayTheSameDoNotSlowTheStore(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	save := func(n int) (fastest time.Duration) {
		fastest = time.Hour
		for range n {
			v := s.submission(func(v *site.Submission) { v.Digest, v.Suspect = [32]byte{1}, "repeated" })
			v.Key = fmt.Sprint("k", v.ID)
			began := time.Now()
			s.keep(v, confirmation(v))
			fastest = min(fastest, time.Since(began))
		}
		return fastest
	}
	first := save(100)
	save(1500)
	if last := save(100); last > 5*first {
		t.Errorf("the first take %s each, those after 1,500 others %s", first, last)
	}
}

func TestAnAddressIsKnownByItsDomainInASCII(t *testing.T) {
	t.Parallel()
	long := "ada@" + strings.Repeat("\u4e00\u4e01.", 9_000) + "example"
	for address, want := range map[string]string{
		" Ada+1@Example.COM ":     "Ada+1@example.com",
		"Ada@M\u00dcNCHEN.test.":  "Ada@xn--mnchen-3ya.test",
		"ada@xn--mnchen-3ya.test": "ada@xn--mnchen-3ya.test",
		"M\u00fcller":             "m\u00fcller",
		long:                      long,
	} {
		if got := exact(address); got != want {
			t.Errorf("%.40q is known as %.40q, want %.40q", address, got, want)
		}
	}
}
