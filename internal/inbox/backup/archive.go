package backup

import (
	"archive/tar"
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

const (
	format       = 1
	manifestName = "backup.json"
	sumsName     = "SHA256SUMS"
	dataPrefix   = "data/"

	// More than any node has. A file costs an archive half a kilobyte, and a disk more.
	mostFiles = 1_000_000
	// The most bytes of the files that are read whole.
	mostText = 256 << 20
)

// ErrDamaged says that an archive is not what was once written: it ends early, has
// changed, or is no backup at all.
var ErrDamaged = errors.New("it is damaged, or no backup")

// Manifest says what a backup is.
type Manifest struct {
	Format int `json:"format"`
	// The version of the program that made it.
	Program string `json:"program"`
	// Where the submissions were: SQLite, and in those of earlier versions PostgreSQL.
	Source   string        `json:"source"`
	Database outbox.Copied `json:"database"`
	// How many files of the data folder it holds.
	Files int `json:"files"`
	// What of the data folder it does not hold, because it is a link or no file.
	Skipped []string `json:"skipped,omitempty"`
}

// archiver writes an archive.
type archiver struct {
	tar  *tar.Writer
	sums strings.Builder
	now  time.Time
}

func (a *archiver) add(name string, size int64, content io.Reader) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: a.now}
	if err := a.tar.WriteHeader(header); err != nil {
		return err
	}
	sum := sha256.New()
	if n, err := io.CopyN(io.MultiWriter(a.tar, sum), content, size); errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: it became shorter while it was read (%d of %d bytes): try again", name, n, size)
	} else if err != nil {
		return err
	}
	fmt.Fprintf(&a.sums, "%s  %s\n", hex.EncodeToString(sum.Sum(nil)), name)
	return nil
}

func (a *archiver) addFile(name string, from *os.Root, local string) error {
	file, err := from.Open(local)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return a.add(name, info.Size(), file)
}

// finish writes what says that the archive is whole.
func (a *archiver) finish(m Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := a.add(manifestName, int64(len(text)), strings.NewReader(string(text))); err != nil {
		return err
	}
	sums := a.sums.String()
	if err := a.add(sumsName, int64(len(sums)), strings.NewReader(sums)); err != nil {
		return err
	}
	return a.tar.Close()
}

// read checks an archive, and unpacks it into an empty folder where one is given.
// Its error is ErrDamaged where the archive is not whole.
func read(from io.Reader, into *os.Root) (Manifest, error) {
	r := &reader{tar: tar.NewReader(bufio.NewReaderSize(from, 1<<20)), into: into, seen: map[string]bool{}}
	m, err := r.all()
	if err != nil && !errors.Is(err, errStorage) && !errors.Is(err, ErrDamaged) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return m, err
}

// errStorage marks an error of writing, which says nothing of the archive.
var errStorage = errors.New("unpack")

type reader struct {
	tar  *tar.Reader
	into *os.Root // nil only checks
	sums strings.Builder
	seen map[string]bool
	text map[string][]byte
}

func (r *reader) all() (m Manifest, err error) {
	r.text = map[string][]byte{}
	for len(r.text[sumsName]) == 0 {
		header, err := r.tar.Next()
		if errors.Is(err, io.EOF) {
			return m, errors.New("it ends before its digests")
		} else if err != nil {
			return m, err
		}
		if err := r.admit(header); err != nil {
			return m, err
		}
		if err := r.take(header); err != nil {
			return m, err
		}
	}
	if _, err := r.tar.Next(); !errors.Is(err, io.EOF) {
		return m, errors.Join(err, errors.New("there is something behind its digests"))
	}
	if r.sums.String() != string(r.text[sumsName]) {
		return m, errors.New("the digests do not fit its files")
	}
	if !r.seen[outbox.FileName] || !r.seen[manifestName] {
		return m, errors.New("it lacks its database or " + manifestName)
	}
	if err := json.Unmarshal(r.text[manifestName], &m); err != nil {
		return m, fmt.Errorf("%s: %w", manifestName, err)
	}
	if m.Format != format {
		return m, fmt.Errorf("its format is %d, and this program knows %d: restore it with the program that made it, %s", m.Format, format, m.Program)
	}
	return m, nil
}

