package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	// The driver "sqlite", without cgo.
	_ "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// FileName is the name of the SQLite database in the data folder.
	FileName = "marquee.db"

	// How long a transaction waits for another process.
	busyTimeout = 5 * time.Second
	// The longest that the search for damage may delay the opening of a large file.
	checkLimit = 2 * time.Second

	readers = 4
)

// sqliteDB is a SQLite file, written by one goroutine and read by a few.
type sqliteDB struct {
	path   string
	writer *sql.DB
	reader *sql.DB
	clock  func() time.Time
	// The file that the path named when it was opened.
	file os.FileInfo

	quota     int64
	noReserve bool
	// Why there was no room when that was measured last.
	outcome atomic.Pointer[error]

	jobs chan *job
	quit chan struct{}
	done sync.WaitGroup
}

// openSQLite opens the file.
func openSQLite(ctx context.Context, config Config, create bool) (_ *sqliteDB, err error) {
	d := &sqliteDB{
		path:  filepath.Join(config.Dir, FileName),
		clock: config.Now,
		quota: config.quota(),
		jobs:  make(chan *job, batchSize),
		quit:  make(chan struct{}),

		noReserve: config.noReserve,
	}
	defer func() {
		if err != nil {
			err = explainFile(d.path, errors.Join(d.diagnose(err), d.closePools()))
		}
	}()
	if create {
		if err := d.createFile(); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	if err := d.makePrivate(); err != nil {
		return nil, err
	}
	if d.writer, err = sql.Open("sqlite", d.dsn(options(config.synchronous, "_txlock=immediate")...)); err != nil {
		return nil, err
	}
	d.writer.SetMaxOpenConns(1)
	var mode string
	if err := d.writer.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&mode); err != nil {
		return nil, err
	}
	if mode != "wal" {
		return nil, errNoLog
	}
	if err := d.inspect(ctx); err != nil {
		return nil, err
	}
	if err := migrate(ctx, d.writer, sqliteMigrations); err != nil {
		return nil, err
	}
	if d.reader, err = sql.Open("sqlite", d.dsn(options(config.synchronous, "_pragma=query_only(1)")...)); err != nil {
		return nil, err
	}
	d.reader.SetMaxOpenConns(readers)
	conn, err := d.writer.Conn(ctx)
	if err != nil {
		return nil, err
	}
	d.done.Go(func() { d.run(newSQLiteWriter(conn, d)) })
	return d, nil
}

// busyOption makes a connection wait for other processes.
var busyOption = "_pragma=busy_timeout(" + strconv.Itoa(int(busyTimeout/time.Millisecond)) + ")"

// options are those of every connection. With synchronous=FULL a commit waits for
// the disk. NORMAL, which is often recommended for WAL, loses what was
// acknowledged when the power is cut (RELIABILITY section 1).
func options(synchronous string, more ...string) []string {
	return append([]string{
		busyOption,
		"_pragma=journal_mode(WAL)",
		"_pragma=synchronous(" + cmp.Or(synchronous, "FULL") + ")",
		"_pragma=foreign_keys(1)",
		"_pragma=secure_delete(1)",
	}, more...)
}

func (d *sqliteDB) dsn(options ...string) string {
	options = append(options, "mode=rw") // SQLite itself makes no file.
	location := url.URL{Scheme: "file", Opaque: (&url.URL{Path: d.path}).EscapedPath(), RawQuery: strings.Join(options, "&")}
	return location.String()
}

// makePrivate lets nobody else read the file, and notes which one it is.
func (d *sqliteDB) makePrivate() (err error) {
	if d.file, err = os.Stat(d.path); err == nil && d.file.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(d.path, 0o600)
	}
	return err
}

// createFile makes the folder and the file where they are missing, and makes
// their names durable before anything is stored under them.
func (d *sqliteDB) createFile() error {
	dir := filepath.Dir(d.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(d.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close(), syncFolder(dir))
}

// diagnose adds the reason of the operating system to an error of SQLite, which
// says only that a file cannot be opened or written.
func (d *sqliteDB) diagnose(err error) error {
	switch sqliteCode(err) {
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
	default:
		return err
	}
	file, reason := os.OpenFile(d.path, os.O_RDWR, 0)
	if reason != nil {
		return fmt.Errorf("%w: %w", err, reason)
	}
	return errors.Join(err, file.Close())
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// inspect looks for damage through a connection of its own, which has seen no page
// of the file before.
func (d *sqliteDB) inspect(ctx context.Context) (err error) {
	fresh, err := sql.Open("sqlite", d.dsn(busyOption, "_pragma=query_only(1)"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fresh.Close()) }()
	limited, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	var outcome string
	err = fresh.QueryRowContext(limited, `PRAGMA quick_check(1)`).Scan(&outcome)
	if err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			return nil
		}
		return err
	}
	if outcome != "ok" {
		return errDamaged
	}
	return nil
}

func (d *sqliteDB) transaction(run runner) *transaction {
	return &transaction{runner: run, clock: d.clock}
}

func (d *sqliteDB) read(ctx context.Context, run work) error {
	return recovering(ctx, d.transaction(d.reader), run)
}

func (d *sqliteDB) readUnlimited(ctx context.Context, run work) error { return d.read(ctx, run) }

// present makes sure that the path still names the file that was opened. Where
// somebody has taken it away, SQLite goes on writing to a file without a name.
func (d *sqliteDB) checkFile() error {
	now, err := os.Stat(d.path)
	if err != nil {
		return fmt.Errorf("%w: %w", errMoved, err)
	}
	if !os.SameFile(d.file, now) {
		return errMoved
	}
	return nil
}

func (d *sqliteDB) close() error {
	close(d.quit)
	d.done.Wait()
	return d.closePools()
}

func (d *sqliteDB) closePools() error {
	var problems []error
	for _, pool := range []*sql.DB{d.reader, d.writer} {
		if pool != nil {
			problems = append(problems, pool.Close())
		}
	}
	return errors.Join(problems...)
}
