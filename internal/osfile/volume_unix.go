//go:build linux || darwin || freebsd

package osfile

import "golang.org/x/sys/unix"

// Volume returns how many bytes the volume of a file or folder has left for this user, and in all. Where the system
// cannot say, the error is [errors.ErrUnsupported].
func Volume(path string) (free, total int64, err error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return 0, 0, err
	}
	size := int64(stat.Bsize)
	return int64(stat.Bavail) * size, int64(stat.Blocks) * size, nil
}
