// Package backup writes what a node keeps into one file, and puts it back.
//
// A backup is a tar archive, in this order:
//
//	marquee.db    the database, a SQLite file
//	data/…        the other files of the data folder that nothing can make again
//	backup.json   what made it, and what is in the database: [Manifest]
//	SHA256SUMS    the digest of each file above, in the form of sha256sum
//
// It holds personal data. Nobody but its owner can read it at any time, nor the files that are made on the way.
//
// A PostgreSQL database is backed up by its own tools; a backup may be put back into one.
package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
)

// Config says what is backed up, or where it is put back.
type Config struct {
	// The submissions. Its Dir is the data folder, with PostgreSQL too.
	Store outbox.Config
	// The version of this program.
	Program string
}

// Manifest says what a backup is.
type Manifest struct {
	Format   int           `json:"format"`
	Program  string        `json:"program"` // the version that made it
	Source   string        `json:"source"`  // SQLite, and in backups of earlier versions PostgreSQL
	Database outbox.Copied `json:"database"`
	// How many files of the data folder it holds, and what it does not hold, because it is a link or no file.
	Files   int      `json:"files"`
	Skipped []string `json:"skipped,omitempty"`
}

const (
	format       = 1
	manifestName = "backup.json"
	sumsName     = "SHA256SUMS"
	dataPrefix   = "data/"
	// workPrefix begins the names of folders that are made on the way.
	workPrefix = osfile.TempPrefix + "backup-"
	// workArchive is the name of a backup that is not whole yet.
	workArchive = "backup"
	// asidePrefix begins the names of the folders that a forced restore moves what was there to.
	asidePrefix = "before-restore-"
	// reserve is how much of the data folder's disk a backup leaves: with less, forms would close.
	reserve = 80 << 20
)

// ToFile writes a backup and returns what is in it. The file is there only when it is whole, on the disk and read back.
// With force it may replace another; without, the error is [fs.ErrExist] where there is one.
func ToFile(ctx context.Context, config Config, file string, force bool) (m Manifest, err error) {
	switch info, err := os.Stat(file); {
	case err == nil && !info.Mode().IsRegular():
		return m, fmt.Errorf("%s is not a file: name one that is not there yet", file)
	case err == nil && !force:
		return m, fmt.Errorf("%s: %w", file, fs.ErrExist)
	}
	target, noTarget := filepath.Abs(file)
	data, noData := filepath.Abs(config.Store.Dir)
	if err := errors.Join(noTarget, noData); err != nil {
		return m, err
	}
	if relative, err := filepath.Rel(data, target); err == nil && filepath.IsLocal(relative) {
		return m, fmt.Errorf("%s is in the data folder, which is what is backed up: name a file elsewhere", file)
	}

	folder := filepath.Dir(file)
	work, err := newWork(folder)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	out, err := work.OpenFile(workArchive, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return m, err
	}
	m, err = write(ctx, config, work, out)
	if err == nil {
		err = out.Sync()
	}
	if err == nil {
		_, err = out.Seek(0, io.SeekStart)
	}
	if err == nil {
		if _, err = read(out, nil); err != nil {
			err = fmt.Errorf("the backup that was written is read back: %w", err)
		}
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return m, err
	}
	if err := os.Rename(filepath.Join(work.Name(), workArchive), file); err != nil {
		return m, err
	}
	return m, osfile.SyncFolder(folder)
}

