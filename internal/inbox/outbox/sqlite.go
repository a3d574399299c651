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

	// Marks the file as ours ("MRQE"), so that another program's database is never touched.
	applicationID = 0x4d525145

	// How long a transaction waits for another process.
	busyTimeout = 5 * time.Second
	// The longest that looking for damage may delay the opening of a large file …
	checkLimit = 2 * time.Second
	// … and after damage was found, when it must not be overlooked again.
	repairLimit = 30 * time.Second

	readers = 4
)

// sqliteDB is a SQLite file, written by one goroutine and read by a few.
type sqliteDB struct {
	path   string
	writer *sql.DB
	reader *sql.DB
	clock  func() time.Time
	// What the paths of the file and its log named when they were opened.
	file os.FileInfo
	wal  atomic.Pointer[os.FileInfo]

	quota     int64
	noReserve bool
	// Why there was no room when that was measured last.
	verdict atomic.Pointer[error]

	jobs chan *job
	quit chan struct{}
	done sync.WaitGroup
}

// openSQLite opens the file.
func openSQLite(ctx context.Context, config Config, how opening) (_ *sqliteDB, err error) {
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
			err = adviseFile(d.path, errors.Join(d.diagnose(err), d.closePools()))
		}
	}()
	if err := d.prepareFile(how.create); err != nil {
		return nil, err
	}
	if err := d.claimFile(ctx); err != nil {
		return nil, err
	}
	if err := d.hideFiles(); err != nil {
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
	if how.inspect > 0 {
		if err := d.inspect(ctx, how.inspect); err != nil {
			return nil, err
		}
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
	// A file that was put in place meanwhile is opened anew, known by its own name.
	if err := errors.Join(d.noteLog(), d.unmoved(false)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	d.done.Go(func() { d.run(newGroup(conn, d)) })
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
	location := url.URL{Scheme: "file", Opaque: (&url.URL{Path: d.path}).EscapedPath(), RawQuery: strings.Join(options, "&")}
	return location.String()
}

// prepareFile makes the folder and the file where they are missing, readable by
// nobody else, and makes their names durable before anything is stored under
// them. A file that exists it does not change, for it may be somebody else's. A
// link is refused: whoever made it chooses which file is taken for ours. It opens no file that exists: to close it again would drop the locks that
// SQLite has on it in this process (sqlite.org/howtocorrupt.html section 2.2).
func (d *sqliteDB) prepareFile(create bool) (err error) {
	if create {
		if err := d.createFile(); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if d.file, err = os.Lstat(d.path); err != nil {
		return err
	}
	switch {
	case d.file.Mode()&fs.ModeSymlink != 0:
		return errLink
	case !d.file.Mode().IsRegular():
		return errors.New("it is not a regular file")
	}
	return nil
}

// hideFiles makes files readable by nobody else, which are known to be ours by now.
func (d *sqliteDB) hideFiles() error {
	for _, name := range []string{d.path, d.path + "-wal", d.path + "-shm"} {
		info, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) && name != d.path {
			continue
		}
		if err != nil {
			return err
		}
		if info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
			if err := os.Chmod(name, 0o600); err != nil {
				return fmt.Errorf("make it private: %w", err)
			}
		}
	}
	return nil
}

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

// claimFile refuses a database that another program made, before anything in it
// is changed, and marks an empty one as ours.
func (d *sqliteDB) claimFile(ctx context.Context) (err error) {
	plain, err := sql.Open("sqlite", d.dsn(busyOption))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plain.Close()) }()
	var id, tables int64
	if err := plain.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	if id == applicationID {
		return nil
	}
	if err := plain.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if id != 0 || tables != 0 {
		return errForeign
	}
	_, err = plain.ExecContext(ctx, `PRAGMA application_id = `+strconv.Itoa(applicationID))
	return err
}

// inspect looks for damage through a connection of its own, which has seen no page
// of the file before.
func (d *sqliteDB) inspect(ctx context.Context, limit time.Duration) (err error) {
	fresh, err := sql.Open("sqlite", d.dsn(busyOption, "_pragma=query_only(1)"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fresh.Close()) }()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var verdict string
	err = fresh.QueryRowContext(limited, `PRAGMA quick_check(1)`).Scan(&verdict)
	if err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			return nil
		}
		return err
	}
	if verdict != "ok" {
		return errDamaged
	}
	return nil
}

func (d *sqliteDB) session(run runner) *session { return &session{runner: run, clock: d.clock} }

func (d *sqliteDB) read(ctx context.Context, run work) error {
	if err := d.unmoved(d.wal.Load() != nil); err != nil {
		return err
	}
	return guarded(ctx, d.session(d.reader), run)
}

func (d *sqliteDB) browse(ctx context.Context, run work) error { return d.read(ctx, run) }

// noteLog notes which file is the log, if there is one yet.
func (d *sqliteDB) noteLog() error {
	log, err := os.Lstat(d.path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		d.wal.Store(&log)
	}
	return err
}

// unmoved makes sure that the paths still name the files that were opened, the
// log only where there is one. Where somebody has taken them away, SQLite goes on
// writing to files without a name, which are gone when this process ends.
func (d *sqliteDB) unmoved(log bool) error {
	if _, err := same(d.path, &d.file); err != nil || !log {
		return err
	}
	found, err := same(d.path+"-wal", d.wal.Load())
	if err == nil {
		d.wal.CompareAndSwap(nil, &found)
	}
	return err
}

// same makes sure that the path names this file; any will do for nil.
func same(path string, file *os.FileInfo) (os.FileInfo, error) {
	now, err := os.Lstat(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errMoved, err)
	}
	if file != nil && !os.SameFile(*file, now) {
		return nil, errMoved
	}
	return now, nil
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
