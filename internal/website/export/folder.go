package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"sync/atomic"

	"github.com/evenlight/marquee/internal/osfile"
)

// folder is where the files go. All names are relative and stay inside,
// whatever links somebody put there ([os.Root]).
type folder struct {
	root  *os.Root
	lock  io.Closer
	temps atomic.Int64
}

// part is a file with its bytes.
type part struct {
	name string
	data []byte
}

// openFolder makes the folder where there is none, and locks other exports out.
func openFolder(dir string) (*folder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	lock, err := osfile.Lock(dir)
	if errors.Is(err, osfile.ErrLocked) {
		return nil, errors.Join(errors.New("another export is writing to this folder"), root.Close())
	}
	if err != nil {
		lock = io.NopCloser(nil) // a file system without locks does without
	}
	return &folder{root: root, lock: lock}, nil
}

func (f *folder) close() error {
	return errors.Join(f.lock.Close(), f.root.Close())
}

// isEmpty reports whether there is nothing but what an interrupted export leaves before its list.
func (f *folder) isEmpty() (bool, error) {
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return false, fmt.Errorf("look into the folder: %w", err)
	}
	for _, entry := range entries {
		if entry.Name() != tempFolder {
			return false, nil
		}
	}
	return true, nil
}

// holds reports whether the file has exactly these bytes.
func (f *folder) holds(p part) bool {
	info, err := f.root.Lstat(p.name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(p.data)) {
		return false
	}
	data, err := f.root.ReadFile(p.name)
	return err == nil && bytes.Equal(data, p.data)
}

// hash returns that of a file, or "" where it cannot be read.
func (f *folder) hash(name string) string {
	info, err := f.root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := f.root.Open(name)
	if err != nil {
		return ""
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	if errors.Join(err, file.Close()) != nil {
		return ""
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// put writes files that belong together: all of them beside their places, then
// all into place. An error while there is still something to write leaves the
// old files.
func (f *folder) put(durable bool, parts ...part) (err error) {
	staged := make([]string, 0, len(parts))
	defer func() {
		for _, name := range staged {
			// It is only litter, and the error before it says more.
			_ = f.root.Remove(name)
		}
	}()
	for _, p := range parts {
		temp := tempFolder + "/" + strconv.FormatInt(f.temps.Add(1), 10)
		staged = append(staged, temp)
		if err := f.write(temp, p.data, durable); err != nil {
			return fmt.Errorf("write %s: %w", p.name, withoutPath(err))
		}
		if err := f.root.MkdirAll(path.Dir(p.name), 0o755); err != nil {
			return fmt.Errorf("make the folder of %s: %w", p.name, withoutPath(err))
		}
	}
	for len(staged) > 0 {
		name := parts[len(parts)-len(staged)].name
		if err := f.root.Rename(staged[0], name); err != nil {
			return fmt.Errorf("write %s: %w", name, withoutPath(err))
		}
		staged = staged[1:]
	}
	return nil
}

func (f *folder) write(temp string, data []byte, durable bool) (err error) {
	if err := f.root.MkdirAll(tempFolder, 0o755); err != nil {
		return err
	}
	file, err := f.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := file.Write(data); err != nil {
		return err
	}
	if durable {
		return file.Sync()
	}
	return nil
}

// sweep removes what this export, or one that was killed, left half written.
func (f *folder) sweep() error {
	entries, err := fs.ReadDir(f.root.FS(), tempFolder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("tidy up: %w", err)
	}
	for _, entry := range entries {
		if _, err := strconv.ParseUint(entry.Name(), 10, 63); err != nil {
			continue // not one of ours
		}
		if err := f.root.Remove(tempFolder + "/" + entry.Name()); err != nil {
			return fmt.Errorf("tidy up: %w", err)
		}
	}
	if err := f.removeFolder(tempFolder); err != nil {
		return fmt.Errorf("tidy up: %w", err)
	}
	return nil
}

// removeFolder removes a folder that is empty, and leaves one that is not.
func (f *folder) removeFolder(name string) error {
	info, err := f.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return nil
	}
	entries, err := fs.ReadDir(f.root.FS(), name)
	if err != nil || len(entries) > 0 {
		return err
	}
	return f.root.Remove(name)
}

// withoutPath leaves out the path that the sentence around it already names better.
func withoutPath(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	if at, ok := errors.AsType[*os.LinkError](err); ok {
		return at.Err
	}
	return err
}
