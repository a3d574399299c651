package fontfile

import (
	"testing"

	"github.com/go-text/typesetting/font"
)

// claims is a font that has so many characters from one on, if it is to be believed.
type claims struct {
	font.Cmap
	from, count int
}

func (c claims) Iter() font.CmapIter { return &claimed{left: c} }

type claimed struct{ left claims }

func (c *claimed) Next() bool { return c.left.count > 0 }

func (c *claimed) Char() (rune, font.GID) {
	c.left.count--
	c.left.from++
	return rune(c.left.from - 1), 1
}

func TestAFontHasNoMoreCharactersThanThereAre(t *testing.T) {
	for name, c := range map[string]claims{
		"billions": {count: 1 << 32}, "beyond the last": {from: 0x10ffff, count: 2}, "before the first": {from: -1, count: 1},
	} {
		if covers, ok := coverage(c); ok {
			t.Errorf("%s: %v", name, covers)
		}
	}
	if covers, ok := coverage(claims{from: 'a', count: 3}); !ok || len(covers) != 1 || covers[0] != (Range{'a', 'c'}) {
		t.Errorf("%v, %t", covers, ok)
	}
}
