package tree

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"
)

// MaxTotalYAML is how many bytes all YAML files together may have.
const MaxTotalYAML = 256 << 20

// File is a parsed file. It is shared by all loads that find the same bytes under the same path, and never changed.
type File struct {
	Path   string
	Kind   Kind
	Hash   [sha256.Size]byte // of its bytes
	Doc    *yamldoc.Document
	Value  any // *site.Site, *site.Page, …
	Broken bool
	// What it was decoded over, where it is in the folder of a language; nil for pages, and where there is no such file.
	Original *File
	Findings
}

// Reader reads trees. What a file holds is decoded once for its bytes. Its methods must not be called at the same time.
type Reader struct {
	history *history.History      // gets what is read; may be nil
	Files   map[string]parsedFile // by path, of the last tree
	Media   map[string]*media.File
	fsys    atomic.Pointer[fs.FS] // that was read last; places in its files may be asked for at any time
	Parsed  atomic.Int64          // files parsed so far
}

// NewReader returns a reader with empty caches. The history may be nil.
func NewReader(keep *history.History) *Reader {
	return &Reader{history: keep, Files: map[string]parsedFile{}}
}

// Beside returns a reader that knows what this one has read, and may be used at the same time.
func (r *Reader) Beside(keep *history.History) *Reader {
	return &Reader{history: keep, Files: r.Files, Media: r.Media}
}

// Tree is the content as it was read at one moment: names, parsed files and media. It is never changed.
type Tree struct {
	Names    *Listing
	Sites    []string
	List     []Entry
	Files    []*File // of list; nil where a file cannot be read
	Media    map[string]*media.File
	Problems []yamldoc.Problem // of names, and of files by themselves
	parts    map[string]*Site  // that it was composed of; nil where it was read
}

// Read scans a tree and parses it, except for what is as it was.
func (r *Reader) Read(ctx context.Context, fsys fs.FS) (*Tree, error) {
	names, err := Scan(ctx, fsys)
	if err != nil {
		return nil, err
	}
	c := classifier{names: names}
	c.classify()
	r.fsys.Store(&fsys)
	t := &Tree{Names: names, Sites: c.sites, List: c.files}
	if t.Files, t.Problems, err = r.Parse(ctx, fsys, c.files); err != nil {
		return nil, err
	}
	t.Problems = append(c.Problems, t.Problems...)
	if t.Media, err = r.inspect(ctx, fsys, names); err != nil {
		return nil, err
	}
	return t, nil
}

// Equal tells whether both hold the same, whenever it was saved.
func (t *Tree) Equal(other *Tree) bool {
	return t != nil && other != nil && slices.Equal(t.Sites, other.Sites) && slices.Equal(t.Files, other.Files) &&
		slices.EqualFunc(t.List, other.List, func(a, b Entry) bool { return a.Path == b.Path && a.Kind == b.Kind }) &&
		slices.Equal(t.Problems, other.Problems) && maps.EqualFunc(t.Media, other.Media, func(a, b *media.File) bool {
		return a.Hash == b.Hash && a.Problem == b.Problem
	})
}

// parsedFile is a parsed file, and the stamp of the file that it was read from.
type parsedFile struct {
	Stamp osfile.Stamp
	File  *File
}

// Parse reads and parses the files, those that changed since the last time at
// least. A file that cannot be read has a nil entry.
func (r *Reader) Parse(ctx context.Context, fsys fs.FS, list []Entry) ([]*File, []yamldoc.Problem, error) {
	files := make([]*File, len(list))
	extra := make([]Findings, len(list))
	total := int64(0)
	for i, entry := range list {
		if total += entry.Size; total > MaxTotalYAML {
			extra[i].Name(entry.Path, "too-large", "", "All content files together are larger than %d MB.", MaxTotalYAML>>20)
			list = list[:i]
			break
		}
	}
	originals := map[string]*File{}
	parse := func(translations bool) error {
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i, entry := range list {
			if (entry.Original() != "") != translations {
				continue
			}
			known, original := r.Files[entry.Path], originals[entry.Original()]
			if known.File != nil && known.File.Kind == entry.Kind && known.Stamp == entry.stamp &&
				entry.stamp != (osfile.Stamp{}) && known.File.Original == original {
				files[i] = known.File
				continue
			}
			group.Go(func() (err error) {
				if err := ctx.Err(); err != nil {
					return err
				}
				if files[i], err = r.file(fsys, entry, original, known.File); err != nil {
					extra[i].unreadable(entry.Path, err)
				}
				return nil
			})
		}
		return group.Wait()
	}
	if err := parse(false); err != nil {
		return nil, nil, err
	}
	for i, entry := range list {
		if files[i] != nil && entry.Language == "" {
			originals[entry.Path] = files[i]
		}
	}
	if err := parse(true); err != nil {
		return nil, nil, err
	}
	var problems []yamldoc.Problem
	known := make(map[string]parsedFile, len(files))
	for i, parsed := range files {
		problems = append(problems, extra[i].Problems...)
		if parsed != nil {
			problems = append(problems, parsed.Problems...)
			known[parsed.Path] = parsedFile{list[i].stamp, parsed}
		}
	}
	r.Files = known
	return files, problems, nil
}

