package pages

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func keyed(n int) entryKey { return entryKey{sha256.Sum256(fmt.Append(nil, n)), "html"} }

func TestWhatWasNotAskedForLongestIsEvicted(t *testing.T) {
	const size = 10_000
	m := newMemory(100 * size)
	for n := range 300 {
		m.put(keyed(n), &site.Representation{Revision: "r1", Body: make([]byte, size-entryOverhead)})
		if n >= 10 && m.get(keyed(10), "r1") == nil {
			t.Fatalf("with %d stored, the one that is always asked for is gone", n)
		}
		if held := m.bytes.Load(); held > m.limit {
			t.Fatalf("%d bytes are held", held)
		}
	}
	if m.find(keyed(250)) == nil || m.find(keyed(100)) != nil {
		t.Error("old ones stay, or young ones go")
	}
	if held := m.bytes.Load(); held != int64(len(m.answers))*size || len(m.answers) < 90 {
		t.Errorf("%d bytes are held of %d answers", held, len(m.answers))
	}
}

func TestAPlaceThatIsHeldIsEmptyOnceItsAnswerIsEvicted(t *testing.T) {
	m := newMemory(1)
	m.put(keyed(1), &site.Representation{Revision: "r1", Body: []byte("one")})
	held := m.find(keyed(1))
	if r := m.read(held, "r2"); r == nil || r.Revision != "r2" || m.read(held, "r2") != r {
		t.Errorf("it is %v", r)
	}
	m.put(keyed(2), &site.Representation{Revision: "r1", Body: []byte("two")})
	if m.read(held, "r2") != nil || m.find(keyed(1)) != nil || m.get(keyed(2), "r1") == nil {
		t.Error("the first is still there, or the second is not")
	}
	m.remove(keyed(2))
	if m.bytes.Load() != 0 {
		t.Errorf("%d bytes are held of nothing", m.bytes.Load())
	}
}

func TestMemoryIsReadWhileItChanges(t *testing.T) {
	m := newMemory(20_000)
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for n := range 2_000 {
				if n%4 == worker {
					m.put(keyed(n%50), &site.Representation{Revision: "r1", Body: fmt.Append(nil, n%50)})
				}
				if r := m.get(keyed(n%50), fmt.Sprint("r", n%3)); r != nil && string(r.Body) != fmt.Sprint(n%50) {
					t.Errorf("%d is %s", n%50, r.Body)
				}
			}
		})
	}
	all.Wait()
}
