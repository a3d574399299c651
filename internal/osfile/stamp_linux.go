package osfile

import (
	"io/fs"
	"syscall"
)

// identity is what Linux tells of a file beside its size and the time of its last change, as
// git uses it: a file that was replaced has another number, and no program can set the time
// at which anything about it changed (ctime).
type identity struct {
	number         uint64
	seconds, nanos int64
}

func identityOf(info fs.FileInfo) identity {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}
	}
	return identity{number: stat.Ino, seconds: int64(stat.Ctim.Sec), nanos: int64(stat.Ctim.Nsec)}
}
