package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/postgres"
)

const (
	// The longest that one operation of a server may take, less than the five seconds within which a visitor gets
	// an answer; and of a tool, which has time.
	patience     = 4500 * time.Millisecond
	toolPatience = time.Hour
	// How long a submission waits for the database to be opened first: a server takes visitors some milliseconds
	// before it has one.
	openingPatience = 2 * time.Second
)

// UnfinishedName is the name of the file in the data folder that stands there while a backup is put back.
const UnfinishedName = "restore.unfinished"

// DefaultQuota is how large a SQLite database may get, in bytes.
const DefaultQuota = 1 << 30

// Config says where the store is and how it behaves.
type Config struct {
	// The folder of the SQLite file, marquee.db. It is made when it is missing. Required without a URL.
	Dir string
	// A PostgreSQL database, as postgres://user@host/name; see postgres.Check. Left out: SQLite.
	URL string
	// The clock. Left out, it is that of this machine with SQLite, and that of the server with PostgreSQL, which is
	// the same for all nodes. Set it in tests.
	Now func() time.Time
	// Where changes of the state are logged. Left out: slog.Default().
	Logger *slog.Logger
	// The most bytes that the database may have, with SQLite its log included, before the store takes no more
	// submissions; give or take the log's 4 MB. It opens by itself when there is room again. Zero is DefaultQuota
	// with SQLite, and none with PostgreSQL; negative means none.
	Quota int64
	// How many bytes of files lie beside the database, which the limit of size covers as well; with SQLite. May be
	// left out.
	Beside func() int64
	// Called with the ids of submissions that were erased, a hundred at most in one call, so that copies elsewhere
	// can be removed. May be left out.
	Erased func(ids []string)

	// The longest that an operation takes; zero is patience. Shorter in tests.
	patience time.Duration
	// Lets the disk run full, to test that.
	noReserve bool
	// SQLite's synchronous mode; empty for FULL. The test of the power cut proves with NORMAL that it would notice
	// a loss.
	synchronous string
}

// Check reports what is wrong with the configuration, without touching a disk or a network. Its error never shows a
// password.
func (c Config) Check() error {
	if c.URL == "" {
		if c.Dir == "" {
			return errors.New("a data folder or a database URL is needed")
		}
		return nil
	}
	return postgres.Check(c.URL)
}

func (c Config) quota() int64 {
	if c.Quota == 0 && c.URL == "" {
		return DefaultQuota
	}
	return max(c.Quota, 0)
}

func (c Config) time() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

func (c Config) limit() time.Duration { return cmp.Or(c.patience, patience) }

// Store stores submissions durably. All methods may be called by many goroutines.
type Store struct {
	config Config
	logger *slog.Logger

	// Signal the worker of this process that something is due, each one of its lanes.
	wake [lanes]chan struct{}
	// Signals the supervisor that an operation failed. Nil where there is no supervisor.
	failed      chan struct{}
	stop        context.CancelFunc
	supervising sync.WaitGroup
	// Closed when the first attempt to open the database has ended.
	attempted chan struct{}

	mu sync.Mutex
	// Nil while the database is not open.
	db     driver
	status Status
	room   Room
	// One that the supervisor has yet to close, or nil.
	broken driver
}

// Status says whether the store takes submissions.
type Status struct {
	Ready bool
	// Why it does not: the path or server, the reason, and what to do. Nil when it is ready.
	Err error
}

// Open returns a store at once and opens the database behind it. While that fails the store is closed: its methods
// return errors that wrap the reason, it tries again, and opens without a restart. A missing SQLite file is made,
// but one that cannot be read is never touched. The error is one of the configuration.
func Open(config Config) (*Store, error) {
	s, err := newStore(config)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.failed = stop, make(chan struct{}, 1)
	s.supervising.Go(func() { (&supervisor{Store: s}).run(ctx) })
	return s, nil
}

