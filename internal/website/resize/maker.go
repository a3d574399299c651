// Package resize makes the versions of photos ([site.Version]) that pages offer to browsers: cropped, turned as they
// are meant to be seen, smaller, and without what cameras write beside the picture, such as the place.
//
// A version is made when somebody first asks for it, and kept in a folder ([filecache]). Versions are made one at a
// time, so that no more than one decoded photo is in memory. [Maker.Run] makes the missing versions of the revision
// that is served, one whenever nobody has waited for longer. Nobody can have a version made that no page lists: an
// address that is not in the revision is answered only where the folder still has it, for pages of yesterday.
//
// WebP is encoded by libwebp, translated to Go (github.com/gen2brain/webp); JPEG and PNG by the standard library. A
// PNG becomes the smaller of a lossless and a lossy WebP. The same version has the same bytes on all nodes of one kind
// of machine, so that they need not share them.
//
// Sources were checked when content was loaded. Where a decoder fails or panics, the picture is not shown and the log
// says why.
package resize

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"image"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/filecache"
)

// Config says where versions are kept. All fields but Dir are required.
type Config struct {
	// The folder; empty keeps nothing.
	Dir string
	// Bytes on disk.
	Limit  int64
	Logger *slog.Logger
}

// linger is how long a decoded photo stays in memory for the next request: a page
// has one photo in several places, an export asks for one width after the other.
const linger = 300 * time.Millisecond

// Maker makes versions and keeps them. It is safe for concurrent use.
type Maker struct {
	config    Config
	cache     *filecache.Cache // nil where nothing is kept
	published chan struct{}
	asking    singleflight.Group

	mu      sync.Mutex
	current map[string]site.File       // versions of the revision that is served, by address
	failed  map[[sha256.Size]byte]bool // photos that cannot be shown

	// Held while a version is made. Who waits for it gets it in the order of coming.
	making sync.Mutex
	photo  *site.Version // whose pixels source holds
	source image.Image
	idle   *time.Timer // lets go of them
	closed bool
}

// Open returns a maker. Nothing is made before somebody asks.
func Open(config Config) *Maker {
	m := &Maker{config: config, published: make(chan struct{}, 1), failed: map[[sha256.Size]byte]bool{}}
	m.idle = time.AfterFunc(linger, m.release)
	if config.Dir != "" {
		m.cache = filecache.Open(filecache.Config{
			Dir: config.Dir, Limit: config.Limit, Logger: config.Logger,
			Warning: "photos in their widths cannot be kept; they are made again when they are asked for",
		})
	}
	return m
}

// Publish makes the versions of a revision the ones that can be asked for.
func (m *Maker) Publish(rev *site.Revision) {
	current := map[string]site.File{}
	for _, bundle := range rev.Sites {
		for address, file := range bundle.Files {
			if file.Version != nil {
				current[address] = file
			}
		}
	}
	m.mu.Lock()
	m.current, m.failed = current, map[[sha256.Size]byte]bool{}
	m.mu.Unlock()
	select {
	case m.published <- struct{}{}:
	default:
	}
}

// Has reports whether a version of the current revision lives at an address.
func (m *Maker) Has(address string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, listed := m.current[address]
	return listed
}

// Get returns the version at an address, or nil. It waits until it is made, once for all who ask.
func (m *Maker) Get(address string) *site.Representation {
	m.mu.Lock()
	file, listed := m.current[address]
	m.mu.Unlock()
	if listed {
		return m.Made(address, file)
	}
	data := m.kept(address)
	return answer(http.DetectContentType(data), data)
}

// Made returns the version at an address whether or not a page lists it, for who looks at pictures that no page shows.
func (m *Maker) Made(address string, file site.File) *site.Representation {
	data := m.kept(address)
	if data == nil {
		made, _, _ := m.asking.Do(address, func() (any, error) { return m.make(address, file), nil })
		data = made.([]byte)
	}
	return answer(file.ContentType, data)
}

func answer(contentType string, data []byte) *site.Representation {
	if data == nil {
		return nil
	}
	r := site.Unchanging(contentType, data)
	encoding.Tag(r)
	return r
}

func (m *Maker) kept(address string) []byte {
	if m.cache == nil {
		return nil
	}
	return m.cache.Get(keyOf(address))
}

func keyOf(address string) filecache.Key { return sha256.Sum256([]byte(address)) }

// make makes a version and keeps it, when it is its turn; nil where it cannot be made.
func (m *Maker) make(address string, file site.File) []byte {
	m.making.Lock()
	defer m.making.Unlock()
	m.mu.Lock()
	failed := m.failed[file.Version.Sum]
	m.mu.Unlock()
	if m.closed || failed {
		return nil
	}
	if data := m.kept(address); data != nil { // made meanwhile
		return data
	}
	m.idle.Stop()
	defer m.idle.Reset(linger)
	var err error
	if m.photo == nil || m.photo.Sum != file.Version.Sum {
		m.source, m.photo = nil, nil // the memory of one photo is enough
		if m.source, err = decode(file.Version, decodeTime); err == nil {
			m.photo = file.Version
		}
	}
	var data []byte
	if err == nil {
		data, err = encode(m.source, file.Version, file.ContentType)
	}
	switch {
	case errors.Is(err, site.ErrFileChanged):
		// What took its place has another address, and its revision is on its way.
	case err != nil:
		m.config.Logger.Error("a picture cannot be shown: export it again, or take another one",
			"file", file.Version.Source, "error", err)
		m.mu.Lock()
		m.failed[file.Version.Sum] = true
		m.mu.Unlock()
	case m.cache != nil:
		m.cache.Put(keyOf(address), data)
	}
	return data
}

// release lets go of the photo in memory: it is large, and the next one may come tomorrow.
func (m *Maker) release() {
	m.making.Lock()
	defer m.making.Unlock()
	if m.source != nil {
		m.source, m.photo = nil, nil
		debug.FreeOSMemory()
	}
}

// Run makes what is missing of each revision, until the context ends.
func (m *Maker) Run(ctx context.Context) {
	if m.cache == nil { // what is made ahead could not be kept
		return
	}
	before := map[string]site.File{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.published:
		}
		m.mu.Lock()
		current := m.current
		m.mu.Unlock()
		if m.warm(ctx, current, before) {
			before = current
		}
	}
}

// warm makes the versions that are not kept, but for those that were looked at before. It
// reports false where it ended early, such as for another revision.
func (m *Maker) warm(ctx context.Context, files, before map[string]site.File) bool {
	var missing []string
	for address := range files {
		if _, known := before[address]; !known && !m.cache.Has(keyOf(address)) {
			missing = append(missing, address)
		}
	}
	slices.SortFunc(missing, func(a, b string) int { // one decoding for all of a photo
		first, second := files[a].Version, files[b].Version
		return cmp.Or(
			cmp.Compare(first.Source, second.Source), bytes.Compare(first.Sum[:], second.Sum[:]),
			cmp.Compare(first.Width, second.Width), cmp.Compare(a, b),
		)
	})
	began := time.Now()
	for _, address := range missing {
		if ctx.Err() != nil || len(m.published) > 0 {
			return false
		}
		m.make(address, files[address])
	}
	if len(missing) > 0 {
		took := time.Since(began).Round(time.Millisecond)
		m.config.Logger.Info("photos are ready in all widths", "made", len(missing), "took", took)
	}
	return true
}

// Close ends the work, after what is being made.
func (m *Maker) Close() {
	m.idle.Stop()
	m.making.Lock()
	m.closed = true
	m.making.Unlock()
	if m.cache != nil {
		m.cache.Close()
	}
}
