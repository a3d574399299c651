package content

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// How long a folder must be quiet before it is read: a save is often
	// several steps (truncate and write, write and rename).
	quietTime = 15 * time.Millisecond
	// How long reading may be put off while changes keep coming.
	longestWait = 200 * time.Millisecond
	// How often the folder is looked at even when nothing was reported: some
	// file systems report nothing, and watches can be lost. A look at a large
	// folder takes its time, so it may cost a fiftieth of it; a tenth where
	// folders are known of which nothing is reported.
	pollInterval = 2 * time.Second
	longestPoll  = 30 * time.Second
	rarely       = 50
	often        = 10
	// A change of more paths than this is looked for everywhere.
	maxReported = 1000
)

// Watcher tells when a folder may have changed, and where. It watches folders,
// not files, since editors replace files by renaming others over them.
type Watcher struct {
	dir    string
	logger *slog.Logger
	notify *fsnotify.Watcher
	// Folders that are being watched.
	watched map[string]bool
	// The content folder as it is found through links now, to notice when a
	// link is pointed elsewhere.
	target string
	// How many folders the system does not let us watch: it has a limit for all
	// programs together.
	refused int
	// Paths below the content folder that were reported since the last look;
	// nil: everything has to be looked at.
	reported map[string]bool
}

// Looker looks at a folder that is being watched.
type Looker interface {
	// Look is told that the folder may have changed: at the paths, which are
	// below it, or anywhere where they are nil; where they are none, only time
	// has passed. It returns the folders of the tree as they are now, by their
	// paths, and how long it took to look.
	Look(paths []string) (dirs []string, took time.Duration)
}

var errEnded = errors.New("watch content folder: the watcher ended")

// NewWatcher watches the folder, and the folders that lead to it.
func NewWatcher(dir string, logger *slog.Logger) (*Watcher, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("watch content folder: %w", err)
	}
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch content folder: %w", err)
	}
	return &Watcher{dir: absolute, logger: logger, notify: notify, watched: map[string]bool{}}, nil
}

// Run has the looker look after every change, at everything now and then, and
// at nothing as time goes by, from one goroutine. It ends with the context.
func (w *Watcher) Run(ctx context.Context, looker Looker) error {
	failures := w.failures()
	defer func() {
		w.notify.Close()
		for range failures { // until its end
		}
	}()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	quiet := time.NewTimer(0)
	if !quiet.Stop() {
		<-quiet.C
	}
	defer quiet.Stop()
	var due time.Time // of the next look at everything
	look := func() {
		w.follow()
		paths := w.take()
		began := time.Now()
		dirs, took := looker.Look(paths)
		looked := time.Now()
		if paths != nil && len(paths) == 0 {
			return
		}
		// What happened in a new folder before it was watched was not reported.
		if w.sync(dirs, paths == nil) {
			quiet.Reset(quietTime)
		}
		if paths == nil {
			share := time.Duration(rarely)
			if w.refused > 0 {
				share = often
			}
			due = began.Add(min(share*(took+time.Since(looked)), longestPoll))
		}
	}
	// What changed since the folder was read and before it was watched was not
	// reported either, so it is looked at when it is watched.
	w.follow()
	known, _ := looker.Look([]string{})
	w.sync(known, true)
	w.reported = nil
	look()
	var firstEvent time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case event, open := <-w.notify.Events:
			if !open {
				return errEnded
			}
			if !w.report(event) {
				continue
			}
			if firstEvent.IsZero() {
				firstEvent = time.Now()
			}
			quiet.Reset(min(quietTime, max(0, longestWait-time.Since(firstEvent))))
		case err, open := <-failures:
			if !open {
				return errEnded
			}
			// An overflow means that events were lost: look at everything.
			level := slog.LevelWarn
			if errors.Is(err, syscall.EINVAL) {
				level = slog.LevelDebug // a watch ended by itself, with its folder
			}
			w.logger.Log(ctx, level, "content watcher", "error", err)
			w.reported = nil
			quiet.Reset(quietTime)
		case <-quiet.C:
			firstEvent = time.Time{}
			look()
		case now := <-poll.C:
			if !now.Before(due) {
				w.reported = nil
			}
			look()
		}
	}
}

