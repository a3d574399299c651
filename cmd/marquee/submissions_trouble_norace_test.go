//go:build !race

package main

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit"
)

func TestNoDatabaseIsMadeForLooking(t *testing.T) {
	t.Parallel()
	in := mailbag{t: t, dir: filepath.Join(t.TempDir(), "var")}
	sentence := "Nothing was sent yet: there is no database in " + in.dir + ".\n"
	for _, made := range []bool{false, true} {
		if made {
			if err := os.Mkdir(in.dir, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		for command, want := range map[string]struct {
			code           int
			stdout, stderr string
		}{
			"list":                                  {exitOK, "", sentence},
			"list --json":                           {exitOK, "[]\n", ""},
			"export":                                {exitOK, "reference,id,received_at,site,form,kind,state,suspect,page,plan,query,campaign" + "\r\n", sentence},
			"export --json":                         {exitOK, "[]\n", sentence},
			"show " + sentReference:                 {exitFailed, "", sentence},
			"retry --all":                           {exitFailed, "", sentence},
			"release " + sentReference:              {exitFailed, "", sentence},
			"delete --yes " + sentReference:         {exitFailed, "", sentence},
			"delete --yes --email anna@example.com": {exitFailed, "", sentence},
		} {
			code, stdout, stderr := in.run(strings.Fields(command)...)
			if code != want.code || stdout != want.stdout || stderr != want.stderr {
				t.Errorf("%s: %d %q %q, want %+v", command, code, stdout, stderr, want)
			}
		}
		entries, err := os.ReadDir(in.dir)
		if made && (err != nil || len(entries) != 0) || !made && !os.IsNotExist(err) {
			t.Errorf("made: %v %v", entries, err)
		}
	}
}

func TestATroubledDatabaseIsNamedWithAdvice(t *testing.T) {
	t.Parallel()
	saved := func(t *testing.T, text string) mailbag {
		in := mailbag{t: t, dir: t.TempDir()}
		if err := os.WriteFile(filepath.Join(in.dir, outbox.FileName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return in
	}
	check := func(t *testing.T, in mailbag, wants ...string) {
		t.Helper()
		for _, command := range []string{"list", "show " + sentReference, "export", "retry --all", "release " + sentReference, "delete --yes " + sentReference} {
			code, stdout, stderr := in.run(strings.Fields(command)...)
			if code != exitFailed || stdout != "" || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s: %d %q %q", command, code, stdout, stderr)
			}
			for _, want := range wants {
				if !strings.Contains(stderr, want) {
					t.Errorf("%s does not say %q: %s", command, want, stderr)
				}
			}
		}
	}
	t.Run("damaged", func(t *testing.T) {
		in := saved(t, strings.Repeat("this is no database ", 1000))
		check(t, in, filepath.Join(in.dir, outbox.FileName), "backup")
	})
	t.Run("a folder", func(t *testing.T) {
		in := mailbag{t: t, dir: t.TempDir()}
		if err := os.Mkdir(filepath.Join(in.dir, outbox.FileName), 0o700); err != nil {
			t.Fatal(err)
		}
		check(t, in, filepath.Join(in.dir, outbox.FileName))
	})
	t.Run("unreachable", func(t *testing.T) {
		in := mailbag{t: t, dir: t.TempDir(), url: "postgres://marquee:secret-word@127.0.0.1:1/inbox"}
		check(t, in, "127.0.0.1:1/inbox", "check that the server runs")
		if _, _, stderr := in.run("list"); strings.Contains(stderr, "secret-word") {
			t.Errorf("the password is shown: %s", stderr)
		}
	})
}

func TestALockedDatabaseIsNamedWithAdvice(t *testing.T) {
	t.Parallel() // waits five seconds for the lock
	in := mailbag{t: t, dir: t.TempDir()}
	in.store()
	other := rawDatabase(t, in)
	if _, err := other.ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := in.run("list"); code != exitOK {
		t.Errorf("reading waits for a writer: %d %q %q", code, stdout, stderr)
	}
	code, stdout, stderr := in.run("retry", "--all")
	if code != exitFailed || stdout != "" || !strings.Contains(stderr, filepath.Join(in.dir, outbox.FileName)) || !strings.Contains(stderr, "locked") {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}

// rawDatabase is the file as another program opens it.
func rawDatabase(t *testing.T, in mailbag) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(in.dir, outbox.FileName))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestWrongUseOfSubmissionsIsRefusedBeforeAnythingIsOpened(t *testing.T) {
	t.Parallel()
	in := mailbag{t: t, dir: filepath.Join(t.TempDir(), "var")}
	for command, want := range map[string]string{
		"":                                     "expected one of",
		"list --state lost":                    "sent",
		"list --since yesterday":               "2026-11-21",
		"list --limit=-1":                      "--limit -1",
		"list --limit many":                    "many",
		"list --email anna":                    "anna@example.com",
		"list --email=":                        "anna@example.com",
		"export --email=":                      "anna@example.com",
		"export --csv --json":                  "can't be used together",
		"export --json --raw":                  "--raw",
		"export --force":                       "--out",
		"show":                                 "<id>",
		"show a b":                             "b",
		"retry":                                "--all",
		"retry --all AAAA-2222":                "--all",
		"release":                              "<id>",
		"delete":                               "--email",
		"delete --yes --email=":                "anna@example.com",
		"delete --yes --email a@b.c AAAA-2222": "--email",
	} {
		code, stdout, stderr := in.run(strings.Fields(command)...)
		if code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%q: %d %q %q, want %q", command, code, stdout, stderr, want)
		}
	}
	if code, _, stderr := run(t, map[string]string{"DATABASE_URL": "mysql://x:secret-word@y/z"}, "submissions", "list"); code != exitUsage ||
		!strings.Contains(stderr, "DATABASE_URL") || strings.Contains(stderr, "secret-word") {
		t.Errorf("a wrong address: %d %q", code, stderr)
	}
	if _, err := os.Stat(in.dir); !os.IsNotExist(err) {
		t.Errorf("%s was made: %v", in.dir, err)
	}
}

func TestEveryCommandOfSubmissionsHasHelpWithAnExample(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"list", "show", "export", "retry", "release", "delete"} {
		code, stdout, _ := run(t, nil, "submissions", command, "--help")
		if code != exitOK || !strings.Contains(stdout, "Example") || !strings.Contains(stdout, "marquee submissions "+command) || !strings.Contains(stdout, "--data=DIR") {
			t.Errorf("%s --help: exit code %d\n%s", command, code, stdout)
		}
		for line := range strings.Lines(stdout) {
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 100 {
				t.Errorf("%s --help: %q is wider than 100", command, line)
			}
		}
	}
	if code, stdout, _ := run(t, nil, "submissions", "--help"); code != exitOK || !strings.Contains(stdout, "release") {
		t.Errorf("--help: exit code %d\n%s", code, stdout)
	}
}

// brokenPipe is the reader of a pipe that went away.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, fmt.Errorf("write: %w", fs.ErrClosed) }

func TestOutputThatCannotBeWrittenFailsTheCommand(t *testing.T) {
	t.Parallel()
	in := mailbag{t: t, dir: t.TempDir()}
	in.seed()
	for _, command := range []string{"list", "list --json", "show " + sentReference, "export", "export --json"} {
		var stderr testkit.Log
		program := Program{Stdout: brokenPipe{}, Stderr: &stderr, Environment: map[string]string{"MARQUEE_DATA": in.dir}}
		if code := program.Run(t.Context(), append([]string{"submissions"}, strings.Fields(command)...)); code != exitFailed || !strings.Contains(stderr.String(), "closed") {
			t.Errorf("%s: %d %q", command, code, stderr.String())
		}
	}
}
