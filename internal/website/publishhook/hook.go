// Package publishhook tells somebody of each publication: a URL or a command of the operator,
// which empties a CDN, or starts an upload.
//
// What was announced last is in a file. Each publication is compared with that, so that whatever
// was missed (publications that came faster than the hook works, a hook that failed, a restart
// with other content) is in the next announcement, and a restart that changes nothing announces
// nothing. There is one announcement at a time. It never holds up a publication.
package publishhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

// limit is how long one attempt may take.
const limit = time.Minute

// pauses are those after attempts; after the last one it is left to the next publication.
var pauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 0}

// State is what is live: a hash of each site by its id.
type State struct {
	Revision string            `json:"revision"`
	Sites    map[string]string `json:"sites"`
}

// Hook announces publications; run by [Hook.Run].
type Hook struct {
	Failures  atomic.Int64 // attempts that failed
	Succeeded atomic.Int64 // when something was announced last, in Unix milliseconds; 0 for never
	Pending   atomic.Bool  // something that is live was not announced yet

	target Target
	file   string
	live   func() State
	logger *slog.Logger
	wake   chan struct{}
}

// New returns a hook that tells a target what is live, and keeps in a file what it told.
func New(target Target, file string, live func() State, logger *slog.Logger) *Hook {
	return &Hook{target: target, file: file, live: live, logger: logger, wake: make(chan struct{}, 1)}
}

// Notify says that something was published. It returns at once.
func (h *Hook) Notify() {
	h.Pending.Store(true)
	select {
	case h.wake <- struct{}{}:
	default: // it looks again anyway
	}
}

// Run announces until the context ends.
func (h *Hook) Run(ctx context.Context) {
	announced, err := h.read()
	if err != nil {
		h.logger.Warn("it is not known what was announced last; all is announced", "file", h.file, "error", err)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		}
		for _, pause := range pauses {
			h.Pending.Store(false)
			err := h.announce(ctx, &announced)
			if err == nil {
				break
			}
			h.Pending.Store(true)
			if ctx.Err() != nil {
				return // the next start finds out
			}
			h.Failures.Add(1)
			if pause == 0 {
				h.logger.Error("the publication hook failed; the next publication is announced with this one",
					"error", err, "attempts", len(pauses))
				break
			}
			h.logger.Warn("the publication hook failed; it is tried again", "error", err, "in", pause)
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
	}
}

// announce says which sites differ from what was announced, if any do.
func (h *Hook) announce(ctx context.Context, announced *State) error {
	live := h.live()
	differ := maps.Clone(live.Sites)
	maps.Copy(differ, announced.Sites)
	maps.DeleteFunc(differ, func(id, _ string) bool { return announced.Sites[id] == live.Sites[id] })
	if len(differ) == 0 {
		return nil
	}
	body, err := json.Marshal(struct {
		Revision string   `json:"revision"`
		Previous string   `json:"previous"` // empty for none
		Sites    []string `json:"sites"`    // that are new, different or gone
	}{live.Revision, announced.Revision, slices.Sorted(maps.Keys(differ))})
	if err != nil {
		return fmt.Errorf("write the announcement: %w", err)
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := time.Now()
	if err := h.target(limited, body, h.logger); err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("not done within %v: %w", limit, err)
		}
		return err
	}
	h.Succeeded.Store(time.Now().UnixMilli())
	h.logger.Info("publication announced", "revision", live.Revision, "sites", len(differ),
		"took", time.Since(began).Round(time.Millisecond))
	*announced = live
	if err := h.write(live); err != nil {
		h.logger.Warn("what was announced cannot be kept; the next start announces all", "file", h.file, "error", err)
	}
	return nil
}

func (h *Hook) write(announced State) error {
	data, err := json.Marshal(announced)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(h.file), 0o700)
	}
	if err != nil {
		return err
	}
	return osfile.Write(h.file, data)
}

// read returns what was announced last; nothing where that is not known.
func (h *Hook) read() (announced State, err error) {
	data, err := os.ReadFile(h.file)
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &announced)
	}
	if err != nil {
		return State{}, err
	}
	return announced, nil
}

const (
	// How much of an output goes to the log.
	outputLimit = 8 << 10
	// How long a command that was told to end, or that left others behind, may hold on to its output.
	waitDelay = 2 * time.Second
)

// Target gives an announcement, which is JSON, to who is told, and returns when it was taken.
type Target func(ctx context.Context, body []byte, logger *slog.Logger) error

// Parse reads a target as it is configured: an http or https URL, a command with arguments that have no spaces, or a
// JSON array of a command and its arguments. No shell is involved. The command must be there; its environment is
// NAME=value. The error says what to write.
func Parse(text string, environment []string) (Target, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Fragment != "" {
			return nil, errors.New("write a whole address, such as https://hooks.example.com/purge")
		}
		return post(text), nil
	}
	if strings.Contains(text, "://") {
		return nil, errors.New("write an address that begins with https://, or a command")
	}
	argv := strings.Fields(text)
	if strings.HasPrefix(text, "[") {
		argv = nil
		if err := json.Unmarshal([]byte(text), &argv); err != nil {
			return nil, errors.New(`write a JSON list of texts, such as ["/usr/local/bin/purge", "an argument"]`)
		}
	}
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("there is no command")
	}
	if strings.Contains(text, "\x00") {
		return nil, errors.New("it holds a byte that no command can have")
	}
	name, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, fmt.Errorf("the command cannot be found, or not be run: %w", errors.Unwrap(err))
	}
	argv[0] = name
	return pipe(argv, environment), nil
}

// client follows no redirects: who is told is what was configured.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// post returns a target that announcements are posted to. Any status of success is a yes.
func post(address string) Target {
	return func(ctx context.Context, body []byte, _ *slog.Logger) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
		if err != nil {
			return withoutURL(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("User-Agent", "marquee")
		answer, err := client.Do(request)
		if err != nil {
			return withoutURL(err)
		}
		defer answer.Body.Close()
		output, err := io.ReadAll(io.LimitReader(answer.Body, outputLimit))
		if answer.StatusCode < 200 || answer.StatusCode > 299 {
			return fmt.Errorf("it answered %s: %q", answer.Status, output)
		}
		return withoutURL(err)
	}
}

// withoutURL leaves out the address, which may hold a secret.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("post: %w", failed.Err)
	}
	return err
}

// pipe returns a command that reads announcements from its standard input. What it says goes to the log.
func pipe(argv, environment []string) Target {
	return func(ctx context.Context, body []byte, logger *slog.Logger) error {
		process := exec.CommandContext(ctx, argv[0], argv[1:]...)
		process.Env = environment
		process.WaitDelay = waitDelay
		process.Stdin = bytes.NewReader(body)
		output, err := process.CombinedOutput()
		for line := range strings.Lines(string(output[:min(len(output), outputLimit)])) {
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				logger.Info("publication hook says", "line", line)
			}
		}
		return err
	}
}
