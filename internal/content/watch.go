package content

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
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
	// file systems report nothing, and watches can be lost.
	pollInterval = 2 * time.Second
)

// Watcher tells when a folder may have changed. It watches folders, not
// files, since editors replace files by renaming others over them.
type Watcher struct {
	dir    string
	logger *slog.Logger
	notify *fsnotify.Watcher
	// Folders that are being watched.
	watched map[string]bool
	// The content folder as it is found through links now, to notice when a
	// link is pointed elsewhere.
	target string
}

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

// Run calls changed after every change, and after every poll interval, from
// one goroutine. The call returns the folders of the tree as they are now, by
// their path below the watched one. Run ends with the context.
func (w *Watcher) Run(ctx context.Context, changed func() (dirs []string)) error {
	defer w.notify.Close()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	quiet := time.NewTimer(0)
	if !quiet.Stop() {
		<-quiet.C
	}
	defer quiet.Stop()
	w.sync(changed())
	var firstEvent time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case event, open := <-w.notify.Events:
			if !open {
				return errors.New("watch content folder: the watcher ended")
			}
			if !w.matters(event.Name) {
				continue
			}
			if firstEvent.IsZero() {
				firstEvent = time.Now()
			}
			quiet.Reset(min(quietTime, max(0, longestWait-time.Since(firstEvent))))
		case err := <-w.notify.Errors:
			// An overflow means that events were lost: look at everything.
			w.logger.Warn("content watcher", "error", err)
			quiet.Reset(quietTime)
		case <-quiet.C:
			firstEvent = time.Time{}
			w.sync(changed())
		case <-poll.C:
			w.sync(changed())
		}
	}
}

// matters reports whether a change at a path can change the content. What
// happens beside the content folder, in the folder that holds it, cannot.
func (w *Watcher) matters(name string) bool {
	for _, dir := range []string{w.dir, w.target} {
		if relative, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(relative) {
			return true
		}
	}
	return false
}

// sync makes the watched folders those of the tree: the tree's own folders,
// found through links, and each folder on the way that holds a link.
func (w *Watcher) sync(dirs []string) {
	want := map[string]bool{filepath.Dir(w.dir): true}
	target, err := filepath.EvalSymlinks(w.dir)
	if err == nil {
		want[target] = true
		want[filepath.Dir(target)] = true
		for _, dir := range dirs {
			want[filepath.Join(target, filepath.FromSlash(dir))] = true
		}
	}
	if target != w.target {
		// The old watches belong to folders that are no longer the content,
		// even where a new folder has the same name.
		for dir := range w.watched {
			w.forget(dir)
		}
		w.target = target
	}
	for dir := range w.watched {
		if !want[dir] {
			w.forget(dir)
		}
	}
	for dir := range want {
		// Adding again is cheap, and renews the watch of a folder that was
		// removed and made again under the same name.
		if err := w.notify.Add(dir); err != nil {
			if !errors.Is(err, fs.ErrNotExist) && !w.watched[dir] {
				w.logger.Warn("content folder is only polled", "folder", dir, "error", err)
			}
			delete(w.watched, dir)
			continue
		}
		w.watched[dir] = true
	}
}

func (w *Watcher) forget(dir string) {
	delete(w.watched, dir)
	if err := w.notify.Remove(dir); err != nil && !errors.Is(err, fsnotify.ErrNonExistentWatch) && !errors.Is(err, os.ErrNotExist) {
		w.logger.Debug("stop watching content folder", "folder", dir, "error", err)
	}
}
