package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

// place is a web server that an operator uploads to.
type place struct {
	*httptest.Server
	mu       sync.Mutex
	files    map[string][]byte
	asked    map[string]int
	bearer   string
	answered int // the status of all answers; 0 for what fits
}

func newPlace(t *testing.T) *place {
	p := &place{files: map[string][]byte{}, asked: map[string]int{}}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *place) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	data, there := p.files[r.URL.Path]
	p.asked[r.URL.Path]++
	p.bearer = r.Header.Get("Authorization")
	if p.answered != 0 {
		w.WriteHeader(p.answered)
		return
	}
	if !there {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Etag", fmt.Sprintf("%q", hexSum(data)[:16]))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

func (p *place) put(name string, data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files[name] = data
}

func (p *place) publish(data []byte) (sum string) {
	p.put("/site.tar.gz", data)
	p.put("/site.tar.gz.sha256", []byte(hexSum(data)+"  site.tar.gz\n"))
	return hexSum(data)
}

func hexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// packed makes an archive.
func packed(t *testing.T, headers ...*tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	entries := tar.NewWriter(zip)
	for _, header := range headers {
		body := header.Linkname
		if header.Typeflag == 0 || header.Typeflag == tar.TypeReg {
			header.Typeflag, header.Linkname, header.Size = tar.TypeReg, "", int64(len(body))
		}
		header.Mode = 0o644
		if err := entries.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if header.Typeflag == tar.TypeReg {
			if _, err := entries.Write([]byte(body)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := entries.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// text is a file of an archive.
func text(name, body string) *tar.Header { return &tar.Header{Name: name, Linkname: body} }

func follow(t *testing.T, p *place, dir string, change func(*Config)) (*Follower, *testkit.Log) {
	t.Helper()
	address, err := ParseAddress(p.URL + "/site.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	log := &testkit.Log{}
	config := Config{Address: address, Dir: dir, Poll: 10 * time.Millisecond, Logger: log.Logger()}
	if change != nil {
		change(&config)
	}
	return New(config), log
}

func read(t *testing.T, f *Follower, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(f.Folder(), name))
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func TestTheNewestArchiveIsUnpacked(t *testing.T) {
	p, dir := newPlace(t), t.TempDir()
	p.publish(packed(t, &tar.Header{Name: "./", Typeflag: tar.TypeDir}, text("./main/site.yaml", "one"), text("./.git/config", "no"), text("main/._site.yaml", "no")))
	f, log := follow(t, p, dir, func(c *Config) { c.Token = "s3cret" })
	if err := f.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := read(t, f, "main/site.yaml"); got != "one" || p.bearer != "Bearer s3cret" {
		t.Errorf("%q is unpacked, with %q", got, p.bearer)
	}
	for _, hidden := range []string{".git", "main/._site.yaml"} {
		if _, err := os.Stat(filepath.Join(f.Folder(), hidden)); err == nil {
			t.Errorf("%s is unpacked", hidden)
		}
	}
	killed := filepath.Join(dir, tempPrefix+"link") // of a program that was turning its link
	if err := os.Symlink(f.unpacked(), killed); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	changed := make(chan bool, 100)
	ended := make(chan error)
	go func() { ended <- f.Run(ctx, func() { changed <- true }) }()
	for n := range 8 { // nearly twice what is kept; a folder around it makes no difference
		p.publish(packed(t, text(fmt.Sprintf("site-%d/main/site.yaml", n), fmt.Sprint(n))))
		<-changed
		if got := read(t, f, "main/site.yaml"); got != fmt.Sprint(n) {
			t.Errorf("%q is unpacked, want %d", got, n)
		}
	}
	p.mu.Lock()
	p.files["/site.tar.gz.sha256"] = []byte(hexSum([]byte("other")))
	before := p.asked["/site.tar.gz"]
	p.mu.Unlock()
	testkit.Eventually(t, "the log does not say what is wrong", func() bool { return strings.Contains(log.String(), "is held back") && f.Status().Error != "" })
	if got := read(t, f, "main/site.yaml"); got != "7" {
		t.Errorf("%q is served while another one is damaged", got)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if p.asked["/site.tar.gz"] == before {
		t.Error("the damaged one was not asked for")
	}
	if strings.Contains(log.String(), "s3cret") {
		t.Error("the log has the token")
	}
	if err := os.Remove(killed); err != nil {
		t.Error(err)
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != keepUnpacked+1 {
		t.Errorf("%d names in the folder: %v, %v", len(names), names, err)
	}

	// The server is gone, or speaks nonsense: what is there has to do.
	p.answered = http.StatusInternalServerError
	again, log := follow(t, p, dir, nil)
	if err := again.Start(t.Context()); err != nil || read(t, again, "main/site.yaml") != "7" || !strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("without the server: %v\n%s", err, log)
	}
	fresh, _ := follow(t, p, t.TempDir(), nil)
	if err := fresh.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "500") {
		t.Errorf("without anything: %v", err)
	}
}

func TestAnAnswerThatStillHoldsCostsNothing(t *testing.T) {
	p := newPlace(t)
	p.publish(packed(t, text("main/site.yaml", "one")))
	f, _ := follow(t, p, t.TempDir(), nil)
	for range 5 {
		if _, err := f.check(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if p.asked["/site.tar.gz"] != 1 || p.asked["/site.tar.gz.sha256"] != 5 {
		t.Errorf("asked %v", p.asked)
	}
	if err := os.RemoveAll(f.config.Dir); err != nil {
		t.Fatal(err)
	}
	if _, err := f.check(t.Context()); err != nil || read(t, f, "main/site.yaml") != "one" {
		t.Errorf("after the folder was removed: %v, %s", err, read(t, f, "main/site.yaml"))
	}
}

func TestASignatureIsAskedForWhereThereIsAKey(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	for _, written := range []string{
		base64.StdEncoding.EncodeToString(public), base64.StdEncoding.EncodeToString(der) + "\n",
		string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})),
	} {
		key, err := ParseKey(written)
		if err != nil || !key.Equal(public) {
			t.Fatalf("%q: %v", written, err)
		}
	}
	for _, wrong := range []string{"", "x", "AAAA", string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: []byte("x")}))} {
		if _, err := ParseKey(wrong); err == nil {
			t.Errorf("%q is a key", wrong)
		}
	}
	p := newPlace(t)
	sum := p.publish(packed(t, text("main/site.yaml", "one")))
	signed := []byte(sum + "  site.tar.gz\n")
	for name, c := range map[string]struct {
		signature []byte
		want      bool
	}{
		"right": {ed25519.Sign(private, signed), true}, "of another key": {ed25519.Sign(other, signed), false},
		"of other bytes": {ed25519.Sign(private, []byte(sum)), false}, "empty": {nil, false}, "long": {make([]byte, 4096), false},
	} {
		p.put("/site.tar.gz.sha256.sig", c.signature)
		f, _ := follow(t, p, t.TempDir(), func(config *Config) { config.Key = public })
		if err := f.Start(t.Context()); (err == nil) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHostileArchivesAreRefusedWhole(t *testing.T) {
	good := text("main/site.yaml", "good")
	many := make([]*tar.Header, 0, 40)
	for n := range 40 {
		many = append(many, text(fmt.Sprintf("main/%d.txt", n), "x"))
	}
	bomb := packed(t, text("main/site.yaml", strings.Repeat("0", 3<<20)))
	link := func(kind byte, name, target string) *tar.Header {
		return &tar.Header{Name: name, Typeflag: kind, Linkname: target}
	}
	for name, data := range map[string][]byte{
		"symbolic link":         packed(t, good, link(tar.TypeSymlink, "main/pages", "/etc")),
		"link within":           packed(t, good, link(tar.TypeSymlink, "main/other.yaml", "site.yaml")),
		"hard link":             packed(t, good, link(tar.TypeLink, "main/passwd", "/etc/passwd")),
		"device":                packed(t, good, &tar.Header{Name: "main/null", Typeflag: tar.TypeChar}),
		"pipe":                  packed(t, good, &tar.Header{Name: "main/pipe", Typeflag: tar.TypeFifo}),
		"..":                    packed(t, good, text("../escaped.yaml", "x")),
		".. inside":             packed(t, good, text("main/../../escaped.yaml", "x")),
		"absolute":              packed(t, good, text("/tmp/escaped.yaml", "x")),
		"backslash":             packed(t, good, text(`main\..\..\escaped.yaml`, "x")),
		"drive":                 packed(t, good, text("C:/escaped.yaml", "x")),
		"control character":     packed(t, good, text("main/a\nb.yaml", "x")),
		"empty name":            packed(t, good, text("main//site.yaml", "x")),
		"twice":                 packed(t, good, text("./main/site.yaml", "x")),
		"file as a folder":      packed(t, good, text("main/site.yaml/x", "x")),
		"folder as a file":      packed(t, text("main/x/y", "x"), text("main/x", "x")),
		"too deep":              packed(t, text(strings.Repeat("a/", 40)+"x", "x")),
		"long name":             packed(t, text(strings.Repeat("a", 2000), "x")),
		"too many":              packed(t, many...),
		"many folders":          packed(t, text(strings.Repeat("a/", 15)+"x", "x"), text(strings.Repeat("b/", 15)+"x", "x")),
		"bomb":                  bomb,
		"bomb passed over":      packed(t, good, text(".git/x", strings.Repeat("0", 3<<20))),
		"cut short":             bomb[:len(bomb)/2],
		"no gzip":               []byte("main/site.yaml"),
		"no tar":                gzipped(t, []byte("not a tar at all, but some text")),
		"empty":                 {},
		"too large as download": append(packed(t, good), make([]byte, 2<<20)...),
	} {
		t.Run(name, func(t *testing.T) {
			p, top := newPlace(t), t.TempDir()
			dir := filepath.Join(top, "a", "revisions")
			p.publish(packed(t, text("main/site.yaml", "before")))
			f, _ := follow(t, p, dir, nil)
			f.limits = limits{packed: 1 << 20, bytes: 2 << 20, entries: 30}
			if err := f.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			p.publish(data)
			if isNew, err := f.check(t.Context()); err == nil || isNew {
				t.Error("it is taken")
			} else if len(err.Error()) > 500 {
				t.Errorf("the error has %d characters", len(err.Error()))
			}
			if got := read(t, f, "main/site.yaml"); got != "before" {
				t.Errorf("%q is served", got)
			}
			count := 0
			err := filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
				if strings.Contains(name, "escaped") || strings.Contains(name, tempPrefix) {
					t.Errorf("%s was left", name)
				}
				if err == nil && !entry.IsDir() {
					count++
				}
				return err
			})
			if err != nil || count != 2 { // the file and the link
				t.Errorf("%d files are left, %v", count, err)
			}
		})
	}
}

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if _, err := zip.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAPinnedArchiveIsTheOnlyOne(t *testing.T) {
	p, dir := newPlace(t), t.TempDir()
	sum := p.publish(packed(t, text("main/site.yaml", "one")))
	pinned := func(sum string) (*Follower, *testkit.Log) {
		return follow(t, p, dir, func(c *Config) { c.Address.sum = sum })
	}
	f, _ := pinned(sum)
	if err := f.Start(t.Context()); err != nil || read(t, f, "main/site.yaml") != "one" {
		t.Fatal(err)
	}
	p.publish(packed(t, text("main/site.yaml", "two")))
	if isNew, err := f.check(t.Context()); isNew || err != nil || p.asked["/site.tar.gz.sha256"] != 0 {
		t.Errorf("%t, %v, asked %v", isNew, err, p.asked)
	}
	other, _ := pinned(hexSum([]byte("other")))
	if err := other.Start(t.Context()); err == nil {
		t.Error("another archive is served than the one that was named")
	}
}

func TestAddresses(t *testing.T) {
	sum := strings.Repeat("0a", 32)
	for text, want := range map[string]string{
		"https://files.example.com/site.tar.gz":               "",
		"https://files.example.com/a/site.tgz":                "",
		"https://files.example.com/site.tar.gz#sha256=" + sum: "",
		"http://127.0.0.1:8000/site.tar.gz":                   "",
		"http://localhost/site.tar.gz":                        "",
		"http://[::1]/site.tar.gz":                            "",
		"http://files.example.com/site.tar.gz":                "write https",
		"http://localhost.example.com/site.tar.gz":            "write https",
		"https://user:pass@files.example.com/site.tar.gz":     "MARQUEE_CONTENT_TOKEN",
		"https://files.example.com/site.zip":                  "ends in .tar.gz",
		"https://files.example.com/":                          "ends in .tar.gz",
		"https://files.example.com/site.tar.gz#sha256=12":     "64 digits",
		"https://files.example.com/site.tar.gz#v2":            "sha256=",
		"s3://bucket/site.tar.gz":                             "begins with https://",
		"https:///site.tar.gz":                                "write it like",
	} {
		_, err := ParseAddress(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]bool{"content": false, "/srv/content": false, "./a://b": false, "https://a/b.tar.gz": true, "s3://x": true, "": false} {
		if IsAddress(text) != want {
			t.Errorf("%q is an address: %t", text, !want)
		}
	}
}

func TestRedirectsNeverLeaveHTTPS(t *testing.T) {
	p := newPlace(t)
	p.publish(packed(t, text("main/site.yaml", "one")))
	hops := 0
	target := ""
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hops++
		http.Redirect(w, r, target+r.URL.Path, http.StatusFound)
	}))
	defer front.Close()
	for name, c := range map[string]struct {
		target string
		want   string
	}{"elsewhere": {p.URL, ""}, "in a circle": {front.URL, "too many redirects"}, "without TLS": {"http://files.example.com", "not https"}, "a file": {"file://", ""}} {
		target = c.target
		f, _ := follow(t, &place{Server: front}, t.TempDir(), nil)
		err := f.Start(t.Context())
		if name == "a file" {
			c.want = "not https"
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if hops > 20 {
		t.Errorf("%d hops", hops)
	}
}
