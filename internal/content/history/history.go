// Package history keeps the files of the websites that went live, so that a program
// which starts on a broken folder has the last good ones, and an operator can go back.
//
// # On disk
//
// A file is an object: its bytes, under the SHA-256 of them. A manifest lists the files of
// one site, and is an object too. A revision lists the manifests of all sites and stands in
// the folder revisions; its first line is the SHA-256 of the rest. So whatever is cut
// short, damaged or under another's name is told from what is whole, and never read.
//
// Everything is written beside its place and renamed, objects before what lists them, and
// then forced to the disk: a program that is killed loses nothing that was listed, and what
// a loss of power damages is told by its sum and written again. What no revision lists any
// more is removed. Writers hold a lock meanwhile, so that programs can share a folder. Each
// content folder, by its path, has a folder of its own: no website is ever taken for another.
//
// # When it fails
//
// Nobody waits for it, and no method of [History] that keeps something returns an error: a
// full disk is said in the log, and tried again later.
package history

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Sum is the SHA-256 of a file.
type Sum = [sha256.Size]byte

// File is one file of a site.
type File struct {
	// Path below the content folder, with slashes.
	Path string
	Sum  Sum
	// Read returns the bytes, or others where the file has changed since.
	Read func() ([]byte, error)
	// Open is Read for a file that is too large for memory; nil for others.
	Open func() (io.ReadCloser, error)
}

// Website is what went live.
type Website struct {
	// Id of the revision.
	Revision string
	At       time.Time
	// Sites returns the files of all sites by their ids. It is called later, in the background.
	Sites func() map[string][]File
}

// Config says where websites are kept. All fields are required.
type Config struct {
	// The folder for all content folders; it is made when the first website is kept.
	Dir string
	// The content folder, as it is configured.
	Content string
	Logger  *slog.Logger
}

// History keeps websites. It is safe for concurrent use.
type History struct {
	dir    string
	source string
	logger *slog.Logger

	mu      sync.Mutex
	offered map[Sum][]byte // bytes of files that may go live
	size    int            // of offered, in bytes
	next    *job           // what is to be kept
	wake    chan struct{}
	running sync.WaitGroup
	stop    context.CancelFunc
	failing string // what the log says last

	// Of the goroutine that stores.
	written []string // what is not forced to the disk yet
	grown   bool     // whether large files were written since something was removed
	limit   int64    // of the bytes of all revisions, see maxKept
	checked bool     // whether what was there at the start has been looked into
}

// job is a website that is to be kept, with bytes of files that changed lately.
type job struct {
	Website
	offered map[Sum][]byte
}

const (
	// How long a failure is left alone, another writer is waited for, and an end waits.
	retryAfter = time.Minute
	lockWait   = 10 * time.Second
	closeWait  = 5 * time.Second
	// Bytes that are held for files which may go live.
	maxOffered = 8 << 20
)

// Open prepares the history of one content folder. Nothing is read or written yet.
func Open(config Config) *History {
	source := config.Content
	if absolute, err := filepath.Abs(source); err == nil && !strings.Contains(source, "://") {
		source = absolute
	}
	key := sha256.Sum256([]byte(source))
	return &History{
		dir: filepath.Join(config.Dir, hex.EncodeToString(key[:6])), source: source, logger: config.Logger,
		limit: maxKept, offered: map[Sum][]byte{}, wake: make(chan struct{}, 1),
	}
}

// Offer hands over the bytes of a file that may go live, so that they can be kept even if
// the file changes before.
func (h *History) Offer(sum Sum, data []byte) {
	if exists(h.object(sum)) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.size += len(data); h.size <= maxOffered {
		h.offered[sum] = data
	}
}

// Keep stores a website in the background. Where others are handed over meanwhile, only the
// last of them is stored.
func (h *History) Keep(website Website) {
	h.mu.Lock()
	defer h.mu.Unlock()
	next := &job{website, h.offered}
	if h.next != nil { // which is not stored any more
		maps.Copy(next.offered, h.next.offered)
	}
	h.next, h.offered, h.size = next, map[Sum][]byte{}, 0
	if h.stop == nil {
		ctx, stop := context.WithCancel(context.Background())
		h.stop = stop
		h.running.Go(func() { h.run(ctx) })
	}
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// Close ends the work in the background, after what is to be kept was kept.
func (h *History) Close() {
	h.mu.Lock()
	stop := h.stop
	h.mu.Unlock()
	if stop == nil {
		return
	}
	stop()
	h.running.Wait()
}

// run keeps websites until the context ends, and then the last one.
func (h *History) run(ctx context.Context) {
	for {
		var again <-chan time.Time
		if h.failing != "" {
			again = time.After(retryAfter)
		}
		select {
		case <-ctx.Done():
			if h.failing == "" {
				last, stop := context.WithTimeout(context.Background(), closeWait)
				h.work(last)
				stop()
			}
			return
		case <-h.wake:
		case <-again:
		}
		h.work(ctx)
	}
}

// work keeps the website that was handed over last.
func (h *History) work(ctx context.Context) {
	h.mu.Lock()
	next := h.next
	h.next = nil
	h.mu.Unlock()
	if next == nil {
		return
	}
	err := h.store(ctx, next)
	if err != nil {
		h.mu.Lock()
		if h.next == nil {
			h.next = next
		} else {
			maps.Copy(h.next.offered, next.offered)
		}
		h.mu.Unlock()
	}
	switch {
	case errors.Is(err, context.Canceled): // the end, which tries again
	case err != nil && err.Error() != h.failing:
		h.failing = err.Error()
		h.logger.Warn("what is live could not be kept for the next start: it is tried again", "folder", h.dir, "error", err)
	case err == nil && h.failing != "":
		h.failing = ""
		h.logger.Info("what is live is kept again for the next start", "folder", h.dir)
	}
}

func (h *History) object(sum Sum) string {
	name := hex.EncodeToString(sum[:])
	return filepath.Join(h.dir, "objects", name[:2], name[2:])
}

func (h *History) revision(number int64) string {
	return filepath.Join(h.dir, "revisions", fmt.Sprintf("%010d", number))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
