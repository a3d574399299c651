package content

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Look returns the folder as it is where the names, paths below it, are said to
// be the only ones that changed. Nothing else is looked at. It returns nil
// where that is not enough to tell, and for what went wrong: then take a new
// snapshot.
func (s *Snapshot) Look(ctx context.Context, names []string) *Snapshot {
	if len(names) == 0 {
		return s
	}
	if s.linked {
		return nil
	}
	l, err := newLook(ctx, s.dir, s)
	if err != nil {
		return nil
	}
	defer l.close()
	made := &Snapshot{dir: s.dir, dirs: maps.Clone(s.dirs), count: s.count, bytes: s.bytes}
	read := map[string]bool{} // folders of which all was read
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if !l.patch(made, name, read) {
			return nil
		}
	}
	if made.count > maxSnapshotFiles || made.bytes > maxSnapshotTotal {
		return nil
	}
	return made
}

// patch brings one path of a snapshot up to date, and reports whether it could.
func (l *look) patch(s *Snapshot, name string, read map[string]bool) bool {
	if name == "." || !fs.ValidPath(name) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return true // hidden, and so is what is in it
		}
	}
	// What is new may lie in a folder that is new.
	for s.dirs[path.Dir(name)] == nil {
		name = path.Dir(name)
	}
	for dir := name; dir != "."; dir = path.Dir(dir) {
		if read[dir] {
			return true
		}
	}
	info, err := l.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.replace(name, nil)
	case err != nil:
		s.replace(name, &snapshotFile{name: path.Base(name), err: err})
	case info.Mode()&fs.ModeSymlink != 0:
		return false
	case info.IsDir():
		read[name] = true
		return l.patchDir(s, name)
	default:
		s.replace(name, l.file(l.root, name, s.find(name), true))
	}
	return true
}

func (l *look) patchDir(s *Snapshot, name string) bool {
	below, err := newLook(l.ctx, l.dir, l.previous)
	if err != nil {
		return false
	}
	defer below.close()
	below.tree(name, 1+strings.Count(name, "/"))
	found, err := below.snapshot()
	if err != nil || found.linked {
		return false
	}
	s.replace(name, &snapshotFile{name: path.Base(name), dir: true})
	maps.Copy(s.dirs, found.dirs)
	s.count, s.bytes = s.count+found.count, s.bytes+found.bytes
	return true
}

// replace puts another file (nil: none) at a path, whose folder is known. What
// was below the path is gone.
func (s *Snapshot) replace(name string, f *snapshotFile) {
	dir := path.Dir(name)
	entries := s.dirs[dir].entries
	at, found := s.dirs[dir].search(path.Base(name))
	end := at
	if found {
		end++
		if old := entries[at]; old.dir {
			s.forget(name)
		} else {
			s.count, s.bytes = s.count-1, s.bytes-old.weight()
		}
	}
	made := slices.Clone(entries[:at])
	if f != nil {
		made = append(made, f)
		if !f.dir {
			s.count, s.bytes = s.count+1, s.bytes+f.weight()
		}
	}
	s.dirs[dir] = &snapshotDir{entries: append(made, entries[end:]...)}
}

// forget drops a folder and all below it.
func (s *Snapshot) forget(dir string) {
	for _, entry := range s.dirs[dir].entries {
		if entry.dir {
			s.forget(path.Join(dir, entry.name))
		} else {
			s.count, s.bytes = s.count-1, s.bytes-entry.weight()
		}
	}
	delete(s.dirs, dir)
}
