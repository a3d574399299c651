package osfile

import (
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

func (s *Stamp) identify(system any) {
	if stat, ok := system.(*syscall.Stat_t); ok {
		s.number, s.changed = stat.Ino, stat.Ctim.Nano()
	}
}
