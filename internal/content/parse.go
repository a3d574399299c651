package content

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// maxTotalYAML is how many bytes all YAML files together may have.
const maxTotalYAML = 64 << 20

// file is a parsed file. It is shared by all loads that find the same bytes
// under the same path, and never changed.
type file struct {
	path    string
	kind    kind
	hash    [sha256.Size]byte
	doc     *yamldoc.Document
	value   any // *site.Site, *site.Page, …
	broken  bool
	letters letters
	findings
}

// newValue returns what a file of the kind is parsed into.
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
	case kindPeople:
		return new(site.Collection[site.Person])
	case kindImages:
		return new(site.Collection[site.ImageNote])
	case kindTestimonials:
		return new(site.Collection[site.Testimonial])
	case kindBlocks:
		return new(site.Collection[site.Section])
	case kindTerms, kindPrivacy:
		return new(site.Legal)
	default:
		return new(site.Page)
	}
}

// parsedTree is the content as it was read at one moment: names, parsed files and
// media. It is never changed.
type parsedTree struct {
	names    *listing
	sites    []string
	list     []found
	files    []*file // of list; nil where a file cannot be read
	misnamed []found
	media    map[string]*media.File
	problems []yamldoc.Problem // of names, and of files by themselves
}

// read scans a tree and parses it, except for what is as it was. Where before is
// given, only the changed paths are scanned; everything where they are nil.
func (l *Loader) read(ctx context.Context, fsys fs.FS, before *parsedTree, changed []string) (*parsedTree, error) {
	var known *listing
	if before != nil {
		known = before.names
	}
	names, err := scan(ctx, fsys, known, changed)
	if err != nil {
		return nil, err
	}
	c := classifier{names: names}
	c.classify()
	l.fsys.Store(&fsys)
	t := &parsedTree{names: names, sites: c.sites, list: c.files, misnamed: c.misnamed}
	if t.files, t.problems, err = l.parse(ctx, fsys, c.files); err != nil {
		return nil, err
	}
	t.problems = append(c.problems, t.problems...)
	if t.media, err = l.inspect(ctx, fsys, names); err != nil {
		return nil, err
	}
	return t, nil
}

// equal tells whether both hold the same, whenever it was saved.
func (t *parsedTree) equal(other *parsedTree) bool {
	if t == nil || other == nil {
		return false
	}
	return slices.Equal(t.sites, other.sites) && slices.Equal(t.files, other.files) && slices.EqualFunc(t.list, other.list, samePlace) &&
		slices.EqualFunc(t.misnamed, other.misnamed, samePlace) && slices.Equal(t.problems, other.problems) && maps.EqualFunc(t.media, other.media, (*media.File).Equal)
}

// parsedFile is a parsed file, and the stamp of the file that it was read from.
type parsedFile struct {
	stamp osfile.Stamp
	file  *file
}

// parse reads and parses the files, those that changed since the last time at
// least. A file that cannot be read has a nil entry.
func (l *Loader) parse(ctx context.Context, tree fs.FS, list []found) ([]*file, []yamldoc.Problem, error) {
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
		known := l.files[entry.path]
		if known.file != nil && known.file.kind == entry.kind && known.stamp == entry.stamp && entry.stamp != (osfile.Stamp{}) {
			files[i] = known.file
			continue
		}
		group.Go(func() (err error) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if files[i], err = l.file(tree, entry, known.file); err != nil {
				extra[i].unreadable(entry.path, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	var problems []yamldoc.Problem
	known := make(map[string]parsedFile, len(files))
	for i, parsed := range files {
		problems = append(problems, extra[i].problems...)
		if parsed != nil {
			problems = append(problems, parsed.problems...)
			known[parsed.path] = parsedFile{list[i].stamp, parsed}
		}
	}
	l.files = known
	return files, problems, nil
}

// file reads a file, and parses it unless its bytes are those of the one before.
func (l *Loader) file(tree fs.FS, entry found, before *file) (*file, error) {
	data, err := readAtMost(tree, entry.path, yamldoc.MaxFileSize+1)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	if before != nil && before.hash == sum && before.kind == entry.kind {
		return before, nil
	}
	l.parsed.Add(1)
	parsed := &file{path: entry.path, kind: entry.kind, hash: sum, value: entry.kind.newValue()}
	parsed.doc, parsed.problems = yamldoc.Decode(entry.path, data, parsed.value)
	parsed.broken = hasError(parsed.problems)
	parsed.letters = lettersOf(parsed.value)
	if l.options.History != nil && !parsed.broken {
		l.options.History.Offer(sum, data)
	}
	if len(parsed.problems) == 0 {
		parsed.doc.Release(sum, func(name string) ([]byte, error) { return l.reread(name) })
	}
	return parsed, nil
}

// reread gives the bytes of a parsed file again, for the places of what is found
// wrong with it later.
func (l *Loader) reread(name string) ([]byte, error) {
	return readAtMost(*l.fsys.Load(), name, yamldoc.MaxFileSize+1)
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
