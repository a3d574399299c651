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

// Maker makes versions and keeps them. It is safe for concurrent use.
type Maker struct {
	config Config
	cache  *filecache.Cache // nil where nothing is kept
	worker sync.WaitGroup

	mu      sync.Mutex
	current map[string]site.File // versions of the revision that is served, by address
	failed  map[string]bool      // versions that cannot be made, by address
	waiting []*order             // of visitors, in the order in which they came
	missing []string             // versions to make while nobody waits, photo by photo
	working bool
	warms   bool // whether what is missing is made
	warmed  int  // versions that were made while nobody waited, since the last Publish
	began   time.Time
	closed  bool
	ordered chan struct{} // something was added to waiting
}

// linger is how long a decoded photo stays in memory for the next request: a page
// has one photo in several places, an export asks for one width after the other.
const linger = 300 * time.Millisecond

// order is a version that somebody waits for.
type order struct {
	address string
	file    site.File
	done    chan struct{}
	data    []byte // nil where it cannot be made
}

// Open returns a maker. Nothing is made before somebody asks.
func Open(config Config) *Maker {
	m := &Maker{
		config: config, current: map[string]site.File{}, failed: map[string]bool{}, ordered: make(chan struct{}, 1),
	}
	if config.Dir != "" {
		m.cache = filecache.Open(filecache.Config{
			Dir: config.Dir, Limit: config.Limit, Logger: config.Logger,
			Warning: "photos in their widths cannot be kept; they are made again when they are asked for",
		})
	}
	return m
}

// Publish makes the versions of a revision the ones that can be asked for, and has those
// that are missing made in the background.
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
	defer m.mu.Unlock()
	before := m.current
	m.current, m.failed = current, map[string]bool{}
	if m.cache == nil { // what is made ahead could not be kept
		return
	}
	m.missing = m.missing[:0]
	for address := range current {
		if _, known := before[address]; !known || !m.warms {
			m.missing = append(m.missing, address)
		}
	}
	byPhoto(m.missing, current)
	m.warmed, m.began = 0, time.Now()
	m.start()
}

// byPhoto sorts addresses so that those of one photo are made with one decoding.
func byPhoto(addresses []string, files map[string]site.File) {
	slices.SortFunc(addresses, func(a, b string) int {
		first, second := files[a].Version, files[b].Version
		return cmp.Or(
			cmp.Compare(first.Source, second.Source), bytes.Compare(first.Sum[:], second.Sum[:]),
			cmp.Compare(first.Width, second.Width), cmp.Compare(a, b),
		)
	})
}

// Warm begins to make what nobody has asked for yet.
func (m *Maker) Warm() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.warms = true
	m.start()
}

// Has reports whether a version of the current revision lives at an address.
func (m *Maker) Has(address string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, listed := m.current[address]
	return listed
}

// Get returns the version at an address, or nil. It waits until it is made.
func (m *Maker) Get(address string) *site.Representation {
	m.mu.Lock()
	file, listed := m.current[address]
	m.mu.Unlock()
	if data := m.kept(address); data != nil {
		if !listed {
			file.ContentType = http.DetectContentType(data)
		}
		return answer(file.ContentType, data)
	}
	if !listed {
		return nil
	}
	if data := m.order(address, file); data != nil {
		return answer(file.ContentType, data)
	}
	return nil
}

func (m *Maker) kept(address string) []byte {
	if m.cache == nil {
		return nil
	}
	return m.cache.Get(keyOf(address))
}

func answer(contentType string, data []byte) *site.Representation {
	r := &site.Representation{Status: http.StatusOK, ContentType: contentType, CacheControl: site.Immutable, Body: data}
	encoding.Tag(r)
	return r
}

func keyOf(address string) filecache.Key { return sha256.Sum256([]byte(address)) }

// order returns a version when it is made: once, however many wait for it. Returns nil where it cannot be made.
func (m *Maker) order(address string, file site.File) []byte {
	m.mu.Lock()
	var mine *order
	for _, known := range m.waiting {
		if known.address == address {
			mine = known
		}
	}
	if m.failed[address] || m.closed {
		m.mu.Unlock()
		return nil
	}
	if mine == nil {
		mine = &order{address: address, file: file, done: make(chan struct{})}
		m.waiting = append(m.waiting, mine)
		select {
		case m.ordered <- struct{}{}:
		default:
		}
		m.start()
	}
	m.mu.Unlock()
	<-mine.done
	return mine.data
}

