// Package tree reads a content folder: it lists the files, says what each of them is, and decodes them. A [Tree] is
// what was there at one moment, and is never changed.
//
// A folder with a site.yaml is a site; its name is the site's id. The path of a file below pages is the path of its
// page below the path of its site; index.yaml stands for its folder, and pages/404.yaml for unknown addresses. Names
// that begin with a dot or an underscore are left out, and so is what editors leave behind for a moment while they
// save. Everything else that nobody would read is a problem, because its author believes that it is read.
package tree

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Site is what a tree holds of one site. It is never changed.
type Site struct {
	// Whether the folder is a site at all: it has a site.yaml.
	Complete bool
	list     []Entry
	files    []*File
	folders  map[string][]DirEntry
	media    map[string]*media.File
	Problems []yamldoc.Problem // of names, and of files by themselves
}

// FolderOf returns the first folder of a path: the id of a site, or the name of what stands beside them.
func FolderOf(path string) string {
	id, _, _ := strings.Cut(path, "/")
	return id
}

// Split returns the trees of all sites, and of all that stands where sites stand and has a problem.
func (t *Tree) Split() map[string]*Site {
	if t.parts != nil {
		return t.parts
	}
	all := map[string]*Site{}
	of := func(path string) *Site {
		id := FolderOf(path)
		if all[id] == nil {
			all[id] = &Site{folders: map[string][]DirEntry{}, media: map[string]*media.File{}}
		}
		return all[id]
	}
	for _, id := range t.Sites {
		of(id).Complete = true
	}
	for i, entry := range t.List {
		s := of(entry.Path)
		s.list, s.files = append(s.list, entry), append(s.files, t.Files[i])
	}
	for _, problem := range t.Problems {
		s := of(problem.File)
		s.Problems = append(s.Problems, problem)
	}
	for dir, entries := range t.Names.Folders {
		if s := all[FolderOf(dir)]; s != nil && dir != "." {
			s.folders[dir] = entries
		}
	}
	for name, file := range t.Media {
		if s := all[FolderOf(name)]; s != nil {
			s.media[name] = file
		}
	}
	return all
}

// Compose puts sites together as one tree.
func Compose(sites map[string]*Site) *Tree {
	t := &Tree{Names: &Listing{Folders: map[string][]DirEntry{}}, Media: map[string]*media.File{}, parts: sites}
	for _, id := range slices.Sorted(maps.Keys(sites)) {
		s := sites[id]
		t.Sites = append(t.Sites, id)
		t.List, t.Files = append(t.List, s.list...), append(t.Files, s.files...)
		t.Problems = append(t.Problems, s.Problems...)
		maps.Copy(t.Names.Folders, s.folders)
		maps.Copy(t.Media, s.media)
	}
	return t
}

// Broken tells whether the site has errors by itself, whatever other sites hold.
func (s *Site) Broken() bool { return !s.Complete || HasError(s.Problems) }

// Equal tells whether both hold the same, whenever it was saved. No site is nil.
func (s *Site) Equal(other *Site) bool {
	if s == nil || other == nil || s == other {
		return s == other
	}
	return s.Complete == other.Complete && maps.Equal(s.sums(), other.sums()) && slices.Equal(s.Problems, other.Problems)
}

// Changes returns the paths of files that are not the same in both, sorted. Each may be nil.
func (s *Site) Changes(other *Site) []string {
	before, now := s.sums(), other.sums()
	all := maps.Clone(before)
	maps.Copy(all, now)
	maps.DeleteFunc(all, func(path string, _ fileSum) bool { return before[path] == now[path] })
	return slices.Sorted(maps.Keys(all))
}

// fileSum is what a file is: the kind it is read as, and the hash of its bytes.
type fileSum struct {
	kind  Kind // empty for what is not YAML
	hash  [32]byte
	fault media.Problem // of what is not YAML
}

func (s *Site) sums() map[string]fileSum {
	if s == nil {
		return map[string]fileSum{}
	}
	sums := make(map[string]fileSum, len(s.list)+len(s.media))
	for i, entry := range s.list {
		sum := fileSum{kind: entry.Kind}
		if f := s.files[i]; f != nil {
			sum.hash = f.Hash
		}
		sums[entry.Path] = sum
	}
	for name, file := range s.media {
		sums[name] = fileSum{hash: file.Hash, fault: file.Problem}
	}
	return sums
}

// Changed returns the first paths at which sites differ, at most so many, and how many more there are.
func Changed(before, now map[string]*Site, most int) (first []string, more int) {
	ids := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(now))
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		first = append(first, before[id].Changes(now[id])...)
	}
	most = min(most, len(first))
	return first[:most], len(first) - most
}

// Strays returns the problems of what is no site.
func (t *Tree) Strays() []yamldoc.Problem {
	ofSite := func(p yamldoc.Problem) bool { return slices.Contains(t.Sites, FolderOf(p.File)) }
	return slices.DeleteFunc(slices.Clone(t.Problems), ofSite)
}

// Findings are the problems that one piece of work has found. Each piece has
// its own, so that pieces can run at the same time; they are joined in the end.
type Findings struct {
	Problems []yamldoc.Problem
}

// MaxFindings is how many problems one piece of work reports: most of more have
// one cause. A page of 100 KB can have 50,000.
const MaxFindings = 200

// Full tells whether another problem changes nothing: there are many, and one of them is an error.
func (f *Findings) Full() bool { return len(f.Problems) >= MaxFindings && HasError(f.Problems) }

func (f *Findings) Add(problems ...yamldoc.Problem) {
	f.Problems = append(f.Problems, problems...)
}

// Error reports an error at a path of a file, ErrorAtKey one at its key, and Warn a warning.
func (f *Findings) Error(in *File, path, code, hint, format string, args ...any) {
	f.Add(in.Doc.At(path, code, fmt.Sprintf(format, args...), hint))
}

func (f *Findings) ErrorAtKey(in *File, path, code, hint, format string, args ...any) {
	f.Add(in.Doc.AtKey(path, code, fmt.Sprintf(format, args...), hint))
}

func (f *Findings) Warn(in *File, path, code, hint, format string, args ...any) {
	f.Add(in.Doc.Warn(path, code, fmt.Sprintf(format, args...), hint))
}

// Name reports a problem with a file or folder as such, which has no line.
func (f *Findings) Name(file, code, hint, format string, args ...any) {
	f.Add(yamldoc.Problem{
		Severity: yamldoc.Error, File: file, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// WarnName is Name for something that does not keep the content from going live.
func (f *Findings) WarnName(file, code, hint, format string, args ...any) {
	f.Name(file, code, hint, format, args...)
	f.Problems[len(f.Problems)-1].Severity = yamldoc.Warning
}

// Join sorts all problems and drops those that were found twice, such as a wrong link of a plan that three pages show.
func Join(parts ...[]yamldoc.Problem) []yamldoc.Problem {
	var all []yamldoc.Problem
	seen := map[yamldoc.Problem]bool{}
	for _, part := range parts {
		for _, problem := range part {
			if !seen[problem] {
				seen[problem] = true
				all = append(all, problem)
			}
		}
	}
	yamldoc.Sort(all)
	return all
}

func HasError(problems []yamldoc.Problem) bool {
	return slices.ContainsFunc(problems, func(p yamldoc.Problem) bool { return p.Severity == yamldoc.Error })
}
