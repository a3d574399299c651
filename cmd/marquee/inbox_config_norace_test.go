//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryMistakeOfTheInboxIsNamedAtOnce starts with everything wrong that has
// to do with what visitors send, and something else besides.
func TestEveryMistakeOfTheInboxIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "var")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run(t, map[string]string{
		"DATABASE_URL": "postgres://marquee:hunter2@db.example:port/inbox", "RESEND_BASE_URL": "ftp://mail.example/?a=b",
		"MARQUEE_MAIL_FROM": "nobody in particular", "MARQUEE_RATE_LIMIT": "sometimes", "MARQUEE_DRAFTS": "perhaps",
	}, "serve", "--addr", "eighty", "--content", fixture, "--data", file)
	if code != exitUsage {
		t.Errorf("exit code %d, want %d", code, exitUsage)
	}
	for _, want := range []string{
		"DATABASE_URL", "RESEND_BASE_URL", "MARQUEE_MAIL_FROM", `"nobody in particular"`, "MARQUEE_RATE_LIMIT", `"sometimes"`,
		file, "is a file", "MARQUEE_DRAFTS", `"eighty"`,
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("nothing is said of %s:\n%s", want, stderr)
		}
	}
	if strings.Contains(stdout+stderr, "hunter2") || strings.Contains(stderr, "goroutine ") {
		t.Errorf("the password or a trace is printed:\n%s", stderr)
	}
}

// TestAPasswordOfTheDatabaseIsNeverPrinted has it in every part of the address
// where people put it, with every mistake beside it.
func TestAPasswordOfTheDatabaseIsNeverPrinted(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"postgres://u:hunter2@h:port/d",
		"postgres://u:hunter2@h/d?sslmode=perhaps",
		"postgres://u:hunter2@h/d?connect_timeout=soon",
		"postgres://u:hunter2@h/d?pool_max_conns=many",
		"postgres://u@h/d?password=hunter2&sslmode=perhaps",
		"postgres://u@h/d?password=hunter2&pool_max_conns=many",
		"postgres://u:hunter2%zz@h/d",
		"postgres://u:hunter2@[h/d",
		"mysql://u:hunter2@h/d",
		"u:hunter2@h/d",
		"host=h user=u password=hunter2",
		"postgres://u:hunter2@h/d\n",
		" postgres://u:hunter2@h/d",
	} {
		for _, command := range [][]string{
			{"serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", fixture, "--data", t.TempDir()},
			{"submissions", "list"},
		} {
			code, stdout, stderr := run(t, map[string]string{"DATABASE_URL": address}, command...)
			if code != exitUsage || !strings.Contains(stderr, "DATABASE_URL") {
				t.Errorf("%s with %q: exit code %d: %s", command[0], address, code, stderr)
			}
			if strings.Contains(stdout+stderr, "hunter2") {
				t.Errorf("%s with %q prints the password: %s", command[0], address, stderr)
			}
		}
	}
}

// TestAKeyOfTheProviderIsNeverPrinted starts with keys and addresses that cannot be used.
func TestAKeyOfTheProviderIsNeverPrinted(t *testing.T) {
	t.Parallel()
	for _, env := range []map[string]string{
		{"RESEND_API_KEY": "re_hunter2 with spaces"},
		{"RESEND_API_KEY": "re_1", "RESEND_BASE_URL": "https://user:hunter2@mail.example/?a=b"},
		{"RESEND_API_KEY": "re_1", "RESEND_BASE_URL": "https://user:hunter2@mail.example:port/"},
	} {
		code, stdout, stderr := run(t, env, "serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", fixture, "--data", t.TempDir())
		if code != exitUsage || stderr == "" {
			t.Errorf("%q: exit code %d: %s", env, code, stderr)
		}
		if strings.Contains(stdout+stderr, "hunter2") {
			t.Errorf("%q is printed: %s", env, stderr)
		}
	}
}
