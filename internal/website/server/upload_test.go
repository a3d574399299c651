package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// fakeUploads keeps files in memory until they are dropped.
type fakeUploads struct {
	mu    sync.Mutex
	held  map[string]int64
	count int
	err   error
}

func (f *fakeUploads) Receive(name string, limit int64, content io.Reader) (site.Upload, error) {
	n, err := io.Copy(io.Discard, content)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err = errors.Join(err, f.err); err != nil {
		return site.Upload{}, err
	}
	if f.held == nil {
		f.held = map[string]int64{}
	}
	f.count++
	file := fmt.Sprint(f.count)
	f.held[file] = n
	return site.Upload{Name: name, Size: n, File: file, TooLarge: n > limit}, nil
}

func (f *fakeUploads) Drop(files []site.Upload) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, up := range files {
		delete(f.held, up.File)
	}
	return nil
}

func (f *fakeUploads) left() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.held)
}

// noted accepts everything, and remembers it.
type noted struct {
	mu  sync.Mutex
	all []site.Inquiry
}

func (n *noted) Accept(_ context.Context, inquiry site.Inquiry) site.Receipt {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, inquiry)
	return site.Receipt{ID: "1", Reference: "K7M3-9QXA", SiteID: "main", FormID: "message"}
}

func (n *noted) Confirm(context.Context, string, bool) (site.Confirmation, error) {
	return site.Confirmation{State: site.OptInUnknown}, nil
}

// startUploads runs a server with a form that takes two files of a megabyte.
func startUploads(t *testing.T, more ...func(*Config)) (*running, *fakeUploads, *noted) {
	t.Helper()
	files, taken := &fakeUploads{}, &noted{}
	r := start(t, func(c *Config, w *fakeWebsite) {
		c.Uploads, c.Inquiries = files, taken
		for _, set := range more {
			set(c)
		}
		revision := fakeRevision("r1")
		revision.Sites[0].Forms.Put("photo", &site.Form{ID: "photo", SiteID: "main", Kind: "message", Fields: []site.Field{
			{Name: "name", Type: "text"}, {Name: "photo", Type: "file", Max: 2, Megabytes: 1},
		}})
		w.revision.Store(revision)
	})
	return r, files, taken
}

type filePart struct{ field, name, content string }

