//go:build unix

package osfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/evenlight/marquee/internal/osfile"
)

func TestReadRefusesWhatIsNoRegularFileOrTooLarge(t *testing.T) {
	dir := t.TempDir()
	file, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	if err := errors.Join(os.WriteFile(file, []byte("four"), 0o600), unix.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	if data, err := osfile.Read(file, 4); err != nil || string(data) != "four" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := osfile.Read(file, 3); !errors.Is(err, osfile.ErrUnfit) {
		t.Errorf("too large: %v", err)
	}
	for _, path := range []string{dir, pipe} { // opening the pipe would never return
		if _, err := osfile.Read(path, 4); !errors.Is(err, osfile.ErrUnfit) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := osfile.Read(filepath.Join(dir, "none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}
