package content

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/osfile"
)

// Replacement is a file that takes the place of another one. No bytes at all are no file; for those of a picture or a
// download there are their sums ([media.SumText]).
type Replacement struct {
	File          string
	Before, After []byte
}

// ErrChanged says that a file is not what it was before: somebody saved it meanwhile.
var ErrChanged = errors.New("somebody saved the file meanwhile")

// maxRead is the greatest size of a file that is edited, in bytes.
const maxRead = 1 << 20

// Bytes finds what was put aside by its sum.
type Bytes func([sha256.Size]byte) (*memfs.File, error)

// UseBytes says where the pictures and downloads are that sums stand for. It must be called before any other method.
func (s *Source) UseBytes(find Bytes) { s.bytes = find }

// ReadFile returns what a file of the folder holds, or the sum of a picture or a download, and when it was saved; nil
// where there is no such file.
func (s *Source) ReadFile(name string) (_ []byte, saved time.Time, err error) {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return readFile(root, name)
}

func readFile(root *os.Root, name string) (_ []byte, saved time.Time, err error) {
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, time.Time{}, nil
	case err != nil:
		return nil, time.Time{}, err
	case info.Mode()&fs.ModeSymlink != 0: // a new file in its place would part the two
		return nil, time.Time{}, fmt.Errorf("%s is a symbolic link: change the file that it leads to", name)
	case !info.Mode().IsRegular() || info.Size() > limitOf(name):
		return nil, time.Time{}, fmt.Errorf("%s: %w", name, osfile.ErrUnfit)
	case media.IsSummed(name):
		sum, err := sumOf(root, name, osfile.StampOf(info))
		return media.SumText(sum), info.ModTime(), err
	}
	data, err := root.ReadFile(name)
	return data, info.ModTime(), err
}

func limitOf(name string) int64 {
	if media.IsSummed(name) {
		return media.LimitOf(name)
	}
	return maxRead
}

// sums are those of files by their stamps: a change of a text need not wait for the pictures that are drafts beside it.
var sums sync.Map

func sumOf(root *os.Root, name string, stamp osfile.Stamp) (sum [sha256.Size]byte, err error) {
	if known, ok := sums.Load(stamp); ok && stamp != (osfile.Stamp{}) {
		return known.([sha256.Size]byte), nil
	}
	file, err := root.Open(name)
	if err != nil {
		return sum, err
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	if err = errors.Join(err, file.Close()); err == nil {
		sum = [sha256.Size]byte(hash.Sum(nil))
		sums.Store(stamp, sum)
	}
	return sum, err
}

// Writable returns why the files of the folder cannot be replaced; nil where they can.
func (s *Source) Writable() error {
	switch info, err := os.Lstat(filepath.Clean(s.dir)); {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0: // which a deployment exchanges, with all that was changed below it
		return errors.New("the content folder is a symbolic link")
	}
	below, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	err = osfile.Writable(s.dir)
	for _, entry := range below {
		if err == nil && entry.IsDir() {
			err = osfile.Writable(filepath.Join(s.dir, entry.Name()))
		}
	}
	return err
}

// Replace puts files in the places of others: each at once, and none before all are there beside their places. It may
// be called again with the same files, whatever a kill has left of it. Where the error is [ErrChanged], or another one,
// the files are as they were. No load sees a part of them.
func (s *Source) Replace(files []Replacement) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return replace(s.dir, files, s.bytes)
}

// Publish is [Source.Replace], and loads the folder before anybody else does.
func (s *Source) Publish(ctx context.Context, files []Replacement) (Status, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := replace(s.dir, files, s.bytes); err != nil {
		return Status{}, err
	}
	s.reload(ctx, false)
	return s.status, nil
}

