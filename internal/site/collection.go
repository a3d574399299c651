package site

import (
	"encoding/json"
	"iter"
)

// Collection is a map from id to entry that keeps the order of its file. The zero value is empty and ready to use.
type Collection[T any] struct {
	ids  []string
	byID map[string]*T
}

// Get returns the entry with the id, or nil.
func (c *Collection[T]) Get(id string) *T { return c.byID[id] }

// Put adds an entry at the end, or replaces the one that has the id.
func (c *Collection[T]) Put(id string, entry *T) {
	if c.byID == nil {
		c.byID = map[string]*T{}
	}
	if _, known := c.byID[id]; !known {
		c.ids = append(c.ids, id)
	}
	c.byID[id] = entry
}

// Len returns the number of entries.
func (c *Collection[T]) Len() int { return len(c.ids) }

// IDs returns the ids in the order of the file. The caller must not change it.
func (c *Collection[T]) IDs() []string { return c.ids }

// All yields id and entry in the order of the file.
func (c *Collection[T]) All() iter.Seq2[string, *T] {
	return func(yield func(string, *T) bool) {
		for _, id := range c.ids {
			if !yield(id, c.byID[id]) {
				return
			}
		}
	}
}

// NewEntry returns a new *T, for decoders that know the collection only by reflection.
func (c *Collection[T]) NewEntry() any { return new(T) }

// PutEntry is Put for such decoders; entry must be the *T that NewEntry returned.
func (c *Collection[T]) PutEntry(id string, entry any) { c.Put(id, entry.(*T)) }

// AnyEntry is Get for them.
func (c *Collection[T]) AnyEntry(id string) (entry any, known bool) {
	found := c.byID[id]
	return found, found != nil
}

// MarshalJSON writes an object from id to entry, in the order of the file.
func (c Collection[T]) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, id := range c.ids {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := json.Marshal(id)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(c.byID[id])
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}'), nil
}
