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
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			data, err := readAtMost(tree, entry.path, document.MaxFileSize+1)
			if err != nil {
				extra[i].unreadable(entry.path, err)
				return nil
			}
			files[i] = l.decode(entry, data)
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

// decode takes the file out of the cache, or decodes it.
func (l *Loader) decode(entry found, data []byte) *file {
	hash := sha256.Sum256(data)
	if known := l.files[entry.path]; known != nil && known.hash == hash {
		return known
	}
	l.parsed.Add(1)
	parsed := &file{path: entry.path, hash: hash, value: entry.kind.newValue()}
	doc, problems := document.Decode(entry.path, data, parsed.value)
	parsed.doc, parsed.problems = doc, problems
	parsed.broken = hasError(problems)
	return parsed
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
	return io.ReadAll(io.LimitReader(opened, limit))
}
