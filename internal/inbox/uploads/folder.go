package uploads

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// incoming begins the names of files that belong to no submission yet; backups
// leave them out.
const incoming = osfile.TempPrefix

// Folder is where the files lie. It is made with the first of them, for its owner
// alone. All methods may be called by many goroutines.
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

// Receive writes a file that arrives, and finds out what it is. Of one with more
// bytes than the limit the rest is read and forgotten. What it returns lies there
// until Keep or Drop; an error means that it cannot be written or read to its end.
func (f *Folder) Receive(name string, limit int64, content io.Reader) (up site.Upload, err error) {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return up, fmt.Errorf("receive a file: %w", err)
	}
	file, err := os.CreateTemp(f.dir, incoming+"*") // mode 0600
	if err != nil {
		return up, fmt.Errorf("receive a file: %w", err)
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
		return up, fmt.Errorf("receive a file: %w", err)
	}
	up.Sum = [sha256.Size]byte(sum.Sum(nil))
	if up.TooLarge = up.Size > limit; up.TooLarge {
		_, err = io.Copy(io.Discard, content)
		up.Name = safeName(name, site.FileType{})
		return up, err
	}
	up.Type, err = detect(file, up.Size, name)
	up.Name = safeName(name, up.Type)
	return up, err
}

// Drop removes files that were received and not kept.
func (f *Folder) Drop(files []site.Upload) error {
	var problems []error
	for _, up := range files {
		if up.File == "" {
			continue
		}
		if err := os.Remove(up.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, fmt.Errorf("drop a file: %w", err))
		}
	}
	return errors.Join(problems...)
}

// Keep brings received files to the place of a submission, and returns when they
// are on the disk. The first gets the number 1.
func (f *Folder) Keep(id string, files []site.Upload) (err error) {
	place, err := f.place(id)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("keep files: %w", err), f.Forget([]string{id}))
		}
	}()
	if err := os.Mkdir(place, 0o700); err != nil {
		return err
	}
	for i, up := range files {
		if err := durable(up.File); err != nil {
			return err
		}
		if err := os.Rename(up.File, filepath.Join(f.dir, filepath.FromSlash(site.UploadPath(id, i, up.Type)))); err != nil {
			return err
		}
		f.used.Add(up.Size)
	}
	return errors.Join(osfile.SyncFolder(place), osfile.SyncFolder(f.dir), osfile.SyncFolder(filepath.Dir(f.dir)))
}

func durable(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// Read returns a file by its path below the folder.
func (f *Folder) Read(path string) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return nil, fmt.Errorf("read an upload: %q is no path of one", path)
	}
	return os.ReadFile(filepath.Join(f.dir, filepath.FromSlash(path)))
}

// Forget removes the files of submissions, by their ids. What is not there is
// forgotten already.
func (f *Folder) Forget(ids []string) error {
	var problems []error
	for _, id := range ids {
		place, err := f.place(id)
		if err != nil {
			continue // such a submission has no files
		}
		size := sizeOf(place)
		if err := os.RemoveAll(place); err != nil {
			problems = append(problems, fmt.Errorf("forget files: %w", err))
			continue
		}
		f.used.Add(-size)
	}
	return errors.Join(problems...)
}

// place returns the folder of a submission. Ids come from the database, which may
// be a restored one: only what looks like an id becomes a path.
func (f *Folder) place(id string) (string, error) {
	if err := uuid.Validate(id); err != nil || len(id) != 36 {
		return "", fmt.Errorf("%q is no id of a submission", id)
	}
	return filepath.Join(f.dir, id), nil
}

func sizeOf(place string) (total int64) {
	entries, err := os.ReadDir(place)
	if err != nil {
		return 0 // it is not there
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			total += info.Size()
		}
	}
	return total
}
