package outline

import (
	"strconv"

	"github.com/evenlight/marquee/internal/site"
)

// Parsed values are shared by all loads, so they are copied before anything in them is resolved; parts in which there
// is nothing to resolve are shared with the result. The copy goes by type: what a type holds that needs work is looked
// up once, and a new section type needs no line here as long as it is made of the words of package site (texts, links,
// icons, pictures).

// Place is where a value stands in its file, as a chain from the inside out; it becomes a path only when somebody asks.
type Place struct {
	parent *Place
	Key    string // empty for an item of a list
	index  int    // in the list; slotHere where the key is the slot of the pictures there
}

// slotHere marks a place that is no step of the path.
const slotHere = -1

// At returns the place of a key that stands in no other.
func At(key string) *Place { return &Place{Key: key} }

// Child returns the place of a key. Keys of embedded structs, which have none, stand at the same place.
func (p *Place) Child(key string) *Place {
	if key == "" {
		return p
	}
	return &Place{parent: p, Key: key}
}

func (p *Place) Item(i int) *Place { return &Place{parent: p, index: i} }
func (p *Place) In(slot site.Slot) *Place {
	return &Place{parent: p, Key: string(slot), index: slotHere}
}
func (p *Place) String() string           { return string(p.append(nil)) }
func (p *Place) Path(below string) string { return p.Child(below).String() }

// PictureSlot returns the slot of a picture at the place; empty where it has none.
func (p *Place) PictureSlot() site.Slot {
	for ; p != nil; p = p.parent {
		if p.index == slotHere {
			return site.Slot(p.Key)
		}
	}
	return ""
}

func (p *Place) append(out []byte) []byte {
	if p == nil {
		return out
	}
	out = p.parent.append(out)
	if p.index == slotHere {
		return out
	}
	if p.Key == "" {
		out = append(out, '[')
		out = strconv.AppendInt(out, int64(p.index), 10)
		return append(out, ']')
	}
	if len(out) > 0 {
		out = append(out, '.')
	}
	return append(out, p.Key...)
}
