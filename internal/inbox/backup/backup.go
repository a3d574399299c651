// Package backup writes what a node keeps into one file, and puts it back.
//
// A backup is a tar archive, in this order:
//
//	marquee.db    the database, a SQLite file
//	data/…        the other files of the data folder that nothing can make again; data/studio.db, of Studio, is a copy
//	              without sessions and invitations
//	SHA256SUMS    the digest of each file above, in the form of sha256sum
//
// Those of earlier versions have a backup.json before the digests, which says what this version counts itself.
//
// It holds personal data. Nobody but its owner can read it at any time, nor the files that are made on the way.
//
// A PostgreSQL database has tools of its own for both.
package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
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
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/people"
)

// Contents says what a backup holds.
type Contents struct {
	Database outbox.Copied
	// How many files of the data folder it holds, and what it does not hold, because it is a link or no file.
	Files   int
	Skipped []string
}

const (
	sumsName   = "SHA256SUMS"
	dataPrefix = "data/"
	// workPrefix begins the names of folders that are made on the way.
	workPrefix = osfile.TempPrefix + "backup-"
	// asidePrefix begins the names of the folders that a forced restore moves what was there to.
	asidePrefix = "before-restore-"
	// reserve is how much of the data folder's disk a backup leaves: with less, forms would close.
	reserve = 80 << 20
)

// ToFile writes a backup and returns what is in it. The file is there only when it is whole and on the disk. With force
// it may replace a plain file; elsewhere the error is [fs.ErrExist] where something has this name.
func ToFile(ctx context.Context, store outbox.Config, file string, force bool) (c Contents, err error) {
	info, err := os.Lstat(file)
	if err == nil && !(force && info.Mode().IsRegular()) {
		return c, fmt.Errorf("%s: %w", file, fs.ErrExist)
	}
	target, noTarget := filepath.Abs(file)
	data, noData := filepath.Abs(store.Dir)
	if err := errors.Join(noTarget, noData); err != nil {
		return c, err
	}
	if relative, err := filepath.Rel(data, target); err == nil && filepath.IsLocal(relative) {
		return c, fmt.Errorf("%s is in the data folder, which is what is backed up: name a file elsewhere", file)
	}

	folder := filepath.Dir(file)
	err = inWork(folder, func(dir string) error {
		out, err := os.OpenFile(filepath.Join(dir, "archive"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		if c, err = write(ctx, store, dir, out); err == nil {
			err = out.Sync()
		}
		if err := errors.Join(err, out.Close()); err != nil {
			return err
		}
		return errors.Join(os.Rename(out.Name(), file), osfile.SyncFolder(folder))
	})
	return c, err
}

// To writes a backup into a pipe and returns what is in it. The copy of the database is made in the data folder first,
// and removed again.
func To(ctx context.Context, store outbox.Config, out io.Writer) (c Contents, err error) {
	if info, err := os.Stat(filepath.Join(store.Dir, outbox.FileName)); err == nil {
		free, total, err := osfile.Volume(store.Dir)
		if err == nil && total > 0 && free < info.Size()+reserve {
			return c, fmt.Errorf("%s has too little room for a copy of the database of %d MB: "+
				"make room, or name a file on another disk instead of -", store.Dir, info.Size()>>20)
		}
	}
	if err := os.MkdirAll(store.Dir, 0o700); err != nil {
		return c, err
	}
	err = inWork(store.Dir, func(dir string) error {
		c, err = write(ctx, store, dir, out)
		return err
	})
	return c, err
}

// inWork makes a folder for what is made on the way, which nobody else may enter, and removes it afterwards. A process
// that is killed leaves one behind, unlocked.
func inWork(parent string, run func(dir string) error) error {
	if err := RemoveLeft(parent); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(parent, workPrefix+"*") // mode 0700
	if err != nil {
		return err
	}
	lock, err := osfile.Lock(dir)
	if err == nil {
		defer lock.Close()
	}
	if err == nil || runtime.GOOS == "windows" {
		err = run(dir)
	}
	return errors.Join(err, os.RemoveAll(dir))
}

// lastName is a file of the data folder that tells, by its age, when the last backup was made.
const lastName = "last-backup"

// Note notes in a data folder that a backup was made now.
func Note(dir string) error { return osfile.Write(filepath.Join(dir, lastName), nil) }

// Last returns when the last backup of a data folder was made; zero for never.
func Last(dir string) time.Time {
	info, err := os.Stat(filepath.Join(dir, lastName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
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

// write writes an archive of a copy of the database and of the data folder, in this order: the files of a submission
// are there before it is accepted.
func write(ctx context.Context, store outbox.Config, dir string, out io.Writer) (c Contents, err error) {
	c.Database, err = outbox.Copy(ctx, store, filepath.Join(dir, outbox.FileName))
	if err != nil {
		return c, err
	}
	a := &archiver{tar: tar.NewWriter(out), time: c.Database.TakenAt}
	if err := a.add(outbox.FileName, os.DirFS(dir), outbox.FileName); err != nil {
		return c, err
	}
	if err := a.addStudio(ctx, store.Dir, dir, &c); err != nil {
		return c, err
	}
	if err := a.addFolder(store.Dir, &c); err != nil {
		return c, err
	}
	sums := strings.NewReader(a.sums.String())
	return c, errors.Join(a.put(sumsName, sums.Size(), sums), a.tar.Close())
}

// addStudio adds a copy of what Studio knows, without what lets anybody in: who finds a backup must not be let in, and who
// was signed out since must not be signed in by it.
func (a *archiver) addStudio(ctx context.Context, from, work string, c *Contents) error {
	err := database.Copy(ctx, from, work)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = endAll(ctx, work)
	}
	if err != nil {
		return err
	}
	c.Files++
	return a.add(dataPrefix+database.FileName, os.DirFS(work), database.FileName)
}

func endAll(ctx context.Context, dir string) error {
	db, err := database.Open(ctx, dir)
	if err != nil {
		return err
	}
	known, err := people.Open(ctx, db, time.Now)
	if err == nil {
		err = known.EndAll(ctx)
	}
	return errors.Join(err, db.Close())
}

// addFolder adds what belongs into a backup of the data folder. What disappears meanwhile, such as erased mail, is left
// out.
func (a *archiver) addFolder(folder string, c *Contents) error {
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
			c.Skipped = append(c.Skipped, name)
			return nil
		}
		err = a.add(dataPrefix+name, root.FS(), name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		c.Files++
		return err
	})
}

func (a *archiver) add(name string, from fs.FS, local string) error {
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
		return fmt.Errorf("%s, after %d of %d bytes: %w", name, n, size, err)
	}
	fmt.Fprintf(&a.sums, "%x  %s\n", sum.Sum(nil), name)
	return nil
}

var (
	databaseFiles = []string{outbox.FileName, outbox.FileName + "-wal", outbox.FileName + "-shm"}
	// studioFiles are copied by what knows them.
	studioFiles = []string{database.FileName, database.FileName + "-wal", database.FileName + "-shm"}
	// madeAgain names what of the data folder is made again by itself. A key that was replaced must not come back: its
	// links have ended.
	madeAgain = []string{"cache", "assets", "revisions", "preview.key", lastName}
)

// keeps reports whether a file or folder of the data folder belongs into a backup as it is.
func keeps(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return !slices.Contains(madeAgain, top) && !slices.Contains(databaseFiles, top) && !slices.Contains(studioFiles, name) &&
		!strings.HasPrefix(top, asidePrefix) && !strings.HasSuffix(top, ".lock") &&
		!strings.HasPrefix(path.Base(name), osfile.TempPrefix)
}
