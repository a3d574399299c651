package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/evenlight/marquee/internal/site"
)

// rawSQL opens the stage's database without the store.
func (s *stage) rawSQL(t *testing.T) (*sql.DB, dialect) {
	t.Helper()
	driver, name, known := "pgx", cmp.Or(s.direct, s.config.URL), postgresDialect
	if s.config.URL == "" {
		driver, name, known = "sqlite", "file:"+filepath.Join(s.config.Dir, FileName)+"?_txlock=immediate&_pragma=busy_timeout(5000)", sqliteDialect
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, known
}

// migrateTo brings a database to the last migration of a dialect.
func migrateTo(t *testing.T, db *sql.DB, d dialect) {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() // Without effect after Commit.
	if err := errors.Join((&transaction{runner: tx, dialect: &d}).migrate(t.Context()), tx.Commit()); err != nil {
		t.Fatal(err)
	}
}

// A migration that only adds, as the next version would have it.
const nextMigration = `-- compatible: 1
ALTER TABLE submission ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN priority BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN opened_at BIGINT;
CREATE TABLE webhook (id TEXT PRIMARY KEY);
CREATE INDEX outbox_priority ON outbox (priority, due_at);`

func TestThisVersionWorksBesideTheNext(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		db, todo := s.rawSQL(t)
		f := newSender(nil)
		s.run(worker(s, f))
		ctx, cancel := context.WithCancel(t.Context())
		var work sync.WaitGroup
		kept := make(chan string, 10_000)
		for range 4 {
			work.Go(func() {
				for ctx.Err() == nil {
					v := s.submission()
					if _, err := s.Save(t.Context(), v, []site.Message{confirmation(v)}); err != nil {
						t.Error(err)
						return
					}
					kept <- v.ID
				}
			})
		}
		<-kept
		todo.migrations = append(todo.migrations[:len(todo.migrations):len(todo.migrations)], migration{len(todo.migrations) + 1, 1, nextMigration})
		migrateTo(t, db, todo)
		for range 5 {
			last := <-kept
			s.find(last)
			if n, err := s.Delete(t.Context(), []string{last}); n != 1 || err != nil {
				t.Fatal(n, err)
			}
		}
		cancel()
		work.Wait()
		f.next(t)
		// A node of this version may also start now.
		other := s.open()
		v := s.submission()
		if _, err := other.Save(t.Context(), v, []site.Message{notice(v)}); err != nil {
			t.Error(err)
		}
	})
}

func TestADatabaseThatNeedsANewerVersionIsRefusedWithAdvice(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		db, todo := s.rawSQL(t)
		todo.migrations = append(todo.migrations[:len(todo.migrations):len(todo.migrations)], migration{len(todo.migrations) + 1, len(todo.migrations) + 1, nextMigration})
		migrateTo(t, db, todo)
		_, err := OpenNow(t.Context(), s.config)
		if !errors.Is(err, errNewer) || !strings.Contains(err.Error(), "update it") {
			t.Errorf("got %v", err)
		}
	})
}

func TestNodesThatStartTogetherMigrateOnce(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]func(*testing.T) Config{
		"SQLite":     func(t *testing.T) Config { return Config{Dir: t.TempDir()} },
		"PostgreSQL": func(t *testing.T) Config { return Config{URL: postgresURL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shared := config(t)
			var stores [6]*Store
			for i := range stores {
				var err error
				if stores[i], err = Open(shared); err != nil {
					t.Fatal(err)
				}
				defer stores[i].Close()
			}
			for _, store := range stores {
				awaitReady(t, store)
			}
			s := &stage{Store: stores[0], t: t, config: shared}
			db, _ := s.rawSQL(t)
			version, _, err := (&transaction{runner: db}).schemaVersion(t.Context())
			if err != nil || version != len(sqliteDialect.migrations) {
				t.Errorf("version %d, %v", version, err)
			}
		})
	}
}

func TestBothDatabasesHaveTheSameMigrations(t *testing.T) {
	t.Parallel()
	if len(sqliteDialect.migrations) != len(postgresDialect.migrations) {
		t.Error("the databases have different migrations")
	}
	for i, m := range sqliteDialect.migrations {
		if p := postgresDialect.migrations[i]; m.version != p.version || m.compatible != p.compatible {
			t.Errorf("migration %d differs", m.version)
		}
	}
}
