package osfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrUnfit says that what lies under a name is no regular file, or is too large.
var ErrUnfit = errors.New("it is no regular file, or is too large")

// maxJSON is more bytes than any value of ours has.
const maxJSON = 64 << 20

// Read returns what a file of at most limit bytes holds. The error is [ErrUnfit] for
// others, which are not opened: a named pipe would wait for somebody to write into it.
func Read(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, ErrUnfit
	}
	return os.ReadFile(path)
}

// ReadJSON reads an object that [WriteJSON] wrote. Its field "format" must be the
// number that this program knows, so that an older one does not misread what a newer one wrote.
func ReadJSON(path string, format int, to any) error {
	data, err := Read(path, maxJSON)
	if err != nil {
		return err
	}
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return err
	}
	if head.Format != format {
		return fmt.Errorf("its format is %d, not %d", head.Format, format)
	}
	return json.Unmarshal(data, to)
}

// WriteJSON replaces a file as [Write] does, and makes its folder where there is none.
func WriteJSON(path string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return Write(path, data)
}
