//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
)

func TestGoingBackToAnEarlierRevision(t *testing.T) {
	t.Parallel()
	dir, data := copyOfContent(t), newData(t)
	w := boot(t, dir, "--data", data)
	const page = "main/pages/about.yaml"
	good := w.read(page)
	kept := func(number string) {
		testkit.Eventually(t, "revision "+number+" is not kept", func() bool {
			found, err := filepath.Glob(filepath.Join(data, "content", "*", "revisions", "0*"+number))
			return err == nil && len(found) == 1
		})
	}
	shows := func(title string) {
		t.Helper()
		w.until("/about", "does not have the title "+title, func(r reply) bool { return strings.Contains(r.body, title) })
	}
	titled := func(title string) string { return strings.Replace(good, "title: ", "title: "+title+" ", 1) }
	rollback := func(arguments ...string) (int, string) {
		code, stdout, stderr := run(t, nil, append([]string{"rollback", "--content", dir, "--data", data}, arguments...)...)
		return code, stdout + stderr
	}
	kept("1")
	w.save(page, titled("Second"))
	shows("Second")
	kept("2")
	w.save("main/pages/more.yaml", "title: More\nsections: [{hero: {title: More}}]\n")
	w.save(page, titled("Third"))
	shows("Third")
	kept("3")
	w.save("main/README.md", "Notes.\n")
	_, list := rollback("--list")
	lines := strings.Split(list, "\n")
	if len(lines) < 5 || !strings.Contains(lines[1], "as in the folder") || strings.Contains(lines[2], "folder") {
		t.Fatalf("the list is\n%s", list)
	}
	if !strings.Contains(list, page) || !strings.Contains(list, "main/pages/more.yaml") || !strings.Contains(lines[len(lines)-2], "all files") {
		t.Errorf("the list does not say what has changed:\n%s", list)
	}
	oldest := strings.Fields(lines[len(lines)-2])[0]

	// From a folder that is good: to what was live before.
	code, told := rollback()
	if code != exitOK || !strings.Contains(told, "Back to revision ") || !strings.Contains(told, "is kept: marquee rollback ") {
		t.Errorf("it ends with %d:\n%s", code, told)
	}
	if now := w.read(page); now == titled("Third") {
		t.Error("the folder is as it was")
	}
	// What it replaced is kept, and comes back.
	fields := strings.Fields(told[strings.Index(told, "marquee rollback "):])
	if code, told := rollback(fields[2]); code != exitOK || w.read(page) != titled("Third") {
		t.Errorf("it ends with %d:\n%s", code, told)
	}
	shows("Third")

	// A whole revision, by the beginning of its name: what it has not is removed, notes stay.
	if code, told := rollback(oldest[:6]); code != exitOK || !strings.Contains(told, "1 file written, 1 file removed") {
		t.Errorf("it ends with %d:\n%s", code, told)
	}
	if w.read(page) != good || w.read("main/README.md") == "" {
		t.Error("the files are not those of the oldest revision")
	}
	if _, err := os.Stat(filepath.Join(dir, "main/pages/more.yaml")); err == nil {
		t.Error("a page that the revision has not is there")
	}
	w.until("/about", "is not the first one", func(r reply) bool {
		return !strings.Contains(r.body, "Second") && !strings.Contains(r.body, "Third")
	})

	// From a broken folder: to what is live, and nothing that was typed is lost.
	broken := titled("Fourth") + "oops: [\n"
	w.save(page, broken)
	code, told = rollback()
	if code != exitOK || w.read(page) != good {
		t.Errorf("it ends with %d:\n%s", code, told)
	}
	fields = strings.Fields(told[strings.Index(told, "marquee rollback "):])
	if _, list := rollback("--list"); !strings.Contains(list, fields[2]) || !strings.Contains(list, "replaced by a rollback") {
		t.Errorf("the list is\n%s", list)
	}
	if code, told := rollback(fields[2]); code != exitOK || w.read(page) != broken {
		t.Errorf("the broken file does not come back: %d\n%s", code, told)
	}

	// A restart on it serves what is good, and not what was displaced.
	if r := boot(t, dir, "--data", data).get("/about"); strings.Contains(r.body, "Fourth") || r.status != 200 {
		t.Errorf("after a restart: %d", r.status)
	}
	if code, told := rollback("nonsense"); code != exitFailed || !strings.Contains(told, oldest) {
		t.Errorf("an unknown revision: %d\n%s", code, told)
	}
	if code, told := rollback("--list", oldest); code != exitUsage {
		t.Errorf("--list with a revision: %d\n%s", code, told)
	}
	left, err := filepath.Glob(filepath.Join(dir, "main/pages/.*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
