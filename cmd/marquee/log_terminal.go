package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// terminalHandler writes log lines for people: the time of day, the message, and
// below it what has several lines, such as the place of a mistake in a file.
type terminalHandler struct {
	out     io.Writer
	level   slog.Level
	colours bool
	writing *sync.Mutex

	prefix string // of names, from groups
	before []slog.Attr
}

func newTerminalHandler(out io.Writer, level slog.Level, colours bool) *terminalHandler {
	return &terminalHandler{out: out, level: level, colours: colours, writing: new(sync.Mutex)}
}

// Escapes that choose how the terminal writes.
const (
	plain  = "\x1b[0m"
	faint  = "\x1b[2m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[36m"
)

func (h *terminalHandler) paint(colour, text string) string {
	if !h.colours || text == "" {
		return text
	}
	return colour + text + plain
}

// Enabled implements slog.Handler.
func (h *terminalHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

// WithAttrs implements slog.Handler.
func (h *terminalHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.before = append([]slog.Attr(nil), h.before...)
	for _, attr := range attrs {
		attr.Key = h.prefix + attr.Key
		with.before = append(with.before, attr)
	}
	return &with
}

// WithGroup implements slog.Handler.
func (h *terminalHandler) WithGroup(name string) slog.Handler {
	with := *h
	if name != "" {
		with.prefix += name + "."
	}
	return &with
}

// Handle implements slog.Handler.
func (h *terminalHandler) Handle(_ context.Context, record slog.Record) error {
	var line, below strings.Builder
	if !record.Time.IsZero() {
		line.WriteString(h.paint(faint, record.Time.Format("15:04:05")) + " ")
	}
	line.WriteString(h.paint(levelColour(record.Level), fmt.Sprintf("%-5s", record.Level)) + " " + harmless(record.Message))
	for _, attr := range h.before {
		h.write(&line, &below, "", attr)
	}
	record.Attrs(func(attr slog.Attr) bool {
		h.write(&line, &below, h.prefix, attr)
		return true
	})
	h.writing.Lock()
	defer h.writing.Unlock()
	_, err := io.WriteString(h.out, line.String()+"\n"+below.String())
	return err
}

// write adds a value: to the line, or below it where it has several lines itself.
func (h *terminalHandler) write(line, below *strings.Builder, prefix string, attr slog.Attr) {
	value := attr.Value.Resolve()
	if value.Kind() == slog.KindGroup {
		if attr.Key != "" {
			prefix += attr.Key + "."
		}
		for _, member := range value.Group() {
			h.write(line, below, prefix, member)
		}
		return
	}
	if attr.Equal(slog.Attr{}) {
		return
	}
	text := value.String()
	if strings.Contains(text, "\n") {
		for part := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			below.WriteString("  " + h.pointed(harmless(part)) + "\n")
		}
		return
	}
	if text = harmless(text); text == "" || strings.ContainsAny(text, " \"=") {
		text = strconv.Quote(text)
	}
	line.WriteString(" " + h.paint(faint, prefix+harmless(attr.Key)+"=") + text)
}

// pointed paints the caret that stands below a mistake.
func (h *terminalHandler) pointed(line string) string {
	bar, rest, found := strings.Cut(line, "|")
	if found && strings.TrimSpace(bar) == "" && strings.TrimSpace(rest) == "^" {
		return h.paint(faint, bar+"|") + h.paint(red, rest)
	}
	return line
}

func levelColour(level slog.Level) string {
	switch {
	case level >= slog.LevelError:
		return red
	case level >= slog.LevelWarn:
		return yellow
	case level >= slog.LevelInfo:
		return cyan
	}
	return faint
}

// harmless writes as escapes what would drive the terminal.
func harmless(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		switch {
		case unicode.IsPrint(r):
			out.WriteRune(r)
		case r == '\t':
			out.WriteString("    ")
		default:
			quoted := strconv.QuoteRune(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
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
