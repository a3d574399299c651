package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"unicode"

	"github.com/evenlight/marquee/internal/inbox/submissions"
)

type logConfig struct {
	JSON  bool
	Level slog.Level
	// Whether every answer has a line.
	Access bool
}

var logLevels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}

func newLogConfig(c *choices) logConfig {
	config := logConfig{JSON: c.word("log") == "json", Access: c.isOn("access-log")}
	if !config.JSON && c.word("log") != "text" {
		c.reject("log", "write text or json")
	}
	level, known := logLevels[c.word("log-level")]
	if !known {
		c.reject("log-level", "write debug, info, warn or error")
	}
	config.Level = level
	return config
}

// newLogger returns a logger for programs that read it, or for people in front of a terminal.
func newLogger(config logConfig, out io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: config.Level}
	if config.JSON {
		// Durations as people write them; JSON has no type for them.
		options.ReplaceAttr = func(_ []string, attr slog.Attr) slog.Attr {
			if attr.Value.Kind() == slog.KindDuration {
				attr.Value = slog.StringValue(attr.Value.Duration().String())
			}
			return attr
		}
		return slog.New(slog.NewJSONHandler(out, options))
	}
	if submissions.IsTerminal(out) {
		options.ReplaceAttr = func(_ []string, attr slog.Attr) slog.Attr {
			if attr.Key == slog.TimeKey && attr.Value.Kind() == slog.KindTime {
				attr.Value = slog.StringValue(attr.Value.Time().Format("15:04:05"))
			}
			return attr
		}
		return slog.New(&terminalHandler{Handler: slog.NewTextHandler(out, options), out: out})
	}
	return slog.New(slog.NewTextHandler(out, options))
}

// newAccessLogger returns where lines about answers go, whatever the level of other
// lines; nil where nobody asks for them.
func newAccessLogger(config logConfig, out io.Writer) *slog.Logger {
	if !config.Access {
		return nil
	}
	config.Level = slog.LevelInfo
	return newLogger(config, out)
}

// terminalHandler writes log lines for people: each as [slog.TextHandler] does, and below it what
// has several lines, such as the place of a mistake in a file.
type terminalHandler struct {
	slog.Handler
	mu  sync.Mutex
	out io.Writer
}

func (h *terminalHandler) Handle(ctx context.Context, record slog.Record) error {
	line := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	var below strings.Builder
	record.Attrs(func(attr slog.Attr) bool {
		text := attr.Value.Resolve().String()
		if !strings.Contains(text, "\n") {
			line.AddAttrs(attr)
			return true
		}
		for part := range strings.SplitSeq(strings.TrimSuffix(calm(text), "\n"), "\n") {
			below.WriteString("  " + part + "\n")
		}
		return true
	})

	h.mu.Lock()
	defer h.mu.Unlock()
	err := h.Handler.Handle(ctx, line)
	if below.Len() > 0 {
		_, err = io.WriteString(h.out, below.String())
	}
	return err
}

// calm writes as escapes what would drive the terminal, such as in the name of a file, but not lines and tabs.
func calm(text string) string {
	var out strings.Builder
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			fmt.Fprintf(&out, `\x%02x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
