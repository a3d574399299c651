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

// pauses are those between attempts; after the last one it is left to the next publication.
var pauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute}

// State is what is live: a hash of each site by its id.
type State struct {
	Revision string            `json:"revision"`
	Sites    map[string]string `json:"sites"`
}

// message is what is announced, as JSON.
type message struct {
	// The revision that is live, and the one that was announced before; empty for none.
	Revision string `json:"revision"`
	Previous string `json:"previous"`
	// Ids of the sites that are new, different or gone, sorted.
	Sites []string `json:"sites"`
}

// Config says whom to tell, and of what. All fields are required.
type Config struct {
	Target Target
	// What was announced last.
	File string
	// Returns what is live now.
	Live   func() State
	Logger *slog.Logger
}

// Hook announces publications; run by [Hook.Run].
type Hook struct {
	config Config
	wake   chan struct{}

	failures  atomic.Int64
	succeeded atomic.Int64 // when last, in Unix milliseconds
	pending   atomic.Bool
}

// New returns a hook that was told of nothing yet.
func New(config Config) *Hook { return &Hook{config: config, wake: make(chan struct{}, 1)} }

// Notify says that something was published. It returns at once.
func (h *Hook) Notify() {
	h.pending.Store(true)
	select {
	case h.wake <- struct{}{}:
	default: // it looks again anyway
	}
}

// Failures returns how many attempts failed.
func (h *Hook) Failures() int64 { return h.failures.Load() }

// Succeeded returns when something was announced last, in Unix milliseconds; 0 for never.
func (h *Hook) Succeeded() int64 { return h.succeeded.Load() }

// Pending reports whether something that is live was not announced yet.
func (h *Hook) Pending() bool { return h.pending.Load() }

// Run announces until the context ends.
func (h *Hook) Run(ctx context.Context) {
	announced := h.read()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		}
		for try := 0; ; try++ {
			h.pending.Store(false)
			err := h.announce(ctx, &announced)
			if err == nil {
				break
			}
			h.pending.Store(true)
			if ctx.Err() != nil {
				return // the next start finds out
			}
			h.failures.Add(1)
			if try == len(pauses) {
				h.config.Logger.Error("the publication hook failed; the next publication is announced with this one", "error", err, "attempts", try+1)
				break
			}
			h.config.Logger.Warn("the publication hook failed; it is tried again", "error", err, "in", pauses[try])
			select {
			case <-ctx.Done():
				return
			case <-time.After(pauses[try]):
			}
		}
	}
}

// announce says which sites differ from what was announced, if any do.
func (h *Hook) announce(ctx context.Context, announced *State) error {
	live := h.config.Live()
	sites := differing(announced.Sites, live.Sites)
	if len(sites) == 0 {
		return nil
	}
	body, err := json.Marshal(message{live.Revision, announced.Revision, sites})
	if err != nil {
		return fmt.Errorf("write the announcement: %w", err)
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := time.Now()
	if err := h.config.Target.Deliver(limited, body, h.config.Logger); err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("not done within %v: %w", limit, err)
		}
		return err
	}
	h.succeeded.Store(time.Now().UnixMilli())
	h.config.Logger.Info("publication announced", "revision", live.Revision, "sites", len(sites), "took", time.Since(began).Round(time.Millisecond))
	*announced = live
	if err := h.write(file{format, live}); err != nil {
		h.config.Logger.Warn("what was announced cannot be kept; the next start announces all", "file", h.config.File, "error", err)
	}
	return nil
}

// differing returns the keys of which the values differ, sorted.
func differing(before, now map[string]string) []string {
	ids := maps.Clone(now)
	maps.Copy(ids, before)
	maps.DeleteFunc(ids, func(id, _ string) bool { return before[id] == now[id] })
	return slices.Sorted(maps.Keys(ids))
}

type file struct {
	Format int `json:"format"`
	State
}

func (h *Hook) write(announced file) error {
	data, err := json.Marshal(announced)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(h.config.File), 0o700); err != nil {
		return err
	}
	return osfile.Write(h.config.File, data)
}

// read returns what was announced last; nothing where that is not known.
func (h *Hook) read() State {
	var read file
	data, err := os.ReadFile(h.config.File)
	if err == nil {
		err = json.Unmarshal(data, &read)
	}
	if err == nil && read.Format != format { // of a newer program
		err = fmt.Errorf("its format is %d, not %d", read.Format, format)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.config.Logger.Warn("it is not known what was announced last; all is announced", "file", h.config.File, "error", err)
		return State{}
	}
	return read.State
}
