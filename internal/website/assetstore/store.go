// Package assetstore keeps files that were served, for pages of yesterday: a stylesheet that an open page, a CDN or
// another node still refers to after the program or the content has changed. What is served now has other owners; they
// are asked first. What was not served for 30 days goes.
//
// Files are in a folder ([filecache]), and, where nodes share a database, in a table of it. The folder gets the files
// of a revision after it went live ([Store.Write], [Store.Run]). The table has them before: no node ever serves a page
// whose files the others cannot find. A database that does not answer delays a publication by a few seconds, and never
// stops one.
//
// A value carries a checksum over its address and bytes: what is damaged, or lies under another's name, is never
// served.
package assetstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/evenlight/marquee/internal/postgres"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/filecache"
)

const (
	// KeepDays is for how many days a file stays that is not served any more.
	KeepDays = 30
	// How often the table is asked for files, a second and at once, and how long a visitor waits.
	lookupRate, lookupBurst = 20, 100
	lookupLimit             = 3 * time.Second
	// How long a publication waits for an answer of the table.
	publishLimit = 5 * time.Second
	// How long it waits in all, with making the files; the rest is added in the background.
	publishWait = time.Minute
	// How many bytes are added to the table at once.
	together = 8 << 20
	// How often what is served now is noted as in use.
	renewal = 6 * time.Hour
	// When it is tried again what could not be kept.
	again = time.Minute
)

// named matches addresses that carry a hash of ours: nothing else is looked for.
var named = regexp.MustCompile(`^/(assets|images)/[A-Za-z0-9._/-]{1,300}-[A-Za-z0-9_-]{8,16}\.[a-z0-9]{2,12}$`)

// Shared is what nodes have in common: a [Table].
type Shared interface {
	// Missing notes that addresses are in use, and returns those that are not there.
	Missing(ctx context.Context, addresses []string) ([]string, error)
	// Add adds values by their addresses, all or none. One that is there by then stays.
	Add(ctx context.Context, values map[string][]byte) error
	// Get returns the value of an address, or nil.
	Get(ctx context.Context, address string) ([]byte, error)
	// Prune removes what was not in use for [KeepDays] days, and the oldest beyond a number of bytes.
	Prune(ctx context.Context, limit int64) error
}

// File makes a file that is served now; nil where it is not there any more.
type File func() *site.Representation

// Config says where files are kept.
type Config struct {
	// The folder, and its bytes at most. Required.
	Dir   string
	Limit int64
	// The table that nodes share; nil where there is none.
	Shared Shared
	Logger *slog.Logger
}

// Store keeps files. It is safe for concurrent use.
type Store struct {
	config Config
	disk   *filecache.Cache
	warned rate.Sometimes
	// Of the shared table: how often it is asked for a file, and one question for all who ask for it.
	limiter *rate.Limiter
	asking  singleflight.Group
	behind  atomic.Bool // it lacks files of the last publication

	mu      sync.Mutex
	current map[string]File // what is served now; it is replaced, never changed
	pending map[string]File // what is to be written into the folder

	writing sync.Mutex
}

// Open returns the store of a folder, which is not touched before it is needed.
func Open(config Config) *Store {
	return &Store{
		config: config, current: map[string]File{}, pending: map[string]File{},
		warned: rate.Sometimes{First: 1, Interval: time.Hour}, limiter: rate.NewLimiter(lookupRate, lookupBurst),
		disk: filecache.Open(filecache.Config{
			Dir: config.Dir, Limit: config.Limit, MaxAge: KeepDays * 24 * time.Hour, Logger: config.Logger,
			Warning: "files of pages cannot be kept; " +
				"after the next publication or start, pages that are still open may miss some",
		}),
	}
}

// Publish keeps the files of a revision that is about to go live, by their addresses. It returns when other nodes can
// find them, or cannot for now; without a shared table at once.
func (s *Store) Publish(ctx context.Context, files map[string]File) {
	s.mu.Lock()
	added := maps.Clone(files)
	maps.DeleteFunc(added, func(address string, _ File) bool { return s.current[address] != nil })
	maps.Copy(s.pending, added)
	s.current = files
	s.mu.Unlock()

	if err := s.share(ctx, added, publishWait); err != nil {
		s.behind.Store(true)
		s.config.Logger.Warn("files of pages cannot be given to other nodes; it is tried again", "error", err)
	}
}

