//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// breakFile writes nonsense to the end of a file and returns how to undo it.
func breakFile(t *testing.T, name string) (mend func()) {
	t.Helper()
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write := func(data []byte) {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(append(good[:len(good):len(good)], "oops: [\n"...))
	return func() { write(good) }
}

func TestAStartOnABrokenSiteServesTheOthers(t *testing.T) {
	t.Parallel()
	dir := copyOfContent(t)
	mend := breakFile(t, filepath.Join(dir, "creative", "pages", "index.yaml"))
	w := boot(t, dir)
	if r := w.get("/"); r.status != 200 {
		t.Errorf("/ answers %d", r.status)
	}
	if r := w.operate("/readyz"); r.status != 200 || !strings.Contains(r.body, `"state": "held"`) {
		t.Errorf("/readyz answers %d\n%s", r.status, r.body)
	}
	mend()
	w.until("/websites/creative", "is not live", func(r reply) bool { return r.status == 200 })
}

func TestStrictRefusesContentWithErrors(t *testing.T) {
	t.Parallel()
	dir := copyOfContent(t)
	breakFile(t, filepath.Join(dir, "creative", "pages", "index.yaml"))
	for _, arguments := range [][]string{
		{"serve", "--strict", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", dir, "--data", t.TempDir()},
		{"export", "--content", dir, filepath.Join(t.TempDir(), "site")},
		{"check", "--content", dir},
	} {
		code, stdout, stderr := run(t, nil, arguments...)
		if code != exitFailed || !strings.Contains(stdout+stderr, "creative/pages/index.yaml") {
			t.Errorf("%s ends with %d:\n%s%s", arguments[0], code, stdout, stderr)
		}
	}
}