// file reads a file, and parses it unless its bytes are those of the one before. The original is what it translates, if
// anything.
func (r *Reader) file(fsys fs.FS, entry Entry, original, before *File) (*File, error) {
	data, err := readAtMost(fsys, entry.Path)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	if before != nil && before.Hash == sum && before.Kind == entry.Kind && before.Original == original {
		return before, nil
	}
	r.Parsed.Add(1)
	parsed := &File{Path: entry.Path, Kind: entry.Kind, Hash: sum, Value: entry.Kind.newValue(), Original: original}
	var under *yamldoc.Document
	switch of := entry.Original(); {
	case original != nil && !original.Broken && !original.Doc.Has(""):
		return nil, fmt.Errorf("%s has changed", of)
	case original != nil:
		under = original.Doc
	case of != "":
		under = &yamldoc.Document{File: of}
	}
	parsed.Doc, parsed.Problems = yamldoc.Decode(entry.Path, under, data, parsed.Value)
	parsed.Broken = HasError(parsed.Problems) || original != nil && original.Broken
	if r.history != nil && !parsed.Broken {
		r.history.Offer(sum, data)
	}
	if len(parsed.Problems) == 0 {
		parsed.Doc.Release(func() []byte { return r.reread(entry.Path, sum) })
	}
	return parsed, nil
}

// reread gives the bytes of a parsed file again, for the places of what is found
// wrong with it later; nil where the file has changed.
func (r *Reader) reread(name string, sum [sha256.Size]byte) []byte {
	data, err := readAtMost(*r.fsys.Load(), name)
	if err != nil || sha256.Sum256(data) != sum {
		return nil
	}
	return data
}

// readAtMost reads the first bytes of a file; a decoder that gets one byte more
// than it takes says itself that the file is too large.
func readAtMost(fsys fs.FS, name string) (data []byte, err error) {
	limit, _ := yamldoc.Limits(name)
	opened, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return io.ReadAll(io.LimitReader(opened, int64(limit)+1))
}

// inspect finds out what the files of a tree are that are not YAML, by path. Those that were
// found before are not read again where their stamps are the same.
func (r *Reader) inspect(ctx context.Context, fsys fs.FS, names *Listing) (map[string]*media.File, error) {
	from := media.Tree{FS: fsys}
	if r.history != nil {
		from.Kept = r.history.Open
	}
	var mu sync.Mutex
	found := map[string]*media.File{}
	note := func(name string, file *media.File) {
		mu.Lock()
		defer mu.Unlock()
		found[name] = file
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for dir, entries := range names.Folders {
		kind := media.KindOf(Below(dir))
		if kind == media.None {
			continue
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name)
			switch {
			case e.isFolder, kind == media.Font && !IsFont(Below(name)):
			case (kind == media.Download || kind == media.WellKnown) && (IsHidden(e.Name) || isReadme(e.Name)):
			case kind == media.Look && !isLookFile(Below(name)):
			case r.Media[name].HasStamp(e.Stamp):
				note(name, r.Media[name])
			case e.Err != nil:
				note(name, media.Unreadable(name, hintOf(e.Err)))
			default:
				group.Go(func() error {
					if ctx.Err() == nil {
						note(name, from.Inspect(name, r.Media[name]))
					}
					return ctx.Err()
				})
			}
		}
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	r.Media = found
	return found, nil
}

// Kept lists the files of a tree for the history.
func (r *Reader) Kept(t *Tree) []history.File {
	var files []history.File
	fsys := *r.fsys.Load()
	add := func(path string, sum [sha256.Size]byte, open func() (io.ReadCloser, error)) {
		files = append(files, history.File{Path: path, Sum: sum, Open: open})
	}
	for i, entry := range t.List {
		add(entry.Path, t.Files[i].Hash, func() (io.ReadCloser, error) { return fsys.Open(entry.Path) })
	}
	for name, file := range t.Media {
		if file.Hash != [sha256.Size]byte{} {
			add(name, file.Hash, func() (io.ReadCloser, error) { return file.Open() })
		}
	}
	slices.SortFunc(files, func(a, b history.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}