// multipartBody writes texts, by pairs of name and value, and files.
func multipartBody(t *testing.T, texts []string, files ...filePart) (contentType string, body []byte) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	if err := w.SetBoundary("boundary-of-the-tests"); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(texts); i += 2 {
		if err := w.WriteField(texts[i], texts[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range files {
		part, err := w.CreateFormFile(file.field, file.name)
		if err == nil {
			_, err = io.WriteString(part, file.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), out.Bytes()
}

func (r *running) upload(contentType string, body io.Reader, headers ...string) (*http.Response, string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, "http://"+r.addr+inquiryPath, body)
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	transport := &http.Transport{DisableKeepAlives: true}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer, string(text)
}

func TestAFormBringsItsFiles(t *testing.T) {
	r, files, taken := startUploads(t)
	kind, body := multipartBody(t, []string{"form", "photo", "name", "Ada", "size", "a", "size", "b"},
		filePart{"photo", "one.jpg", strings.Repeat("x", 700_000)}, filePart{"photo", `"two".jpg`, "two"}, filePart{"other", "", ""})
	answer, text := r.upload(kind, bytes.NewReader(body), "Accept", "application/json", "Idempotency-Key", "k1")
	if answer.StatusCode != 200 || text != `{"id":"1","reference":"K7M3-9QXA"}` {
		t.Fatalf("answered %d: %s", answer.StatusCode, text)
	}
	got := taken.all[0]
	if got.Native || got.Unreadable || got.Key != "k1" || got.Values["name"].Text != "Ada" || got.Values["size"].All != "a\nb" {
		t.Errorf("%+v", got)
	}
	if ups := got.Files["photo"]; len(got.Files) != 1 || len(ups) != 2 || ups[0].Name != "one.jpg" || ups[0].Size != 700_000 || ups[1].Name != `"two".jpg` {
		t.Errorf("files: %+v", got.Files)
	}
	// A browser without a script, in chunks, is led on to a page.
	answer, _ = r.upload(kind, io.MultiReader(bytes.NewReader(body)), "Accept", "text/html,application/xhtml+xml")
	if answer.StatusCode != 303 || !taken.all[1].Native || len(taken.all[1].Files["photo"]) != 2 {
		t.Errorf("answered %d", answer.StatusCode)
	}
	if files.left() != 0 {
		t.Errorf("%d files were not dropped", files.left())
	}
}

func TestUploadsAreRefusedBeforeTheyAreKept(t *testing.T) {
	r, files, taken := startUploads(t)
	kind, body := multipartBody(t, []string{"form", "photo", "name", "Ada"}, filePart{"photo", "one.jpg", "one"})
	_, huge := multipartBody(t, []string{"form", "photo", "name", "Ada"}, filePart{"photo", "one.jpg", strings.Repeat("x", 3_000_000)})
	_, long := multipartBody(t, []string{"name", strings.Repeat("a", 70_000)})
	for name, c := range map[string]struct {
		kind    string
		body    []byte
		headers []string
		status  int
		whole   bool
	}{
		"from another website":   {kind, body, []string{"Sec-Fetch-Site", "cross-site"}, 403, false},
		"encoded":                {kind, body, []string{"Content-Encoding", "gzip"}, 415, false},
		"without a boundary":     {"multipart/form-data", body, nil, 400, false},
		"larger than it may be":  {kind, huge, nil, 413, false},
		"with too long a text":   {kind, long, nil, 200, false},
		"cut off":                {kind, body[:len(body)-20], nil, 200, false},
		"with something else":    {kind, []byte("nothing of this kind"), nil, 200, true},
		"without anything in it": {kind, nil, nil, 200, true},
	} {
		before := len(taken.all)
		reader := io.Reader(bytes.NewReader(c.body))
		if name == "larger than it may be" {
			reader = io.MultiReader(reader) // in chunks: nobody says how long it is
		}
		answer, text := r.upload(c.kind, reader, append([]string{"Accept", "application/json"}, c.headers...)...)
		if answer.StatusCode != c.status {
			t.Errorf("%s: answered %d: %s", name, answer.StatusCode, text)
		}
		if c.status == 200 && (len(taken.all) != before+1 || taken.all[before].Unreadable == c.whole) {
			t.Errorf("%s: %+v", name, taken.all[before:])
		}
		if files.left() != 0 {
			t.Errorf("%s: %d files are left", name, files.left())
		}
	}
	files.err = errors.New("the disk is full")
	if answer, _ := r.upload(kind, bytes.NewReader(body), "Accept", "application/json"); answer.StatusCode != 503 {
		t.Errorf("without room it is answered %d", answer.StatusCode)
	}
}

// A proxy ends a body like that where its visitor has gone.
func TestABodyWithoutItsEndIsNotTaken(t *testing.T) {
	r, files, taken := startUploads(t)
	multi, body := multipartBody(t, []string{"form", "photo", "name", "Ada"}, filePart{"photo", "one.jpg", "one"})
	large, long := multipartBody(t, []string{"form", "photo"}, filePart{"photo", "one.jpg", strings.Repeat("x", 200_000)})
	for name, c := range map[string]struct{ kind, body string }{
		"JSON":        {"application/json", `{"form": "photo", "name": "Ada"}`},
		"native":      {"application/x-www-form-urlencoded", "form=photo&name=Ada"},
		"long native": {"application/x-www-form-urlencoded", "form=photo&name=" + strings.Repeat("Ada+", 3000)},
		"with a file": {multi, string(body)},
		"large":       {large, string(long)},
	} {
		head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: example.test\r\nAccept: application/json\r\nContent-Type: %s\r\n", inquiryPath, c.kind)
		for framing, raw := range map[string]string{
			"chunks":         fmt.Sprintf("%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", head, len(c.body), c.body),
			"half a chunk":   fmt.Sprintf("%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s", head, len(c.body)+9, c.body),
			"half an end":    fmt.Sprintf("%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n", head, len(c.body), c.body),
			"content length": fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(c.body)+9, c.body),
		} {
			w := r.dial()
			w.send(raw)
			if err := w.Conn.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
			if got := w.ended(); got != "" && !strings.HasPrefix(got, "HTTP/1.1 400 ") {
				t.Errorf("%s in %s is answered %q", name, framing, got)
			}
			if len(taken.all) > 0 || files.left() > 0 {
				t.Fatalf("%s in %s is taken: %+v", name, framing, taken.all)
			}
		}
	}
}

func TestABodyThatDoesNotBeginHoldsNoConnection(t *testing.T) {
	t.Parallel()
	r, _, _ := startUploads(t)
	w := r.dial()
	began := time.Now()
	w.send(fmt.Sprintf("POST %s HTTP/1.1\r\nHost: example.test\r\nContent-Type: multipart/form-data; boundary=B\r\n"+
		"Content-Length: 400\r\n\r\n--B", inquiryPath))
	if got := w.read("POST"); got.StatusCode != http.StatusRequestTimeout || time.Since(began) > uploadTime/2 {
		t.Errorf("answered %d after %v", got.StatusCode, time.Since(began))
	}
}

func TestTheNextRequestOfAConnectionIsNoPartOfAFile(t *testing.T) {
	r, _, taken := startUploads(t)
	c := r.dial()
	kind, body := multipartBody(t, []string{"form", "photo"}, filePart{"photo", "one.jpg", "one"})
	for range 2 {
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: example.test\r\nAccept: application/json\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
			inquiryPath, kind, len(body), body)
		answer, err := http.ReadResponse(c.in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != 200 {
			t.Fatal(answer.StatusCode, err)
		}
	}
	if len(taken.all) != 2 || len(taken.all[1].Files["photo"]) != 1 {
		t.Errorf("%+v", taken.all)
	}
	// Refused before it is read: what follows is not looked at.
	smuggled := "GET /about HTTP/1.1\r\nHost: example.test\r\n\r\n"
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: example.test\r\nSec-Fetch-Site: cross-site\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
		inquiryPath, kind, len(smuggled), smuggled)
	rest, err := io.ReadAll(c.in)
	if err != nil || strings.Count(string(rest), "HTTP/1.1 ") != 1 || !strings.HasPrefix(string(rest), "HTTP/1.1 403") {
		t.Errorf("%v: %s", err, rest)
	}
}

func TestAPreviewTakesNoFiles(t *testing.T) {
	r, files, taken := startUploads(t, func(c *Config) { c.ReadOnly = true })
	kind, body := multipartBody(t, []string{"form", "photo", "name", "Ada"}, filePart{"photo", "one.jpg", strings.Repeat("x", 700_000)})
	for accept, says := range map[string]string{"application/json": `"code":"preview_only"`, "text/html": ""} {
		answer, text := r.upload(kind, bytes.NewReader(body), "Accept", accept)
		if answer.StatusCode != http.StatusLocked || !strings.Contains(text, says) {
			t.Errorf("%s: answered %d: %s", accept, answer.StatusCode, text)
		}
	}
	if files.count != 0 || len(taken.all) != 0 {
		t.Errorf("%d files and %d inquiries were taken", files.count, len(taken.all))
	}
}
