package content

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/content/document"
)

// gallery reads pictures, each once.
type gallery struct {
	tree     fs.FS
	previous map[string]*picture
	mu       sync.Mutex
	seen     map[string]func() *picture
}

func newGallery(tree fs.FS, previous map[string]*picture) *gallery {
	return &gallery{tree: tree, previous: previous, seen: map[string]func() *picture{}}
}

func (g *gallery) get(name string) *picture {
	g.mu.Lock()
	get := g.seen[name]
	if get == nil {
		get = sync.OnceValue(func() *picture { return g.read(name) })
		g.seen[name] = get
	}
	g.mu.Unlock()
	return get()
}

// keep returns the pictures that are in use, for the next load.
func (g *gallery) keep(r *run) map[string]*picture {
	kept := map[string]*picture{}
	for used := range r.allUses() {
		for _, picture := range used.pictures {
			kept[picture.path] = g.get(picture.path)
		}
	}
	return kept
}

func (g *gallery) read(name string) *picture {
	fail := func(code, message, hint string) *picture {
		return &picture{path: name, code: code, message: message, hint: hint}
	}
	info, err := fs.Stat(g.tree, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail("missing-image", fmt.Sprintf("There is no picture %s.", name), g.meant(name))
	case err != nil:
		return fail("unreadable-image", fmt.Sprintf("The picture %s cannot be read.", name), "")
	case !info.Mode().IsRegular():
		return fail("unreadable-image", fmt.Sprintf("%s is no file.", name), "")
	case info.Size() > maxImage:
		return fail("large-image", fmt.Sprintf("The picture %s is larger than %d MB.", name, maxImage>>20), "Save it smaller, at best as WebP.")
	}
	known := g.previous[name]
	if known != nil && known.settled && known.size == info.Size() && known.modified.Equal(info.ModTime()) {
		return known
	}
	data, err := readAtMost(g.tree, name, maxImage+1)
	if err != nil {
		return fail("unreadable-image", fmt.Sprintf("The picture %s cannot be read.", name), "")
	}
	hash := sha256.Sum256(data)
	made := &picture{path: name, hash: hash}
	if known != nil && known.hash == hash && known.data != nil {
		*made = *known
	} else {
		made.inspect(data)
	}
	made.size, made.modified = info.Size(), info.ModTime()
	// A picture that was changed just now may change again within the same tick of the file system's clock.
	made.settled = !made.modified.IsZero() && time.Since(made.modified) > 2*time.Second
	return made
}

// has tells whether there is such a file.
func (g *gallery) has(name string) bool {
	info, err := fs.Stat(g.tree, name)
	return err == nil && info.Mode().IsRegular()
}

// meant proposes a picture of the same folder: the same name with another
// ending, or a name that is written alike. It is written as in the content.
func (g *gallery) meant(name string) string {
	dir, base := path.Split(name)
	entries, err := fs.ReadDir(g.tree, path.Clean(dir))
	if err != nil {
		return "" // then there is nothing to propose
	}
	var names, stems []string
	for _, entry := range entries {
		if isHidden(entry.Name()) || !isPicture(entry.Name()) {
			continue
		}
		names = append(names, entry.Name())
		if stem(entry.Name()) == stem(base) {
			stems = append(stems, entry.Name())
		}
	}
	_, below, _ := strings.Cut(dir, "/")
	near, found := document.Nearest(stem(base), stemsOf(names))
	switch {
	case len(stems) > 0:
		return fmt.Sprintf("Did you mean %q?", below+stems[0])
	case found:
		return fmt.Sprintf("Did you mean %q?", below+names[slices.Index(stemsOf(names), near)])
	}
	return ""
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

func stemsOf(names []string) []string {
	stems := make([]string, len(names))
	for i, name := range names {
		stems[i] = stem(name)
	}
	return stems
}
