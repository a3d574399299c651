//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package export

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock keeps other exports out of the folder until unlock is called, or until
// the process ends however it ends. File systems without locks do without.
func lock(root *os.Root) (unlock func(), err error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, fmt.Errorf("lock the folder: %w", err)
	}
	if err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(errors.New("another export is writing to this folder"), dir.Close())
	}
	return func() {
		// Closing it is what unlocks; nothing was written through it.
		_ = dir.Close()
	}, nil
}
