package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/postgres"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

func open(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: url, Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// value asks for one value inside a transaction.
func value(t *testing.T, db *postgres.DB, query string) (found string) {
	t.Helper()
	if err := db.Write(t.Context(), func(ctx context.Context, tx postgres.Tx) error {
		return tx.QueryRowContext(ctx, query).Scan(&found)
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

func exec(t *testing.T, db *postgres.DB, query string) {
	t.Helper()
	if err := db.Write(t.Context(), func(ctx context.Context, tx postgres.Tx) error {
		_, err := tx.ExecContext(ctx, query)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestTransactions(t *testing.T) {
	server := postgrestest.Must(t)
	for name, way := range map[string]func(*testing.T, string) string{
		"Direct":    func(_ *testing.T, url string) string { return url },
		"Pooler":    func(t *testing.T, url string) string { return server.Pooler(t).URL(url) },
		"PgBouncer": func(t *testing.T, url string) string { return server.PgBouncer(t, url) },
	} {
		t.Run(name, func(t *testing.T) {
			direct := server.Database(t)
			url := way(t, direct)
			exec(t, open(t, direct), `CREATE SCHEMA "it's"; ALTER ROLE marquee SET synchronous_commit = off`)
			db := open(t, url+"&search_path=%22it%27s%22,public&lock_timeout=1234")
			if err := db.Verify(t.Context()); err != nil {
				t.Fatal(err)
			}
			for query, want := range map[string]string{
				"SHOW synchronous_commit": "on", "SHOW search_path": `"it's",public`, "SHOW lock_timeout": "1234ms", "SHOW statement_timeout": "1min",
			} {
				if got := value(t, db, query); got != want {
					t.Errorf("%s is %s, want %s", query, got, want)
				}
			}
			facts, err := db.Facts(t.Context())
			if err != nil || facts.Pooled != (url != direct) || !facts.Fsync || facts.Standby {
				t.Errorf("%+v, %v", facts, err)
			}
			commits(t, db)
			survivesACut(t, db, open(t, direct))
		})
	}
}

// commits checks what is kept of transactions that end in different ways.
func commits(t *testing.T, db *postgres.DB) {
	t.Helper()
	exec(t, db, `CREATE TABLE kept (n BIGINT PRIMARY KEY, data BYTEA, text TEXT)`)
	stop := errors.New("stop")
	for name, c := range map[string]struct {
		n    int
		work func(ctx context.Context, tx postgres.Tx) error
		want func(error) bool
	}{
		"good":     {1, func(context.Context, postgres.Tx) error { return nil }, func(err error) bool { return err == nil }},
		"stopped":  {2, func(context.Context, postgres.Tx) error { return stop }, func(err error) bool { return errors.Is(err, stop) }},
		"swallows": {3, func(ctx context.Context, tx postgres.Tx) error { _, _ = tx.ExecContext(ctx, `SELECT 1/0`); return nil }, func(err error) bool { return err != nil }},
	} {
		err := db.Write(t.Context(), func(ctx context.Context, tx postgres.Tx) error {
			if _, err := tx.ExecContext(ctx, `INSERT INTO kept VALUES ($1, $2, $3)`, int64(c.n), []byte{0, 1, 0xff}, `a\'b`); err != nil {
				return err
			}
			return c.work(ctx, tx)
		})
		if !c.want(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := value(t, db, `SELECT string_agg(n || encode(data, 'hex') || text, ' ') FROM kept`); got != `10001ffa\'b` {
		t.Errorf("kept is %s", got)
	}
	if err := db.Read(t.Context(), func(ctx context.Context, tx postgres.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM kept`)
		return err
	}); err == nil {
		t.Error("a reading transaction writes")
	}
}

// survivesACut has its connection cut in the middle of a transaction.
func survivesACut(t *testing.T, db, other *postgres.DB) {
	t.Helper()
	tries := 0
	if err := db.Write(t.Context(), func(ctx context.Context, tx postgres.Tx) error {
		tries++
		if tries == 1 {
			exec(t, other, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE state = 'idle in transaction' AND pid <> pg_backend_pid()`)
		}
		_, err := tx.ExecContext(ctx, `SELECT 1`)
		return err
	}); err != nil || tries != 2 {
		t.Errorf("%d tries, %v", tries, err)
	}
}

func TestDurabilityThatCannotBeHadIsRefusedByName(t *testing.T) {
	server := postgrestest.Must(t, "fsync=off")
	url := server.Database(t)
	err := open(t, url).Verify(t.Context())
	if !errors.Is(err, postgres.ErrNotDurable) || !strings.Contains(err.Error(), "fsync = on") {
		t.Errorf("without fsync: %v", err)
	}
	if err := open(t, url+"&storage=durable").Verify(t.Context()); err != nil {
		t.Errorf("the storage keeps a log of its own: %v", err)
	}
}

func TestASettingThatTheServerDoesNotTakeIsNamed(t *testing.T) {
	url := postgrestest.Must(t).Database(t) + "&statement_timeout=soon"
	if err := open(t, url).Verify(t.Context()); err == nil || !strings.Contains(err.Error(), "statement_timeout") {
		t.Errorf("got %v", err)
	}
}
