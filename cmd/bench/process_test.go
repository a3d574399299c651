package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

func shell(t *testing.T, ctx context.Context, script string) *process {
	t.Helper()
	place, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	p, err := startProcess(ctx, "server", os.Environ(), place, "-c", script)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProcessEndsWithWhatItStarted(t *testing.T) {
	// The child writes where its parent does: waiting ends when both have ended.
	p := shell(t, t.Context(), "sleep 600 & echo child $! ready; wait")
	if _, err := p.await(t.Context(), regexp.MustCompile(`child (\d+) ready`), patience); err != nil {
		t.Fatal(err)
	}
	if err := p.stop(); err != nil {
		t.Error(err)
	}
	if errors.Is(p.err, exec.ErrWaitDelay) {
		t.Error("what it started still writes")
	}
}

func TestProcessEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := shell(t, ctx, "echo on ready; exec sleep 60")
	if _, err := p.await(ctx, regexp.MustCompile(`(on) ready`), patience); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-p.ended
	if err := syscall.Kill(p.command.Process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("it still runs: %v", err)
	}
}

func TestProcessThatEndsByItselfIsAnError(t *testing.T) {
	p := shell(t, t.Context(), "echo port in use >&2; exit 3")
	_, err := p.await(t.Context(), regexp.MustCompile(`(ready)`), patience)
	if err == nil || !strings.Contains(err.Error(), "port in use") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("error %v does not say what happened", err)
	}
	if err := p.stop(); err == nil {
		t.Error("it ended as if nothing had happened")
	}
}

func TestRefusalNamesEverythingThatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	b := &bench{options: options{Only: []string{"server", "lighthouse"}, Binary: filepath.Join(t.TempDir(), "marquee"), Rounds: 1, Starts: 1, Saves: 1, Span: time.Second}}
	_, _, err := b.choose()
	if err == nil {
		t.Fatal("it would compare")
	}
	for _, word := range []string{"make build", "wrk is not installed: apt-get install wrk nginx caddy", "caddy is not installed", "lighthouse is not installed"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
	b.Only = []string{"servers"}
	if _, _, err := b.choose(); err == nil || !strings.Contains(err.Error(), `"servers"`) {
		t.Errorf("error %v for a group that is not there", err)
	}
}
