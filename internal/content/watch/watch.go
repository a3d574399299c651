// Package watch reports when a folder may have changed.
//
// A [Watcher] watches folders (inotify, kqueue and so on, through fsnotify) and not files, because editors replace
// files by renaming others over them. As a save is often several steps, a change is reported when the folder was quiet
// for a moment, or has not been quiet for too long.
//
// Events can be lost, some file systems report none, and the number of watches is limited. So everything is scanned
// now and then, more often where folders are known that are not watched. Where nothing can be watched, the watcher
// warns and polls.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// How long a folder must be quiet before it is scanned, and how long a scan is put off while changes keep coming.
	quietTime   = 15 * time.Millisecond
	longestWait = 200 * time.Millisecond
	// How often the scanner is called when nothing is reported.
	pollInterval = 2 * time.Second
	// A scan without a reported change may take a fiftieth of the time, or a tenth where folders are not watched. It
	// comes after longestPoll at the latest.
	longestPoll    = 30 * time.Second
	watchedShare   = 50
	unwatchedShare = 10
)

// Scan is called when the folder may have changed, and when only time has passed. It returns the paths of all folders
// in it, below it and with slashes, "." for itself, and how long it took to read.
type Scan func(changed bool) (dirs []string, took time.Duration)

// Watcher watches one folder. It is used by one goroutine.
type Watcher struct {
	dir    string
	logger *slog.Logger

	newNotify func() (*fsnotify.Watcher, error)
	notify    *fsnotify.Watcher // nil where the system gives none
	events    <-chan fsnotify.Event
	failures  <-chan error
	watched   map[string]bool // folders
	refused   int             // folders that the system refuses to watch
	target    string          // where the folder is found through symbolic links
	changed   bool            // whether the folder may have changed since the last scan
	stale     bool            // whether a watch may be of a folder that is not there, or another one, by now
	nextScan  time.Time       // when it is taken to have changed
}

// New prepares a watcher of a folder. Nothing is watched before [Watcher.Run].
func New(dir string, logger *slog.Logger) (*Watcher, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("watch folder: %w", err)
	}
	return &Watcher{dir: absolute, logger: logger, newNotify: fsnotify.NewWatcher, watched: map[string]bool{}}, nil
}

// Run has the folder scanned after every change, and now and then. It returns when the context ends.
func (w *Watcher) Run(ctx context.Context, scan Scan) {
	w.open()
	defer w.close()

	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	var quiet <-chan time.Time
	look := func() {
		if w.look(scan) {
			quiet = time.After(quietTime)
		}
	}

	// What changes between a scan and the beginning of a watch is not reported, so the folders are watched first.
	w.follow()
	dirs, _ := scan(false)
	w.sync(dirs)
	w.changed = true
	look()
	var firstEvent time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-w.events:
			if !w.report(event) {
				continue
			}
			if firstEvent.IsZero() {
				firstEvent = time.Now()
			}
			quiet = time.After(min(quietTime, max(0, longestWait-time.Since(firstEvent))))
		case err := <-w.failures:
			if !errors.Is(err, syscall.EINVAL) { // a watch that ended by itself, with its folder
				w.logger.Warn("content watcher", "error", err)
			}
			w.changed, w.stale = true, true // events may have been lost
			quiet = time.After(quietTime)
		case <-quiet:
			firstEvent = time.Time{}
			look()
		case now := <-poll.C:
			if !now.Before(w.nextScan) {
				w.changed, w.stale = true, true
			}
			look()
		}
	}
}

// look has the folder scanned, and watches the folders in it. It reports whether some of them are new: what happened
// there before they were watched was not reported.
func (w *Watcher) look(scan Scan) (added bool) {
	w.follow()
	changed := w.changed
	w.changed = false
	began := time.Now()
	dirs, took := scan(changed)
	if !changed {
		return false
	}

	scanned := time.Now()
	added = w.sync(dirs)
	share := time.Duration(watchedShare)
	if w.refused > 0 || w.notify == nil {
		share = unwatchedShare
	}
	w.nextScan = began.Add(min(share*(took+time.Since(scanned)), longestPoll))
	return added
}

// report notes an event, and reports whether it can change the content. What happens beside the folder, in
// the one that holds it, cannot.
func (w *Watcher) report(event fsnotify.Event) bool {
	for _, dir := range []string{w.target, w.dir} {
		relative, err := filepath.Rel(dir, event.Name)
		if err != nil || !filepath.IsLocal(relative) {
			continue
		}
		if w.watched[event.Name] && event.Has(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) {
			w.stale = true
		}
		w.changed = true
		return true
	}
	return false
}

func (w *Watcher) open() {
	notify, err := w.newNotify()
	if err != nil {
		w.logger.Warn("content folder cannot be watched: changes are found by polling",
			"every", pollInterval, "error", err)
		return
	}
	w.notify, w.events, w.failures, w.stale = notify, notify.Events, drain(notify.Errors), false
}

func (w *Watcher) close() {
	if w.notify == nil {
		return
	}
	_ = w.notify.Close()   // nobody needs it any more
	for range w.failures { // until it is closed
	}
	w.notify, w.events, w.failures = nil, nil, nil
	clear(w.watched)
}

// drain passes on errors of fsnotify, which sends them while it holds the lock that Add and Remove wait for: their
// caller is the one who receives. Of many errors one is enough, as all mean that events may have been lost.
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

// follow notices that the folder is found elsewhere now. Watches are of folders that are not the content any more then,
// even where a new folder has the same name.
func (w *Watcher) follow() {
	target, err := filepath.EvalSymlinks(w.dir)
	if err != nil {
		target = ""
	}
	if target == w.target {
		return
	}
	w.target, w.changed, w.stale = target, true, true
}

// sync watches the folders of the tree, and the ones that hold the folder itself and the link to it. It reports
// whether a folder of the tree is watched that was not before. Where a folder went, or another one took its name, all
// watches begin anew: fsnotify loses its way where a number has another name.
func (w *Watcher) sync(dirs []string) (added bool) {
	if w.notify == nil {
		return false
	}

	want := map[string]bool{filepath.Dir(w.dir): true}
	if w.target != "" {
		want[filepath.Dir(w.target)] = true
		want[w.target] = true
		for _, dir := range dirs {
			want[filepath.Join(w.target, filepath.FromSlash(dir))] = true
		}
	}
	for dir := range w.watched {
		w.stale = w.stale || !want[dir]
	}
	if w.stale {
		w.close()
		if w.open(); w.notify == nil {
			return false
		}
	}

	refused, reason := 0, error(nil)
	for dir := range want {
		if w.watched[dir] {
			continue
		}
		if err := w.notify.Add(dir); err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				refused, reason = refused+1, fmt.Errorf("watch %s: %w", dir, err)
			}
			continue
		}
		w.watched[dir] = true
		if relative, err := filepath.Rel(w.target, dir); err == nil && filepath.IsLocal(relative) {
			added, w.changed = true, true
		}
	}
	if refused > 0 && w.refused == 0 {
		w.logger.Warn("some folders of the content are found by polling only", "folders", refused, "error", reason)
	}
	w.refused = refused
	return added
}
