// Package filecache keeps bytes on disk between starts, by a hash: rendered pages by that of everything that they were
// made of, and files that were served by that of their address.
//
// Whatever happens to the folder, the worst is that a value is not there: it may be deleted at any time, shared by
// several processes, be full or read-only, or hold damaged files. No method returns an error. What keeps the cache
// from working is logged, once an hour at most.
//
// A value is a file: its key in hexadecimal, two digits for the folder and the rest for the name. It starts with a
// checksum over key and value, so that one that is cut short, damaged or under another's name is never taken for a
// value. It is written beside its place and renamed, and not forced to the disk. There is no index and no lock between
// processes, as in the caches of cmd/go and of gopls.
//
// The time of a file says when it was last used, to the hour. When all files together exceed the limit, those go that
// were not used for longest; where there is an age, also those that are older. Nothing is written to a volume that has
// less than 256 MiB left: the database of submissions may need them.
package filecache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/evenlight/marquee/internal/osfile"
)

// Key is the hash of everything that a value was made of.
type Key = [sha256.Size]byte

const (
	// How old the time of a file may get before a use renews it.
	touchAfter = time.Hour
	// How old a file must be that counts as left half written.
	abandonedAfter = time.Hour
	// What a file takes at least: file systems give whole blocks.
	block = 4096
	// What the volume must have left.
	reserve = 256 << 20
)

var errNoRoom = errors.New("the disk has too little room left")

// Config says where values are kept. All fields but MaxAge are required.
type Config struct {
	// The folder; it is made when the first value is written.
	Dir string
	// Bytes on disk.
	Limit int64
	// How long a value stays that is not used. Zero is for ever.
	MaxAge time.Duration
	// What the log says when it does not work, with what that costs.
	Warning string
	Logger  *slog.Logger
}

// Cache keeps values. It is safe for concurrent use.
type Cache struct {
	config Config
	// Bytes on disk: as they were counted last, and what was written here since.
	// It begins above the limit, so that the first Put counts.
	size     atomic.Int64
	pruning  atomic.Bool
	prunes   sync.WaitGroup
	warnings rate.Sometimes
}

// Open returns the cache of a folder, which is not touched before it is needed.
func Open(config Config) *Cache {
	c := &Cache{config: config, warnings: rate.Sometimes{First: 1, Interval: time.Hour}}
	c.size.Store(config.Limit)
	return c
}

// Close waits for what happens in the background. The cache can still be used.
func (c *Cache) Close() { c.prunes.Wait() }

// Get returns the value of a key, or nil.
func (c *Cache) Get(key Key) []byte {
	name := c.fileName(key)
	data, err := osfile.Read(name, c.config.Limit)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.warn(fmt.Errorf("read: %w", err))
		}
		return nil
	}
	if len(data) <= sha256.Size || Key(data) != checksum(key, data[sha256.Size:]) {
		c.warn(fmt.Errorf("read: %s is damaged", filepath.Base(name)))
		// Where it cannot be removed, it is found out again.
		_ = os.Remove(name)
		return nil
	}
	c.touch(name)
	return data[sha256.Size:]
}

// Has reports whether there is a value for the key, without reading it: it may
// turn out to be damaged. It counts as a use.
func (c *Cache) Has(key Key) bool { return c.touch(c.fileName(key)) }

func (c *Cache) touch(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	if now := time.Now(); now.Sub(info.ModTime()) > touchAfter {
		// Where it cannot be noted, the file goes a little earlier.
		_ = os.Chtimes(name, time.Time{}, now)
	}
	return true
}

// Put keeps a value. Where that is impossible, it is forgotten.
func (c *Cache) Put(key Key, value []byte) {
	if err := c.write(key, value); err != nil {
		c.warn(fmt.Errorf("write: %w", err))
		return
	}
	if c.size.Add(onDisk(sha256.Size+int64(len(value)))) > c.config.Limit && c.pruning.CompareAndSwap(false, true) {
		c.prunes.Go(func() {
			defer c.pruning.Store(false)
			for c.size.Load() > c.config.Limit && c.Prune() { // more may be written meanwhile
				continue
			}
		})
	}
}

func (c *Cache) write(key Key, value []byte) error {
	name := c.fileName(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	// Where the system cannot tell, writing fails when the volume is full.
	if free, _, err := osfile.Volume(c.config.Dir); err == nil && free < reserve {
		return errNoRoom
	}
	sum := checksum(key, value)
	return osfile.Write(name, slices.Concat(sum[:], value))
}

type entry struct {
	name string
	size int64
	used time.Time
}

// Prune removes what is too old, or too much, now: without it that happens when something is put. It reports whether
// that worked.
func (c *Cache) Prune() bool {
	err := c.prune()
	if err != nil {
		c.warn(fmt.Errorf("make room: %w", err))
	}
	return err == nil
}

// prune counts what is there, and removes what is too old. Where the rest exceeds the
// limit, it removes what was not used for longest, until a tenth of the limit is free.
func (c *Cache) prune() error {
	before := c.size.Load()
	entries, err := c.list()
	if err != nil {
		return err
	}
	size := int64(0)
	for _, e := range entries {
		size += e.size
	}
	var oldest time.Time
	if c.config.MaxAge > 0 {
		oldest = time.Now().Add(-c.config.MaxAge)
	}
	target := c.config.Limit
	if size > target {
		target -= target / 10
	}
	slices.SortFunc(entries, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range entries {
		if size > target || e.used.Before(oldest) {
			if err := os.Remove(e.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			size -= e.size
		}
	}
	c.size.Add(size - before) // and what was written meanwhile
	return nil
}

// list returns the files of the cache, and removes what was left half written.
// It leaves alone what has no name of the cache's own.
func (c *Cache) list() (entries []entry, err error) {
	err = filepath.WalkDir(c.config.Dir, func(name string, found fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile
		}
		if err != nil || !found.Type().IsRegular() {
			return err
		}
		info, err := found.Info()
		if err != nil {
			return nil // removed meanwhile
		}
		switch {
		case len(found.Name()) == 2*len(Key{})-2 && strings.Trim(found.Name(), "0123456789abcdef") == "":
			entries = append(entries, entry{name, onDisk(info.Size()), info.ModTime()})
		case strings.HasPrefix(found.Name(), osfile.TempPrefix) && time.Since(info.ModTime()) > abandonedAfter:
			// Where it cannot be removed, the next time is soon enough.
			_ = os.Remove(name)
		}
		return nil
	})
	return entries, err
}

func (c *Cache) fileName(key Key) string {
	name := hex.EncodeToString(key[:])
	return filepath.Join(c.config.Dir, name[:2], name[2:])
}

func checksum(key Key, value []byte) (sum Key) {
	h := sha256.New()
	h.Write(key[:])
	h.Write(value)
	h.Sum(sum[:0])
	return sum
}

func onDisk(size int64) int64 { return (size + block - 1) / block * block }

func (c *Cache) warn(err error) {
	c.warnings.Do(func() {
		c.config.Logger.Warn(c.config.Warning, "folder", c.config.Dir, "error", err)
	})
}
