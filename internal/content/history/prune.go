package history

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// How many revisions are kept: the newest, and the last of each of the newest days.
const (
	keepNewest = 20
	keepDays   = 14
)

// prune removes revisions that are too old, and the objects that only they list.
func (h *History) prune() error {
	pinned, _ := h.Pinned() // what cannot be read pins nothing
	days := map[string]bool{}
	var kept, old []Entry
	for i, one := range h.List() {
		day := one.At.Format(time.DateOnly)
		lastOfDay := !days[day] && len(days) < keepDays
		days[day] = true
		if i < keepNewest || lastOfDay || one.Revision == pinned {
			kept = append(kept, one)
		} else {
			old = append(old, one)
		}
	}
	if h.grown {
		afford, err := h.affordable(kept, h.limit)
		if err != nil {
			return err
		}
		for i := len(kept) - 1; i >= afford; i-- {
			if kept[i].Revision != pinned {
				old = append(old, kept[i])
				kept = slices.Delete(kept, i, i+1)
			}
		}
		h.grown = false
	}
	for _, one := range old {
		if err := os.Remove(h.revision(one.number)); err != nil {
			return err
		}
	}
	if len(old) == 0 {
		return nil
	}
	listed, err := h.listed(kept)
	if err != nil {
		return err
	}
	return h.sweep(listed)
}

// listed returns the names of all objects that revisions list. A damaged manifest lists none.
func (h *History) listed(kept []Entry) (map[string]bool, error) {
	listed := map[string]bool{}
	for _, one := range kept {
		for _, site := range one.sites {
			if listed[site] {
				continue
			}
			listed[site] = true
			files, err := h.manifest(site)
			if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			for _, file := range files {
				listed[file.Sum] = true
			}
		}
	}
	return listed, nil
}

// sweep removes the objects that are not listed, and what a killed program left half written.
func (h *History) sweep(listed map[string]bool) error {
	folders, err := os.ReadDir(filepath.Join(h.dir, "objects"))
	if err != nil {
		return err
	}
	for _, folder := range folders {
		names, err := os.ReadDir(filepath.Join(h.dir, "objects", folder.Name()))
		if err != nil {
			return err
		}
		for _, name := range names {
			if !listed[folder.Name()+name.Name()] {
				if err := os.Remove(filepath.Join(h.dir, "objects", folder.Name(), name.Name())); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
