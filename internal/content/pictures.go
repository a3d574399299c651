package content

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// inspected is a picture, and the stamp of the file that it was read from.
type inspected struct {
	stamp   stamp
	picture *picture
}

// inspect reads the pictures of a tree, those that changed since the last time at least.
func (l *Loader) inspect(ctx context.Context, tree fs.FS, names *listing) (map[string]*picture, error) {
	total := int64(0)
	next := map[string]inspected{}
	pictures := map[string]*picture{}
	for dir, entries := range names.folders {
		_, below, _ := strings.Cut(dir, "/")
		served := isWellKnown(below)
		if !served && below != "images" && !strings.HasPrefix(below, "images/") {
			continue
		}
		for _, e := range entries {
			if e.isFolder || served && (isHidden(e.name) || isReadme(e.name)) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if total += min(e.size, maxImage); total > maxPictures {
				return nil, ErrTooMuch
			}
			name := path.Join(dir, e.name)
			known := l.pictures[name]
			if known.picture == nil || e.stamp == (stamp{}) || known.stamp != e.stamp {
				known = inspected{e.stamp, readPicture(tree, name, e, known.picture)}
			}
			next[name], pictures[name] = known, known.picture
		}
	}
	l.pictures = next
	return pictures, nil
}

// readPicture reads a picture, and finds out what it is unless its bytes are those of the one before.
func readPicture(tree fs.FS, name string, e entry, before *picture) *picture {
	made := &picture{path: name}
	served := isWellKnown(below(name))
	if served && e.size > maxWellKnownSize {
		made.code, made.message = "large-file", fmt.Sprintf("The file is larger than %d KB.", maxWellKnownSize>>10)
		return made
	}
	if e.size > maxImage {
		made.code, made.message, made.hint = "large-image", fmt.Sprintf("The picture %s is larger than %d MB.", name, maxImage>>20), "Save it smaller, at best as WebP."
		return made
	}
	data, err := readAtMost(tree, name, maxImage+1)
	if err != nil || e.err != nil {
		made.code, made.message = "unreadable-image", fmt.Sprintf("The picture %s cannot be read.", name)
		return made
	}
	made.hash = sha256.Sum256(data)
	if before != nil && before.hash == made.hash && before.data != nil {
		return before
	}
	if served {
		made.inspectWellKnown(data)
	} else {
		made.inspect(data)
	}
	return made
}

// picture returns the picture at a path, or what is wrong with it.
func (t *parsedTree) picture(name string) *picture {
	switch found := t.pictures[name]; {
	case found != nil:
		return found
	case t.names.folders[name] != nil:
		return &picture{path: name, code: "unreadable-image", message: name + " is no file."}
	}
	return &picture{path: name, code: "missing-image", message: fmt.Sprintf("There is no picture %s.", name), hint: t.meantPicture(name)}
}

// meantPicture proposes a picture of the same folder: the same name with another
// ending, or a name that is written alike. It is written as in the content.
func (t *parsedTree) meantPicture(name string) string {
	dir, base := path.Split(name)
	var names, stems []string
	for _, e := range t.names.folders[path.Clean(dir)] {
		if isHidden(e.name) || !isPicture(e.name) {
			continue
		}
		if names, stems = append(names, e.name), append(stems, stem(e.name)); stem(e.name) == stem(base) {
			return fmt.Sprintf("Did you mean %q?", below(dir)+e.name)
		}
	}
	if near, found := yamldoc.Nearest(stem(base), stems); found {
		return fmt.Sprintf("Did you mean %q?", below(dir)+names[slices.Index(stems, near)])
	}
	return ""
}

// below returns a path as it is from the folder of its site.
func below(name string) string {
	_, rest, _ := strings.Cut(name, "/")
	return rest
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
