package publishhook_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/publishhook"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func deliver(t *testing.T, target string, environment ...string) (log string, err error) {
	t.Helper()
	to, err := publishhook.Parse(target, environment)
	if err != nil {
		t.Fatal(err)
	}
	var out testkit.Log
	err = to(t.Context(), []byte(`{"all":true}`), slog.New(slog.NewTextHandler(&out, nil)))
	return out.String(), err
}

func TestAURLIsPostedTo(t *testing.T) {
	var body, mediaType string
	status := http.StatusNoContent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		body, mediaType = r.Method+" "+string(data), r.Header.Get("Content-Type")
		if status == http.StatusFound {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	if _, err := deliver(t, server.URL+"/purge?key=secret"); err != nil || body != `POST {"all":true}` || mediaType != "application/json" {
		t.Errorf("%q in %s, %v", body, mediaType, err)
	}
	for _, status = range []int{http.StatusFound, http.StatusForbidden, http.StatusBadGateway} {
		if _, err := deliver(t, server.URL); err == nil || !strings.Contains(err.Error(), http.StatusText(status)) {
			t.Errorf("%d: %v", status, err)
		}
	}
	server.Close()
	if _, err := deliver(t, server.URL+"/?key=secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a server that is gone: %v", err)
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

func script(t *testing.T, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	name := filepath.Join(t.TempDir(), "a hook")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestACommandReadsTheAnnouncement(t *testing.T) {
	name := script(t, `echo "$1|$2|$TOKEN|$HOME"; cat; echo; echo oops >&2`)
	log, err := deliver(t, `["`+name+`", "two words", "$(id); *"]`, "TOKEN=abc")
	for _, want := range []string{"two words|$(id); *|abc|\"", `{\"all\":true}`, "oops"} {
		if !strings.Contains(log, want) {
			t.Errorf("nothing is said of %s:\n%s", want, log)
		}
	}
	if err != nil {
		t.Error(err)
	}
	if _, err := deliver(t, `["`+script(t, "exit 3")+`"]`); err == nil || !strings.Contains(err.Error(), "3") {
		t.Errorf("a command that fails: %v", err)
	}
	if log, err := deliver(t, `["`+script(t, "head -c 1000000 /dev/zero | tr '\\0' x")+`"]`); err != nil || len(log) > 20_000 {
		t.Errorf("a command that talks much: %v, %d bytes in the log", err, len(log))
	}
}

func TestACommandThatHangsIsEnded(t *testing.T) {
	to, err := publishhook.Parse(`["`+script(t, "sleep 90 & sleep 90")+`"]`, []string{"PATH=" + os.Getenv("PATH")})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := to(ctx, nil, slog.New(slog.DiscardHandler)); err == nil || time.Since(began) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

func TestWrongTargetsAreRefused(t *testing.T) {
	for target, want := range map[string]string{
		"": "no command", "[]": "no command", `[""]`: "no command", `["a`: "JSON list", `[1]`: "JSON list", "https://": "whole address", "https:///purge": "whole address",
		"ftp://example.com/": "https://", "/no/such/command": "cannot be found", t.TempDir(): "cannot be found", "http://a b/": "whole address",
	} {
		if _, err := publishhook.Parse(target, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", target, err)
		}
	}
}
