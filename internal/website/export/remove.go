package export

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// remove takes away the files of earlier exports that this one does not have,
// and the folders that exports made and that are empty now.
func (r *run) remove() error {
	alike := map[string]string{}
	for name := range r.now.Files {
		alike[fold(name)] = name
	}
	for _, name := range names(r.before.Files) {
		if _, needed := r.now.Files[name]; needed {
			continue
		}
		info, err := r.folder.root.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("remove %s: %w", name, withoutPath(err))
		}
		// On some disks the page About.html, which is now about.html, is the same file.
		if other, err := r.folder.root.Lstat(alike[fold(name)]); alike[fold(name)] != "" && err == nil && os.SameFile(info, other) {
			continue
		}
		if known := r.before.Files[name]; !info.Mode().IsRegular() || (known != "" && r.folder.hash(name) != known) {
			r.summary.Changed = append(r.summary.Changed, name)
			continue
		}
		if r.keep(name, info.Size()) {
			continue
		}
		if err := r.announce(); err != nil {
			return err
		}
		if err := r.folder.root.Remove(name); err != nil {
			return fmt.Errorf("remove %s: %w", name, withoutPath(err))
		}
		r.summary.Removed++
	}
	return r.removeFolders()
}

// keep keeps a file that an open page, or one in a cache, may still ask for.
func (r *run) keep(name string, size int64) bool {
	if r.options.KeepDays == 0 || r.before.Files[name] == "" || !isHashed(name) {
		return false
	}
	now := r.options.Now().UTC()
	since := now.Format(time.DateOnly)
	if known, err := time.Parse(time.DateOnly, r.before.Kept[name]); err == nil && known.Before(now) {
		since = r.before.Kept[name]
	}
	if since < now.AddDate(0, 0, -r.options.KeepDays).Format(time.DateOnly) {
		return false
	}
	r.now.Files[name], r.now.Kept[name] = r.before.Files[name], since
	r.summary.Kept++
	r.summary.Bytes += size
	return true
}

// isHashed reports whether a file lies where all names hold a hash.
func isHashed(name string) bool {
	if below, hosted := strings.CutPrefix(name, hostsFolder); hosted {
		_, name, _ = strings.Cut(below, "/")
	}
	folder, _, _ := strings.Cut(name, "/")
	return folder == "assets" || folder == "files" || folder == "images" || folder == "og"
}

func (r *run) removeFolders() error {
	needed := map[string]bool{}
	for name := range r.now.Files {
		for above := range parents(name) {
			needed[above] = true
		}
	}
	var remaining []string
	// The deepest first.
	slices.SortFunc(r.now.Folders, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	for _, name := range r.now.Folders {
		if !needed[name] {
			if err := r.folder.removeFolder(name); err != nil {
				return fmt.Errorf("remove the folder %s: %w", name, withoutPath(err))
			}
			if _, err := r.folder.root.Lstat(name); errors.Is(err, fs.ErrNotExist) {
				continue
			}
		}
		remaining = append(remaining, name)
	}
	slices.Sort(remaining)
	r.now.Folders = remaining
	return nil
}
