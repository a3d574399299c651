package history

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
)

func TestAPinIsTheNameOfARevision(t *testing.T) {
	var log testkit.Log
	kept := Open(Config{Dir: t.TempDir(), Content: "content", Logger: log.Logger()})
	if err := os.MkdirAll(kept.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	pin := filepath.Join(kept.dir, "pinned")
	if err := os.WriteFile(pin, []byte("0123abcd\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := kept.Pinned(); got != "0123abcd" || err != nil {
		t.Errorf("%q is pinned, %v", got, err)
	}
	if err := os.WriteFile(pin, make([]byte, 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := kept.Pinned(); got != "" || err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("of a large file %q is pinned, %v", got, err)
	}
	// It would be read without an end.
	if err := os.Remove(pin); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.DevNull, pin); err != nil {
		t.Skip(err)
	}
	if got, err := kept.Pinned(); got != "" || err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("of a device %q is pinned, %v", got, err)
	}
}
