// Package uploads keeps the files that visitors send with forms, in a folder beside the database: DATA/uploads/<id of
// the submission>/1.jpg. They are never served.
//
// A file is written while it arrives ([Folder.Receive]). When its submission is about to be stored it is brought to the
// disk and to its place ([Folder.Keep]), then the submission is stored, and then the visitor is told so: a submission
// never lacks its files. What has no submission, because the program was killed in between, is removed by
// [Folder.Sweep]. What is older than the database stays: its submission may be in a database that was moved away.
//
// What a file is, its bytes say, not its name. Its name on the disk is a number and the ending of its type, so that
// nothing a visitor chose becomes a path.
//
// With several nodes on one database each keeps what it received, unless they share the folder.
package uploads

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// orphanAge is how old what has no submission must be: younger ones may be about to get one.
const orphanAge = time.Hour

// Folder is where the files lie. It is made with the first of them, for its owner alone. All methods may be called by
// many goroutines.
type Folder struct {
	dir string
	// The bytes of all files that are kept, as far as this process knows.
	used atomic.Int64
}

// NewFolder returns the uploads of a data folder.
func NewFolder(data string) *Folder { return &Folder{dir: filepath.Join(data, "uploads")} }

// Dir returns the folder.
func (f *Folder) Dir() string { return f.dir }

// Used returns how many bytes are kept: at the last [Folder.Sweep], and what came since.
func (f *Folder) Used() int64 { return f.used.Load() }

// Receive writes a file that arrives, and finds out what it is. Of one with more bytes than the limit the rest is read
// and forgotten. What it returns lies there until Keep or Drop; an error means that it cannot be written or read to its
// end.
func (f *Folder) Receive(name string, limit int64, content io.Reader) (up site.Upload, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("receive a file: %w", err)
		}
	}()
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return up, err
	}
	file, err := os.CreateTemp(f.dir, osfile.TempPrefix+"*") // mode 0600; backups leave such names out
	if err != nil {
		return up, err
	}
	up.File = file.Name()
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil || up.TooLarge {
			err = errors.Join(err, f.Drop([]site.Upload{up}))
			up.File = ""
		}
	}()
	sum := sha256.New()
	up.Size, err = io.Copy(io.MultiWriter(file, sum), io.LimitReader(content, limit+1))
	if err != nil {
		return up, err
	}
	up.Sum = [sha256.Size]byte(sum.Sum(nil))
	up.TooLarge = up.Size > limit
	if up.TooLarge {
		_, err = io.Copy(io.Discard, content)
	} else {
		up.Type, err = detect(file, up.Size, name)
	}
	up.Name = safeName(name, up.Type)
	return up, err
}

// Drop removes files that were received and not kept.
func (f *Folder) Drop(files []site.Upload) error {
	var problems []error
	for _, up := range files {
		problems = append(problems, os.RemoveAll(up.File)) // without an error where it is gone
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("drop a file: %w", err)
	}
	return nil
}

// Keep brings received files to the place of a submission, and returns when they are on the disk. The first gets the
// number 1.
func (f *Folder) Keep(id string, files []site.Upload) (err error) {
	if !isID(id) {
		return fmt.Errorf("%q is no id of a submission", id)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("keep files: %w", err), f.Forget([]string{id}))
		}
	}()
	place := filepath.Join(f.dir, id)
	if err := os.Mkdir(place, 0o700); err != nil {
		return err
	}
	for i, up := range files {
		file, err := os.OpenFile(up.File, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		if err := errors.Join(file.Sync(), file.Close()); err != nil {
			return err
		}
		kept := filepath.Join(f.dir, filepath.FromSlash(site.UploadPath(id, i, up.Type)))
		if err := os.Rename(up.File, kept); err != nil {
			return err
		}
		f.used.Add(up.Size)
	}
	return errors.Join(osfile.SyncFolder(place), osfile.SyncFolder(f.dir), osfile.SyncFolder(filepath.Dir(f.dir)))
}

// isID reports whether a text looks like the id of a submission, and so may become a path: ids come from the database,
// which may be a restored one.
func isID(text string) bool { return len(text) == 36 && uuid.Validate(text) == nil }

// Read returns a file by its path below the folder.
func (f *Folder) Read(path string) ([]byte, error) {
	local := filepath.FromSlash(path)
	if !filepath.IsLocal(local) {
		return nil, fmt.Errorf("read an upload: %q is no path of one", path)
	}
	return os.ReadFile(filepath.Join(f.dir, local))
}

// Forget removes the files of submissions, by their ids. What is not there is forgotten already.
func (f *Folder) Forget(ids []string) error {
	var problems []error
	for _, id := range ids {
		if !isID(id) {
			continue // such a submission has no files
		}
		place := filepath.Join(f.dir, id)
		size := sizeOf(place)
		err := os.RemoveAll(place)
		if err == nil {
			f.used.Add(-size)
		}
		problems = append(problems, err)
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("forget files: %w", err)
	}
	return nil
}

// Sweep removes files without a submission, and what was left half received; known returns those of some ids whose
// files must stay. Then it measures what is kept.
func (f *Folder) Sweep(
	ctx context.Context, now time.Time, known func(context.Context, []string) ([]string, error),
) error {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("sweep uploads: %w", err)
	}
	var problems []error
	var old []string
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || now.Sub(info.ModTime()) < orphanAge {
			continue
		}
		name := entry.Name()
		switch {
		case strings.HasPrefix(name, osfile.TempPrefix) && !entry.IsDir():
			problems = append(problems, os.Remove(filepath.Join(f.dir, name)))
		case entry.IsDir() && isID(name):
			old = append(old, name)
		}
	}
	var orphans []string
	for batch := range slices.Chunk(old, 500) {
		there, err := known(ctx, batch)
		if err != nil {
			problems = append(problems, fmt.Errorf("sweep uploads: %w", err))
			break
		}
		isKnown := func(id string) bool { return slices.Contains(there, id) }
		orphans = append(orphans, slices.DeleteFunc(batch, isKnown)...)
	}
	problems = append(problems, f.Forget(orphans))

	// Some came meanwhile, and another process may have erased some.
	if entries, err = os.ReadDir(f.dir); err != nil {
		return errors.Join(append(problems, fmt.Errorf("sweep uploads: %w", err))...)
	}
	var used int64
	for _, entry := range entries {
		if entry.IsDir() {
			used += sizeOf(filepath.Join(f.dir, entry.Name()))
		}
	}
	f.used.Store(used)
	return errors.Join(problems...)
}

func sizeOf(folder string) (total int64) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			total += info.Size()
		}
	}
	return total
}
