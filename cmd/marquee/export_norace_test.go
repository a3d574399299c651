//go:build !race

// Every page is rendered here, which the race detector makes slow and finds nothing in: make
// test runs this file without it.

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"golang.org/x/tools/txtar"

	"github.com/evenlight/marquee/internal/website/server"
)

// exportTo exports the content, and returns the last line but that of the dates.
func exportTo(t *testing.T, dir, content string, arguments ...string) string {
	t.Helper()
	code, stdout, stderr := run(t, nil, append([]string{"export", dir, "--content", content}, arguments...)...)
	if code != exitOK || stderr != "" {
		t.Fatalf("export: %d\n%s%s", code, stdout, stderr)
	}
	for line := range strings.Lines(stdout) {
		if strings.Contains(line, " written (") {
			return line
		}
	}
	return ""
}

// smallContent is a main site and a sub-site with few pages: drawing their
// pictures takes most of the time of an export.
func smallContent(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("../../internal/content/testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, err := txtar.FS(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "content")
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}

func edit(t *testing.T, file, from, to string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(text, []byte(from)) {
		t.Fatalf("%s does not say %s: %v", file, from, err)
	}
	if err := os.WriteFile(file, bytes.ReplaceAll(text, []byte(from), []byte(to)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fileServer is what hosts do with the files: a path is the file, or the file
// with .html, else the nearest 404.html above it.
func fileServer(dir string) http.Handler {
	tree := os.DirFS(dir)
	files := http.FileServerFS(tree)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			files.ServeHTTP(w, r)
			return
		}
		for _, candidate := range []string{name, name + ".html"} {
			if info, err := fs.Stat(tree, candidate); err == nil && info.Mode().IsRegular() {
				r.URL.Path = "/" + candidate
				files.ServeHTTP(w, r)
				return
			}
		}
		for above := path.Dir(name); ; above = path.Dir(above) {
			if data, err := fs.ReadFile(tree, path.Join(above, "404.html")); err == nil {
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write(data) // a client that has gone needs no answer
				return
			}
		}
	})
}

// TestExportedSite compares every page, link, fragment and file of the static
// website with the one that is served.
func TestExportedSite(t *testing.T) {
	t.Parallel()
	live := boot(t, copyOfContent(t))
	dir := filepath.Join(t.TempDir(), "dist")
	exportTo(t, dir, live.content)
	host := httptest.NewServer(fileServer(dir))
	defer host.Close()
	same := func(address string) reply {
		t.Helper()
		got, want := live.fetch(host.URL+address), live.get(address)
		if got.status != want.status || got.body != want.body || got.body == "" {
			t.Errorf("%s: %d with %d bytes, the server answers %d with %d", address, got.status, len(got.body), want.status, len(want.body))
		}
		return got
	}
	var queue []string
	for _, part := range strings.Split(same("/sitemap.xml").body, "<loc>")[1:] {
		address, _, _ := strings.Cut(part, "<")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		queue = append(queue, u.Path)
	}
	pages := map[string]*crawled{}
	files, fragments := map[string]bool{}, map[string][]string{}
	preview := regexp.MustCompile(`<meta property="og:image" content="https?://[^/]+(/[^"]+)">`)
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if pages[at] != nil {
			continue
		}
		body := same(at).body
		page := readPage(t, body)
		pages[at] = page
		for _, file := range slices.Concat(page.files, page.sprites) {
			name, _, _ := strings.Cut(file, "#")
			files[name] = true
		}
		for _, found := range preview.FindAllStringSubmatch(body, -1) {
			files[found[1]] = true
		}
		for _, link := range page.links {
			u, err := url.Parse(link)
			if err != nil || u.Scheme != "" {
				continue // the crawl of the server says what is wrong with links
			}
			target := cmp.Or(u.Path, at)
			if u.Fragment != "" {
				fragments[target] = append(fragments[target], u.Fragment)
			}
			queue = append(queue, target)
		}
		name := "index"
		if at != "/" {
			name = at[1:]
		}
		if data := live.fetch(host.URL + "/api/page-data/" + name + ".json"); data.body != live.get("/api/pages?path="+url.QueryEscape(at)).body {
			t.Errorf("%s: the data differ", at)
		}
	}
	for at, ids := range fragments {
		for _, id := range ids {
			if pages[at].ids[id] == 0 {
				t.Errorf("%s#%s is not there", at, id)
			}
		}
	}
	inFiles := regexp.MustCompile(`(?:url\(|"src":"|import\("\.)(/[^")]+)`)
	pictures := 0
	for file := range files {
		// All are there; that one of them has the same bytes must do, as drawing takes long.
		if strings.HasPrefix(file, "/og/") && strings.HasSuffix(file, ".png") {
			if pictures++; pictures > 1 {
				if got := live.fetch(host.URL + file); got.status != http.StatusOK || !strings.HasPrefix(got.body, "\x89PNG") {
					t.Errorf("%s: %d with %d bytes", file, got.status, len(got.body))
				}
				continue
			}
		}
		for _, found := range inFiles.FindAllStringSubmatch(same(file).body, -1) {
			address := found[1]
			if strings.HasSuffix(file, ".js") {
				address = path.Join(path.Dir(file), address)
			}
			same(address)
		}
	}
	for _, address := range []string{"/robots.txt", "/llms.txt", "/favicon.ico", "/nope", "/websites/business/nope/deeper", "/websites/creative/nope"} {
		same(address)
	}
	if got := live.fetch(host.URL + "/api/pages?path=/about"); got.status != http.StatusNotFound {
		t.Errorf("/api/pages answers %d: the client would not load the page whole", got.status)
	}
	if len(pages) < 25 || len(files) < 40 {
		t.Errorf("%d pages, %d files", len(pages), len(files))
	}
	compareSiblings(t, dir)
	compareHeaders(t, live, dir)
}

