//go:build !race

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestContentFromAnArchive serves what lies on a web server, through good and bad uploads,
// and starts again when that server is gone.
func TestContentFromAnArchive(t *testing.T) {
	t.Parallel()
	dir, data := copyOfContent(t), t.TempDir()
	var published atomic.Pointer[[]byte]
	upload := func() {
		packed := archiveOf(t, dir)
		published.Store(&packed)
	}
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		packed := *published.Load()
		switch r.URL.Path {
		case "/site.tar.gz":
			_, _ = w.Write(packed)
		case "/site.tar.gz.sha256":
			fmt.Fprintf(w, "%x  site.tar.gz\n", sha256.Sum256(packed))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer files.Close()
	upload()
	w := boot(t, files.URL+"/site.tar.gz", "--data", data, "--content-poll", "1s")
	if r := w.get("/about"); r.status != 200 {
		t.Fatalf("/about answers %d", r.status)
	}
	page := filepath.Join(dir, "main", "pages", "about.yaml")
	good, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	save := func(text string) {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		upload()
	}
	save(strings.Replace(string(good), "title: ", "title: Uploaded ", 1))
	w.until("/about", "is not the uploaded page", func(r reply) bool { return strings.Contains(r.body, "Uploaded") })
	save("title: [\n")
	w.untilOperators("/readyz", "does not say what is held back", func(body string) bool {
		return strings.Contains(body, "main/pages/about.yaml") && strings.Contains(body, `"held"`) && strings.Contains(body, `"archive"`)
	})
	if r := w.get("/about"); r.status != 200 || !strings.Contains(r.body, "Uploaded") {
		t.Error("a bad upload is not held back")
	}
	files.Close()
	again := boot(t, files.URL+"/site.tar.gz", "--data", data)
	if r := again.get("/about"); r.status != 200 || !strings.Contains(r.body, "Uploaded") {
		t.Error("without the server, the last good page is not there")
	}
	for _, arguments := range [][]string{
		{"serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", "http://files.example.com/site.tar.gz"},
		{"check", "--content", "https://files.example.com/site.tar.gz"},
		{"serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", dir, "--content-poll", "soon"},
	} {
		if code, _, told := run(t, nil, arguments...); code != exitUsage || !strings.Contains(told, "content") {
			t.Errorf("%v ends with %d:\n%s", arguments, code, told)
		}
	}
}

func archiveOf(t *testing.T, dir string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	entries := tar.NewWriter(zip)
	if err := entries.AddFS(os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := entries.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
