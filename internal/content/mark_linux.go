package content

import (
	"io/fs"
	"syscall"
)

// mark is by what a file is known beside its size and its time of change, as
// git does it: a file that was replaced has another number, and no program can
// set the time of the last change of anything about it.
type mark struct {
	number  uint64
	seconds int64
	nanos   int64
}

func markOf(info fs.FileInfo) mark {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return mark{}
	}
	return mark{number: stat.Ino, seconds: int64(stat.Ctim.Sec), nanos: int64(stat.Ctim.Nsec)}
}