// compareSiblings unpacks all compressed files, and finds those that lack one.
func compareSiblings(t *testing.T, dir string) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, coding := range []string{".gz", ".br"} {
			packed, err := os.ReadFile(name + coding)
			switch filepath.Ext(name) {
			case ".html", ".css", ".js", ".xml":
				if err != nil {
					t.Errorf("%s has no %s", name, coding)
				}
			}
			if err != nil {
				continue
			}
			found++
			var reader io.Reader = brotli.NewReader(bytes.NewReader(packed))
			if coding == ".gz" {
				if reader, err = gzip.NewReader(bytes.NewReader(packed)); err != nil {
					t.Errorf("%s%s: %v", name, coding, err)
					continue
				}
			}
			if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, want) || len(packed) >= len(want) {
				t.Errorf("%s%s does not unpack to the file, or is no smaller: %v", name, coding, err)
			}
		}
		return nil
	})
	if err != nil || found < 100 {
		t.Errorf("%d siblings, %v", found, err)
	}
}

func TestASecondExportWritesWhatChanged(t *testing.T) {
	t.Parallel()
	content, dir := smallContent(t), filepath.Join(t.TempDir(), "dist")
	exportTo(t, dir, content)
	if second := exportTo(t, dir, content); !strings.Contains(second, "0 files written (0 bytes)") || !strings.Contains(second, " 0 removed") {
		t.Errorf("the second export says %s", second)
	}
	long := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	each := func(do func(name string, info fs.FileInfo)) {
		t.Helper()
		if err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			info, err := entry.Info()
			if err == nil {
				relative, _ := filepath.Rel(dir, name)
				do(filepath.ToSlash(relative), info)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	each(func(name string, _ fs.FileInfo) {
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	})
	edit(t, filepath.Join(content, "main/pages/about.yaml"), "Who we are.", "Who we have become.")
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	third := exportTo(t, dir, content)
	var written []string
	each(func(name string, info fs.FileInfo) {
		switch base := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".br"); {
		case info.ModTime().Equal(long), name == "mine.txt":
		case strings.HasPrefix(name, "og/main/about-"), base == "sitemap.xml", base == "llms.txt", base == ".marquee-export.json":
		case base == "about.html", base == "api/page-data/about.json":
			written = append(written, name)
		default:
			t.Errorf("%s was written again", name)
		}
	})
	if len(written) != 6 {
		t.Errorf("written: %v; %s", written, third)
	}

	if err := os.RemoveAll(filepath.Join(content, "business/pages/services")); err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(content, "business/pages/index.yaml"), "/websites/business/services", "/about")
	fourth := exportTo(t, dir, content)
	if _, err := os.Stat(filepath.Join(dir, "websites/business/services.html")); err == nil {
		t.Errorf("the page that is gone has a file; %s", fourth)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "company.html")); err != nil || !strings.Contains(string(data), "url=/about") {
		t.Errorf("a former path: %q, %v", data, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "mine.txt")); err != nil || string(data) != "mine" {
		t.Errorf("a foreign file: %q, %v", data, err)
	}
}

