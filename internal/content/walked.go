package content

import (
	"path"
	"slices"

	"github.com/evenlight/marquee/internal/content/document"
)

// walked is what a walker found in a folder of pages, so that it need not look
// at each name again as long as the folder of the snapshot is the same. Folders
// in it are walked on their own.
type walked struct {
	entries int // that count for the limit
	parts   []walkedPart
}

// walkedPart is what was found before a folder, and the name of that folder; it
// is empty at the end.
type walkedPart struct {
	files, misnamed []found
	problems        []document.Problem
	folder          string
}

// trail writes down what a walker finds in a folder.
type trail struct {
	folder                    *snapshotDir // nil in trees that are no snapshots
	made                      walked
	files, misnamed, problems int // where the part begins
	entries                   int
}

func (w *walker) begin(dir string) *trail {
	t := &trail{}
	if s, ok := w.tree.(*Snapshot); ok {
		t.folder = s.dirs[dir]
	}
	t.resume(w)
	return t
}

// resume begins a part.
func (t *trail) resume(w *walker) {
	t.files, t.misnamed, t.problems, t.entries = len(w.files), len(w.misnamed), len(w.problems), w.entries
}

// pause ends a part.
func (t *trail) pause(w *walker, folder string) {
	t.made.entries += w.entries - t.entries
	t.made.parts = append(t.made.parts, walkedPart{
		files: slices.Clone(w.files[t.files:]), misnamed: slices.Clone(w.misnamed[t.misnamed:]),
		problems: slices.Clone(w.problems[t.problems:]), folder: folder,
	})
}

func (t *trail) end(w *walker) {
	t.pause(w, "")
	if t.folder != nil && w.entries <= maxEntries {
		t.folder.walked.Store(&t.made)
	}
}

// again finds what was found in the folder before, and reports whether that is known.
func (w *walker) again(id, dir, below string, depth int) bool {
	s, ok := w.tree.(*Snapshot)
	if !ok || s.dirs[dir] == nil {
		return false
	}
	known := s.dirs[dir].walked.Load()
	if known == nil || w.entries+known.entries > maxEntries {
		return false
	}
	w.entries += known.entries
	for _, part := range known.parts {
		w.files, w.misnamed = append(w.files, part.files...), append(w.misnamed, part.misnamed...)
		w.add(part.problems...)
		if part.folder != "" {
			w.pages(id, path.Join(dir, part.folder), path.Join(below, part.folder), depth+1)
		}
	}
	return true
}
