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
	"time"

	// The driver "sqlite", without cgo.
	_ "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/evenlight/marquee/internal/osfile"
)

const (
	// FileName is the name of the SQLite database in the data folder.
	FileName = "marquee.db"

	// How long a transaction waits for another process.
	busyTimeout = 5 * time.Second
	// The longest that the search for damage may delay the opening of a large file.
	damageTimeout = 2 * time.Second

	readers = 4
	// How often it is tried to empty the log.
	checkpointTries = 150
)

var sqliteDialect = dialect{migrations: mustLoad("sql/sqlite")}

// sqliteDB is a SQLite file, written by one goroutine and read by a few.
type sqliteDB struct {
	config Config
	path   string
	// The files of the database and of its log when it was opened; log is nil until the schema is there.
	file, log      os.FileInfo
	writer, reader *sql.DB

	jobs chan *job
	quit chan struct{}
	done sync.WaitGroup
}

func openSQLite(ctx context.Context, config Config, create bool) (_ *sqliteDB, err error) {
	path := filepath.Join(config.Dir, FileName)
	d := &sqliteDB{config: config, path: path, jobs: make(chan *job, batchSize), quit: make(chan struct{})}
	defer func() {
		if err != nil {
			err = d.explain(errors.Join(d.diagnose(err), d.Close()))
		}
	}()
	if create {
		if err := createFile(ctx, d.path); err != nil {
			return nil, err
		}
	}
	if d.file, err = os.Stat(d.path); err != nil {
		return nil, err
	}
	if d.file.Mode().Perm()&0o077 != 0 { // Nobody else may read it.
		if err := os.Chmod(d.path, 0o600); err != nil {
			return nil, err
		}
	}
	if err := d.checkDamage(ctx); err != nil {
		return nil, err
	}
	if d.writer, err = d.connect("_txlock=immediate"); err != nil {
		return nil, err
	}
	d.writer.SetMaxOpenConns(1)
	// Not before: this writes to the file, which may be another program's.
	var mode string
	if err := d.writer.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode); err != nil {
		return nil, err
	}
	if mode != "wal" {
		return nil, errNoLog
	}
	if d.reader, err = d.connect("_pragma=query_only(1)"); err != nil {
		return nil, err
	}
	d.reader.SetMaxOpenConns(readers)
	conn, err := d.writer.Conn(ctx)
	if err != nil {
		return nil, err
	}
	d.done.Go((&sqliteWriter{d, conn, map[string]*sql.Stmt{}}).run)
	if err := migrate(ctx, d.read, d.write); err != nil {
		return nil, err
	}
	d.log, err = os.Stat(d.path + "-wal")
	return d, err
}

// connect returns a pool of connections. With synchronous=FULL a commit waits for the disk. NORMAL, which is often
// recommended for WAL, loses what was acknowledged when the power is cut (docs/reliability.md section 1).
func (d *sqliteDB) connect(option string) (*sql.DB, error) {
	options := []string{
		option,
		"mode=rw", // SQLite itself makes no file.
		"_pragma=busy_timeout(" + strconv.Itoa(int(busyTimeout/time.Millisecond)) + ")",
		"_pragma=synchronous(" + cmp.Or(d.config.synchronous, "FULL") + ")",
		"_pragma=foreign_keys(1)",
		"_pragma=secure_delete(1)",
		// An image without anything but the program has no folder for temporary files.
		"_pragma=temp_store(memory)",
	}
	path := (&url.URL{Path: d.path}).EscapedPath()
	return sql.Open("sqlite", "file:"+path+"?"+strings.Join(options, "&"))
}

// createFile makes a missing file with its tables, and its folder: whole, and durable before anything is stored. So an
// empty file was never one of ours.
func createFile(ctx context.Context, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	data, err := emptyDatabase(ctx)
	if err != nil {
		return err
	}
	err = osfile.Create(path, data)
	if errors.Is(err, fs.ErrExist) { // Another process was faster.
		return nil
	}
	return err
}

// emptyDatabase returns the bytes of a database with all tables and no submission.
func emptyDatabase(ctx context.Context) (data []byte, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := (&transaction{runner: conn, dialect: &sqliteDialect}).migrate(ctx); err != nil {
		return nil, err
	}
	err = conn.Raw(func(driver any) (err error) {
		data, err = driver.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	return data, err
}

// diagnose adds the reason of the operating system to an error of SQLite, which says only that a file cannot be
// opened or written.
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

// fresh runs a query that has one row on a connection of its own, which has seen no page of the file before and is
// in no transaction.
func (d *sqliteDB) fresh(ctx context.Context, query string, targets ...any) (err error) {
	db, err := d.connect("")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.QueryRowContext(ctx, query).Scan(targets...)
}

// checkDamage looks whether the file is whole, as far as there is time for it, and one of ours. It writes nothing.
func (d *sqliteDB) checkDamage(ctx context.Context) error {
	var versions int
	err := d.fresh(ctx, `SELECT count(*) FROM sqlite_master WHERE name = 'schema_version'`, &versions)
	if err != nil || versions == 0 {
		return cmp.Or(err, errForeign)
	}
	limited, cancel := context.WithTimeout(ctx, damageTimeout)
	defer cancel()
	var result string
	err = d.fresh(limited, `PRAGMA quick_check(1)`, &result)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		return nil
	case err == nil && result != "ok":
		return errDamaged
	}
	return err
}

// removeTraces writes the log back into the file and empties it. Deleted text is overwritten with zeros there
// (secure_delete), but the log still has it.
func (d *sqliteDB) removeTraces(ctx context.Context) (err error) {
	db, err := d.connect("")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	// While SQLite itself waits for readers, nobody can write.
	if _, err := db.ExecContext(ctx, `PRAGMA busy_timeout = 20`); err != nil {
		return err
	}
	for range checkpointTries {
		var busy, pages, moved int64
		err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &moved)
		if err != nil || busy == 0 {
			return err
		}
		// It is being written back already, or a reader holds it. Readers are brief, but for a backup.
		pause(ctx, 80*time.Millisecond, nil)
	}
	return errReaders
}

func (d *sqliteDB) transaction(run runner) *transaction {
	return &transaction{runner: run, dialect: &sqliteDialect, now: d.config.time().UnixMilli()}
}

func (d *sqliteDB) read(ctx context.Context, run work) error {
	return runRecovering(ctx, d.transaction(d.reader), run)
}

// Verify implements driver: the path still names the file that was opened. Where somebody has taken it away, SQLite
// goes on writing to a file without a name.
func (d *sqliteDB) Verify(context.Context) error {
	now, err := os.Stat(d.path)
	log, missing := os.Stat(d.path + "-wal")
	if err := errors.Join(err, missing); err != nil {
		return fmt.Errorf("%w: %w", errMoved, err)
	}
	if !os.SameFile(d.file, now) || d.log != nil && !os.SameFile(d.log, log) || now.Size() == 0 {
		return errMoved
	}
	return nil
}

func (d *sqliteDB) Name() string { return d.path }

func (d *sqliteDB) Close() error {
	close(d.quit)
	d.done.Wait()
	var err error
	for _, pool := range []*sql.DB{d.reader, d.writer} {
		if pool != nil {
			err = errors.Join(err, pool.Close())
		}
	}
	return err
}
