package osfile

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// networks are file systems of other machines, by the numbers that Linux has for them.
var networks = map[uint32]string{
	unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "SMB",
	unix.CEPH_SUPER_MAGIC: "Ceph", unix.AFS_SUPER_MAGIC: "AFS", unix.CODA_SUPER_MAGIC: "Coda", unix.V9FS_MAGIC: "9P",
}

// Network returns the kind of network share that a file or folder is on; empty for a local disk, and where the system
// cannot say.
func Network(path string) (string, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return "", err
	}
	return networks[uint32(stat.Type)], nil
}

// identity is what Linux tells of a file beside its size and the time of its last change, as git uses it: a file that
// was replaced has another number, and no program can set the time at which anything about it changed (ctime).
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
