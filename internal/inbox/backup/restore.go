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
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/studio/database"
)

var (
	// ErrDamaged says that an archive is not what was once written: it ends early, has changed, or is no backup at all.
	ErrDamaged = errors.New("it is damaged, or no backup")
	// ErrNotEmpty says that what would be put back stands in the data folder already.
	ErrNotEmpty = errors.New("the data folder is not empty")
	// ErrRunning says that a server has the data folder open.
	ErrRunning = errors.New("a server runs on this data folder: stop it first")
)

// Restore checks a backup and puts it back into the data folder. It is unpacked beside the folder's own files and moved
// into place at the end: nothing is changed before all of it is known to be good.
//
// What is there already makes it fail with ErrNotEmpty; with force it is moved aside, into the folder that is returned.
// Deliveries that were not made are marked as possibly made, see [outbox.Prepare].
func Restore(
	ctx context.Context, store outbox.Config, from io.Reader, force bool,
) (c Contents, aside string, err error) {
	if store.URL != "" {
		return c, aside, errors.New("a backup goes into SQLite; a PostgreSQL database is put back by pg_restore")
	}
	dir := store.Dir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return c, aside, err
	}
	lock, err := osfile.Lock(filepath.Join(dir, outbox.LockName))
	if errors.Is(err, osfile.ErrLocked) {
		return c, aside, ErrRunning
	} else if err != nil {
		return c, aside, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	err = inWork(dir, func(work string) error {
		c, aside, err = putBack(ctx, dir, work, from, force)
		return err
	})
	return c, aside, err
}

// putBack unpacks a backup into the folder work, and moves it from there into the data folder dir.
func putBack(ctx context.Context, dir, work string, from io.Reader, force bool) (c Contents, aside string, err error) {
	files, taken, err := unpack(from, work)
	if err != nil {
		return c, aside, err
	}
	c.Files = files
	database := filepath.Join(work, outbox.FileName)
	if c.Database, err = outbox.Prepare(ctx, database, taken); err != nil {
		return c, aside, err
	}
	// Root puts back what the server of another user is to read.
	err = errors.Join(osfile.GiveAll(work, dir), osfile.GiveAll(filepath.Join(dir, outbox.LockName), dir))
	if err != nil {
		return c, aside, err
	}

	unpacked := filepath.Join(work, dataPrefix)
	entries, err := os.ReadDir(unpacked)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, aside, err
	}
	// Until it is removed, the folder is incomplete, and nothing opens the database.
	marker := filepath.Join(dir, outbox.UnfinishedName)
	if aside, err = makeRoom(dir, entries, marker, force); err != nil {
		return c, aside, err
	}
	for _, entry := range entries {
		if err := os.Rename(filepath.Join(unpacked, entry.Name()), filepath.Join(dir, entry.Name())); err != nil {
			return c, aside, err
		}
	}
	// Unlike a rename, a link never replaces a file.
	if err := os.Link(database, filepath.Join(dir, outbox.FileName)); err != nil {
		return c, aside, err
	}
	if err := osfile.SyncFolder(dir); err != nil {
		return c, aside, err
	}
	return c, aside, errors.Join(os.Remove(marker), osfile.SyncFolder(dir))
}

// unpack checks an archive and unpacks it into an empty folder. Every file must be there, nothing else may be, and all
// digests must be right. Its error is ErrDamaged where they are not. It returns how many files of the data folder there
// are, and when the backup was taken.
func unpack(from io.Reader, folder string) (files int, taken time.Time, err error) {
	into, err := os.OpenRoot(folder)
	if err != nil {
		return 0, taken, err
	}
	defer into.Close()
	defer func() {
		// What the operating system says is of a disk, not of the archive.
		if _, system := errors.AsType[*fs.PathError](err); err != nil && !system {
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}()
	archive := tar.NewReader(from)
	var sums, wanted bytes.Buffer
	for wanted.Len() == 0 {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return 0, taken, errors.New("it ends before its digests")
		} else if err != nil {
			return 0, taken, err
		}
		name := header.Name
		path, isData := strings.CutPrefix(name, dataPrefix)
		switch {
		case header.Typeflag != tar.TypeReg:
			return 0, taken, fmt.Errorf("%q is not a plain file", name)
		case !slices.Contains([]string{outbox.FileName, "backup.json", sumsName}, name) &&
			!(isData && (keeps(path) || path == database.FileName)),
			!fs.ValidPath(name), strings.ContainsAny(name, "\\\n\x00:"):
			return 0, taken, fmt.Errorf("%q is not a name that a backup has", name)
		}
		if name == sumsName {
			_, err = io.Copy(&wanted, archive)
		} else {
			err = unpackFile(archive, into, name, &sums)
		}
		if err != nil {
			return 0, taken, fmt.Errorf("%s: %w", name, err)
		}
		if isData {
			files++
		}
		taken = header.ModTime
	}

	if _, err := archive.Next(); !errors.Is(err, io.EOF) {
		return 0, taken, errors.Join(err, errors.New("there is something behind its digests"))
	}
	if !bytes.Equal(sums.Bytes(), wanted.Bytes()) {
		return 0, taken, errors.New("the digests do not fit its files")
	}
	if !strings.Contains(sums.String(), "  "+outbox.FileName+"\n") {
		return 0, taken, errors.New("it has no database")
	}
	return files, taken, nil
}

// unpackFile writes a new file, and adds its digest.
func unpackFile(from io.Reader, into *os.Root, name string, sums io.Writer) error {
	local := filepath.FromSlash(name)
	if err := into.MkdirAll(filepath.Dir(local), 0o700); err != nil {
		return err
	}
	file, err := into.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if _, err = io.Copy(io.MultiWriter(file, sum), from); err == nil {
		err = file.Sync()
	}
	fmt.Fprintf(sums, "%x  %s\n", sum.Sum(nil), name)
	return errors.Join(err, file.Close())
}

// makeRoom makes the marker, and moves what stands where the unpacked files go into a folder of its own, whose name it
// returns: with force, or where an interrupted restore has left it.
func makeRoom(dir string, unpacked []fs.DirEntry, marker string, force bool) (aside string, err error) {
	// Files belong to the submissions of their database: what has none in the restored one would be removed.
	names := append([]string{"uploads"}, databaseFiles...)
	for _, entry := range unpacked {
		names = append(names, entry.Name())
		if entry.Name() == database.FileName {
			names = append(names, studioFiles...)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var there []string
	for _, entry := range entries {
		force = force || entry.Name() == outbox.UnfinishedName
		if slices.Contains(names, entry.Name()) {
			there = append(there, entry.Name())
		}
	}
	if len(there) > 0 && !force {
		return "", fmt.Errorf("%w: it has %s; name another one, or let --force move what is there aside",
			ErrNotEmpty, strings.Join(there, ", "))
	}
	if err := osfile.WriteDurable(marker, nil); err != nil || len(there) == 0 {
		return "", err
	}
	aside, err = os.MkdirTemp(dir, asidePrefix+time.Now().UTC().Format("20060102T150405Z-")) // mode 0700
	if err != nil {
		return "", err
	}
	for _, name := range there {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(aside, name)); err != nil {
			return aside, err
		}
	}
	return aside, osfile.SyncFolder(dir)
}
