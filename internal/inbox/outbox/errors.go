package outbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/evenlight/marquee/internal/postgres"
	"github.com/evenlight/marquee/internal/site"
)

var (
	errPanicked = errors.New("transaction panicked")
	errClosed   = errors.New("the outbox is closed")
	errOpening  = errors.New("the database is being opened")
	errDamaged  = errors.New("it is damaged")
	errForeign  = fmt.Errorf("%w: it is empty, or not of this program", errDamaged)
	// errUnfinished says that a restore was interrupted.
	errUnfinished = errors.New("a restore of this data folder did not come to its end")
	errMoved      = errors.New("it was moved or replaced while in use")
	errQuota      = errors.New("it has reached its limit of size")
	errReserve    = errors.New("its disk is nearly full")
	errNoLog      = errors.New("its disk cannot share memory between programs, as a network disk")
	errReaders    = errors.New("its log cannot be emptied while others read it: try again")
	errNewer      = errors.New("a newer version of this program has changed the database")
)

func aboutSubmission(err error) bool {
	if _, refused := errors.AsType[refusal](err); refused {
		return true
	}
	return slices.ContainsFunc([]error{
		site.ErrKeyReused, site.ErrReferenceTaken, ErrNotFound, errInvalid, errOvertaken, errPanicked, errReaders,
		context.Canceled,
	}, func(known error) bool { return errors.Is(err, known) })
}

func sqliteCode(err error) int {
	if failure, ok := errors.AsType[*sqlite.Error](err); ok {
		return failure.Code() & 0xff
	}
	return 0
}

// mustReopen reports whether a SQLite file must be opened anew after this error.
func mustReopen(err error) bool {
	return errors.Is(err, errMoved) || errors.Is(err, errDamaged) || slices.Contains([]int{
		sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PROTOCOL,
	}, sqliteCode(err))
}

// explain names the file, what is wrong with it, and what to do.
func (d *sqliteDB) explain(err error) error {
	advice := ""
	switch code := sqliteCode(err); {
	case errors.Is(err, errClosed), errors.Is(err, errNewer):
	case errors.Is(err, errMoved):
		advice = "put it back, or restart to begin an empty one"
	case errors.Is(err, errQuota):
		advice = "erase what is no longer needed, or raise the limit; forms open again by themselves"
	case errors.Is(err, errReserve):
		advice = "make room on the disk, and forms open again by themselves"
	case errors.Is(err, errDamaged), code == sqlite3.SQLITE_CORRUPT, code == sqlite3.SQLITE_NOTADB:
		advice = "put back a backup, or move the file away with its -wal and -shm and restart to begin an empty one; " +
			"nothing was changed"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), code == sqlite3.SQLITE_FULL:
		advice = "the disk is full: make room, and forms open again by themselves"
	case errors.Is(err, fs.ErrPermission), code == sqlite3.SQLITE_PERM, code == sqlite3.SQLITE_AUTH:
		advice = "let the user who runs this program own and write the folder and the file"
	case errors.Is(err, errNoLog), errors.Is(err, syscall.EROFS), code == sqlite3.SQLITE_READONLY,
		code == sqlite3.SQLITE_CANTOPEN:
		advice = "the folder must be on a local disk that this program may write to"
	case errors.Is(err, fs.ErrNotExist):
		advice = "put it back, or restart to begin an empty one"
	case code == sqlite3.SQLITE_IOERR:
		advice = "the disk fails: look at the system log"
	case code == sqlite3.SQLITE_BUSY:
		advice = "another program holds it locked: end that program"
	}
	return advise(d.path, err, advice)
}

func advise(database string, err error, advice string) error {
	if advice == "" {
		return fmt.Errorf("database %s: %w", database, err)
	}
	return fmt.Errorf("database %s: %w (%s)", database, err, advice)
}

// postgresAdvice says what to do about a class of errors (the first two letters of their code).
var postgresAdvice = map[string]string{
	"08": "see the log of the server, or of the pooler before it",
	"25": "the server takes no writes: name the primary in the database URL",
	"28": "check user and password in the database URL",
	"3D": "make the database, or correct its name in the database URL",
	"42": "let the user of the database URL make tables in its schema",
	"53": "the server is out of a resource: see its log",
	"57": "check that the server runs: it is starting, or shutting down",
}

// explain names the server, what is wrong, and what to do.
func (d *postgresDB) explain(err error) error {
	advice := ""
	err = OneLine(err)
	if errors.Is(err, errQuota) {
		advice = "erase what is no longer needed, let the server vacuum, or raise the limit; forms open again by themselves"
	} else if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		advice = postgresAdvice[failure.Code[:2]]
	} else if !errors.Is(err, errNewer) && !errors.Is(err, postgres.ErrNotDurable) {
		advice = "check that the server runs and can be reached"
	}
	return advise(d.Name(), err, advice)
}

// OneLine returns an error that is written in one line. Those of a database server have one for each way to
// connect, which mostly say the same.
func OneLine(err error) error { return oneLineError{err} }

type oneLineError struct{ error }

// Error implements error.
func (e oneLineError) Error() string {
	var parts []string
	for line := range strings.Lines(e.error.Error()) {
		line = strings.TrimSpace(line)
		if last := len(parts) - 1; last >= 0 && strings.HasPrefix(line, parts[last]) {
			parts[last] = line // The same with advice behind it.
		} else if line != "" && !slices.Contains(parts, line) {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " ")
}

// Unwrap returns the error itself.
func (e oneLineError) Unwrap() error { return e.error }
