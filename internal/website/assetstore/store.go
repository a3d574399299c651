// Package assetstore keeps files that were served, for pages of yesterday: a
// stylesheet that an open page, a CDN or another node still refers to after the
// program or the content has changed.
//
// It holds nothing but files whose address carries a hash, so that they never
// change under it. What is served now has other owners; they are asked first.
// Files are in a folder ([filecache]), and, where nodes share a database, in a
// table of it. What was not served for 30 days goes.
//
// # Before and after
//
// With the folder alone, the files of a revision are written after it went live,
// when [Store.Write] is called, and by [Store.Run] within a minute: a warm-up may take
// longer, or be cut short. With a shared table they are there before: no node ever
// serves a page whose files the others cannot find. A database that does not
// answer delays a publication by a few seconds, and never stops one.
//
// # Trust
//
// A value carries a checksum over its address and bytes: what is damaged, or lies
// under another's name, is never served. Status and caching are those of a file
// that never changes, whatever was stored.
//
// # Memory
//
// Nothing is held in memory but the addresses of what is served now.
package assetstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

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
	// How long a publication waits for the table.
	publishLimit = 5 * time.Second
	// How often what is served now is noted as in use.
	renewal = 6 * time.Hour
	// When it is tried again what could not be kept.
	again = time.Minute
)

// named matches addresses that carry a hash of ours: nothing else is looked for.
var named = regexp.MustCompile(`^/(assets|images|og)/[A-Za-z0-9._/-]{1,300}-[A-Za-z0-9_-]{8,16}(-[a-z0-9]+)?\.[a-z0-9]{2,12}$`)

// Shared is a table that nodes have in common. A value is found again as it was
// added, or not at all; the store tells damaged ones by itself.
type Shared interface {
	// Find returns which of the addresses are there.
	Find(ctx context.Context, addresses []string) ([]string, error)
	// Put notes that some addresses are in use, and adds values by their addresses,
	// all or none. What is there already stays. It may go through the values twice.
	Put(ctx context.Context, used []string, values iter.Seq2[string, []byte]) error
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
	warn   rate.Sometimes
	// Of the shared table: how often it is asked for a file, and one question for all who ask for it.
	limiter *rate.Limiter
	asking  singleflight.Group

	mu sync.Mutex
	// What is served now. It is replaced, never changed.
	current map[string]File
	// What is to be written into the folder.
	pending map[string]job
	writing bool
	writers sync.WaitGroup

	// Held by publications, one at a time: what they know to be in the table.
	sharing sync.Mutex
	shared  map[string]bool
}

// job is a file that is to be written, and whether it still has to be shared.
type job struct {
	make  File
	share bool
}

// Open returns the store of a folder, which is not touched before it is needed.
func Open(config Config) *Store {
	return &Store{
		config: config, current: map[string]File{}, pending: map[string]job{}, shared: map[string]bool{},
		warn: rate.Sometimes{First: 1, Interval: time.Hour}, limiter: rate.NewLimiter(lookupRate, lookupBurst),
		disk: filecache.Open(filecache.Config{
			Dir: config.Dir, Limit: config.Limit, MaxAge: KeepDays * 24 * time.Hour, Logger: config.Logger,
			Warning: "files of pages cannot be kept; after the next publication or start, pages that are still open may miss some",
		}),
	}
}

// Publish keeps the files of a revision that is about to go live, by their
// addresses. It returns when other nodes can find them, or cannot for now; without
// a shared table at once.
func (s *Store) Publish(ctx context.Context, files map[string]File) {
	s.mu.Lock()
	before := s.current
	s.current = files
	for address, file := range files {
		if _, known := before[address]; !known {
			s.pending[address] = job{make: file}
		}
	}
	s.mu.Unlock()
	if err := s.share(ctx, files); err != nil {
		s.config.Logger.Warn("files of pages cannot be given to other nodes; it is tried again", "error", err)
	}
}

// Keep keeps one more file that is served now, in the background.
func (s *Store) Keep(address string, file *site.Representation) {
	s.mu.Lock()
	s.pending[address] = job{func() *site.Representation { return file }, s.config.Shared != nil}
	s.mu.Unlock()
	s.writers.Go(s.Write)
}

// Get returns a file that was served lately, here or by another node, or nil.
func (s *Store) Get(address string) *site.Representation {
	if !named.MatchString(address) {
		return nil
	}
	s.mu.Lock()
	file := s.pending[address].make
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

// lookup asks the table for a file that this node does not have. Names come from anybody, so
// it is asked a bounded number of times a second: whoever would have to wait longer than
// lookupLimit gets nothing.
func (s *Store) lookup(address string) *site.Representation {
	ctx, cancel := context.WithTimeout(context.Background(), lookupLimit)
	defer cancel()
	if s.limiter.Wait(ctx) != nil {
		return nil
	}
	stored, err := s.config.Shared.Get(ctx, address)
	if err != nil {
		s.warn.Do(func() {
			s.config.Logger.Warn("the database cannot be asked for files of other nodes; pages of theirs may miss some", "error", err)
		})
		return nil
	}
	value := open(address, stored)
	if value == nil && stored != nil {
		s.warn.Do(func() {
			s.config.Logger.Warn("a file in the database is damaged; it is not served", "address", address)
		})
	}
	r := s.unpack(value)
	if r != nil {
		s.disk.Put(keyOf(address), value)
	}
	return r
}

// Stored returns a file that is in the folder, or nil. One that is served now and is not
// there, such as a damaged one, is written anew by and by.
func (s *Store) Stored(address string) *site.Representation {
	r := s.unpack(s.disk.Get(keyOf(address)))
	if r == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, waits := s.pending[address]; !waits && s.current[address] != nil {
			s.pending[address] = job{make: s.current[address]}
		}
	}
	return r
}

