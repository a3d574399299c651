//go:build !race

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
)

func TestGoingBackToAnEarlierRevision(t *testing.T) {
	t.Parallel()
	dir, data := copyOfContent(t), t.TempDir()
	w := boot(t, dir, "--data", data)
	const page = "main/pages/about.yaml"
	good := w.read(page)
	kept := func(number string) {
		testkit.Eventually(t, "revision "+number+" is not kept", func() bool {
			found, err := filepath.Glob(filepath.Join(data, "content", "*", "revisions", "0*"+number))
			return err == nil && len(found) == 1
		})
	}
	save := func(title, number string) {
		w.save(page, strings.Replace(good, "title: ", "title: "+title+" ", 1))
		w.until("/about", "does not have the new title", func(r reply) bool { return strings.Contains(r.body, title) })
		kept(number)
	}
	kept("1")
	save("Second", "2")
	save("Third", "3")
	rollback := func(arguments ...string) (int, string) {
		code, stdout, stderr := run(t, nil, append([]string{"rollback", "--content", dir, "--data", data}, arguments...)...)
		return code, stdout + stderr
	}
	_, list := rollback("--list")
	if strings.Count(list, "\n") != 4 || !strings.Contains(list, "newest") {
		t.Fatalf("the list is\n%s", list)
	}
	oldest := strings.Fields(strings.Split(list, "\n")[3])[0]

	if code, told := rollback(); code != exitOK || !strings.Contains(told, "Back to revision ") || !strings.Contains(told, "--release") {
		t.Errorf("it ends with %d:\n%s", code, told)
	}
	w.until("/about", "is not the one before", func(r reply) bool { return strings.Contains(r.body, "Second") })
	if code, told := rollback(oldest[:6]); code != exitOK {
		t.Errorf("it ends with %d:\n%s", code, told)
	}
	w.until("/about", "is not the first one", func(r reply) bool { return !strings.Contains(r.body, "Second") && !strings.Contains(r.body, "Third") })
	w.untilOperators("/readyz", "does not say that it is pinned", func(body string) bool { return strings.Contains(body, `"pinned": "`+oldest+`"`) })
	w.save(page, strings.Replace(good, "title: ", "title: Fourth ", 1))

	again := boot(t, dir, "--data", data) // a second program, as after a restart
	if r := again.get("/about"); strings.Contains(r.body, "Fourth") || r.status != 200 {
		t.Error("after a restart it does not stay pinned")
	}
	if code, told := rollback("nonsense"); code != exitFailed || !strings.Contains(told, oldest) {
		t.Errorf("an unknown revision: %d\n%s", code, told)
	}
	if code, told := rollback("--release", oldest); code != exitUsage {
		t.Errorf("--release with a revision: %d\n%s", code, told)
	}
	if code, _ := rollback("--release"); code != exitOK {
		t.Errorf("--release ends with %d", code)
	}
	w.until("/about", "does not follow the folder", func(r reply) bool { return strings.Contains(r.body, "Fourth") })

	fixed := boot(t, dir, "--data", data, "--pin", oldest)
	if r := fixed.get("/about"); strings.Contains(r.body, "Fourth") || r.status != 200 {
		t.Error("--pin is not followed")
	}
	code, _, told := run(t, nil, "serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", dir, "--data", data, "--pin", "000000000000")
	if code != exitUsage || !strings.Contains(told, oldest) {
		t.Errorf("an unknown --pin ends with %d:\n%s", code, told)
	}
}
