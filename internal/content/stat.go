package content

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

func (w *walker) list(dir string) ([]fs.DirEntry, bool) {
	entries, err := fs.ReadDir(w.tree, dir)
	if err != nil {
		w.unreadable(dir, err)
		return nil, false
	}
	return entries, true
}

// stat follows symbolic links.
func (w *walker) stat(full string, entry fs.DirEntry) (fs.FileInfo, bool) {
	w.entries++
	if w.entries > maxEntries {
		if w.entries == maxEntries+1 {
			w.name(".", "too-many-files", "", "There are more than %d files and folders.", maxEntries)
		}
		return nil, false
	}
	info, err := entry.Info()
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = fs.Stat(w.tree, full)
		if err != nil {
			w.name(full, "broken-symlink", "", "This symbolic link leads nowhere, or out of the content folder.")
			return nil, false
		}
	}
	if err != nil {
		w.unreadable(full, err)
		return nil, false
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		w.name(full, "unreadable", "", "This is neither a file nor a folder.")
		return nil, false
	}
	return info, true
}

func (f *findings) unreadable(file string, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.name(file, "unreadable", "Save it again.", "It disappeared while it was read.")
	case errors.Is(err, fs.ErrPermission):
		f.name(file, "unreadable", "Ask for permission to read it.", "It may not be read.")
	default:
		f.name(file, "unreadable", "", "It cannot be read: the disk reported an error.")
	}
}

func isYAML(name string) bool {
	extension := path.Ext(name)
	return extension == ".yaml" || extension == ".yml"
}

// meantYAML returns the name under which a content file would be read: for
// about.yml, About.YAML and about.yaml.txt it is about.yaml. It is empty for
// all other kinds of file.
func meantYAML(name string) string {
	lower := strings.TrimSuffix(strings.ToLower(name), ".txt")
	if !isYAML(lower) {
		return ""
	}
	stem := strings.TrimSuffix(lower, path.Ext(lower))
	if slug := slugify(stem); slug != "" {
		stem = slug
	}
	return stem + ".yaml"
}

func isPicture(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".ico", ".avif":
		return true
	}
	return false
}
