//go:build !race

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestTheDatabaseOfStudioBelongsToTheServer(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root makes files for others")
	}
	const other = 12345
	data := t.TempDir()
	if err := os.Chown(data, other, other); err != nil {
		t.Fatal(err)
	}
	arguments := []string{"studio", "invite", "anna@example.com", "--content", copyOfContent(t), "--data", data}
	if code, _, stderr := run(t, nil, arguments...); code != exitOK {
		t.Fatal(stderr)
	}
	e := &edited{t: t, data: data}
	e.open() // so that the log is there as well
	names, err := filepath.Glob(filepath.Join(data, "studio.db*"))
	if err != nil || len(names) < 3 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t); owner.Uid != other || owner.Gid != other || info.Mode().Perm() != 0o600 {
			t.Errorf("%s belongs to %d:%d, mode %v", name, owner.Uid, owner.Gid, info.Mode())
		}
	}
}
