//go:build !race

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDeletingReachesCapturedMail deletes what a visitor sent, beside a running server.
func TestDeletingReachesCapturedMail(t *testing.T) {
	t.Parallel()
	h := openReady(t, opening{})
	folder := filepath.Join(h.data, "mail")
	captured := func() int {
		entries, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return len(entries)
	}
	fields := message("Ada")
	if answer := h.postJSON(fields); answer.status != 200 {
		t.Fatalf("answered %d: %s", answer.status, answer.body)
	}
	h.eventually("notice and confirmation are not captured", func() bool { return captured() == 2 })
	h.untilOperators("/metrics", "mails are not noted as sent", func(metrics string) bool {
		return strings.Contains(metrics, `marquee_outbox_deliveries{state="sent"} 2`)
	})
	code, _, stderr := run(t, nil, "submissions", "delete", "--data", h.data, "--email", fields["email"], "--yes")
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if left := captured(); left != 0 {
		t.Errorf("%d mails are still there", left)
	}
}
