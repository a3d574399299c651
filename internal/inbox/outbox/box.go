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
	glance = 5 * time.Second

	// The least time between two lines of the log, and between two that say the same.
	logPause    = time.Second
	logReminder = time.Minute
)

// Box is the durable store. All methods may be called by many goroutines.
type Box struct {
	config Config
	logger *slog.Logger

	// Tells the worker of this process that something is due.
	wake chan struct{}
	// Tells the tender that an operation failed.
	trouble chan struct{}
	stop    context.CancelFunc
	tending sync.WaitGroup

	// Whether a tender finds out by itself when a failing database works again.
	tended bool
	// Closed when the first attempt to open the database has ended.
	begun chan struct{}

	mu     sync.Mutex
	db     database
	status Status
	// Why a database that works takes no submissions: a limit of size. Nil while there is room.
	full   error
	closed bool
	// Detached databases that the tender has yet to close.
	discarded []database

	// Of the tender alone.
	attempted, opened bool
	logged            logLine
}

// Status tells whether the box takes submissions.
type Status struct {
	Ready bool
	// Why it does not: the path or server, the reason, and what to do. Nil when it is ready.
	Err error
}

// Open returns a box at once and opens the database behind it. While that fails
// the box is closed: its methods return errors that wrap the reason, it tries
// again, and opens without a restart. A missing SQLite file is made, but one that
// cannot be read is never touched. The error is one of the configuration.
func Open(config Config) (*Box, error) {
	b, err := newBox(config)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	b.stop, b.tended = stop, true
	b.tending.Go(func() { b.tend(ctx) })
	return b, nil
}

// OpenNow opens an existing database before it returns, for a tool that runs
// and ends; it makes no SQLite file. Its error names path or server and says what to do.
func OpenNow(ctx context.Context, config Config) (*Box, error) {
	b, err := newBox(config)
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

func newBox(config Config) (*Box, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	return &Box{
		config:  config,
		logger:  config.logger(),
		wake:    make(chan struct{}, 1),
		trouble: make(chan struct{}, 1),
		begun:   make(chan struct{}),
		status:  Status{Err: errOpening},
	}, nil
}

// Close waits for what is being stored and closes the database.
func (b *Box) Close() error {
	b.stop()
	b.tending.Wait()
	b.mu.Lock()
	db, discarded := b.db, b.discarded
	b.db, b.discarded, b.closed, b.status = nil, nil, true, Status{Err: errClosed}
	b.mu.Unlock()
	var problems []error
	for _, old := range discarded {
		problems = append(problems, old.close())
	}
	if db != nil {
		problems = append(problems, db.close())
	}
	return errors.Join(problems...)
}

// Status tells whether the box takes submissions, and why not.
func (b *Box) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state()
}

// state is Status for those who hold the lock.
func (b *Box) state() Status {
	if b.status.Ready && b.full != nil {
		return Status{Err: b.full}
	}
	return b.status
}

// connect opens the database, and makes a missing SQLite file where that is wanted. Its errors say what to do.
func (b *Box) connect(ctx context.Context, create bool) (database, error) {
	if b.config.URL != "" {
		db, err := openPostgres(ctx, b.config)
		if err != nil {
			return nil, err
		}
		return db, nil
	}
	db, err := openSQLite(ctx, b.config, create)
	if err != nil {
		return nil, err
	}
	return db, nil
}

// write runs work in a transaction; nil means that it is durable.
func (b *Box) write(ctx context.Context, run work) error {
	return b.writeWithin(ctx, b.config.limit(), run)
}

// written is write for work that finds something. Whoever gives up waiting leaves
// the work to the writer, which may still be at it: so what it finds travels with
// its success, and work must not touch a variable of its caller.
func written[T any](ctx context.Context, b *Box, run func(context.Context, *session) (T, error)) (T, error) {
	return writtenWithin(ctx, b, b.config.limit(), run)
}

func writtenWithin[T any](ctx context.Context, b *Box, limit time.Duration, run func(context.Context, *session) (T, error)) (T, error) {
	found := new(T)
	err := b.writeWithin(ctx, limit, func(ctx context.Context, tx *session) error {
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

func (b *Box) writeWithin(ctx context.Context, limit time.Duration, run work) error {
	return b.use(ctx, limit, func(ctx context.Context, db database) error {
		err := db.write(ctx, run)
		if err == nil {
			b.heal(db)
		}
		return err
	})
}

// read runs work that only reads.
func (b *Box) read(ctx context.Context, run work) error {
	return b.use(ctx, b.config.limit(), func(ctx context.Context, db database) error { return db.read(ctx, run) })
}

// browse runs work that only reads, for as long as the context lets it.
func (b *Box) browse(ctx context.Context, run work) error {
	return b.use(ctx, 0, func(ctx context.Context, db database) error { return db.browse(ctx, run) })
}

// use hands the database to do, for the time of the limit; zero for none.
func (b *Box) use(outer context.Context, limit time.Duration, do func(context.Context, database) error) error {
	b.mu.Lock()
	db, status := b.db, b.status
	b.mu.Unlock()
	if db == nil {
		return fmt.Errorf("the box is closed: %w", status.Err)
	}
	ctx := outer
	if limit > 0 {
		limited, cancel := context.WithTimeout(outer, limit)
		defer cancel()
		ctx = limited
	}
	err := do(ctx, db)
	if err == nil || answers(err) || outer.Err() != nil {
		return err
	}
	err = db.advise(err)
	b.fail(db, err)
	return err
}

// heal notes that a write succeeded.
func (b *Box) heal(db database) {
	b.mu.Lock()
	healed := b.db == db && !b.status.Ready
	if healed {
		b.status = Status{Ready: true}
	}
	b.mu.Unlock()
	if healed {
		b.nudge()
	}
}

// fail notes that an operation failed, and lets go of a database that must be opened anew.
func (b *Box) fail(db database, err error) {
	b.mu.Lock()
	if b.db == db {
		b.status = Status{Err: err}
		if db.broken(err) {
			b.db = nil
			b.discarded = append(b.discarded, db)
		}
	}
	b.mu.Unlock()
	b.nudge()
}

func (b *Box) nudge() {
	select {
	case b.trouble <- struct{}{}:
	default:
	}
}

// Wake tells the worker of this process that something is due.
func (b *Box) Wake() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}
