// Package publishhook tells somebody of each publication: a URL or a command of the operator,
// which empties a CDN, or starts an upload.
//
// What was announced last is in a file. Each publication is compared with that, so that whatever
// was missed (publications that came faster than the hook works, a hook that failed, a restart
// with other content) is in the next announcement, and a restart that changes nothing announces
// nothing. There is one announcement at a time. It never holds up a publication.
package publishhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

const (
	format = 2
	// How long one attempt may take.
	limit = time.Minute
)

// pauses are those after attempts; after the last one it is left to the next publication.
var pauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 0}

// State is what is live: a hash of each site by its id.
type State struct {
	Format   int               `json:"format"` // of the file
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
	announced.Format = format
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
	if err == nil && announced.Format != format { // of another program
		err = fmt.Errorf("its format is %d, not %d", announced.Format, format)
	}
	if err != nil {
		return State{}, err
	}
	return announced, nil
}
