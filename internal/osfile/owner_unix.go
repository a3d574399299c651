//go:build unix

package osfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// GiveAll gives a file, or a folder with all in it, to the owner and the group of another one, where this process is
// root; elsewhere it does nothing.
func GiveAll(path, like string) error {
	info, err := os.Stat(like)
	if err != nil {
		return err
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known || os.Geteuid() != 0 {
		return nil
	}
	return filepath.WalkDir(path, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(name, int(owner.Uid), int(owner.Gid))
	})
}