// start lets the worker work, where there is something to do. The lock is held.
func (m *Maker) start() {
	if m.working || m.closed || len(m.waiting) == 0 && (!m.warms || len(m.missing) == 0) {
		return
	}
	m.working = true
	m.worker.Go(m.work)
}

// work makes versions until there is nothing to do.
func (m *Maker) work() {
	var source image.Image
	var photo *site.Version // whose pixels source holds
	for {
		address, file, mine := m.next(photo, source == nil)
		if address == "" && source != nil { // the next one may be of the same photo
			m.rest()
			address, file, mine = m.next(photo, true)
		}
		if address == "" {
			break
		}
		if mine == nil && m.cache.Has(keyOf(address)) {
			continue
		}
		if photo == nil || photo.Sum != file.Version.Sum {
			source, photo = nil, nil // the memory of one photo is enough
			made, err := decode(file.Version, decodeTime)
			if err != nil {
				m.finish(address, file, mine, nil, err)
				continue
			}
			source, photo = made, file.Version
		}
		data, err := encode(source, file.Version, file.ContentType)
		m.finish(address, file, mine, data, err)
	}
	if source != nil {
		source = nil
		debug.FreeOSMemory() // a photo is large, and the next one may come tomorrow
	}
}

// rest waits a moment for the next order.
func (m *Maker) rest() {
	select {
	case <-m.ordered:
	case <-time.After(linger):
	}
}

// next returns the version to make next: one that a visitor waits for, if possible of the
// photo that is decoded, or else a missing one. The address is empty where there is nothing
// to do; with last, the worker ends then.
func (m *Maker) next(photo *site.Version, last bool) (address string, file site.File, mine *order) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, one := range m.waiting {
		if mine == nil || photo != nil && one.file.Version.Sum == photo.Sum && mine.file.Version.Sum != photo.Sum {
			mine = one
		}
	}
	if mine != nil {
		return mine.address, mine.file, mine
	}
	for m.warms && !m.closed && len(m.missing) > 0 {
		address, m.missing = m.missing[0], m.missing[1:]
		if file, listed := m.current[address]; listed && !m.failed[address] {
			return address, file, nil
		}
	}
	if !last {
		return "", site.File{}, nil
	}
	if m.warmed > 0 {
		took := time.Since(m.began).Round(time.Millisecond)
		m.config.Logger.Info("photos are ready in all widths", "made", m.warmed, "took", took)
		m.warmed = 0
	}
	m.working = false
	return "", site.File{}, nil
}

// finish keeps a version, or logs why it cannot be made, and answers those who wait for it.
func (m *Maker) finish(address string, file site.File, mine *order, data []byte, err error) {
	switch {
	case errors.Is(err, site.ErrFileChanged):
		// What took its place has another address, and its revision is on its way.
	case err != nil:
		m.config.Logger.Error("a picture cannot be shown: export it again, or take another one",
			"file", file.Version.Source, "error", err)
	case m.cache != nil:
		m.cache.Put(keyOf(address), data)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil && !errors.Is(err, site.ErrFileChanged) {
		for other, one := range m.current { // other versions of the same photo fail, too
			if one.Version.Sum == file.Version.Sum {
				m.failed[other] = true
			}
		}
	}
	if mine == nil {
		m.warmed++
		return
	}
	m.waiting = slices.DeleteFunc(m.waiting, func(one *order) bool { return one == mine })
	mine.data = data
	close(mine.done)
}

// Run warms until the context ends.
func (m *Maker) Run(ctx context.Context) {
	m.Warm()
	<-ctx.Done()
	m.mu.Lock()
	m.warms = false
	m.mu.Unlock()
}

// Close ends the work, after what visitors wait for.
func (m *Maker) Close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.worker.Wait()
	if m.cache != nil {
		m.cache.Close()
	}
}
