// Package watch reports when a folder may have changed, and where.
//
// A [Watcher] watches folders with the means of the system (inotify, kqueue and
// so on, through fsnotify). It watches folders and not files, because editors
// replace files by renaming others over them.
//
// A save is often several steps: truncate and write, write and rename. So a
// change is reported when the folder was quiet for a moment, or has not been
// quiet for too long.
//
// What the system reports is never trusted alone. Some file systems report
// nothing, events can be lost, and the system has a limit of watches for all
// programs together. So everything is scanned now and then, more often where
// folders are known that are not watched. Where the system watches nothing at
// all, that is what remains: the watcher warns and polls.
package watch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// How long a folder must be quiet before it is scanned, and how long a scan may
	// be put off while changes keep coming.
	quietTime   = 15 * time.Millisecond
	longestWait = 200 * time.Millisecond
	// How often the scanner is called when nothing is reported.
	pollInterval = 2 * time.Second
	// A scan of everything may take a fiftieth of the time, a tenth where folders
	// are not watched, but it comes after this time at the latest.
	longestPoll    = 30 * time.Second
	watchedShare   = 50
	unwatchedShare = 10
	// A change of more paths than this is reported as a change of everything.
	maxReported = 1000
)

// Scanner scans a folder that is being watched.
type Scanner interface {
	// Scan is called when the folder may have changed: at the paths, which are below
	// it and have slashes, or anywhere where they are nil. Where they are none, only
	// time has passed. It returns the paths of all folders in it as they are now,
	// "." for itself, and how long it took to read.
	Scan(paths []string) (dirs []string, took time.Duration)
}

// Watcher watches one folder. It is used by one goroutine.
type Watcher struct {
	dir    string
	logger *slog.Logger

	newNotify func() (*fsnotify.Watcher, error)
	notify    *fsnotify.Watcher // nil where the system gives none
	failures  <-chan error      // of notify
	// Folders that are being watched, and how many the system refuses to watch.
	watched map[string]bool
	refused int
	// Where the folder is found through symbolic links, to notice when a link is
	// pointed elsewhere.
	target string
	// Paths that were reported since the last scan; nil: everything has to be scanned.
	reported map[string]bool
	nextFull time.Time // when everything is scanned again
}

// New prepares a watcher of a folder. Nothing is watched before [Watcher.Run].
func New(dir string, logger *slog.Logger) (*Watcher, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("watch folder: %w", err)
	}
	return &Watcher{dir: absolute, logger: logger, newNotify: fsnotify.NewWatcher, watched: map[string]bool{}}, nil
}

// Run has the folder scanned after every change, completely now and then, and
// calls the scanner as time goes by. It returns when the context ends.
func (w *Watcher) Run(ctx context.Context, scanner Scanner) {
	if err := w.open(); err != nil {
		w.logger.Warn("content folder cannot be watched: changes are found by polling", "every", pollInterval, "error", err)
	}
	defer func() { w.close() }()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	quiet := time.NewTimer(time.Hour)
	quiet.Stop()
	defer quiet.Stop()
	scan := func() {
		if w.scan(scanner) {
			quiet.Reset(quietTime)
		}
	}

	// What changes between a scan and the beginning of a watch is not reported, so
	// the folders are watched first.
	w.follow()
	dirs, _ := scanner.Scan([]string{})
	w.sync(dirs, true)
	w.reported = nil
	scan()
	var firstEvent time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-w.events():
			if !open {
				w.close()
				continue
			}
			if !w.report(event) {
				continue
			}
			if firstEvent.IsZero() {
				firstEvent = time.Now()
			}
			quiet.Reset(min(quietTime, max(0, longestWait-time.Since(firstEvent))))
		case err, open := <-w.failures:
			if !open {
				w.close()
				continue
			}
			// Events may have been lost.
			level := slog.LevelWarn
			if errors.Is(err, syscall.EINVAL) {
				level = slog.LevelDebug // a watch ended by itself, with its folder
			}
			w.logger.Log(ctx, level, "content watcher", "error", err)
			w.reported = nil
			quiet.Reset(quietTime)
		case <-quiet.C:
			firstEvent = time.Time{}
			scan()
		case now := <-poll.C:
			if !now.Before(w.nextFull) {
				w.reported = nil
				w.reopen()
			}
			scan()
		}
	}
}

// scan has the scanner look at what was reported, and watches the folders that
// it finds. It reports whether some of them are new: what happened there
// before they were watched was not reported.
func (w *Watcher) scan(scanner Scanner) (added bool) {
	w.follow()
	paths := w.take()
	began := time.Now()
	dirs, took := scanner.Scan(paths)
	if paths != nil && len(paths) == 0 {
		return false
	}
	scanned := time.Now()
	added = w.sync(dirs, paths == nil)
	if paths == nil {
		share := time.Duration(watchedShare)
		if w.refused > 0 || w.notify == nil {
			share = unwatchedShare
		}
		w.nextFull = began.Add(min(share*(took+time.Since(scanned)), longestPoll))
	}
	return added
}

// take returns the paths that were reported since the last call.
func (w *Watcher) take() []string {
	reported := w.reported
	w.reported = map[string]bool{}
	if reported == nil {
		return nil
	}
	return slices.AppendSeq([]string{}, maps.Keys(reported))
}

// report notes the path of an event, and reports whether it can change the
// content. What happens beside the folder, in the one that holds it, cannot.
func (w *Watcher) report(event fsnotify.Event) bool {
	for _, dir := range []string{w.target, w.dir} {
		relative, err := filepath.Rel(dir, event.Name)
		if err != nil || !filepath.IsLocal(relative) {
			continue
		}
		if w.watched[event.Name] && event.Has(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) {
			w.forgetBelow(event.Name)
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
