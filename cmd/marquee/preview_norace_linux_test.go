//go:build !race

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestTheKeyOfPreviewLinksBelongsToTheServer(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root makes files for others")
	}
	const other = 12345
	dir, data := copyOfContent(t), t.TempDir()
	if err := os.Chown(data, other, other); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{{}, {"--revoke"}} {
		arguments = append([]string{"preview-link", "--content", dir, "--data", data}, arguments...)
		if code, _, stderr := run(t, nil, arguments...); code != exitOK {
			t.Fatal(stderr)
		}
		info, err := os.Stat(filepath.Join(data, previewKeyFile))
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t); owner.Uid != other || owner.Gid != other || info.Mode().Perm() != 0o600 {
			t.Errorf("%v: the key belongs to %d:%d, mode %v", arguments, owner.Uid, owner.Gid, info.Mode())
		}
	}
}
