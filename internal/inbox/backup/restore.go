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
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
)

var (
	// ErrDamaged says that an archive is not what was once written: it ends early, has changed, or is no backup at all.
	ErrDamaged = errors.New("it is damaged, or no backup")
	// ErrNotEmpty says that what would be put back stands in the data folder already.
	ErrNotEmpty = errors.New("the data folder is not empty")
	// ErrRunning says that a server has the data folder open.
	ErrRunning = errors.New("a server runs on this data folder: stop it first")
)

// Restore checks a backup and puts it back into the data folder and the database that the configuration names, which
// may be of another kind than that of the backup. It is unpacked beside the data folder's own files and moved into
// place at the end: nothing is changed before all of it is known to be good.
//
// What is there already makes it fail with ErrNotEmpty; with force it is moved aside, into the folder that is returned,
// but never what a PostgreSQL database holds. Deliveries that were not made are marked as possibly made, see
// [outbox.Prepare].
func Restore(ctx context.Context, config Config, from io.Reader, force bool) (m Manifest, aside string, err error) {
	dir := config.Store.Dir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return m, aside, err
	}
	lockFile := filepath.Join(dir, outbox.LockName)
	lock, err := osfile.Lock(lockFile)
	if errors.Is(err, osfile.ErrLocked) {
		return m, aside, ErrRunning
	} else if err != nil {
		return m, aside, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	marker := filepath.Join(dir, outbox.UnfinishedName)
	_, err = os.Stat(marker)
	again, changed := err == nil, false
	if _, err := os.Stat(filepath.Join(dir, outbox.FileName)); !again && errors.Is(err, fs.ErrNotExist) {
		// A server that is started after a kill must not begin a new database.
		if err := osfile.WriteDurable(marker, nil); err != nil {
			return m, aside, err
		}
		defer func() {
			if err != nil && (!changed || errors.Is(err, ErrNotEmpty)) {
				err = errors.Join(err, os.Remove(marker))
			}
		}()
	}

	work, err := newWork(dir)
	if err != nil {
		return m, aside, err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	if m, err = read(from, work.Root); err != nil {
		return m, aside, err
	}
	database := filepath.Join(work.Name(), outbox.FileName)
	if err := outbox.Prepare(ctx, database, m.Database); err != nil {
		return m, aside, err
	}
	if err := outbox.Vacant(ctx, config.Store); err != nil {
		return m, aside, err
	}
	// Root puts back what the server of another user is to read.
	if err := errors.Join(osfile.GiveAll(work.Name(), dir), osfile.GiveAll(lockFile, dir)); err != nil {
		return m, aside, err
	}

	unpacked := filepath.Join(work.Name(), dataPrefix)
	entries, err := os.ReadDir(unpacked)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, aside, err
	}
	// From here to the end the folder is incomplete, and nothing opens the database.
	changed = true
	if aside, err = moveAside(config.Store, entries, marker, force || again); err != nil {
		return m, aside, err
	}
	for _, entry := range entries {
		if err := os.Rename(filepath.Join(unpacked, entry.Name()), filepath.Join(dir, entry.Name())); err != nil {
			return m, aside, err
		}
	}
	if err := osfile.SyncFolder(dir); err != nil {
		return m, aside, err
	}
	if err := outbox.Place(ctx, config.Store, database); err != nil {
		return m, aside, err
	}
	return m, aside, errors.Join(os.Remove(marker), osfile.SyncFolder(dir))
}

// read checks an archive, and unpacks it into an empty folder where one is given. Every file must be there, nothing
// else may be, and all digests must be right. Its error is ErrDamaged where they are not.
func read(from io.Reader, into *os.Root) (m Manifest, err error) {
	defer func() {
		// What the operating system says is of a disk, not of the archive.
		if _, system := errors.AsType[*fs.PathError](err); err != nil && !system {
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}()
	archive := tar.NewReader(from)
	texts := map[string]*bytes.Buffer{manifestName: {}, sumsName: {}}
	var sums strings.Builder
	for texts[sumsName].Len() == 0 {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return m, errors.New("it ends before its digests")
		} else if err != nil {
			return m, err
		}
		name := header.Name
		text := texts[name]
		path, isData := strings.CutPrefix(name, dataPrefix)
		switch {
		case header.Typeflag != tar.TypeReg:
			return m, fmt.Errorf("%q is not a plain file", name)
		case name != outbox.FileName && text == nil && !(isData && keeps(path)),
			!fs.ValidPath(name), strings.ContainsAny(name, "\\\n\x00:"):
			return m, fmt.Errorf("%q is not a name that a backup has", name)
		}

		sum := sha256.New()
		if text != nil {
			_, err = io.Copy(io.MultiWriter(sum, text), archive)
		} else {
			err = unpack(io.TeeReader(archive, sum), into, filepath.FromSlash(name))
		}
		if err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
		if name != sumsName {
			fmt.Fprintf(&sums, "%x  %s\n", sum.Sum(nil), name)
		}
	}

	if _, err := archive.Next(); !errors.Is(err, io.EOF) {
		return m, errors.Join(err, errors.New("there is something behind its digests"))
	}
	if sums.String() != texts[sumsName].String() {
		return m, errors.New("the digests do not fit its files")
	}
	if err := json.Unmarshal(texts[manifestName].Bytes(), &m); err != nil {
		return m, fmt.Errorf("%s: %w", manifestName, err)
	}
	if m.Format != format {
		return m, fmt.Errorf("its format is %d, and this program knows %d: restore it with the program that made it, %s",
			m.Format, format, m.Program)
	}
	return m, nil
}

// unpack writes a new file, and without a folder reads what would be in it.
func unpack(from io.Reader, into *os.Root, name string) error {
	if into == nil {
		_, err := io.Copy(io.Discard, from)
		return err
	}
	if err := into.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	file, err := into.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(file, from); err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// moveAside makes room for what was unpacked: with force, what stands where it goes is moved into a folder of its own
// beside it, whose name is returned. It makes the marker before it changes anything.
func moveAside(store outbox.Config, unpacked []fs.DirEntry, marker string, force bool) (aside string, err error) {
	var names []string
	if store.URL == "" {
		// Files belong to the submissions of their database: what has none in the restored one would be removed.
		names = []string{outbox.FileName, outbox.FileName + "-wal", outbox.FileName + "-shm", "uploads"}
	}
	for _, entry := range unpacked {
		names = append(names, entry.Name())
	}
	entries, err := os.ReadDir(store.Dir)
	if err != nil {
		return "", err
	}
	var there []string
	for _, entry := range entries {
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
	aside, err = os.MkdirTemp(store.Dir, asidePrefix+time.Now().UTC().Format("20060102T150405Z-")) // mode 0700
	if err != nil {
		return "", err
	}
	for _, name := range there {
		if err := os.Rename(filepath.Join(store.Dir, name), filepath.Join(aside, name)); err != nil {
			return aside, err
		}
	}
	return aside, osfile.SyncFolder(store.Dir)
}
