package pages

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/evenlight/marquee/internal/site"
)

// entryOverhead is what a prepared answer takes beside its bytes, about.
const entryOverhead = 512

// entryKey says what an answer in memory is.
type entryKey struct {
	// The page that it was made of. Zero for what was made of a whole snapshot.
	page     Key
	snapshot uint64
	// What was made: "html", "data", "sitemap.xml", …
	kind string
}

// memory is a cache of prepared answers, bounded by their bytes.
type memory struct {
	limit int64

	mu    sync.Mutex
	bytes int64
	lru   *simplelru.LRU[entryKey, *site.Representation]
}

func newMemory(limit int64) *memory {
	m := &memory{limit: limit}
	lru, err := simplelru.NewLRU(math.MaxInt, func(_ entryKey, r *site.Representation) { m.bytes -= sizeOf(r) })
	if err != nil {
		panic(err) // only a size below one is refused
	}
	m.lru = lru
	return m
}

// get returns an answer, or nil. It allocates nothing.
func (m *memory) get(n entryKey) *site.Representation {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, _ := m.lru.Get(n)
	return r
}

// put stores an answer and evicts those that were not asked for longest, as far as needed.
func (m *memory) put(n entryKey, r *site.Representation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lru.Remove(n)
	m.lru.Add(n, r)
	m.bytes += sizeOf(r)
	for m.bytes > m.limit && m.lru.Len() > 1 {
		m.lru.RemoveOldest()
	}
}

// offer stores an answer where there is room: what nobody has asked for yet
// evicts nothing.
func (m *memory) offer(n entryKey, r *site.Representation) {
	if m.room() {
		m.put(n, r)
	}
}

func (m *memory) remove(n entryKey) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lru.Remove(n)
}

// room reports whether an answer of usual size would find a place.
func (m *memory) room() bool {
	const usual = 64 << 10
	return m.held()+min(usual, m.limit/16) <= m.limit
}

func (m *memory) held() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bytes
}

func sizeOf(r *site.Representation) int64 {
	return int64(len(r.Body)+len(r.Gzip)+len(r.Brotli)) + entryOverhead
}
