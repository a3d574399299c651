package uploads_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/uploads"
	"github.com/evenlight/marquee/internal/site"
)

const (
	first  = "01937b1e-6f3a-7c4e-9d52-3f1a8b7c6d5e"
	second = "01937b1e-6f3a-7c4e-9d52-3f1a8b7c6d5f"
	pdf    = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
)

func receive(t *testing.T, f *uploads.Folder, name, content string) site.Upload {
	t.Helper()
	up, err := f.Receive(name, 1000, strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return up
}

// files are the names of what lies in the folder.
func files(t *testing.T, f *uploads.Folder) (names []string) {
	t.Helper()
	err := filepath.WalkDir(f.Dir(), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(f.Dir())+"/"))
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return names
}

func TestFilesAreKeptReadAndForgotten(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	all := []site.Upload{receive(t, f, "plan.pdf", pdf), receive(t, f, "notes.txt", "Two eggs.")}
	if err := f.Keep(first, all); err != nil {
		t.Fatal(err)
	}
	if got := files(t, f); !slices.Equal(got, []string{first + "/1.pdf", first + "/2.txt"}) || f.Used() != int64(len(pdf)+9) {
		t.Errorf("there are %q, %d bytes", got, f.Used())
	}
	if content, err := f.Read(site.UploadPath(first, 1, all[1].Type)); err != nil || string(content) != "Two eggs." {
		t.Errorf("read %q, %v", content, err)
	}
	if err := f.Drop(all); err != nil { // as the server does in the end, whatever became of them
		t.Error(err)
	}
	if err := errors.Join(f.Forget([]string{first, second, "../../etc", ""}), f.Forget([]string{first})); err != nil {
		t.Error(err)
	}
	if got := files(t, f); len(got) > 0 || f.Used() != 0 {
		t.Errorf("%q are left, %d bytes", got, f.Used())
	}
}

func TestNothingOutsideOfTheFolderIsReadOrWritten(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	up := receive(t, f, "plan.pdf", pdf)
	for _, id := range []string{"", ".", "..", "../x", "a/b", "{" + first[:34] + "}"} {
		if err := f.Keep(id, []site.Upload{up}); err == nil {
			t.Errorf("%q is taken for an id", id)
		}
	}
	for _, path := range []string{"", "../marquee.db", "/etc/passwd", "a/../../b"} {
		if _, err := f.Read(path); err == nil {
			t.Errorf("%q is read", path)
		}
	}
}

func TestWhatIsTooLargeIsReadToItsEndAndNotKept(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	content := strings.NewReader(strings.Repeat("a", 5000))
	up, err := f.Receive("long.txt", 1000, content)
	if err != nil || !up.TooLarge || up.File != "" || up.Name != "long.txt" || content.Len() > 0 {
		t.Errorf("%+v, %v, %d bytes unread", up, err, content.Len())
	}
	if got := files(t, f); len(got) > 0 {
		t.Errorf("%q are left", got)
	}
}

func TestWhatArrivesHalfIsAnErrorAndLeavesNothing(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	broken := io.MultiReader(strings.NewReader("half"), errorReader{})
	if _, err := f.Receive("a.txt", 1000, broken); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v", err)
	}
	if got := files(t, f); len(got) > 0 {
		t.Errorf("%q are left", got)
	}
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestASweepRemovesWhatHasNoSubmission(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	if err := f.Sweep(t.Context(), time.Now(), nil); err != nil { // nothing was ever sent
		t.Fatal(err)
	}
	for _, id := range []string{first, second} {
		if err := f.Keep(id, []site.Upload{receive(t, f, "a.txt", id)}); err != nil {
			t.Fatal(err)
		}
	}
	receive(t, f, "b.txt", "never kept")
	known := func(_ context.Context, ids []string) ([]string, error) {
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == first }), nil
	}
	if err := f.Sweep(t.Context(), time.Now(), known); err != nil || len(files(t, f)) != 3 {
		t.Errorf("what is young is gone: %q, %v", files(t, f), err)
	}
	closed := errors.New("closed")
	later := time.Now().Add(2 * time.Hour)
	err := f.Sweep(t.Context(), later, func(context.Context, []string) ([]string, error) { return nil, closed })
	if !errors.Is(err, closed) || len(files(t, f)) != 2 {
		t.Errorf("without a database: %q, %v", files(t, f), err)
	}
	if err := f.Sweep(t.Context(), later, known); err != nil {
		t.Error(err)
	}
	if got := files(t, f); !slices.Equal(got, []string{second + "/1.txt"}) || f.Used() != int64(len(second)) {
		t.Errorf("%q are left, %d bytes", got, f.Used())
	}
}

