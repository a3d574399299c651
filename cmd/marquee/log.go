package main

import (
	"io"
	"log/slog"
	"os"
)

// logConfig says what is logged, and how.
type logConfig struct {
	JSON  bool
	Level slog.Level
	// Whether every answer has a line.
	Access bool
}

// logLevels are the words for levels.
var logLevels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}

func newLogConfig(c *choices) logConfig {
	config := logConfig{JSON: c.get("log") == "json", Access: c.isOn("access-log")}
	if !config.JSON && c.get("log") != "text" {
		c.reject("log", "write text or json")
	}
	level, known := logLevels[c.get("log-level")]
	if !known {
		c.reject("log-level", "write debug, info, warn or error")
	}
	config.Level = level
	return config
}

// newLogger returns a logger for programs that read it, or for people in front of
// a terminal.
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
	if file, ok := out.(*os.File); ok && isTerminal(file) {
		return slog.New(newTerminalHandler(out, config.Level))
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