// admit says why an entry is none of ours.
func (r *reader) admit(header *tar.Header) error {
	name := header.Name
	for key := range header.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse") {
			return fmt.Errorf("%q has holes", name)
		}
	}
	ours := name == outbox.FileName || name == manifestName || name == sumsName
	if rest, isData := strings.CutPrefix(name, dataPrefix); isData {
		top, _, _ := strings.Cut(rest, "/")
		ours = keeps(top) && !isTemporary(top)
	}
	switch {
	case header.Typeflag != tar.TypeReg:
		return fmt.Errorf("%q is not a plain file", name)
	case !ours || path.Clean(name) != name || !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsAny(name, "\\\n\x00:"):
		return fmt.Errorf("%q is not a name that a backup has", name)
	case r.seen[name]:
		return fmt.Errorf("%q is there twice", name)
	case len(r.seen) == mostFiles:
		return fmt.Errorf("it has more than %d files", mostFiles)
	case name != outbox.FileName && !strings.HasPrefix(name, dataPrefix) && header.Size > mostText:
		return fmt.Errorf("%q is too large", name)
	}
	r.seen[name] = true
	return nil
}

func (r *reader) take(header *tar.Header) (err error) {
	name := header.Name
	if name == sumsName || name == manifestName {
		if r.text[name], err = io.ReadAll(r.tar); err != nil {
			return err
		}
		if name == manifestName {
			r.note(name, sha256.Sum256(r.text[name]))
		}
		return nil
	}
	sum := sha256.New()
	target := io.Writer(sum)
	if r.into != nil {
		local := filepath.FromSlash(name)
		if err := r.into.MkdirAll(filepath.Dir(local), 0o700); err != nil {
			return fmt.Errorf("%w %s: %w", errStorage, name, err)
		}
		file, err := r.into.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return fmt.Errorf("%w %s: %w", errStorage, name, err)
		}
		defer func() {
			if closing := errors.Join(file.Sync(), file.Close()); err == nil && closing != nil {
				err = fmt.Errorf("%w %s: %w", errStorage, name, closing)
			}
		}()
		target = io.MultiWriter(sum, storage{file})
	}
	if _, err := io.Copy(target, r.tar); err != nil {
		return err
	}
	r.note(name, [sha256.Size]byte(sum.Sum(nil)))
	return nil
}

func (r *reader) note(name string, sum [sha256.Size]byte) {
	fmt.Fprintf(&r.sums, "%s  %s\n", hex.EncodeToString(sum[:]), name)
}

// storage marks errors of writing.
type storage struct{ io.Writer }

func (s storage) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", errStorage, err)
	}
	return n, err
}

// keeps reports whether a file or folder at the top of the data folder belongs
// into a backup: not what is made again by itself, nor the database's own files,
// which Copy replaces.
func keeps(name string) bool {
	switch name {
	case "cache", "assets", "revisions", outbox.FileName, outbox.FileName + "-wal", outbox.FileName + "-shm":
		return false
	}
	return !strings.HasSuffix(name, ".lock") && !strings.HasPrefix(name, asidePrefix)
}

// addFolder adds what belongs into a backup of the data folder. What disappears
// meanwhile, such as erased mail, is left out.
func (a *archiver) addFolder(folder string, m *Manifest) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) || name == ".":
			return nil
		case err != nil:
			return err
		case isTemporary(entry.Name()) || !strings.Contains(name, "/") && !keeps(name):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			m.Skipped = append(m.Skipped, name)
			return nil
		}
		if err := a.addFile(dataPrefix+name, root, name); errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			return err
		}
		m.Files++
		return nil
	})
}
