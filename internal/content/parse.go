package content

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/document"
	"github.com/evenlight/marquee/internal/site"
)

// file is a decoded file. It is shared by all loads that find the same bytes
// under the same path, and never changed.
type file struct {
	path   string
	kind   kind
	hash   [sha256.Size]byte
	doc    *document.Document
	value  any // *site.Site, *site.Page, …
	broken bool
	findings
}

// newValue returns what a file of the kind is decoded into.
func (k kind) newValue() any {
	switch k {
	case kindSite:
		return new(site.Site)
	case kindProducts:
		return new(site.Collection[site.Product])
	case kindPlans:
		return new(site.Collection[site.Plan])
	case kindIndustries:
		return new(site.Collection[site.Industry])
	case kindForms:
		return new(site.Collection[site.Form])
	case kindTerms, kindPrivacy:
		return new(site.Legal)
	default:
		return new(site.Page)
	}
}

// parse decodes the files, those that changed since the last load at least.
// A file that cannot be read has a nil entry.
func (l *Loader) parse(ctx context.Context, tree fs.FS, list []found) ([]*file, []document.Problem, error) {
	l.tree = tree
	files := make([]*file, len(list))
	extra := make([]findings, len(list))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	total := int64(0)
	for i, entry := range list {
		total += entry.size
		if total > maxTotalYAML {
			extra[i].name(entry.path, "too-large", "", "All content files together are larger than %d MB.", maxTotalYAML>>20)
			break
		}
		if entry.held != nil {
			if files[i] = entry.held.taken.Load(); files[i] != nil && files[i].path == entry.path && files[i].kind == entry.kind {
				continue
			}
		}
		group.Go(func() (err error) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if files[i], err = l.file(tree, entry); err != nil {
				extra[i].unreadable(entry.path, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	var problems []document.Problem
	next := make(map[string]*file, len(files))
	for i, parsed := range files {
		problems = append(problems, extra[i].problems...)
		if parsed != nil {
			problems = append(problems, parsed.problems...)
			next[parsed.path] = parsed
		}
	}
	l.files = next
	return files, problems, nil
}

// file reads and decodes a file, unless the last load decoded the same bytes.
func (l *Loader) file(tree fs.FS, entry found) (*file, error) {
	held := entry.held
	if held != nil && held.size > document.MaxFileSize {
		held = nil // only its beginning is read below
	}
	sum, data := [sha256.Size]byte{}, []byte(nil)
	if held != nil && held.err == nil {
		sum = held.sum
	} else {
		var err error
		if data, err = readAtMost(tree, entry.path, document.MaxFileSize+1); err != nil {
			return nil, err
		}
		sum = sha256.Sum256(data)
	}
	parsed := l.files[entry.path]
	if parsed == nil || parsed.hash != sum || parsed.kind != entry.kind {
		if data == nil {
			var err error
			if data, err = readAtMost(tree, entry.path, document.MaxFileSize+1); err != nil {
				return nil, err
			}
		}
		parsed = l.decode(entry, sum, data)
	}
	// The bytes of a file with problems stay, so that its problems keep their excerpts.
	if held != nil && len(parsed.problems) == 0 {
		held.release(parsed)
	}
	return parsed, nil
}

func (l *Loader) decode(entry found, sum [sha256.Size]byte, data []byte) *file {
	l.parsed.Add(1)
	parsed := &file{path: entry.path, kind: entry.kind, hash: sum, value: entry.kind.newValue()}
	parsed.doc, parsed.problems = document.Decode(entry.path, data, parsed.value)
	parsed.broken = hasError(parsed.problems)
	if len(parsed.problems) == 0 {
		parsed.doc.Release(sum, l.reread)
	}
	return parsed
}

// reread gives the bytes of a file of the tree that is being loaded, for the
// places of what is found wrong with it.
func (l *Loader) reread(name string) ([]byte, error) {
	return readAtMost(l.tree, name, document.MaxFileSize+1)
}

// readAtMost reads the first bytes of a file; a decoder that gets one byte more
// than it takes says itself that the file is too large.
func readAtMost(tree fs.FS, name string, limit int64) (data []byte, err error) {
	opened, err := tree.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if closeErr := opened.Close(); err == nil {
			err = closeErr
		}
	}()
	if in, ok := opened.(*openFile); ok && int64(len(in.data)) <= limit && !in.file.cut {
		return in.data, nil // no copy: nobody changes what was read
	}
	return io.ReadAll(io.LimitReader(opened, limit))
}