// To writes a backup into a pipe and returns what is in it. The copy of the database is made in the data folder first,
// and removed again.
func To(ctx context.Context, config Config, out io.Writer) (Manifest, error) {
	dir := config.Store.Dir
	if info, err := os.Stat(filepath.Join(dir, outbox.FileName)); err == nil {
		free, total, err := osfile.Volume(dir)
		if err == nil && total > 0 && free < info.Size()+reserve {
			return Manifest{}, fmt.Errorf("%s has too little room for a copy of the database of %d MB: "+
				"make room, or name a file on another disk instead of -", dir, info.Size()>>20)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Manifest{}, err
	}
	work, err := newWork(dir)
	if err != nil {
		return Manifest{}, err
	}
	m, err := write(ctx, config, work, out)
	return m, errors.Join(err, work.remove())
}

// work is a folder for what is made on the way, which nobody else may enter. A process that is killed leaves one
// behind, unlocked.
type work struct {
	*os.Root
	lock io.Closer
}

func newWork(parent string) (*work, error) {
	if err := RemoveLeft(parent); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, workPrefix+"*") // mode 0700
	if err != nil {
		return nil, err
	}
	lock, err := osfile.Lock(dir)
	if err != nil && runtime.GOOS != "windows" {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	return &work{root, lock}, err
}

func (w *work) remove() error {
	err := errors.Join(w.Close(), os.RemoveAll(w.Name()))
	if w.lock != nil {
		err = errors.Join(err, w.lock.Close())
	}
	return err
}

// RemoveLeft removes what killed backups and restores left in a folder: personal data.
func RemoveLeft(folder string) error {
	left, err := fs.Glob(os.DirFS(folder), workPrefix+"*")
	for _, name := range left {
		path := filepath.Join(folder, name)
		lock, locked := osfile.Lock(path)
		if locked != nil { // it is in use, or gone
			continue
		}
		if failed := errors.Join(os.RemoveAll(path), lock.Close()); failed != nil {
			err = errors.Join(err, fmt.Errorf("remove what an interrupted backup left: %w", failed))
		}
	}
	return err
}

type archiver struct {
	tar  *tar.Writer
	sums bytes.Buffer
	time time.Time
}

// write writes an archive of the data folder and of a copy of the database.
func write(ctx context.Context, config Config, work *work, out io.Writer) (m Manifest, err error) {
	m = Manifest{Format: format, Program: config.Program, Source: "SQLite"}
	if m.Database, err = outbox.Copy(ctx, config.Store, filepath.Join(work.Name(), outbox.FileName)); err != nil {
		return m, err
	}
	a := &archiver{tar: tar.NewWriter(out), time: m.Database.TakenAt}
	if err := a.add(outbox.FileName, work.Root, outbox.FileName); err != nil {
		return m, err
	}
	if err := a.addFolder(config.Store.Dir, &m); err != nil {
		return m, err
	}
	manifest, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return m, err
	}
	if err := a.put(manifestName, int64(len(manifest)), bytes.NewReader(manifest)); err != nil {
		return m, err
	}
	sums := strings.NewReader(a.sums.String())
	return m, errors.Join(a.put(sumsName, sums.Size(), sums), a.tar.Close())
}

func (a *archiver) add(name string, from *os.Root, local string) error {
	file, err := from.Open(local)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return a.put(name, info.Size(), file)
}

func (a *archiver) put(name string, size int64, content io.Reader) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: a.time}
	if err := a.tar.WriteHeader(header); err != nil {
		return err
	}
	sum := sha256.New()
	if n, err := io.CopyN(io.MultiWriter(a.tar, sum), content, size); err != nil {
		return fmt.Errorf("%s, after %d of %d bytes: %w", name, n, header.Size, err)
	}
	fmt.Fprintf(&a.sums, "%x  %s\n", sum.Sum(nil), name)
	return nil
}

// addFolder adds what belongs into a backup of the data folder. What disappears meanwhile, such as erased mail, is left
// out.
func (a *archiver) addFolder(folder string, m *Manifest) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case name == "." || errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !keeps(name) && entry.IsDir():
			return fs.SkipDir
		case !keeps(name) || entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			m.Skipped = append(m.Skipped, name)
			return nil
		}
		err = a.add(dataPrefix+name, root, name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		m.Files++
		return err
	})
}

// madeAgain names what of the data folder is made again by itself, and the database's own files, which Copy replaces. A
// key that was replaced must not come back: its links have ended.
var madeAgain = []string{
	"cache", "assets", "revisions", "preview.key", outbox.FileName, outbox.FileName + "-wal", outbox.FileName + "-shm",
}

func keeps(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return !slices.Contains(madeAgain, top) && !strings.HasPrefix(top, asidePrefix) &&
		!strings.HasSuffix(top, ".lock") && !strings.HasPrefix(path.Base(name), osfile.TempPrefix)
}
