//go:build !race

package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/tools/scaffold"
)

func TestInitWritesAWebsiteThatServes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "srv", "content")
	code, stdout, stderr := run(t, nil, "init", dir, "--name", "Corner Bakery")
	if code != exitOK || !strings.Contains(stdout, "marquee serve --content "+dir) {
		t.Fatalf("init ended with %d:\n%s%s", code, stdout, stderr)
	}
	onlySamples(t, dir)
	if code, _, stderr := run(t, nil, "init", dir); code != exitFailed || !strings.Contains(stderr, "is not empty") {
		t.Errorf("written a second time, it ended with %d:\n%s", code, stderr)
	}

	site := boot(t, dir)
	for path, want := range map[string]int{"/": 200, "/about": 200, "/contact": 200, "/privacy": 200, "/nowhere": 404, "/favicon.ico": 200} {
		if got := site.get(path); got.status != want {
			t.Errorf("%s answers %d, want %d", path, got.status, want)
		}
	}
	if home := site.get("/"); !strings.Contains(home.body, "Corner Bakery") {
		t.Error("the first page does not say the name")
	}
	if sent := site.postMessage(); sent.status != http.StatusSeeOther {
		t.Errorf("the form answers %d: %s", sent.status, sent.body)
	}
}

// onlySamples fails where check finds anything but samples in what init wrote: address, mailbox, prices.
func onlySamples(t *testing.T, dir string) {
	t.Helper()
	code, stdout, _ := run(t, nil, "check", "--content", dir)
	if code != exitOK || !strings.Contains(stdout, ": 0 errors, ") {
		t.Fatalf("check ended with %d:\n%s", code, stdout)
	}
	told := strings.Count(stdout, ": warning: ")
	if samples := strings.Count(stdout, " is still a sample: "); samples < 8 || told != samples+2 {
		t.Errorf("%d warnings, %d of them of samples:\n%s", told, samples, stdout)
	}
	for _, address := range []string{"recipients: [hello@example.com]", "email: hello@example.com"} {
		if !strings.Contains(stdout, address) {
			t.Errorf("nobody is told of %s:\n%s", address, stdout)
		}
	}
}

// Whatever the answers, samples are all that the author has to replace.
func TestInitWritesEveryTradeInEveryCharacter(t *testing.T) {
	for _, trade := range scaffold.Trades() {
		for _, character := range scaffold.Characters() {
			dir := filepath.Join(t.TempDir(), "content")
			if code, _, stderr := run(t, nil, "init", dir, "--trade", trade, "--character", character); code != exitOK {
				t.Fatalf("init ended with %d:\n%s", code, stderr)
			}
			onlySamples(t, dir)
		}
	}
}

// typedMessage is what a form of the kind message sends.
var typedMessage = url.Values{"site": {"main"}, "type": {"message"}, "name": {"Ada"}, "email": {"ada@example.com"}, "message": {"I would like a cake."}}

// postMessage sends it as a browser without scripts does.
func (w *website) postMessage() reply {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url+"/api/send-contact-email", strings.NewReader(typedMessage.Encode()))
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", w.url)
	return w.do(request)
}

func TestASiteInAnEmptyFolderPointsToInit(t *testing.T) {
	code, _, stderr := run(t, nil, "new", "site", "bakery", "--content", t.TempDir())
	if code != exitFailed || !strings.Contains(stderr, "marquee init") {
		t.Errorf("it ended with %d:\n%s", code, stderr)
	}
}

// Who stands inside of the folder that init wrote is told so, by every command.
func TestInsideOfTheContentFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, stderr := run(t, nil, "check"); code != exitUsage || !strings.Contains(stderr, "marquee init") {
		t.Errorf("in an empty folder check ended with %d:\n%s", code, stderr)
	}
	if code, _, stderr := run(t, nil, "init", "."); code != exitOK {
		t.Fatalf("init ended with %d:\n%s", code, stderr)
	}
	if code, _, stderr := run(t, nil, "check"); code != exitUsage || !strings.Contains(stderr, "--content .") {
		t.Errorf("check ended with %d:\n%s", code, stderr)
	}
	if code, stdout, stderr := run(t, nil, "check", "--content", "."); code != exitOK {
		t.Errorf("check --content . ended with %d:\n%s%s", code, stdout, stderr)
	}
}

func TestWithoutACommandItSaysWhatThereIs(t *testing.T) {
	code, stdout, stderr := run(t, nil)
	if code != exitOK || !strings.Contains(stdout, "doctor") {
		t.Errorf("it ended with %d:\n%s%s", code, stdout, stderr)
	}
}
