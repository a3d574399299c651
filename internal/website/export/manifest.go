package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

const (
	// manifestName is the list of what was written. It can be deployed with the rest: all it names is public.
	manifestName = ".marquee-export.json"
	// tempFolder holds files that are being written.
	tempFolder = ".marquee-export-tmp"
	// format is that of the manifest, and of how siblings are compressed.
	format = 1
)

// manifest is the list.
type manifest struct {
	Format   int    `json:"format"`
	Revision string `json:"revision"`
	// False while an export is at work, and after one that ended early.
	Complete bool `json:"complete"`
	// Hash of each file by its name; empty where its bytes are not known.
	Files map[string]string `json:"files"`
	// Folders that exports made.
	Folders []string `json:"folders"`
	// Files that no page needs any more, with the day on which that was noticed.
	Kept map[string]string `json:"kept,omitempty"`
}

// readManifest returns nil where there is none.
func readManifest(f *folder) (*manifest, error) {
	data, err := f.root.ReadFile(manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", manifestName, err)
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("read %s: %w (remove it and use --force to write it anew)", manifestName, err)
	}
	if m.Format > format {
		return nil, fmt.Errorf("read %s: a newer marquee wrote it", manifestName)
	}
	for _, name := range slices.Concat(m.Folders, names(m.Files)) {
		if !isPlain(name) || name == manifestName {
			return nil, fmt.Errorf("read %s: %q is no file of an export", manifestName, name)
		}
	}
	return &m, nil
}

// write replaces the list, where it says something else.
func (m *manifest) write(f *folder) error {
	m.Format = format
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return fmt.Errorf("write %s: %w", manifestName, err)
	}
	data = append(data, '\n')
	if current, err := f.root.ReadFile(manifestName); err == nil && bytes.Equal(current, data) {
		return nil
	}
	// What else is on the disk after a loss of power is found by looking; this is not.
	return f.put(true, part{manifestName, data})
}

func names(files map[string]string) []string {
	all := make([]string, 0, len(files))
	for name := range files {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