func TestContentWithErrorsIsNotExported(t *testing.T) {
	t.Parallel()
	content, dir := copyOfContent(t), filepath.Join(t.TempDir(), "dist")
	if err := os.WriteFile(filepath.Join(content, "main/pages/about.yaml"), []byte("titel: About\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run(t, nil, "export", dir, "--content", content)
	_, checked, _ := run(t, nil, "check", "--content", content)
	if code != exitFailed || stdout != checked || !strings.Contains(stdout, "titel") || stderr != "" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was made all the same")
	}
}

func TestFoldersThatAreNotForExport(t *testing.T) {
	t.Parallel()
	content := copyOfContent(t)
	for _, dir := range []string{content, filepath.Join(content, "dist"), filepath.Join(content, "main", "..", "a", "b")} {
		if code, _, stderr := run(t, nil, "export", dir, "--content", content); code != exitUsage || !strings.Contains(stderr, "content folder") {
			t.Errorf("%s: exit code %d\n%s", dir, code, stderr)
		}
	}
	above := filepath.Dir(content)
	if code, _, stderr := run(t, nil, "export", above, "--content", content); code != exitFailed || !strings.Contains(stderr, "no export wrote") {
		t.Errorf("a folder with other files: exit code %d\n%s", code, stderr)
	}
	if entries, err := os.ReadDir(above); err != nil || len(entries) != 1 {
		t.Errorf("it was touched: %v, %v", entries, err)
	}
}

func TestExportHasHelpForTheUsualHosts(t *testing.T) {
	t.Parallel()
	code, stdout, _ := run(t, nil, "export", "--help")
	if code != exitOK {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"marquee export dist", "nginx", "try_files $uri $uri.html", "Caddy", "S3", "/api/send-contact-email"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("nothing is said of %s", want)
		}
	}
}

// TestAFullDiskLeavesTheOldFiles limits how large a file may get: to a program
// that is the same as a disk that is full.
func TestAFullDiskLeavesTheOldFiles(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	content, dir := smallContent(t), filepath.Join(t.TempDir(), "dist")
	exportTo(t, dir, content)
	before := everything(t, dir)
	edit(t, filepath.Join(content, "main/site.yaml"), "0.78 0.14 250", "0.78 0.14 240")
	command := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 60; exec "$0" export "$1" --content "$2"`, program, dir, content)
	command.Env = childEnvironment(asProgram + "=1")
	said, err := command.CombinedOutput()
	if command.ProcessState.ExitCode() != exitFailed || !strings.Contains(string(said), "write ") || !strings.Contains(string(said), "too large") {
		t.Fatalf("%v\n%s", err, said)
	}
	after := everything(t, dir)
	for name := range before {
		if after[name] != before[name] && name != ".marquee-export.json" {
			t.Errorf("%s is gone or changed: its stylesheet was not written", name)
		}
	}
	exportTo(t, dir, content, "--keep", "0d")
	fresh := filepath.Join(t.TempDir(), "dist")
	exportTo(t, fresh, content, "--keep", "0d")
	completed, want := everything(t, dir), everything(t, fresh)
	for name := range want {
		if completed[name] != want[name] {
			t.Errorf("%s is not as in a new export", name)
		}
	}
	if len(completed) != len(want) {
		t.Errorf("%d files, a new export has %d", len(completed), len(want))
	}
}

func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// compareHeaders expects _headers to say what the server says.
func compareHeaders(t *testing.T, live *website, dir string) {
	t.Helper()
	rules := everything(t, dir)["_headers"]
	all := live.get("/about").header
	for _, header := range server.SecurityHeaders(server.InlineSources{}, nil) {
		name := header[0]
		if all.Get(name) == "" || !strings.Contains(rules, fmt.Sprintf("\n  %s: %s\n", name, all.Get(name))) {
			t.Errorf("%s: %s is not said:\n%s", name, all.Get(name), rules)
		}
	}
	var list struct{ Files map[string]string }
	if err := json.Unmarshal([]byte(everything(t, dir)[".marquee-export.json"]), &list); err != nil {
		t.Fatal(err)
	}
	for name := range list.Files {
		if strings.HasSuffix(name, ".png") {
			continue // drawing takes long; a manifest and an icon of the folder are compared
		}
		cached := live.get("/" + name).header.Get("Cache-Control")
		folder, _, _ := strings.Cut(name, "/")
		if strings.Contains(cached, "immutable") && !strings.Contains(rules, "/"+folder+"/*\n  Cache-Control: "+cached+"\n") {
			t.Errorf("%s: %s is not said", name, cached)
		}
	}
}
