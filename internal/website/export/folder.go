package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

const (
	// manifestName is the list of what was written. It can be deployed with the rest: all it names is public.
	manifestName = ".marquee-export.json"
	// tempFolder holds files that are being written.
	tempFolder = ".marquee-export-tmp"
)

type manifest struct {
	Revision string `json:"revision"`
	// False while an export is at work, and after one that ended early.
	Complete bool `json:"complete"`
	// Hash of each file by its name; empty where its bytes are not known.
	Files map[string]string `json:"files"`
	// Files that no page needs any more, with the day on which that was noticed.
	Kept map[string]string `json:"kept,omitempty"`
}

// folder is where the files go. All names are relative and stay inside, whatever links somebody put there ([os.Root]).
type folder struct {
	root *os.Root
	lock io.Closer
}

// openFolder makes the folder where there is none, locks other exports out, and
// removes what one that was killed left half written.
func openFolder(dir string) (*folder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	f := &folder{root: root, lock: io.NopCloser(nil)} // a file system without locks does without
	if lock, err := osfile.Lock(dir); err == nil {
		f.lock = lock
	} else if errors.Is(err, osfile.ErrLocked) {
		return nil, errors.Join(errors.New("another export is writing to this folder"), root.Close())
	}
	f.sweep()
	return f, nil
}

func (f *folder) close() error {
	f.sweep()
	return errors.Join(f.lock.Close(), f.root.Close())
}

// sweep removes files that are half written. They are only litter, so it does not matter where that fails.
func (f *folder) sweep() {
	names, _ := fs.Glob(f.root.FS(), tempFolder+"/*.tmp")
	for _, name := range names {
		_ = f.root.Remove(name)
	}
	_ = f.root.Remove(tempFolder) // which stays where somebody else has a file in it
}

// readManifest returns the list of the export before, and [ErrForeign] where there
// is none in a folder that is not empty.
func (f *folder) readManifest() (m manifest, err error) {
	data, err := f.root.ReadFile(manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := fs.ReadDir(f.root.FS(), ".")
		if err != nil {
			return m, fmt.Errorf("look into the folder: %w", err)
		}
		for _, entry := range entries {
			if !strings.HasPrefix(entry.Name(), ".") { // such as .git
				return m, ErrForeign
			}
		}
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		return m, fmt.Errorf("read %s: %w (empty the folder to write it anew)", manifestName, err)
	}
	for name := range m.Files {
		if !fs.ValidPath(name) || strings.Contains(name, `\`) || name == "." {
			return m, fmt.Errorf("read %s: %q is no file of an export", manifestName, name)
		}
	}
	return m, nil
}

func (f *folder) writeManifest(m manifest) error {
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return fmt.Errorf("write %s: %w", manifestName, err)
	}
	data = append(data, '\n')
	if f.hash(manifestName) == hashOf(data) {
		return nil
	}
	_, err = f.write(manifestName, hashOf(data), strings.NewReader(string(data)))
	return err
}

func (f *folder) findForeign(before manifest, p *plan) error {
	var foreign []string
	for _, name := range p.possible {
		if _, ours := before.Files[name]; ours {
			continue
		}
		if _, err := f.root.Lstat(name); err == nil {
			foreign = append(foreign, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("look for %s: %w", name, err)
		}
	}
	if len(foreign) > 0 {
		return fmt.Errorf("%w, where files of the website belong: %s", ErrForeign, strings.Join(foreign, ", "))
	}
	return nil
}

func (f *folder) hash(name string) string {
	info, err := f.root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := f.root.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return shortHash(sum.Sum(nil))
}

// write writes a file beside its place and then into it. Returns
// [site.ErrFileChanged] where the data have another hash.
func (f *folder) write(name, hash string, data io.Reader) (size int64, err error) {
	temp := tempFolder + "/" + hashOf([]byte(name)) + ".tmp"
	defer func() {
		if err != nil {
			_ = f.root.Remove(temp) // it is only litter, and the error says more
			err = fmt.Errorf("write %s: %w", name, err)
		}
	}()
	if err := errors.Join(f.root.MkdirAll(tempFolder, 0o755), f.root.MkdirAll(path.Dir(name), 0o755)); err != nil {
		return 0, err
	}
	file, err := f.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return 0, err
	}
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(file, sum), data)
	if err == nil && name == manifestName {
		err = file.Sync() // what else is on the disk after a loss of power is found by looking
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return 0, err
	}
	if shortHash(sum.Sum(nil)) != hash {
		return 0, site.ErrFileChanged
	}
	return size, f.root.Rename(temp, name)
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return shortHash(sum[:])
}

func shortHash(sum []byte) string { return hex.EncodeToString(sum[:16]) }