// Get returns a file that was served lately, here or by another node, or nil.
func (s *Store) Get(address string) *site.Representation {
	if !named.MatchString(address) {
		return nil
	}
	s.mu.Lock()
	file := s.pending[address]
	s.mu.Unlock()
	if file != nil {
		if r := file(); r != nil {
			return unchanging(r)
		}
	}
	if r := s.Stored(address); r != nil || s.config.Shared == nil {
		return r
	}
	found, _, _ := s.asking.Do(address, func() (any, error) { return s.lookup(address), nil })
	return found.(*site.Representation)
}

// Stored returns a file that is in the folder, or nil. One that is served now and is not
// there, such as a damaged one, is written anew by and by.
func (s *Store) Stored(address string) *site.Representation {
	r := s.unpack(s.disk.Get(keyOf(address)))
	if r == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if file := s.current[address]; file != nil {
			s.pending[address] = file
		}
	}
	return r
}

// lookup asks the table for a file that this node does not have. Names come from anybody, so it is asked a bounded
// number of times a second: whoever would have to wait longer than lookupLimit gets nothing.
func (s *Store) lookup(address string) *site.Representation {
	ctx, cancel := context.WithTimeout(context.Background(), lookupLimit)
	defer cancel()
	if s.limiter.Wait(ctx) != nil {
		return nil
	}
	stored, err := s.config.Shared.Get(ctx, address)
	if err != nil {
		s.warn("the database cannot be asked for files of other nodes; pages of theirs may miss some", "error", err)
		return nil
	}
	if stored == nil {
		return nil
	}
	value := stored[min(sha256.Size, len(stored)):]
	if !bytes.Equal(sealed(address, value), stored) {
		s.warn("a file in the database is damaged; it is not served", "address", address)
		return nil
	}
	r := s.unpack(value)
	if r != nil {
		s.disk.Put(keyOf(address), value)
	}
	return r
}

// Run writes what is pending, notes now and then what is in use, and removes what is not, until the context ends.
func (s *Store) Run(ctx context.Context) {
	ticks := time.Tick(again)
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		due := time.Since(renewed) >= renewal
		s.mu.Lock()
		files := s.current
		if due {
			maps.Copy(s.pending, files)
		}
		s.mu.Unlock()
		s.Write()
		if due || s.behind.Swap(false) {
			if err := s.share(ctx, files, renewal); err != nil {
				s.behind.Store(true)
				s.warn("files of pages still cannot be given to other nodes", "error", err)
			}
		}
		if due {
			renewed = time.Now()
			s.prune(ctx)
		}
	}
}

func (s *Store) prune(ctx context.Context) {
	s.disk.Prune()
	if s.config.Shared == nil {
		return
	}
	if err := s.config.Shared.Prune(ctx, s.config.Limit); err != nil {
		s.warn("files of pages in the database cannot be tidied up", "error", err)
	}
}

// Close writes what is pending.
func (s *Store) Close() {
	s.Write()
	s.disk.Close()
}

// Write writes into the folder what is pending, one after the other.
func (s *Store) Write() {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	files := maps.Clone(s.pending)
	s.mu.Unlock()
	for address, file := range files {
		if !s.disk.Has(keyOf(address)) {
			if r := file(); r != nil {
				s.disk.Put(keyOf(address), encoding.Pack(r))
			}
		}
		s.mu.Lock()
		delete(s.pending, address)
		s.mu.Unlock()
	}
}

// share adds files to the table that are not there. After the wait it stops, and what it has added stays.
func (s *Store) share(ctx context.Context, files map[string]File, wait time.Duration) error {
	if s.config.Shared == nil || len(files) == 0 {
		return nil
	}
	var missing []string
	err := within(ctx, publishLimit, func(ctx context.Context) (err error) {
		missing, err = s.config.Shared.Missing(ctx, slices.Sorted(maps.Keys(files)))
		return err
	})
	if err != nil || len(missing) == 0 {
		return err
	}
	// Files are made outside of the limit, which is for the table: a slow machine compresses for longer.
	values, size := map[string][]byte{}, 0
	add := func(ctx context.Context) error { return s.config.Shared.Add(ctx, values) }
	began := time.Now()
	for i, address := range missing {
		if r := files[address](); r != nil {
			values[address] = sealed(address, encoding.Pack(r))
			size += len(values[address])
		}
		left, late := len(missing)-1-i, time.Since(began) > wait
		if size < together && left > 0 && !late {
			continue
		}
		if err := within(ctx, publishLimit, add); err != nil {
			return err
		}
		if left > 0 && late {
			return fmt.Errorf("%d files are left after %v", left, wait)
		}
		clear(values)
		size = 0
	}
	return nil
}

