//go:build !race

package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
)

// TestABrokenEditAndARebootAreNoOutage saves a good page, kills the program as a loss of
// power would, breaks every site meanwhile, and starts again.
func TestABrokenEditAndARebootAreNoOutage(t *testing.T) {
	t.Parallel()
	dir, data := copyOfContent(t), newData(t)
	command := exec.Command(os.Args[0], "serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", dir, "--data", data)
	command.Env = childEnvironment(asProgram + "=1")
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && !servingAt.MatchString(lines.Text()) {
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(dir, "main", "pages", "about.yaml")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	saved := []byte(strings.Replace(string(text), "title: ", "title: Saved before ", 1))
	if err := os.WriteFile(page, saved, 0o644); err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("%x  main/pages/about.yaml", sha256.Sum256(saved))
	testkit.Eventually(t, "the saved page is not kept", func() bool {
		lists, err := filepath.Glob(filepath.Join(data, "content", "*", "revisions", "0*"))
		return err == nil && slices.ContainsFunc(lists, func(name string) bool {
			list, err := os.ReadFile(name)
			return err == nil && strings.Contains(string(list), line)
		})
	})
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, stderr); err != nil {
		t.Error(err)
	}
	if err := command.Wait(); err == nil {
		t.Error("the program ended by itself")
	}
	var mend []func()
	for _, name := range []string{"main/site.yaml", "business/plans.yaml", "creative/pages/index.yaml"} {
		mend = append(mend, breakFile(t, filepath.Join(dir, filepath.FromSlash(name))))
	}
	w := boot(t, dir, "--data", data)
	if r := w.get("/about"); r.status != 200 || !strings.Contains(r.body, "Saved before ") {
		t.Errorf("/about answers %d without the last good words", r.status)
	}
	if r := w.operate("/readyz"); r.status != 200 || strings.Count(r.body, `"state": "held"`) != 3 {
		t.Errorf("/readyz answers %d\n%s", r.status, r.body)
	}
	for _, mended := range mend {
		mended()
	}
	w.untilOperators("/readyz", "still holds back a site", func(body string) bool { return !strings.Contains(body, `"held"`) })
	code, _, log := run(t, nil, "serve", "--strict", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", brokenCopy(t), "--data", data)
	if code != exitFailed || !strings.Contains(log, "main/site.yaml") || !strings.Contains(log, "--strict refuses it") {
		t.Errorf("with --strict it ends with %d:\n%s", code, log)
	}
}

func brokenCopy(t *testing.T) string {
	t.Helper()
	dir := copyOfContent(t)
	breakFile(t, filepath.Join(dir, "main", "site.yaml"))
	return dir
}
