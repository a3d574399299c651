// Package history keeps the files of the revisions that went live, so that a program which starts on a broken folder
// has the last good ones, and an operator can go back.
//
// A file is an object: its bytes, under the SHA-256 of them. A revision is a list: first the SHA-256 of the rest, then
// a line of JSON that says what it is, then a line for each file, as sha256sum writes it. So a list or a file that is
// cut short or damaged is noticed, and never used. Each content folder, by its path, has a folder of its own.
//
// Everything is written to a temporary file, synced and renamed, objects before the list that names them. Objects that
// no revision lists any more are removed. Writers hold a lock, so that programs can share a folder.
//
// Nobody waits for [History.Keep]: a full disk is said in the log, and the next revision is kept whole.
package history

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"time"
)

// Sum is the SHA-256 of a file.
type Sum = [sha256.Size]byte

// File is one file of a revision.
type File struct {
	// Path below the content folder, with slashes; it begins with the folder of the site.
	Path string
	Sum  Sum
	// Open returns the bytes, or others where the file has changed since.
	Open func() (io.ReadCloser, error)
}

// Revision is what went live.
type Revision struct {
	ID string
	At time.Time
	// Whether it is a folder as somebody left it, kept before a rollback replaced its files, and perhaps not good.
	Displaced bool
	// Files returns all files in the order of their paths. It is called later, in the background.
	Files func() []File
}

// Config says where revisions are kept. All fields are required.
type Config struct {
	// The folder for all content folders; it is made when the first revision is kept.
	Dir string
	// The content folder, as it is configured.
	Content string
	Logger  *slog.Logger
}

// History keeps revisions. It is safe for concurrent use.
type History struct {
	dir    string
	source string
	logger *slog.Logger
	limit  int64 // of the bytes of all revisions, see maxKept

	stopped context.Context // ends a while after Close
	stop    context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	next    *Revision      // what is to be kept
	busy    bool           // whether a goroutine keeps what is next
	again   *time.Timer    // looks at what is kept; nil before anything is
	checked time.Time      // when all that is live was looked at last; guarded by the lock of writers
	offered map[Sum][]byte // bytes of files that may go live
	size    int            // of offered, in bytes
}

const (
	// How long another writer is waited for, and an end waits.
	lockWait  = 10 * time.Second
	closeWait = 5 * time.Second
	// Bytes that are held for files which may go live.
	maxOffered = 8 << 20
	// How often what is live is compared with its sums, and written anew where a disk has changed it: at least once a
	// day, because a save can put it off once.
	checkEvery = 12 * time.Hour
)

// Open prepares the history of one content folder. Nothing is read or written yet.
func Open(config Config) *History {
	source := config.Content
	if absolute, err := filepath.Abs(source); err == nil {
		source = absolute
	}
	key := sha256.Sum256([]byte(source))
	stopped, stop := context.WithCancel(context.Background())
	return &History{
		dir: filepath.Join(config.Dir, hex.EncodeToString(key[:6])), source: source, logger: config.Logger,
		limit: maxKept, stopped: stopped, stop: stop, offered: map[Sum][]byte{},
	}
}

// Offer hands over the bytes of a file that may go live, so that it can be kept even where somebody changes it before.
func (h *History) Offer(sum Sum, data []byte) {
	if _, err := h.Verify(sum); err == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.size+len(data) <= maxOffered {
		h.offered[sum] = data
		h.size += len(data)
	}
}

// Keep stores a revision in the background. Where others are handed over meanwhile, only the last of them is stored.
func (h *History) Keep(revision Revision) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next = &revision
	if h.again != nil {
		h.again.Stop()
	}
	h.again = time.AfterFunc(checkEvery, func() { h.Keep(revision) })
	if !h.busy {
		h.busy = true
		h.running.Go(func() {
			for h.keepNext() {
			}
		})
	}
}

// Close returns when what was to be kept is kept, or after a few seconds.
func (h *History) Close() {
	timer := time.AfterFunc(closeWait, h.stop)
	h.mu.Lock()
	if h.again != nil {
		h.again.Stop()
	}
	h.mu.Unlock()
	h.running.Wait()
	timer.Stop()
}

func (h *History) keepNext() bool {
	h.mu.Lock()
	next := h.next
	h.next, h.busy = nil, next != nil
	if next == nil {
		h.offered, h.size = map[Sum][]byte{}, 0
	}
	h.mu.Unlock()
	if next == nil {
		return false
	}

	switch err := h.Store(h.stopped, *next); {
	case errors.Is(err, ErrChanged): // the next revision is on its way
		h.logger.Debug("a revision could not be kept", "revision", next.ID, "error", err)
	case err != nil:
		h.logger.Warn("what is live could not be kept for the next start", "folder", h.dir, "error", err)
	}
	return true
}

func (h *History) object(sum Sum) string {
	name := hex.EncodeToString(sum[:])
	return filepath.Join(h.dir, "objects", name[:2], name[2:])
}

func (h *History) list(number int64) string {
	return filepath.Join(h.dir, "revisions", fmt.Sprintf("%010d", number))
}