// OpenNow opens an existing database before it returns, for a tool that runs and ends; it makes no SQLite file. Its
// error names path or server and says what to do.
func OpenNow(ctx context.Context, config Config) (*Store, error) {
	config.patience = cmp.Or(config.patience, toolPatience)
	s, err := newStore(config)
	if err != nil {
		return nil, err
	}
	if s.db, err = s.connect(ctx, false); err != nil {
		return nil, err
	}
	s.stop, s.status = func() {}, Status{Ready: true}
	close(s.attempted)
	return s, nil
}

func newStore(config Config) (*Store, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	s := &Store{
		config:    config,
		logger:    cmp.Or(config.Logger, slog.Default()),
		attempted: make(chan struct{}),
		status:    Status{Err: errOpening},
	}
	for i := range s.wake {
		s.wake[i] = make(chan struct{}, 1)
	}
	return s, nil
}

// connect opens the database and brings its tables to the last migration; create makes a missing SQLite file. Its
// errors say what to do.
func (s *Store) connect(ctx context.Context, create bool) (driver, error) {
	if err := s.config.whole(); err != nil {
		return nil, err
	}
	if s.config.URL != "" {
		return openPostgres(ctx, s.config)
	}
	return openSQLite(ctx, s.config, create)
}

// whole returns an error where a restore was interrupted: files of submissions may be missing.
func (c Config) whole() error {
	marker := filepath.Join(c.Dir, UnfinishedName)
	if _, err := os.Lstat(marker); c.Dir == "" || err != nil { // whoever may not look there cannot open it either
		return nil
	}
	return advise(c.Dir, errUnfinished, "stop the server and restore the backup again")
}

// Close waits for what is being stored and closes the database.
func (s *Store) Close() error {
	s.stop()
	s.supervising.Wait()
	s.mu.Lock()
	open := []driver{s.db, s.broken}
	s.db, s.broken, s.status = nil, nil, Status{Err: errClosed}
	s.mu.Unlock()
	var err error
	for _, db := range open {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
	}
	return err
}

// Status says whether the store takes submissions, and why not.
func (s *Store) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// Wake signals the worker of this process that something is due.
func (s *Store) Wake() {
	for _, signal := range s.wake {
		notify(signal)
	}
}

func notify(signal chan<- struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

func (s *Store) read(ctx context.Context, run work) error {
	return s.use(ctx, func(ctx context.Context, db driver) error { return db.read(ctx, run) })
}

// write runs work in a transaction; nil means that it is durable.
func (s *Store) write(ctx context.Context, run work) error {
	return s.use(ctx, func(ctx context.Context, db driver) error { return db.write(ctx, run) })
}

// update runs one statement, whose first parameter is the time.
func (s *Store) update(ctx context.Context, query string, args ...any) error {
	return s.write(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, query, append([]any{tx.now}, args...)...)
		return err
	})
}

type finding[T any] func(ctx context.Context, tx *transaction) (T, error)

// writeResult is write for work that finds something. Work may go on after its caller gave up waiting: so it must
// not touch a variable of its caller, and what it finds is handed over with its success.
func writeResult[T any](ctx context.Context, s *Store, run finding[T]) (found T, err error) {
	result := new(T)
	err = s.write(ctx, func(ctx context.Context, tx *transaction) (err error) {
		*result, err = run(ctx, tx)
		return err
	})
	if err == nil {
		found = *result
	}
	return found, err
}

// use hands the database to an operation, for a limited time, and notes when it failed.
func (s *Store) use(outer context.Context, operation func(context.Context, driver) error) error {
	s.mu.Lock()
	db, status := s.db, s.status
	s.mu.Unlock()
	if db == nil {
		return fmt.Errorf("the outbox is closed: %w", status.Err)
	}
	ctx, cancel := context.WithTimeout(outer, s.config.limit())
	defer cancel()
	err := operation(ctx, db)
	if err == nil || aboutSubmission(err) || outer.Err() != nil {
		return err
	}
	err = db.explain(err)
	s.fail(db, err)
	return err
}

// fail closes the store until the supervisor finds that the database works again.
func (s *Store) fail(db driver, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil || s.db != db {
		return
	}
	s.status = Status{Err: err}
	if mustReopen(err) {
		s.db, s.broken = nil, db
	}
	notify(s.failed)
}
