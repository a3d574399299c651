//go:build linux || darwin

package rendercache

import "syscall"

// volume returns how many bytes a volume has left for us, and in all.
func volume(path string) (free, total int64, err error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(path, &stat); err != nil {
		return 0, 0, err
	}
	size := int64(stat.Bsize)
	return int64(stat.Bavail) * size, int64(stat.Blocks) * size, nil
}
