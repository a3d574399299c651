// Package drafts keeps the changes that are not published, and publishes them.
//
// A draft is a file as somebody edited it, with the bytes that it began from: one for all who edit. What changed is
// derived by comparing the two; a journal, without values, knows who changed what when.
//
// When the file is saved on disk, the draft is carried over to it ([yamldoc.Rebase]). What does not fit is a conflict.
// As long as there is one, the draft stays as it was typed, with the bytes that it began from, so that everything can
// be derived again from both whatever is saved or typed meanwhile. To settle it for ours is to have begun from theirs,
// and for theirs to take ours back. A file that is gone, cannot be read, or was edited as text in more than its values,
// as comments are, is one conflict as a whole.
//
// What is published is stored first, with what it replaces. A kill in the middle is finished at the next start where
// one of the files is in its place, and else undone: then it is a draft as before.
package drafts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/database"
)

// Folder is the content folder. [content.Source] is one.
type Folder interface {
	ReadFile(name string) (data []byte, saved time.Time, err error)
	Writable() error
	Preview(ctx context.Context, files map[string][]byte) (*site.Revision, []yamldoc.Problem, error)
	Replace(files []content.Replacement) error
	Publish(ctx context.Context, files []content.Replacement) (content.Status, error)
}

// Config says what a store works with. All of it is required.
type Config struct {
	DB      *sql.DB
	Folder  Folder
	History *history.History                // of the folder
	Order   func(file string) yamldoc.Order // of the keys of a file
	Now     func() time.Time
}

// Store keeps drafts. It is safe for concurrent use.
type Store struct {
	Config
	mu sync.Mutex // held while drafts change, and are published
}

// What there may be at most.
const (
	maxChanges   = 1000    // of one request
	maxDraft     = 1 << 20 // bytes of a file
	maxDrafts    = 1000
	maxTotal     = 64 << 20 // bytes of all
	maxPath      = 400      // bytes, of which a name has the half at most
	keptChanges  = 90 * 24 * time.Hour
	keptReleases = 200
)

const tables = `
CREATE TABLE drafts (file TEXT PRIMARY KEY, base BLOB, draft BLOB, text INTEGER NOT NULL) STRICT;
CREATE TABLE journal (n INTEGER PRIMARY KEY, id TEXT UNIQUE, at INTEGER NOT NULL, by TEXT NOT NULL, file TEXT NOT NULL,
	path TEXT NOT NULL) STRICT;
CREATE INDEX journal_file ON journal (file, n);
CREATE TABLE publications (n INTEGER PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL, revision TEXT) STRICT;
CREATE TABLE published (n INTEGER NOT NULL REFERENCES publications ON DELETE CASCADE, file TEXT NOT NULL,
	before BLOB, after BLOB, PRIMARY KEY (n, file)) STRICT;`

// Open prepares a store, and finishes or undoes what a kill has interrupted. It must be called before the folder is
// loaded first.
func Open(ctx context.Context, config Config) (*Store, error) {
	s := &Store{Config: config}
	if err := database.Migrate(ctx, s.DB, "drafts", tables); err != nil {
		return nil, err
	}
	return s, s.inTx(ctx, (*tx).recover)
}

type tx struct {
	*sql.Tx
	ctx context.Context
	*Store
}

// inTx runs a function in a transaction. Whoever else writes waits, in other processes, too.
func (s *Store) inTx(ctx context.Context, do func(*tx) error) error {
	return database.Write(ctx, s.DB, func(begun *sql.Tx) error { return do(&tx{begun, ctx, s}) })
}

func (t *tx) exec(query string, arguments ...any) error {
	_, err := t.ExecContext(t.ctx, query, arguments...)
	return err
}

// each calls a function for every row of a query, with what reads its columns.
func (t *tx) each(do func(scan func(...any) error) error, query string, arguments ...any) error {
	rows, err := t.QueryContext(t.ctx, query, arguments...)
	if err != nil {
		return err
	}
	for err == nil && rows.Next() {
		err = do(rows.Scan)
	}
	return errors.Join(err, rows.Close(), rows.Err())
}

// blob reads the bytes of a file, which may have none. Selected with ifnull(…, 0), no file is nil.
type blob struct{ to *[]byte }

func (b blob) Scan(value any) error {
	data, _ := value.([]byte)
	if *b.to = append([]byte{}, data...); value == int64(0) {
		*b.to = nil
	}
	return nil
}

// isName tells whether a path is that of a file which may be edited.
func isName(file string) bool {
	parts := strings.Split(file, "/")
	odd := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == ':' }
	hidden := func(name string) bool { return tree.IsHidden(name) || len(name) > maxPath/2 }
	return len(file) <= maxPath && fs.ValidPath(file) && !strings.ContainsFunc(file, odd) &&
		!slices.ContainsFunc(parts, hidden) && (path.Ext(file) == ".yaml" || yamldoc.IsMarkdown(file)) &&
		len(parts) > 1 && !strings.EqualFold(parts[1], "look")
}

// checkSite returns an error for a file that is in no site.
func (s *Store) checkSite(file string) error {
	id := tree.FolderOf(file)
	found, _, err := s.Folder.ReadFile(id + "/site.yaml")
	if err == nil && found == nil {
		err = &Refused{Err: fmt.Errorf("there is no site %.100q", id)}
	}
	return err
}
