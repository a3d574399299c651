package archive

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// limits say how large an archive may be.
type limits struct {
	packed  int64 // bytes of the archive
	bytes   int64 // of all files together
	entries int
}

// usualLimits are beyond what is content of most: 64 MB of YAML, hundreds of photos as they
// come from the camera, and some films. Nothing of it is held in memory.
var usualLimits = limits{packed: 2 << 30, bytes: 2 << 30, entries: 100_000}

const (
	maxName  = 1024
	maxDepth = 32
)

// unpack writes what an archive holds into an empty folder. What it refuses is named.
func unpack(ctx context.Context, archive io.Reader, dir string, limits limits) error {
	root, err := os.OpenRoot(dir) // whatever a name says, nothing is written elsewhere
	if err != nil {
		return err
	}
	defer root.Close()
	packed, err := gzip.NewReader(archive)
	if err != nil {
		return fmt.Errorf("it is no .tar.gz: %w", err)
	}
	entries := tar.NewReader(packed)
	left, folders := limits.bytes, map[string]bool{}
	tooMany := fmt.Errorf("it has more than %d files and folders", limits.entries)
	for count := 0; ; count++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		header, err := entries.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("it is damaged: %w", err)
		case count == limits.entries:
			return tooMany
		case header.Typeflag == tar.TypeXGlobalHeader:
			continue
		}
		name, err := entryName(header.Name)
		if err != nil {
			return err
		}
		// What is passed over has to be unpacked, too.
		if left -= header.Size; left < 0 {
			return fmt.Errorf("its files have more than %d MB together", limits.bytes>>20)
		}
		if isHidden(name) {
			continue
		}
		// A short name can make many folders.
		for dir := path.Dir(name); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
			if count++; count >= limits.entries {
				return tooMany
			}
		}
		switch header.Typeflag {
		case tar.TypeDir:
			folders[name] = true
			err = root.MkdirAll(filepath.FromSlash(name), 0o700)
		case tar.TypeReg:
			err = writeEntry(root, name, entries)
		default:
			return fmt.Errorf("%q is a link or a device; an archive has files and folders only (tar --dereference follows links)", name)
		}
		if err != nil {
			return err
		}
	}
}

// entryName returns the name of an entry below the folder; "." for the folder itself.
func entryName(name string) (string, error) {
	clean := strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
	if clean == "" {
		clean = "."
	}
	switch {
	case strings.ContainsFunc(clean, func(c rune) bool { return c < ' ' || c == 0x7f || c == '\\' || c == ':' }):
		return "", fmt.Errorf("the name %q has characters that names of content never have", shortened(name))
	case !fs.ValidPath(clean):
		return "", fmt.Errorf("the name %q does not lead to a place in the content folder", shortened(name))
	case len(clean) > maxName || strings.Count(clean, "/") >= maxDepth:
		return "", fmt.Errorf("the name %q is too long, or too deep", shortened(name))
	}
	return clean, nil
}

func shortened(name string) string {
	if len(name) > 100 {
		return name[:100] + "..."
	}
	return name
}

// isHidden tells whether nobody reads an entry: .git, .DS_Store, ._about.yaml.
func isHidden(name string) bool {
	return name != "." && (strings.HasPrefix(name, ".") || strings.Contains(name, "/."))
}

func writeEntry(root *os.Root, name string, data io.Reader) error {
	if err := root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o700); err != nil {
		return fmt.Errorf("the folder of %q: %w", name, err)
	}
	file, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%q is in it twice", name)
	}
	if err != nil {
		return err
	}
	_, err = io.Copy(file, data)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// contentIn returns the content folder in an unpacked archive: itself, or its only folder,
// where that is no site but holds some.
func contentIn(dir string) (string, error) {
	names, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	if len(names) == 1 && names[0].IsDir() {
		only := filepath.Join(dir, names[0].Name())
		if _, err := os.Stat(filepath.Join(only, "site.yaml")); errors.Is(err, fs.ErrNotExist) {
			return only, nil
		}
	}
	return dir, nil
}
