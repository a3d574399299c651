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

// Target is who is told.
type Target interface {
	// Deliver gives an announcement, which is JSON, and returns when it was taken.
	Deliver(ctx context.Context, body []byte, logger *slog.Logger) error
}

// address is a URL that announcements are posted to.
type address string

// command reads announcements from its standard input.
type command struct {
	argv, environment []string
}

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
		return address(text), nil
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
	return command{argv, environment}, nil
}

// client follows no redirects: who is told is what was configured.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// Deliver implements [Target]. Any status of success is a yes.
func (a address) Deliver(ctx context.Context, body []byte, _ *slog.Logger) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, string(a), bytes.NewReader(body))
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

// withoutURL leaves out the address, which may hold a secret.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("post: %w", failed.Err)
	}
	return err
}

// Deliver implements [Target]. What the command says goes to the log.
func (c command) Deliver(ctx context.Context, body []byte, logger *slog.Logger) error {
	process := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
	process.Env = c.environment
	process.WaitDelay = waitDelay
	process.Stdin = bytes.NewReader(body)
	said := &bounded{}
	process.Stdout, process.Stderr = said, said
	err := process.Run()
	for line := range strings.Lines(said.text.String()) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			logger.Info("publication hook says", "line", line)
		}
	}
	return err
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ text bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	b.text.Write(p[:min(len(p), outputLimit-b.text.Len())])
	return len(p), nil
}
