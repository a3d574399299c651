//go:build !race

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTheFormOfTheLogIsChecked(t *testing.T) {
	t.Parallel()
	code, _, stderr := run(t, map[string]string{"MARQUEE_LOG_LEVEL": "loud", "MARQUEE_ACCESS_LOG": "perhaps"}, "serve", "--log", "xml", "--content", fixture)
	if code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{`--log "xml": write text or json`, `MARQUEE_LOG_LEVEL "loud": write debug`, `MARQUEE_ACCESS_LOG "perhaps"`} {
		if !strings.Contains(stderr, want) {
			t.Errorf("nothing is said of %s:\n%s", want, stderr)
		}
	}
}

// TestTheLogAsJSON reads every line of a start, of a mistake and of visits.
func TestTheLogAsJSON(t *testing.T) {
	t.Parallel()
	w := boot(t, copyOfContent(t), "--log", "json", "--access-log")
	w.get("/about")
	w.save("main/pages/about.yaml", "titel: About\n")
	w.eventually("the mistake is logged", func() bool { return strings.Contains(w.log.String(), "titel") })
	w.eventually("the visit is logged", func() bool { return strings.Contains(w.log.String(), `"msg":"access"`) })
	found := map[string]bool{}
	for line := range strings.Lines(w.log.String()) {
		var entry struct{ Time, Level, Msg, Path, Site, Problem string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Level == "" || entry.Msg == "" {
			t.Errorf("%v: %s", err, line)
		}
		if _, err := time.Parse(time.RFC3339Nano, entry.Time); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		found[entry.Msg] = true
		if entry.Msg == "access" && (entry.Path != "/about" || entry.Site != "main") {
			t.Errorf("the visit is %s", line)
		}
	}
	if !found["serving"] || !found["access"] {
		t.Errorf("messages are %v", found)
	}
	metrics := w.operate("/metrics").body
	for _, want := range []string{"\nmarquee_build_info{goversion=\"go", "\nmarquee_http_site_requests_total{site=\"main\"} 1\n"} {
		if !strings.Contains(metrics, want) {
			t.Errorf("/metrics has no %q", want)
		}
	}
}

// TestATerminalShowsAMistakeAsPeopleReadIt compares it with what a file gets.
func TestATerminalShowsAMistakeAsPeopleReadIt(t *testing.T) {
	t.Parallel()
	const problem = "main/pages/about.yaml:1:1: The page has no key `titel`.\n     1 | titel: \x1b[31mAbout\n       | ^"
	at := newTerminal(t, 80)
	newLogger(logConfig{}, at.device).Error("content problem", "problem", problem, "sites", 2)
	var shown string
	for !strings.HasSuffix(strings.TrimSpace(shown), "^") {
		line, err := at.shown.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		shown += strings.ReplaceAll(line, "\r\n", "\n")
	}
	const want = " level=ERROR msg=\"content problem\" sites=2\n" +
		"  main/pages/about.yaml:1:1: The page has no key `titel`.\n       1 | titel: \\x1b[31mAbout\n         | ^\n"
	if !strings.HasSuffix(shown, want) {
		t.Errorf("it shows %q, want %q", shown, want)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	newLogger(logConfig{}, file).Error("content problem", "problem", problem)
	text, err := os.ReadFile(file.Name())
	if err != nil || bytes.Count(text, []byte("\n")) != 1 || !bytes.HasPrefix(text, []byte("time=")) {
		t.Errorf("a file gets %v %q", err, text)
	}
}
