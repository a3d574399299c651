package content

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// inspected is a picture, and the stamp of the file that it was read from.
type inspected struct {
	stamp   osfile.Stamp
	picture *picture
}

// inspect reads the pictures of a tree, those that changed since the last time at least.
func (l *Loader) inspect(ctx context.Context, tree fs.FS, names *listing) (map[string]*picture, error) {
	type unread struct {
		name  string
		entry entry
		made  *picture
	}
	var all []*unread
	total := int64(0)
	next := map[string]inspected{}
	pictures := map[string]*picture{}
	for dir, entries := range names.folders {
		_, below, _ := strings.Cut(dir, "/")
		served := isWellKnown(below)
		large := int64(maxImage)
		switch {
		case isFile(below):
			served, large = true, maxFile
		case !served && below != fontFolder && below != "images" && !strings.HasPrefix(below, "images/"):
			continue
		}
		for _, e := range entries {
			if e.isFolder || served && (isHidden(e.name) || isReadme(e.name)) || below == fontFolder && !isFont(below+"/"+e.name) {
				continue
			}
			if total += min(e.size, large); total > maxPictures {
				return nil, ErrTooMuch
			}
			name := path.Join(dir, e.name)
			known := l.pictures[name]
			if known.picture == nil || e.stamp == (osfile.Stamp{}) || known.stamp != e.stamp {
				all = append(all, &unread{name, e, known.picture})
				continue
			}
			next[name], pictures[name] = known, known.picture
		}
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, one := range all {
		group.Go(func() error {
			one.made = l.readPicture(ctx, tree, one.name, one.entry, one.made)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, one := range all {
		next[one.name], pictures[one.name] = inspected{one.entry.stamp, one.made}, one.made
	}
	l.pictures = next
	return pictures, nil
}

// readPicture reads a picture, and finds out what it is unless its bytes are those of the one before.
func (l *Loader) readPicture(ctx context.Context, tree fs.FS, name string, e entry, before *picture) *picture {
	if isWellKnown(below(name)) {
		return readWellKnown(tree, name, e, before)
	}
	if isFile(below(name)) {
		return l.readFile(ctx, tree, name, e, before)
	}
	if isFont(below(name)) {
		return readFont(tree, name, e, before)
	}
	made := &picture{path: name, orientation: 1}
	if e.size > maxImage {
		made.code, made.message = "large-image", fmt.Sprintf("The picture %s is larger than %d MB.", name, maxImage>>20)
		made.hint = "Save it smaller: a width of 4000 pixels is more than any screen shows."
		return made
	}
	var known *blob
	if before != nil {
		known = before.blob
	}
	found, err := l.readBlob(ctx, tree, name, e, known, sniffed, func(b *blob, head []byte) {
		made.blob, made.hash = b, b.sum
		made.examine(tree, head)
	})
	switch {
	case err != nil || e.err != nil:
		made.blob, made.data = nil, nil
		made.unreadable()
	case found == known:
		return before
	}
	return made
}

// examine finds out what a picture is, of which the first bytes are known.
func (p *picture) examine(tree fs.FS, head []byte) {
	if !p.recognise(head) {
		return
	}
	var err error
	switch p.format {
	case formatSVG, formatICO:
		var data []byte
		if data, err = readAtMost(tree, p.path, maxImage+1); err == nil {
			p.hash = sha256.Sum256(data)
			p.inspectDrawing(data)
		}
	default:
		err = p.examineRaster(tree)
	}
	if err != nil {
		p.unreadable()
	}
	if p.code == "" {
		p.url = p.address(p.hash[:], "") + "." + p.format.extension
	}
}

func (p *picture) examineRaster(tree fs.FS) error {
	file, err := p.blob.openIn(tree, p.blob.seen.Load().stamp)
	if err != nil {
		return err
	}
	return errors.Join(p.inspectRaster(file, p.blob.size), file.Close())
}

func (p *picture) unreadable() {
	p.code, p.message = "unreadable-image", fmt.Sprintf("The picture %s cannot be read.", p.path)
}

// served returns the picture as it is, as a file of a site.
func (p *picture) served() site.File {
	if p.data != nil {
		return site.File{ContentType: p.format.contentType, Data: p.data}
	}
	file := p.blob.served(p.format.contentType)
	if p.offered {
		file.Download = path.Base(p.path)
	}
	return file
}

// readWellKnown reads a file that is served below /.well-known/.
func readWellKnown(tree fs.FS, name string, e entry, before *picture) *picture {
	made := &picture{path: name}
	if e.size > maxWellKnownSize {
		made.code, made.message = "large-file", fmt.Sprintf("The file is larger than %d KB.", maxWellKnownSize>>10)
		return made
	}
	data, err := readAtMost(tree, name, maxWellKnownSize+1)
	if err != nil || e.err != nil {
		made.unreadable()
		return made
	}
	made.hash = sha256.Sum256(data)
	if before != nil && before.hash == made.hash && bytes.Equal(before.data, data) {
		return before
	}
	made.inspectWellKnown(data)
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
