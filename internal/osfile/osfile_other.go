//go:build !linux

package osfile

import "io/fs"

// Network returns the kind of network share that a file or folder is on; empty for a local disk, and where the system
// cannot say.
func Network(string) (string, error) { return "", nil }

// identity tells whether a file is on a disk: elsewhere than on Linux, its size and the time of its last change are all
// that is known.
type identity struct{ onDisk bool }

func identityOf(info fs.FileInfo) identity { return identity{info.Sys() != nil} }
