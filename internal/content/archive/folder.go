package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

const (
	// How many archives stay unpacked, and how old one must be that counts as left half done.
	keepUnpacked = 5
	abandoned    = time.Hour
	tempPrefix   = ".unpacking-"
)

// unpacked returns the sum of the archive that was unpacked last, or nothing.
func (f *Follower) unpacked() string {
	if info, err := os.Stat(f.Folder()); err != nil || !info.IsDir() {
		return ""
	}
	return f.linked(filepath.Base(f.Folder()))
}

// linked returns the sum of the archive that a symbolic link leads to, or nothing.
func (f *Follower) linked(name string) string {
	target, err := os.Readlink(filepath.Join(f.config.Dir, name))
	if err != nil {
		return ""
	}
	sum, _, _ := strings.Cut(filepath.ToSlash(target), "/")
	return sum
}

// bring downloads and unpacks an archive, and turns the link to it.
func (f *Follower) bring(ctx context.Context, sum string) error {
	if err := os.MkdirAll(f.config.Dir, 0o700); err != nil {
		return err
	}
	place := filepath.Join(f.config.Dir, sum)
	if _, err := os.Stat(place); errors.Is(err, fs.ErrNotExist) {
		if err := f.unpack(ctx, sum, place); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	content, err := contentIn(place)
	if err != nil {
		return err
	}
	target, err := filepath.Rel(f.config.Dir, content)
	if err != nil {
		return err
	}
	link := filepath.Join(f.config.Dir, tempPrefix+fmt.Sprintf("%x", rand.Uint64()))
	if err := os.Symlink(target, link); err != nil {
		return err
	}
	return os.Rename(link, f.Folder())
}

func (f *Follower) unpack(ctx context.Context, sum, place string) (err error) {
	temp, err := os.MkdirTemp(f.config.Dir, tempPrefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	packed, err := os.Create(filepath.Join(temp, "archive"))
	if err != nil {
		return err
	}
	defer packed.Close()
	if err := f.download(ctx, sum, packed); err != nil {
		return err
	}
	tree := filepath.Join(temp, "tree")
	if err := os.Mkdir(tree, 0o700); err != nil {
		return err
	}
	if err := unpack(ctx, packed, tree, f.limits); err != nil {
		return fmt.Errorf("%s (sum %s) is refused: %w", f.config.Address, sum, err)
	}
	if err := os.Rename(tree, place); err != nil && !errors.Is(err, fs.ErrExist) { // another program was faster
		return err
	}
	return osfile.SyncFolder(f.config.Dir)
}

// prune removes archives that were unpacked long ago, and what a killed program left behind.
func (f *Follower) prune() {
	names, err := os.ReadDir(f.config.Dir)
	if err != nil {
		f.config.Logger.Warn("old content archives stay", "error", err)
		return
	}
	type unpacked struct {
		name string
		at   time.Time
	}
	var all []unpacked
	var old []string
	linked := map[string]bool{}
	for _, name := range names {
		info, err := name.Info()
		isTemp := strings.HasPrefix(name.Name(), tempPrefix)
		switch {
		case err != nil: // another program removed it
		case isTemp && time.Since(info.ModTime()) >= abandoned:
			old = append(old, name.Name())
		case isTemp:
		case name.IsDir():
			all = append(all, unpacked{name.Name(), info.ModTime()})
		default:
			linked[f.linked(name.Name())] = true
		}
	}
	slices.SortFunc(all, func(a, b unpacked) int { return b.at.Compare(a.at) })
	all = slices.DeleteFunc(all, func(one unpacked) bool { return linked[one.name] })
	for _, one := range all[min(len(all), keepUnpacked-1):] {
		old = append(old, one.name)
	}
	for _, name := range old {
		if err := os.RemoveAll(filepath.Join(f.config.Dir, name)); err != nil {
			f.config.Logger.Warn("an old content archive stays", "error", err)
		}
	}
}
