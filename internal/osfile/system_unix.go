//go:build !windows

package osfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// Volume returns how many bytes the volume of a file or folder has left for this user, and in all.
func Volume(path string) (free, total int64, err error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return 0, 0, err
	}
	size := int64(stat.Bsize)
	return int64(stat.Bavail) * size, int64(stat.Blocks) * size, nil
}

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

// Writable returns why names in a folder cannot be changed; nil where they can.
func Writable(path string) error {
	if err := unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK|unix.X_OK, unix.AT_EACCESS); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}
