package pictures

import (
	"container/list"
	"fmt"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/site"
)

// Gallery gives pictures by their address. It draws one when somebody first
// asks for it, once however many ask, and keeps those that were asked for
// last. It is safe for concurrent use.
type Gallery struct {
	capacity int
	drawing  singleflight.Group

	mu     sync.Mutex
	find   func(address string) (Plan, bool)
	kept   map[string]*list.Element
	recent *list.List // of *drawing, the last asked for first
	size   int
}

// Plan is how to make a picture or another file.
type Plan struct {
	// Media type of the file, such as image/png.
	ContentType string
	// Makes the bytes.
	Draw func() ([]byte, error)
}

type drawing struct {
	address string
	file    site.File
}

// NewGallery prepares an empty gallery that keeps as many bytes as capacity
// says. 16 MB hold some 200 pictures of pages.
func NewGallery(capacity int) *Gallery {
	nothing := func(string) (Plan, bool) { return Plan{}, false }
	return &Gallery{capacity: capacity, find: nothing, kept: map[string]*list.Element{}, recent: list.New()}
}

// Hang replaces what may be asked for: find returns how to make what lives at an
// address. It is called by many at once, when they ask.
func (g *Gallery) Hang(find func(address string) (Plan, bool)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.find = find
}

// Get returns the file at an address; found is false for unknown addresses.
func (g *Gallery) Get(address string) (file site.File, found bool, err error) {
	g.mu.Lock()
	find := g.find
	g.mu.Unlock()
	plan, known := find(address)
	if !known {
		return site.File{}, false, nil
	}
	if held := g.held(address); held != nil {
		return held.file, true, nil
	}
	made, err, _ := g.drawing.Do(address, func() (any, error) {
		if finished := g.held(address); finished != nil { // by the one who asked just before
			return finished, nil
		}
		data, err := plan.Draw()
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", address, err)
		}
		made := &drawing{address: address, file: site.File{ContentType: plan.ContentType, Data: data}}
		g.keep(made)
		return made, nil
	})
	if err != nil {
		return site.File{}, true, err
	}
	return made.(*drawing).file, true, nil
}

func (g *Gallery) held(address string) *drawing {
	g.mu.Lock()
	defer g.mu.Unlock()
	held := g.kept[address]
	if held == nil {
		return nil
	}
	g.recent.MoveToFront(held)
	return held.Value.(*drawing)
}

func (g *Gallery) keep(made *drawing) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.kept[made.address] = g.recent.PushFront(made)
	g.size += len(made.file.Data)
	for g.size > g.capacity && g.recent.Len() > 1 {
		oldest := g.recent.Remove(g.recent.Back()).(*drawing)
		delete(g.kept, oldest.address)
		g.size -= len(oldest.file.Data)
	}
}
