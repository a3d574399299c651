package content

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSnapshotKnowsAReplacedFile(t *testing.T) {
	// Size and time of change can be those of the file before.
	dir := t.TempDir()
	name := filepath.Join(dir, "a.yaml")
	writeFile(t, name, "aaa")
	past := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(name, past, past))
	before := snap(t, dir, nil)
	writeFile(t, name+".tmp", "bbb")
	must(t, os.Chtimes(name+".tmp", past, past))
	must(t, os.Rename(name+".tmp", name))
	if got, err := snap(t, dir, before).ReadFile("a.yaml"); err != nil || string(got) != "bbb" {
		t.Errorf("got %q, %v", got, err)
	}
}
