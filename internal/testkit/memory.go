package testkit

import (
	"errors"
	"os"

	"github.com/evenlight/marquee/internal/osfile"
)

// UseMemory makes the temporary folders of this process, and of those that it starts, in memory, where there is enough
// of it: most tests that write would only wait for the disk. Those that are about disks mount their own. remove
// deletes all of them.
func UseMemory() (remove func() error, err error) {
	const memory, enough = "/dev/shm", 1 << 30
	if free, _, err := osfile.Volume(memory); err != nil || free < enough {
		return func() error { return nil }, nil
	}
	dir, err := os.MkdirTemp(memory, "marquee-test-")
	if err != nil {
		return nil, err
	}
	// PostgreSQL runs as another user.
	if err := errors.Join(os.Chmod(dir, 0o711), os.Setenv("TMPDIR", dir)); err != nil {
		return nil, err
	}
	return func() error { return os.RemoveAll(dir) }, nil
}
