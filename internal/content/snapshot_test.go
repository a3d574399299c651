package content

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"
)

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func snap(t *testing.T, dir string, previous *Snapshot) *Snapshot {
	t.Helper()
	s, err := TakeSnapshot(t.Context(), dir, previous)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSnapshotIsAFileSystem(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "name: Evenlight")
	writeFile(t, filepath.Join(dir, "main/pages/index.yaml"), "title: Home")
	writeFile(t, filepath.Join(dir, ".git/config"), "secret")
	s := snap(t, dir, nil)
	if err := fstest.TestFS(s, "main/site.yaml", "main/pages/index.yaml"); err != nil {
		t.Error(err)
	}
	if _, err := fs.Stat(s, ".git"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("hidden folder: %v", err)
	}
}

func TestSnapshotDoesNotChangeWithTheFolder(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.yaml")
	writeFile(t, name, "old")
	before := snap(t, dir, nil)
	writeFile(t, name, "new")
	after := snap(t, dir, before)
	for s, want := range map[*Snapshot]string{before: "old", after: "new"} {
		if got, err := s.ReadFile("a.yaml"); err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if before.Equal(after) || !after.Equal(snap(t, dir, after)) {
		t.Error("Equal is wrong")
	}
}

func TestSnapshotNoticesEqualSizeAndTime(t *testing.T) {
	// A second save within the tick of the file system's clock leaves size and
	// time of change as they were.
	dir := t.TempDir()
	name := filepath.Join(dir, "a.yaml")
	writeFile(t, name, "aaa")
	before := snap(t, dir, nil)
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, name, "bbb")
	if err := os.Chtimes(name, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got, err := snap(t, dir, before).ReadFile("a.yaml"); err != nil || string(got) != "bbb" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestSnapshotReadsNothingOutside(t *testing.T) {
	outside := t.TempDir()
	writeFile(t, filepath.Join(outside, "secret.yaml"), "secret")
	dir := t.TempDir()
	for link, target := range map[string]string{
		"absolute.yaml": filepath.Join(outside, "secret.yaml"), "folder": outside, "dangling.yaml": "nowhere.yaml",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	s := snap(t, dir, nil)
	for _, name := range []string{"absolute.yaml", "folder/secret.yaml", "dangling.yaml"} {
		if data, err := s.ReadFile(name); err == nil {
			t.Errorf("%s was read: %q", name, data)
		}
	}
}

func TestSnapshotKeepsUnreadableFilesAsErrors(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "huge.yaml"), "x")
	if err := os.Truncate(filepath.Join(dir, "huge.yaml"), maxSnapshotFile+1); err != nil {
		t.Fatal(err)
	}
	s := snap(t, dir, nil)
	if _, err := s.ReadFile("huge.yaml"); !errors.Is(err, errTooLarge) {
		t.Errorf("err = %v", err)
	}
	if names, err := s.ReadDir("."); err != nil || len(names) != 1 {
		t.Errorf("the file is not listed: %v %v", names, err)
	}
}

func TestSnapshotOfAMissingFolder(t *testing.T) {
	if _, err := TakeSnapshot(t.Context(), filepath.Join(t.TempDir(), "nope"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("err = %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := TakeSnapshot(ctx, t.TempDir(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}
