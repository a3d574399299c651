package content

import (
	"maps"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// siteTree is what a parsedTree holds of one site. It is never changed.
type siteTree struct {
	id string
	// Whether the folder is a site at all: it has a site.yaml.
	complete bool
	list     []found
	files    []*file
	misnamed []found
	folders  map[string][]entry
	media    map[string]*media.File
	problems []yamldoc.Problem // of names, and of files by themselves
}

// folderOf returns the first folder of a path: the id of a site, or the name of what
// stands beside them.
func folderOf(path string) string {
	id, _, _ := strings.Cut(path, "/")
	return id
}

// split returns the trees of all sites, and of all that stands where sites stand and has
// a problem.
func (t *parsedTree) split() map[string]*siteTree {
	all := map[string]*siteTree{}
	if t == nil {
		return all
	}
	of := func(path string) *siteTree {
		id := folderOf(path)
		if all[id] == nil {
			all[id] = &siteTree{id: id, folders: map[string][]entry{}, media: map[string]*media.File{}}
		}
		return all[id]
	}
	for _, id := range t.sites {
		of(id).complete = true
	}
	for i, entry := range t.list {
		s := of(entry.path)
		s.list, s.files = append(s.list, entry), append(s.files, t.files[i])
	}
	for _, f := range t.misnamed {
		s := of(f.path)
		s.misnamed = append(s.misnamed, f)
	}
	for _, problem := range t.problems {
		s := of(problem.File)
		s.problems = append(s.problems, problem)
	}
	for dir, entries := range t.names.folders {
		if s := all[folderOf(dir)]; s != nil && dir != "." {
			s.folders[dir] = entries
		}
	}
	for name, file := range t.media {
		if s := all[folderOf(name)]; s != nil {
			s.media[name] = file
		}
	}
	return all
}

// compose puts sites together as one tree.
func compose(sites map[string]*siteTree) *parsedTree {
	t := &parsedTree{names: &listing{folders: map[string][]entry{}}, media: map[string]*media.File{}}
	for _, id := range slices.Sorted(maps.Keys(sites)) {
		s := sites[id]
		t.sites = append(t.sites, id)
		t.list, t.files = append(t.list, s.list...), append(t.files, s.files...)
		t.misnamed = append(t.misnamed, s.misnamed...)
		t.problems = append(t.problems, s.problems...)
		maps.Copy(t.names.folders, s.folders)
		maps.Copy(t.media, s.media)
	}
	return t
}

// broken tells whether the site has errors by itself, whatever other sites hold.
func (s *siteTree) broken() bool { return !s.complete || hasError(s.problems) }

// equal tells whether both hold the same, whenever it was saved. No site is nil.
func (s *siteTree) equal(other *siteTree) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.complete == other.complete && slices.EqualFunc(s.list, other.list, samePlace) &&
		slices.EqualFunc(s.files, other.files, (*file).equal) && maps.EqualFunc(s.media, other.media, (*media.File).Equal) &&
		slices.EqualFunc(s.misnamed, other.misnamed, samePlace) && slices.Equal(s.problems, other.problems)
}

// equal tells whether both have the same bytes. No file is nil.
func (f *file) equal(other *file) bool {
	return f == other || f != nil && other != nil && f.hash == other.hash
}

// changes returns the paths of files that are not the same in both, sorted. Each may be nil.
func (s *siteTree) changes(other *siteTree) []string {
	before, now := s.sums(), other.sums()
	var changed []string
	for path, sum := range now {
		if was, there := before[path]; !there || was != sum {
			changed = append(changed, path)
		}
	}
	for path := range before {
		if _, there := now[path]; !there {
			changed = append(changed, path)
		}
	}
	slices.Sort(changed)
	return changed
}

// fileSum is what a file is: the kind it is read as, and the hash of its bytes.
type fileSum struct {
	kind kind
	hash [32]byte
	code string // of a picture: what is wrong
}

// sums returns what each file is, by its path.
func (s *siteTree) sums() map[string]fileSum {
	if s == nil {
		return nil
	}
	sums := make(map[string]fileSum, len(s.list)+len(s.media))
	for i, entry := range s.list {
		sum := fileSum{kind: entry.kind}
		if f := s.files[i]; f != nil {
			sum.hash = f.hash
		}
		sums[entry.path] = sum
	}
	for name, file := range s.media {
		sums[name] = fileSum{kind: -1, hash: file.Hash, code: file.Code}
	}
	return sums
}

func samePlace(a, b found) bool { return a.path == b.path && a.kind == b.kind }
