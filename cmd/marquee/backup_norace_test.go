//go:build !race

package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestABackupOfARunningServerIsPutBackIntoANewNode is what an operator does when a machine is lost.
func TestABackupOfARunningServerIsPutBackIntoANewNode(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{data: t.TempDir(), env: mailingTo(provider)})
	id := h.stored(h.postJSON(message("before"))).ID
	h.mailed(provider, "contact/"+id)
	h.mailed(provider, "confirmation/"+id)
	file := filepath.Join(t.TempDir(), "backup.tar")
	if code, _, stderr := run(t, nil, "backup", file, "--data", h.data); code != exitOK || !strings.Contains(stderr, "1 submission ") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := run(t, nil, "backup", file, "--data", h.data); code != exitFailed || !strings.Contains(stderr, "--force") {
		t.Errorf("a second time: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := run(t, nil, "restore", file, "--force", "--data", h.data); code != exitFailed || !strings.Contains(stderr, "a server runs") {
		t.Errorf("under a running server: exit code %d: %s", code, stderr)
	}
	fresh := filepath.Join(t.TempDir(), "var")
	if code, _, stderr := run(t, nil, "restore", file, "--data", fresh); code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := run(t, nil, "restore", file, "--data", fresh); code != exitFailed || !strings.Contains(stderr, "--force") {
		t.Errorf("a second time: exit code %d: %s", code, stderr)
	}
	again := openReady(t, opening{data: fresh, env: mailingTo(provider)})
	if answer := again.postJSON(message("after")); answer.status != http.StatusOK {
		t.Errorf("the new node answers %d", answer.status)
	}
	code, stdout, stderr := run(t, nil, "submissions", "list", "--json", "--data", fresh)
	var rows []struct{ ID string }
	if err := json.Unmarshal([]byte(stdout), &rows); err != nil || code != exitOK || len(rows) != 2 || rows[1].ID != id {
		t.Errorf("exit code %d, %v: %s%s", code, err, stdout, stderr)
	}
}

func TestWrongBackupsAndRestores(t *testing.T) {
	t.Parallel()
	rubbish := filepath.Join(t.TempDir(), "rubbish")
	if err := os.WriteFile(rubbish, []byte("no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code      int
		want      string
		arguments []string
	}{
		{exitUsage, "file", []string{"backup"}},
		{exitUsage, "name the file", []string{"backup", ""}},
		{exitUsage, "--force", []string{"backup", "--force", "-"}},
		{exitFailed, "name --data as for serve", []string{"backup", filepath.Join(t.TempDir(), "b.tar")}},
		{exitUsage, "file", []string{"restore"}},
		{exitUsage, "name the file", []string{"restore", ""}},
		{exitUsage, "standard input", []string{"restore", "-"}},
		{exitFailed, "no such file", []string{"restore", filepath.Join(t.TempDir(), "none")}},
		{exitFailed, "damaged, or no backup", []string{"restore", rubbish}},
	} {
		code, stdout, stderr := run(t, map[string]string{"MARQUEE_DATA": filepath.Join(t.TempDir(), "var")}, c.arguments...)
		if code != c.code || !strings.Contains(stderr, c.want) || stdout != "" {
			t.Errorf("%v: exit code %d: %s", c.arguments, code, stderr)
		}
	}
}