func within(ctx context.Context, limit time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return do(ctx)
}

func (s *Store) warn(message string, args ...any) {
	s.warned.Do(func() { s.config.Logger.Warn(message, args...) })
}

func keyOf(address string) filecache.Key { return sha256.Sum256([]byte(address)) }

func unchanging(r *site.Representation) *site.Representation {
	file := *r
	file.Status, file.CacheControl = http.StatusOK, site.Immutable
	file.Revision, file.Link, file.Location = "", "", ""
	return &file
}

func (s *Store) unpack(value []byte) *site.Representation {
	if value == nil {
		return nil
	}
	r, err := encoding.Unpack(value)
	if err == nil && len(r.Body) == 0 {
		err = errors.New("it is empty")
	}
	if err != nil {
		s.warn("a file that was kept cannot be read; it is not served", "error", err)
		return nil
	}
	return unchanging(r)
}

// sealed is a value with a checksum over it and its address before it.
func sealed(address string, value []byte) []byte {
	key := keyOf(address)
	sum := sha256.Sum256(append(key[:], value...))
	return append(sum[:], value...)
}

// Table keeps files in a table of PostgreSQL, which is made when it is first needed.
type Table struct{ db *postgres.DB }

var _ Shared = (*Table)(nil)

// NewTable returns the table of a database.
func NewTable(db *postgres.DB) *Table { return &Table{db: db} }

// Bytes are stored as they are: they are compressed already.
const definition = `CREATE TABLE IF NOT EXISTS marquee_assets (
	address text PRIMARY KEY,
	value bytea NOT NULL,
	used date NOT NULL DEFAULT current_date
);
ALTER TABLE marquee_assets ALTER COLUMN value SET STORAGE EXTERNAL`

func (t *Table) write(ctx context.Context, what string, work func(context.Context, postgres.Tx) error) error {
	err := t.db.Ensure(ctx, "marquee_assets", definition)
	if err == nil {
		err = t.db.Write(ctx, work)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Missing implements [Shared].
func (t *Table) Missing(ctx context.Context, addresses []string) (missing []string, err error) {
	err = t.write(ctx, "find files", func(ctx context.Context, tx postgres.Tx) error {
		// In one order, so that nodes do not wait for each other in a circle.
		if _, err := tx.ExecContext(ctx, `UPDATE marquee_assets SET used = current_date WHERE address IN (
			SELECT address FROM marquee_assets WHERE address = ANY($1) AND used < current_date
			ORDER BY address FOR UPDATE SKIP LOCKED)`, addresses); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, `SELECT a FROM unnest($1::text[]) AS a
			WHERE NOT EXISTS (SELECT FROM marquee_assets WHERE address = a) ORDER BY a`, addresses)
		if err != nil {
			return err
		}
		defer rows.Close()
		missing = nil
		for rows.Next() {
			var address string
			if err := rows.Scan(&address); err != nil {
				return err
			}
			missing = append(missing, address)
		}
		return rows.Err()
	})
	return missing, err
}

// Add implements [Shared].
func (t *Table) Add(ctx context.Context, values map[string][]byte) error {
	return t.write(ctx, "add files", func(ctx context.Context, tx postgres.Tx) error {
		// In one order, so that nodes do not wait for each other in a circle.
		for _, address := range slices.Sorted(maps.Keys(values)) {
			if _, err := tx.ExecContext(ctx, `INSERT INTO marquee_assets (address, value) VALUES ($1, $2)
				ON CONFLICT (address) DO NOTHING`, address, values[address]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *Table) Get(ctx context.Context, address string) (value []byte, err error) {
	err = t.db.Read(ctx, func(ctx context.Context, tx postgres.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT value FROM marquee_assets WHERE address = $1`, address).Scan(&value)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read a file: %w", err)
	}
	return value, nil
}

func (t *Table) Prune(ctx context.Context, limit int64) error {
	err := t.db.Write(ctx, func(ctx context.Context, tx postgres.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM marquee_assets WHERE used < current_date - $1::int`, KeepDays)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM marquee_assets WHERE used < current_date AND address IN (
			SELECT address FROM (
				SELECT address, sum(octet_length(value)) OVER (ORDER BY used DESC, address) AS total FROM marquee_assets
			) AS sized
			WHERE total > $1)`, limit)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove files: %w", err)
	}
	return nil
}
