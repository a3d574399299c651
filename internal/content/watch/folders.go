package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// open asks the system for a means to watch folders.
func (w *Watcher) open() error {
	notify, err := w.newNotify()
	if err != nil {
		return err
	}
	w.notify, w.failures = notify, drain(notify.Errors)
	return nil
}

// reopen tries again where the system refused before.
func (w *Watcher) reopen() {
	if w.notify == nil && w.open() == nil {
		w.logger.Info("content folder is watched again")
	}
}

// close ends all watches.
func (w *Watcher) close() {
	if w.notify == nil {
		return
	}
	if err := w.notify.Close(); err != nil {
		w.logger.Debug("stop watching content", "error", err)
	}
	for range w.failures { // until it is closed
	}
	w.notify, w.failures, w.reported, w.nextFull = nil, nil, nil, time.Time{}
	clear(w.watched)
}

func (w *Watcher) events() <-chan fsnotify.Event {
	if w.notify == nil {
		return nil
	}
	return w.notify.Events
}

// drain passes on errors of fsnotify. It sends them while it holds its lock and waits
// until somebody receives them; Add and Remove wait for that lock, and their
// caller is the one who receives. Of many errors one is enough: all mean that
// events may have been lost.
func drain(failures <-chan error) <-chan error {
	passed := make(chan error, 1)
	go func() {
		defer close(passed)
		for err := range failures {
			select {
			case passed <- err:
			default:
			}
		}
	}()
	return passed
}

// follow notices that the folder is found elsewhere now, and forgets all
// watches then: they belong to folders that are not the content any more, even
// where a new folder has the same name.
func (w *Watcher) follow() {
	target, err := filepath.EvalSymlinks(w.dir)
	if err != nil {
		target = ""
	}
	if target == w.target {
		return
	}
	for dir := range w.watched {
		w.forget(dir)
	}
	w.target, w.reported = target, nil
}

// sync makes the watched folders those of the tree, and the ones that hold the
// folder itself and the link to it. With renew, watches are added again: that
// renews the watch of a folder that was removed and made again under its name.
// It reports whether a folder of the tree is watched that was not before.
func (w *Watcher) sync(dirs []string, renew bool) (added bool) {
	if w.notify == nil {
		return false
	}
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
		known := w.watched[dir]
		if known && !renew {
			continue
		}
		if err := w.notify.Add(dir); err != nil {
			if !isGone(err) {
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
		w.logger.Warn("some folders of the content are found by polling only", "folders", refused, "error", reason)
	}
	w.refused = refused
	return added
}

// forgetBelow ends the watches of a folder that was removed or replaced, and of
// those in it.
func (w *Watcher) forgetBelow(dir string) {
	for watched := range w.watched {
		if watched == dir || strings.HasPrefix(watched, dir+string(filepath.Separator)) {
			w.forget(watched)
		}
	}
}

func (w *Watcher) forget(dir string) {
	delete(w.watched, dir)
	if err := w.notify.Remove(dir); err != nil && !errors.Is(err, fsnotify.ErrNonExistentWatch) && !isGone(err) {
		w.logger.Debug("stop watching content folder", "folder", dir, "error", err)
	}
}

// isGone tells whether a folder that could not be watched is not there any more.
func isGone(err error) bool { return errors.Is(err, fs.ErrNotExist) }
