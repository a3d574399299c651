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
// A picture or a download is known by the sum of its bytes ([media.SumText]), in drafts, in publications and in the
// history: it is changed, in conflict, published and taken back as any other file, as a whole. The bytes are put aside
// ([Store.Begin]) until they are published, so that nothing else has to carry them.
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
	"github.com/evenlight/marquee/internal/content/media"
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
	UseBytes(find content.Bytes)
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
CREATE TABLE IF NOT EXISTS drafts (file TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS journal (n INTEGER PRIMARY KEY, id TEXT NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL,
	file TEXT NOT NULL, path TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS journal_id ON journal (id);
CREATE INDEX IF NOT EXISTS journal_file ON journal (file, n);
CREATE TABLE IF NOT EXISTS publications (n INTEGER PRIMARY KEY, done INTEGER NOT NULL, made TEXT NOT NULL) STRICT;`

// Open prepares a store, and finishes or undoes what a kill has interrupted. It must be called before the folder is
// loaded first.
func Open(ctx context.Context, config Config) (*Store, error) {
	s := &Store{Config: config}
	config.Folder.UseBytes(s.Bytes)
	return s, s.write(ctx, func(t *tx) error {
		if err := t.Do(tables + blobTables); err != nil {
			return err
		}
		return errors.Join(t.recover(), t.sweep())
	})
}

type tx struct {
	*database.Tx
	*Store
	edited       map[string]*state // by file
	guard        Guard             // nil where everything may be changed
	translations Translations      // nil where nothing follows
}

// write runs a function in a transaction. Whoever else writes waits, in other processes, too.
func (s *Store) write(ctx context.Context, do func(*tx) error) error {
	return database.Write(ctx, s.DB, func(begun *database.Tx) error {
		return do(&tx{Tx: begun, Store: s, edited: map[string]*state{}})
	})
}

// read is write for what changes nothing. It does not wait, not even for a publication that loads the website.
func (s *Store) read(ctx context.Context, do func(*tx) error) error {
	return database.Read(ctx, s.DB, func(begun *database.Tx) error { return do(&tx{Tx: begun, Store: s}) })
}

// isName tells whether a path is that of a file which may be edited.
func isName(file string) bool {
	parts := strings.Split(file, "/")
	odd := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == ':' }
	hidden := func(name string) bool { return tree.IsHidden(name) || len(name) > maxPath/2 }
	return len(file) <= maxPath && fs.ValidPath(file) && !strings.ContainsFunc(file, odd) &&
		!slices.ContainsFunc(parts, hidden) && (path.Ext(file) == ".yaml" || yamldoc.IsMarkdown(file) || media.IsSummed(file)) &&
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