func archive(t *testing.T, names ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(names); i += 2 {
		entry, err := w.Create(names[i])
		if err == nil {
			_, err = io.WriteString(entry, names[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestATypeIsWhatTheBytesSay(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	for _, c := range []struct{ name, content, media, safe string }{
		{"a.jpg", "\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg", "a.jpg"},
		{"A.JPEG", "\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg", "A.JPEG"},
		{"a.png", "\x89PNG\r\n\x1a\n", "image/png", "a.png"},
		{"a.exe", "\x89PNG\r\n\x1a\n", "image/png", "a.exe.png"},
		{"my\tnew\u00a0\u202egnp.png", "\x89PNG\r\n\x1a\n", "image/png", "my new gnp.png"},
		{"a.heic", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "image/heic", "a.heic"},
		{"a.pdf", pdf, "application/pdf", "a.pdf"},
		{"a.pdf", "MZ\x90\x00\x03", "", "a.pdf"},
		{"a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`, "text/plain", "a.svg.txt"},
		{"a.txt", "<!DOCTYPE html><script>", "", "a.txt"},
		{"a.txt", "K\u00e4se", "text/plain", "a.txt"},
		{"a.txt", "K\xe4se", "text/plain", "a.txt"},                               // Windows-1252
		{"a.csv", "K\xe4se;12,50\r\nBr\xf6tchen;\x80 3\r\n", "text/csv", "a.csv"}, // as Excel saves it
		{"a.txt", "\xff\xfeK\x00\xe4\x00s\x00e\x00", "text/plain", "a.txt"},       // UTF-16
		{"a.csv", "\xfe\xff\x00K\x00\xe4\x00s\x00e", "text/csv", "a.csv"},
		{"a.txt", "\xef\xbb\xbfK\u00e4se", "text/plain", "a.txt"},
		{"a.txt", "K\x00\xe4\x00s\x00e\x00", "", "a.txt"},
		{"a.txt", "MZ\x90\x00\x03", "", "a.txt"},
		{"a.txt", strings.Repeat("\u00e4", 400), "text/plain", "a.txt"},
		{"a.csv", "name,age\nAda,36\n", "text/csv", "a.csv"},
		{"a.rtf", `{\rtf1 Hello}`, "application/rtf", "a.rtf"},
		{"a.docx", archive(t, "[Content_Types].xml", "", "word/document.xml", ""), "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "a.docx"},
		{"a.docx", archive(t, "word/document.xml", "", "word/vbaProject.bin", ""), "", "a.docx"},
		{"a.xlsx", archive(t, "xl/workbook.xml", ""), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "a.xlsx"},
		{"a.odt", archive(t, "mimetype", "application/vnd.oasis.opendocument.text"), "application/vnd.oasis.opendocument.text", "a.odt"},
		{"a.zip", archive(t, "virus.exe", "MZ"), "", "a.zip"},
		{"a.zip", "PK\x03\x04 half", "", "a.zip"},
		{"a.txt", "", "", "a.txt"},
		{`C:\photos\..\me.pdf`, pdf, "application/pdf", "me.pdf"},
		{"../../etc/passwd", pdf, "application/pdf", "passwd.pdf"},
		{"a\r\nBcc: x.pdf", pdf, "application/pdf", "a Bcc x.pdf"},
		{"\u202efdp.exe", pdf, "application/pdf", "fdp.exe.pdf"},
		{"..", pdf, "application/pdf", "file.pdf"},
		{strings.Repeat("ä", 500) + ".pdf", pdf, "application/pdf", strings.Repeat("ä", 100) + ".pdf"},
	} {
		up := receive(t, f, c.name, c.content)
		if up.Type.Media != c.media || up.Name != c.safe {
			t.Errorf("%.30q: %q called %q, want %q called %q", c.name, up.Type.Media, up.Name, c.media, c.safe)
		}
	}
}

func TestALongTextMayBeCutWithinACharacter(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	for shift := range 4 {
		up, err := f.Receive("a.txt", 1e6, strings.NewReader(strings.Repeat("x", shift)+strings.Repeat("😀", 3000)))
		if err != nil || up.Type.Media != "text/plain" {
			t.Errorf("shifted by %d: %q, %v", shift, up.Type.Media, err)
		}
	}
}

func TestTheFolderIsForItsOwnerAlone(t *testing.T) {
	f := uploads.NewFolder(t.TempDir())
	if err := f.Keep(first, []site.Upload{receive(t, f, "a.txt", "Hello")}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{f.Dir(): 0o700, filepath.Join(f.Dir(), first): 0o700, filepath.Join(f.Dir(), first, "1.txt"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}