// Run writes what is pending, notes now and then what is in use, and removes what is not, until the context ends.
func (s *Store) Run(ctx context.Context) {
	ticker := time.NewTicker(again)
	defer ticker.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		s.writers.Go(s.Write) // which a table that does not answer holds up
		if time.Since(renewed) >= renewal {
			renewed = time.Now()
			s.renew(ctx)
		}
		s.mu.Lock()
		files := s.current
		s.mu.Unlock()
		if err := s.share(ctx, files); err != nil {
			s.warn.Do(func() { s.config.Logger.Warn("files of pages still cannot be given to other nodes", "error", err) })
		}
	}
}

func (s *Store) renew(ctx context.Context) {
	s.mu.Lock()
	for address, file := range s.current {
		s.pending[address] = job{make: file}
	}
	s.mu.Unlock()
	s.Write()
	s.sharing.Lock()
	clear(s.shared) // the table is asked anew, which notes that they are in use
	s.sharing.Unlock()
	if s.config.Shared != nil {
		if err := s.config.Shared.Prune(ctx, s.config.Limit); err != nil {
			s.warn.Do(func() { s.config.Logger.Warn("files of pages in the database cannot be tidied up", "error", err) })
		}
	}
	s.disk.Prune()
}

// Close writes what is pending.
func (s *Store) Close() {
	s.Write()
	s.writers.Wait()
	s.disk.Close()
}

// Write writes into the folder what is pending, one after the other. Where somebody
// does so already, it returns at once.
func (s *Store) Write() {
	s.mu.Lock()
	busy := s.writing
	s.writing = true
	s.mu.Unlock()
	if busy {
		return
	}
	for {
		address, next := s.next()
		if next.make == nil {
			return
		}
		s.writeOne(address, next)
		s.mu.Lock()
		delete(s.pending, address)
		s.mu.Unlock()
	}
}

func (s *Store) next() (string, job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for address, next := range s.pending {
		return address, next
	}
	s.writing = false
	return "", job{}
}

func (s *Store) writeOne(address string, next job) {
	if s.disk.Has(keyOf(address)) && !next.share {
		return
	}
	r := next.make()
	if r == nil {
		return
	}
	value := pack(r)
	s.disk.Put(keyOf(address), value)
	if next.share {
		ctx, cancel := context.WithTimeout(context.Background(), publishLimit)
		defer cancel()
		if err := s.config.Shared.Put(ctx, nil, func(yield func(string, []byte) bool) { yield(address, sealed(address, value)) }); err != nil {
			s.warn.Do(func() {
				s.config.Logger.Warn("a picture cannot be given to other nodes, which draw their own", "error", err)
			})
		}
	}
}

// share puts files into the table that are not there.
func (s *Store) share(ctx context.Context, files map[string]File) error {
	if s.config.Shared == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, publishLimit)
	defer cancel()
	s.sharing.Lock()
	defer s.sharing.Unlock()
	var asked []string
	for address := range files {
		if !s.shared[address] {
			asked = append(asked, address)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	slices.Sort(asked) // nodes that start together add in one order, and do not wait for each other in a circle
	found, err := s.config.Shared.Find(ctx, asked)
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(found))
	for _, address := range found {
		there[address] = true
	}
	if err := s.config.Shared.Put(ctx, found, func(yield func(string, []byte) bool) {
		for _, address := range asked {
			if there[address] {
				continue
			}
			if r := files[address](); r != nil && !yield(address, sealed(address, pack(r))) {
				return
			}
		}
	}); err != nil {
		return err
	}
	for address := range s.shared {
		if files[address] == nil {
			delete(s.shared, address)
		}
	}
	for _, address := range asked {
		s.shared[address] = true
	}
	return nil
}

func keyOf(address string) filecache.Key { return sha256.Sum256([]byte(address)) }

func pack(r *site.Representation) []byte { return encoding.Pack(unchanging(r)) }

// unchanging describes the bytes of a representation as a file that never changes.
func unchanging(r *site.Representation) *site.Representation {
	file := *r
	file.Status, file.CacheControl = http.StatusOK, site.Immutable
	file.Revision, file.Link, file.Location = "", "", ""
	return &file
}

// unpack reads a value, whose checksum is right; nil for none.
func (s *Store) unpack(value []byte) *site.Representation {
	if value == nil {
		return nil
	}
	r, err := encoding.Unpack(value)
	if err == nil && len(r.Body) == 0 {
		err = errors.New("it is empty")
	}
	if err != nil {
		s.warn.Do(func() { s.config.Logger.Warn("a file that was kept cannot be read; it is not served", "error", err) })
		return nil
	}
	return unchanging(r)
}

// sealed is a value with a checksum over it and its address before it.
func sealed(address string, value []byte) []byte {
	sum := checksum(address, value)
	return append(sum[:], value...)
}

// open returns the value of what sealed wrote, or nil.
func open(address string, stored []byte) []byte {
	if len(stored) <= sha256.Size {
		return nil
	}
	value := stored[sha256.Size:]
	if sum := checksum(address, value); !bytes.Equal(sum[:], stored[:sha256.Size]) {
		return nil
	}
	return value
}

func checksum(address string, value []byte) [sha256.Size]byte {
	key := keyOf(address)
	return sha256.Sum256(append(key[:], value...))
}
