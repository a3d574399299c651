package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"unicode"
)

// terminalHandler writes log lines for people: each as [slog.TextHandler] does, and below it what
// has several lines, such as the place of a mistake in a file.
type terminalHandler struct {
	slog.Handler
	out *lockedWriter
}

// lockedWriter lets one write at a time.
type lockedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

// Write implements io.Writer.
func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}

func newTerminalHandler(out io.Writer, level slog.Level) *terminalHandler {
	locked := &lockedWriter{out: out}
	shortTime := func(groups []string, attr slog.Attr) slog.Attr {
		if len(groups) == 0 && attr.Key == slog.TimeKey {
			attr.Value = slog.StringValue(attr.Value.Time().Format("15:04:05"))
		}
		return attr
	}
	return &terminalHandler{slog.NewTextHandler(locked, &slog.HandlerOptions{Level: level, ReplaceAttr: shortTime}), locked}
}

// Handle implements slog.Handler.
func (h *terminalHandler) Handle(ctx context.Context, record slog.Record) error {
	line := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	var below strings.Builder
	record.Attrs(func(attr slog.Attr) bool {
		text := attr.Value.Resolve().String()
		if !strings.Contains(text, "\n") {
			line.AddAttrs(attr)
			return true
		}
		for part := range strings.Lines(calm(text)) {
			below.WriteString("  " + strings.TrimSuffix(part, "\n") + "\n")
		}
		return true
	})
	if err := h.Handler.Handle(ctx, line); err != nil || below.Len() == 0 {
		return err
	}
	_, err := io.WriteString(h.out, below.String())
	return err
}

// WithAttrs implements slog.Handler.
func (h *terminalHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &terminalHandler{h.Handler.WithAttrs(attrs), h.out}
}

// WithGroup implements slog.Handler.
func (h *terminalHandler) WithGroup(name string) slog.Handler {
	return &terminalHandler{h.Handler.WithGroup(name), h.out}
}

// calm writes as escapes what would drive the terminal, such as in the name of a
// file, but not lines and tabs.
func calm(text string) string {
	if !strings.ContainsFunc(text, drives) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if drives(r) {
			fmt.Fprintf(&out, `\x%02x`, r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

func drives(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
