package outbox

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// disk is a small file system of its own, in a file.
type disk struct{ image, dir string }

// newDisk makes and mounts an ext4 file system. That takes root and loop devices;
// elsewhere the test is skipped.
func newDisk(t *testing.T, megabytes int64) *disk {
	t.Helper()
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("NOT TESTED: mounting a small disk takes root on Linux")
	}
	d := &disk{filepath.Join(imageDir(t), "disk.img"), t.TempDir()}
	if err := os.WriteFile(d.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(d.image, megabytes<<20); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", "-O", "^metadata_csum,^resize_inode", "-m", "0", d.image).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: mkfs.ext4: %v %s", err, out)
	}
	d.mount(t, "loop")
	return d
}

// imageDir returns a folder on a disk, for images of disks.
func imageDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(diskTemp, "outbox")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func (d *disk) mount(t *testing.T, options string) {
	t.Helper()
	if out, err := exec.Command("mount", "-o", options, d.image, d.dir).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: loop devices cannot be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if err := d.unmount(); err != nil && !errors.Is(err, errNotMounted) {
			t.Error(err)
		}
	})
}

var errNotMounted = errors.New("not mounted")

func (d *disk) unmount() error {
	if err := exec.Command("mountpoint", "-q", d.dir).Run(); err != nil {
		return errNotMounted
	}
	out, err := exec.Command("umount", d.dir).CombinedOutput()
	if err != nil {
		return errors.New(string(out))
	}
	return nil
}

// data returns the data folder on the disk.
func (d *disk) data() string { return filepath.Join(d.dir, "var") }
