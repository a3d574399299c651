package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const (
	// The longest that a transaction may take before whoever waits for it is told
	// that it failed; below five seconds, so that a visitor hears in time.
	patience = 4500 * time.Millisecond

	// Waits between attempts to open or to write again; the last keeps the time
	// from "the disk has room" to "forms are open" below a second.
	firstPause = 50 * time.Millisecond
	lastPause  = 500 * time.Millisecond
	// How often an idle database is looked at.
	checkEvery = 5 * time.Second

	// The least time between two lines of the log, and between two that say the same.
	logPause    = time.Second
	logReminder = time.Minute
)

// Store is the durable store. All methods may be called by many goroutines.
type Store struct {
	config Config
	logger *slog.Logger

	// Tells the worker of this process that something is due.
	wake chan struct{}
	// Tells the supervisor that an operation failed.
	trouble     chan struct{}
	stop        context.CancelFunc
	supervising sync.WaitGroup

	// Whether a supervisor finds out by itself when a failing database works again.
	supervised bool
	// Closed when the first attempt to open the database has ended.
	begun chan struct{}

	mu     sync.Mutex
	db     driver
	status Status
	// Why a database that works takes no submissions: a limit of size. Nil while there is room.
	full   error
	closed bool
	// Detached databases that the supervisor has yet to close.
	discarded []driver

	// Of the supervisor alone.
	attempted, opened bool
	logged            logLine
}

// Status tells whether the store takes submissions.
type Status struct {
	Ready bool
	// Why it does not: the path or server, the reason, and what to do. Nil when it is ready.
	Err error
}

// Open returns a store at once and opens the database behind it. While that fails
// the store is closed: its methods return errors that wrap the reason, it tries
// again, and opens without a restart. A missing SQLite file is made, but one that
// cannot be read is never touched. The error is one of the configuration.
func Open(config Config) (*Store, error) {
	b, err := newStore(config)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	b.stop, b.supervised = stop, true
	b.supervising.Go(func() { b.supervise(ctx) })
	return b, nil
}

// OpenNow opens an existing database before it returns, for a tool that runs
// and ends; it makes no SQLite file. Its error names path or server and says what to do.
func OpenNow(ctx context.Context, config Config) (*Store, error) {
	b, err := newStore(config)
	if err != nil {
		return nil, err
	}
	b.stop = func() {}
	db, err := b.connect(ctx, false)
	if err != nil {
		return nil, err
	}
	b.db, b.status = db, Status{Ready: true}
	close(b.begun)
	return b, nil
}

func newStore(config Config) (*Store, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	return &Store{
		config:  config,
		logger:  config.logger(),
		wake:    make(chan struct{}, 1),
		trouble: make(chan struct{}, 1),
		begun:   make(chan struct{}),
		status:  Status{Err: errOpening},
	}, nil
}

// Close waits for what is being stored and closes the database.
func (s *Store) Close() error {
	s.stop()
	s.supervising.Wait()
	s.mu.Lock()
	db, discarded := s.db, s.discarded
	s.db, s.discarded, s.closed, s.status = nil, nil, true, Status{Err: errClosed}
	s.mu.Unlock()
	var problems []error
	for _, old := range discarded {
		problems = append(problems, old.close())
	}
	if db != nil {
		problems = append(problems, db.close())
	}
	return errors.Join(problems...)
}

// Status tells whether the store takes submissions, and why not.
func (s *Store) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state()
}

// state is Status for those who hold the lock.
func (s *Store) state() Status {
	if s.status.Ready && s.full != nil {
		return Status{Err: s.full}
	}
	return s.status
}

// connect opens the database, and makes a missing SQLite file where that is wanted. Its errors say what to do.
func (s *Store) connect(ctx context.Context, create bool) (driver, error) {
	if s.config.URL != "" {
		db, err := openPostgres(ctx, s.config)
		if err != nil {
			return nil, err
		}
		return db, nil
	}
	db, err := openSQLite(ctx, s.config, create)
	if err != nil {
		return nil, err
	}
	return db, nil
}

// write runs work in a transaction; nil means that it is durable.
func (s *Store) write(ctx context.Context, run work) error {
	return s.writeWithin(ctx, s.config.limit(), run)
}

// written is write for work that finds something. Whoever gives up waiting leaves
// the work to the writer, which may still be at it: so what it finds travels with
// its success, and work must not touch a variable of its caller.
func written[T any](ctx context.Context, s *Store, run func(context.Context, *transaction) (T, error)) (T, error) {
	return writtenWithin(ctx, s, s.config.limit(), run)
}

func writtenWithin[T any](ctx context.Context, s *Store, limit time.Duration, run func(context.Context, *transaction) (T, error)) (T, error) {
	found := new(T)
	err := s.writeWithin(ctx, limit, func(ctx context.Context, tx *transaction) error {
		result, err := run(ctx, tx)
		*found = result
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return *found, nil
}

func (s *Store) writeWithin(ctx context.Context, limit time.Duration, run work) error {
	return s.use(ctx, limit, func(ctx context.Context, db driver) error {
		err := db.write(ctx, run)
		if err == nil {
			s.recovered(db)
		}
		return err
	})
}

// read runs work that only reads.
func (s *Store) read(ctx context.Context, run work) error {
	return s.use(ctx, s.config.limit(), func(ctx context.Context, db driver) error { return db.read(ctx, run) })
}

// readUnlimited runs work that only reads, for as long as the context lets it.
func (s *Store) readUnlimited(ctx context.Context, run work) error {
	return s.use(ctx, 0, func(ctx context.Context, db driver) error { return db.readUnlimited(ctx, run) })
}

// use hands the database to do, for the time of the limit; zero for none.
func (s *Store) use(outer context.Context, limit time.Duration, do func(context.Context, driver) error) error {
	s.mu.Lock()
	db, status := s.db, s.status
	s.mu.Unlock()
	if db == nil {
		return fmt.Errorf("the store is closed: %w", status.Err)
	}
	ctx := outer
	if limit > 0 {
		limited, cancel := context.WithTimeout(outer, limit)
		defer cancel()
		ctx = limited
	}
	err := do(ctx, db)
	if err == nil || aboutSubmission(err) || outer.Err() != nil {
		return err
	}
	err = db.explain(err)
	s.fail(db, err)
	return err
}

// recovered notes that a write succeeded.
func (s *Store) recovered(db driver) {
	s.mu.Lock()
	healed := s.db == db && !s.status.Ready
	if healed {
		s.status = Status{Ready: true}
	}
	s.mu.Unlock()
	if healed {
		s.notifySupervisor()
	}
}

// fail notes that an operation failed, and lets go of a database that must be opened anew.
func (s *Store) fail(db driver, err error) {
	s.mu.Lock()
	if s.db == db {
		s.status = Status{Err: err}
		if db.mustReopen(err) {
			s.db = nil
			s.discarded = append(s.discarded, db)
		}
	}
	s.mu.Unlock()
	s.notifySupervisor()
}

func (s *Store) notifySupervisor() {
	select {
	case s.trouble <- struct{}{}:
	default:
	}
}

// Wake tells the worker of this process that something is due.
func (s *Store) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
