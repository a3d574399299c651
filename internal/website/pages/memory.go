package pages

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/evenlight/marquee/internal/site"
)

// entryOverhead is about what a prepared answer takes beside its bytes.
const entryOverhead = 512

// entryKey says what an answer in memory is.
type entryKey struct {
	// The page that it was made of.
	page Key
	// What was made: "html", "data", "markdown", …
	kind string
}

// answer is a place in memory for a prepared answer. To read it takes no lock.
type answer struct {
	prepared atomic.Pointer[site.Representation] // nil after it was evicted
	used     atomic.Int64                        // the time of the memory's clock when it was asked for last
}

// memory is a cache of prepared answers, bounded by their bytes. Its clock counts what
// was stored: answers that were asked for between two of these are equally old.
type memory struct {
	limit int64
	clock atomic.Int64
	bytes atomic.Int64

	mu      sync.Mutex // held while answers come and go
	answers map[entryKey]*answer
}

func newMemory(limit int64) *memory { return &memory{limit: limit, answers: map[entryKey]*answer{}} }

func (m *memory) find(n entryKey) *answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.answers[n]
}

// read returns what stands at a place under the name of a revision; nil where there is
// none. The bytes are the same in every revision that has the page's key, so a publish
// changes nothing: the first request after it does. It allocates nothing else.
func (m *memory) read(a *answer, revision string) *site.Representation {
	if a == nil {
		return nil
	}
	r := a.prepared.Load()
	if r == nil {
		return nil
	}
	if now := m.clock.Load(); a.used.Load() != now {
		a.used.Store(now)
	}
	if r.Revision == revision {
		return r
	}
	renamed := *r
	renamed.Revision = revision
	a.prepared.CompareAndSwap(r, &renamed)
	return &renamed
}

func (m *memory) get(n entryKey, revision string) *site.Representation {
	return m.read(m.find(n), revision)
}

// put stores an answer and evicts those that were not asked for longest, as far as needed.
func (m *memory) put(n entryKey, r *site.Representation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop(n)
	a := &answer{}
	a.prepared.Store(r)
	a.used.Store(m.clock.Add(1))
	m.answers[n] = a
	if m.bytes.Add(sizeOf(r)) > m.limit {
		m.evict(n)
	}
}

// evict makes room for more than one answer, so that it is not needed for each; what
// was stored just now stays. The caller holds mu.
func (m *memory) evict(latest entryKey) {
	type candidate struct {
		n    entryKey
		used int64
	}
	all := make([]candidate, 0, len(m.answers))
	for n, a := range m.answers {
		all = append(all, candidate{n, a.used.Load()})
	}
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(a.used, b.used) })

	const share = 16
	for _, c := range all {
		if m.bytes.Load() <= m.limit-m.limit/share {
			return
		}
		if c.n != latest {
			m.drop(c.n)
		}
	}
}

// drop forgets an answer. The caller holds mu.
func (m *memory) drop(n entryKey) {
	a := m.answers[n]
	if a == nil {
		return
	}
	delete(m.answers, n)
	if r := a.prepared.Swap(nil); r != nil {
		m.bytes.Add(-sizeOf(r))
	}
}

func (m *memory) remove(n entryKey) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop(n)
}

// room reports whether an answer of usual size would find a place within a limit.
func (m *memory) room(limit int64) bool {
	const usual = 64 << 10
	return m.bytes.Load()+min(usual, limit/16) <= limit
}

func sizeOf(r *site.Representation) int64 {
	return int64(len(r.Body)+len(r.Gzip)+len(r.Brotli)) + entryOverhead
}