func replace(dir string, files []Replacement, find Bytes) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	s := staging{root: root, find: find}
	defer func() { err = errors.Join(err, s.discard(), root.Close()) }()
	// What it takes to go back is there, too, before anything is replaced: the disk may be full by then.
	after, before := make([]string, len(files)), make([]string, len(files))
	for i, file := range files {
		if after[i], err = s.writeBytes(file.File, file.After); err == nil {
			before[i], err = s.writeBytes(file.File, file.Before)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", file.File, err)
		}
	}
	for i, file := range files {
		if err = s.exchange(file.File, file.Before, file.After, after[i]); err == nil {
			continue
		}
		err = fmt.Errorf("replace %s: %w", file.File, err)
		for j, file := range files[:i] {
			err = errors.Join(err, s.exchange(file.File, file.After, file.Before, before[j]))
		}
		return err
	}
	return nil
}

// staging holds new files beside the places that they take.
type staging struct {
	root  *os.Root
	find  Bytes // nil where there are texts alone
	temps []string
}

// write makes a file beside the place of another one, with its mode and for its owner. It returns where it is.
func (s *staging) write(name string, sum history.Sum, source io.Reader) (temp string, err error) {
	if err := s.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return "", err
	}
	like, mode := ".", fs.FileMode(0o644)
	if info, err := s.root.Stat(name); err == nil {
		like, mode = name, info.Mode().Perm()
	}
	temp = path.Join(path.Dir(name), osfile.TempPrefix+hex.EncodeToString(sum[:8])+"-"+path.Base(name))
	if err := s.root.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) { // which a kill has left
		return "", err
	}
	made, err := s.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	s.temps = append(s.temps, temp)
	_, err = io.Copy(made, source)
	if err = errors.Join(err, made.Chmod(mode), made.Sync(), made.Close()); err != nil {
		return "", err
	}
	return temp, osfile.GiveAll(s.full(temp), s.full(like))
}

// writeBytes is write for what is in memory; it returns nothing where there is no file.
func (s *staging) writeBytes(name string, data []byte) (temp string, err error) {
	if data == nil {
		return "", nil
	}
	if sum, ok := media.SumIn(data); ok && media.IsSummed(name) {
		return s.writeSummed(name, sum)
	}
	return s.write(name, sha256.Sum256(data), bytes.NewReader(data))
}

// writeSummed is write for bytes that are found by their sum: in the place itself, of what is there before, or where
// they were put aside.
func (s *staging) writeSummed(name string, sum history.Sum) (temp string, err error) {
	var source io.ReadCloser
	if now, _, err := readFile(s.root, name); err == nil && bytes.Equal(now, media.SumText(sum)) {
		source, err = s.root.Open(name)
		if err != nil {
			return "", err
		}
	} else if found, err := s.find(sum); err != nil {
		return "", err
	} else if source, err = found.Open(); err != nil {
		return "", err
	}
	hash := sha256.New()
	temp, err = s.write(name, sum, io.TeeReader(source, hash))
	if err = errors.Join(err, source.Close()); err == nil && history.Sum(hash.Sum(nil)) != sum {
		err = ErrChanged
	}
	return temp, err
}

// exchange takes a file in the place of one that holds these bytes. It does nothing where that was done.
func (s *staging) exchange(name string, before, after []byte, temp string) error {
	now, _, err := readFile(s.root, name)
	switch {
	case err != nil:
		return err
	case same(now, after):
		return nil
	case !same(now, before):
		return ErrChanged
	case temp != "":
		err = s.root.Rename(temp, name)
	default:
		err = s.root.Remove(name)
	}
	if err != nil {
		return err
	}
	return osfile.SyncFolder(filepath.Dir(s.full(name)))
}

func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// discard removes the files that took no place, and folders that are empty then.
func (s *staging) discard() (err error) {
	for _, temp := range s.temps {
		if gone := s.root.Remove(temp); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
		s.removeEmpty(path.Dir(temp))
	}
	return err
}

func (s *staging) removeEmpty(dir string) {
	for dir != "." && s.root.Remove(dir) == nil { // it fails where there is something in it
		dir = path.Dir(dir)
	}
}

func (s *staging) full(name string) string {
	return filepath.Join(s.root.Name(), filepath.FromSlash(name))
}