// failures passes on what the library complains about. The library complains
// with its lock held, and goes on when somebody listens: nobody must wait for
// that lock, in Add or Remove, who is the only one to listen. Of many failures
// one is enough, since all mean the same.
func (w *Watcher) failures() <-chan error {
	passed := make(chan error, 1)
	go func() {
		defer close(passed)
		for err := range w.notify.Errors {
			select {
			case passed <- err:
			default:
			}
		}
	}()
	return passed
}

// take returns the paths that were reported since the last call.
func (w *Watcher) take() []string {
	reported := w.reported
	w.reported = map[string]bool{}
	if reported == nil {
		return nil
	}
	paths := make([]string, 0, len(reported))
	for path := range reported {
		paths = append(paths, path)
	}
	return paths
}

// report notes what an event tells, and reports whether it can change the
// content. What happens beside the content folder, in the folder that holds
// it, cannot.
func (w *Watcher) report(event fsnotify.Event) bool {
	for _, dir := range []string{w.target, w.dir} {
		relative, err := filepath.Rel(dir, event.Name)
		if err != nil || !filepath.IsLocal(relative) {
			continue
		}
		if w.watched[event.Name] && event.Has(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) {
			w.lose(event.Name)
		}
		w.note(relative)
		return true
	}
	return false
}

func (w *Watcher) note(relative string) {
	if relative == "." || len(w.reported) >= maxReported {
		w.reported = nil
	}
	if w.reported != nil {
		w.reported[filepath.ToSlash(relative)] = true
	}
}

// lose ends the watches of a folder that was removed or replaced, and of those
// in it: they belong to folders that are no longer the content.
func (w *Watcher) lose(dir string) {
	for watched := range w.watched {
		if watched == dir || strings.HasPrefix(watched, dir+string(filepath.Separator)) {
			w.forget(watched)
		}
	}
}

// follow notices that the content folder is found elsewhere now.
func (w *Watcher) follow() {
	target, err := filepath.EvalSymlinks(w.dir)
	if err != nil {
		target = ""
	}
	if target == w.target {
		return
	}
	// The old watches belong to folders that are no longer the content,
	// even where a new folder has the same name.
	for dir := range w.watched {
		w.forget(dir)
	}
	w.target, w.reported = target, nil
}

// sync makes the watched folders those of the tree: the tree's own folders,
// found through links, and each folder on the way that holds a link. It reports
// whether a folder of the tree is watched that was not before.
func (w *Watcher) sync(dirs []string, renew bool) (added bool) {
	want := make(map[string]bool, len(dirs)+3)
	want[filepath.Dir(w.dir)] = true
	if w.target != "" {
		want[filepath.Dir(w.target)] = true
		want[w.target] = true
		for _, dir := range dirs {
			want[filepath.Join(w.target, filepath.FromSlash(dir))] = true
		}
	}
	for dir := range w.watched {
		if !want[dir] {
			w.forget(dir)
		}
	}
	refused, reason := 0, error(nil)
	for dir := range want {
		// Adding again renews the watch of a folder that was removed and made
		// again under the same name, where that was not reported.
		known := w.watched[dir]
		if known && !renew {
			continue
		}
		if err := w.notify.Add(dir); err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				refused, reason = refused+1, fmt.Errorf("watch %s: %w", dir, err)
			}
			delete(w.watched, dir)
			continue
		}
		w.watched[dir] = true
		if relative, err := filepath.Rel(w.target, dir); !known && err == nil && filepath.IsLocal(relative) {
			added = true
			w.note(relative)
		}
	}
	if refused > 0 && w.refused == 0 {
		w.logger.Warn("some folders of the content are only looked at now and then", "folders", refused, "error", reason)
	}
	w.refused = refused
	return added
}

func (w *Watcher) forget(dir string) {
	delete(w.watched, dir)
	if err := w.notify.Remove(dir); err != nil && !errors.Is(err, fsnotify.ErrNonExistentWatch) && !errors.Is(err, os.ErrNotExist) {
		w.logger.Debug("stop watching content folder", "folder", dir, "error", err)
	}
}
