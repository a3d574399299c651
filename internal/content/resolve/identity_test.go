package resolve

import (
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestAnIDIsOfAllThatVisitorsGet(t *testing.T) {
	type entry struct {
		Name   string
		Until  *time.Time
		Of     map[string]int
		Any    any
		Secret string `private:"true"`
	}
	plain := func() *entry { return &entry{Name: "a", Of: map[string]int{"a": 1, "b": 2}, Any: &entry{Name: "b"}} }
	id := func(change func(*entry)) string {
		made := plain()
		change(made)
		var all site.Collection[entry]
		all.Put("one", made)
		return new(hasher).id(&all)
	}
	base := id(func(*entry) {})
	seen := map[string]string{base: "nothing"}
	for what, change := range map[string]func(*entry){
		"a word":           func(e *entry) { e.Name = "b" },
		"a moment":         func(e *entry) { e.Until = new(time.Unix(1, 0)) },
		"another moment":   func(e *entry) { e.Until = new(time.Unix(1, 1)) },
		"a key":            func(e *entry) { e.Of["c"] = 0 },
		"a value":          func(e *entry) { e.Of["a"], e.Of["b"] = 2, 1 },
		"nothing there":    func(e *entry) { e.Any = nil },
		"another type":     func(e *entry) { e.Any = &struct{ Name string }{"b"} },
		"a word further":   func(e *entry) { e.Any.(*entry).Name = "c" },
		"a word elsewhere": func(e *entry) { e.Name, e.Any.(*entry).Name = "ab", "" },
	} {
		made := id(change)
		if other := seen[made]; other != "" {
			t.Errorf("the id is the same for %s and for %s", what, other)
		}
		seen[made] = what
	}
	var here, there struct{ A, B site.Collection[site.Text] }
	here.A.Put("one", new(site.Text))
	there.B.Put("one", new(site.Text))
	if new(hasher).id(&here) == new(hasher).id(&there) {
		t.Error("the id is the same whichever collection has an entry")
	}
	if id(func(e *entry) { e.Secret = "s" }) != base {
		t.Error("what is private changes the id")
	}
}
