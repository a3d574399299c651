package outbox

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestDamageFoundAtWorkClosesTheBoxUntilItIsRepaired(t *testing.T) {
	t.Parallel()
	s, _ := unopened(t) // The test is its supervisor.
	if !s.supervisor.restore(t.Context()) {
		t.Fatal(s.Status().Err)
	}
	s.saveMany(400)
	if err := s.removeTraces(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.config.Dir, FileName)
	overwrite(t, path, fileSize(path)/4096/4*4096, bytes.Repeat([]byte{0xa5}, int(fileSize(path)/2)))
	if _, err := s.List(t.Context(), Filter{}); err == nil {
		t.Error("the damage is not noticed")
	}
	awaitClosed(t, s.Store, "put back a backup")
	// It stays closed: to open it again finds the same damage.
	for range 3 {
		if s.supervisor.restore(t.Context()) || s.Status().Ready {
			t.Fatal("a damaged file is opened again")
		}
	}
}

func TestAnErrorOfAServerIsOneLineWithoutRepetition(t *testing.T) {
	t.Parallel()
	// Each way to connect has a line: two servers, with and without encryption.
	const url = "postgres://u:s3cret@127.0.0.1:1,127.0.0.1:1/x?sslmode=prefer"
	store, err := Open(Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	awaitClosed(t, store, "check that the server runs")
	_, now := OpenNow(t.Context(), Config{URL: url})
	for name, err := range map[string]error{"status": store.Status().Err, "tool": now} {
		text := err.Error()
		if strings.ContainsAny(text, "\n\t") || strings.Count(text, "connection refused") != 1 || strings.Contains(text, "s3cret") {
			t.Errorf("%s: %q", name, text)
		}
	}
}
