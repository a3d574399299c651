package publishhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"time"
)

const (
	// How much of an output goes to the log.
	outputLimit = 8 << 10
	// How long a command that was told to end, or that left others behind, may hold on to its output.
	waitDelay = 2 * time.Second
)

// Target gives an announcement, which is JSON, to who is told, and returns when it was taken.
type Target func(ctx context.Context, body []byte, logger *slog.Logger) error

// Parse reads a target as it is configured: an http or https URL, a command with
// arguments that have no spaces, or a JSON array of a command and its arguments.
// No shell is involved. The command must be there; its environment is NAME=value.
// The error says what to write.
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
		said, err := io.ReadAll(io.LimitReader(answer.Body, outputLimit))
		if answer.StatusCode < 200 || answer.StatusCode > 299 {
			return fmt.Errorf("it answered %s: %q", answer.Status, said)
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

// pipe returns a command that reads announcements from its standard input. What it says
// goes to the log.
func pipe(argv, environment []string) Target {
	return func(ctx context.Context, body []byte, logger *slog.Logger) error {
		process := exec.CommandContext(ctx, argv[0], argv[1:]...)
		process.Env = environment
		process.WaitDelay = waitDelay
		process.Stdin = bytes.NewReader(body)
		said, err := process.CombinedOutput()
		for line := range strings.Lines(string(said[:min(len(said), outputLimit)])) {
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				logger.Info("publication hook says", "line", line)
			}
		}
		return err
	}
}
