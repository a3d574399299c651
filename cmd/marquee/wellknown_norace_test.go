//go:build !race

package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWellKnownFilesAreLiveOnSaveAndExported(t *testing.T) {
	dir := smallContent(t) // exporting pages takes long
	w := boot(t, dir)
	if got := w.get("/.well-known/proof"); got.status != http.StatusNotFound {
		t.Errorf("before there is a file, it answers %d", got.status)
	}
	if err := os.Mkdir(filepath.Join(dir, "main/well-known"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.save("main/well-known/proof", "one")
	w.until("/.well-known/proof", "says one", func(r reply) bool { return r.status == http.StatusOK && r.body == "one" })
	w.save("main/well-known/proof", "two")
	w.until("/.well-known/proof", "says two", func(r reply) bool { return r.body == "two" })
	got := w.get("/.well-known/proof")
	if got.header.Get("Content-Type") != "text/plain; charset=utf-8" || got.header.Get("Access-Control-Allow-Origin") != "*" || got.header.Get("Etag") == "" {
		t.Errorf("headers are %v", got.header)
	}

	to := t.TempDir()
	if code, _, stderr := run(t, nil, "export", to, "--content", dir); code != exitOK {
		t.Fatalf("export ended with %d:\n%s", code, stderr)
	}
	if data, err := os.ReadFile(filepath.Join(to, ".well-known/proof")); err != nil || string(data) != "two" {
		t.Errorf("exported is %q, %v", data, err)
	}
	headers, err := os.ReadFile(filepath.Join(to, "_headers"))
	if err != nil || !strings.Contains(string(headers), "/.well-known/proof\n  Content-Type: text/plain; charset=utf-8\n") {
		t.Errorf("hosts are not told the type: %v\n%s", err, headers)
	}
}
