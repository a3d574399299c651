package watch

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// watched runs a watcher over a folder and gives what the folder holds after
// every change: the text of each file by its path.
func watched(t *testing.T, dir string) <-chan map[string]string {
	t.Helper()
	w, err := New(dir, slog.New(slog.DiscardHandler))
	must(t, err)
	states := make(chan map[string]string)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx, (&reader{ctx: ctx, dir: dir, states: states}).scan)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return states
}

// reader reads a folder again where it is told to.
type reader struct {
	ctx    context.Context
	dir    string
	dirs   map[string]bool
	files  map[string]string
	states chan<- map[string]string
}

func (r *reader) scan(changed bool) ([]string, time.Duration) {
	before := r.files
	if changed || r.dirs == nil {
		r.dirs, r.files = map[string]bool{}, map[string]string{}
		r.read(".")
	}
	if !maps.Equal(before, r.files) {
		select {
		case r.states <- maps.Clone(r.files):
		case <-r.ctx.Done():
		}
	}
	return slices.Collect(maps.Keys(r.dirs)), 0
}

// read reads a file or a folder; what is away for a moment is left out.
func (r *reader) read(name string) {
	full := filepath.Join(r.dir, name)
	entries, err := os.ReadDir(full)
	if err != nil {
		if text, err := os.ReadFile(full); err == nil {
			r.files[name] = string(text)
		}
		return
	}
	r.dirs[name] = true
	for _, entry := range entries {
		r.read(path.Join(name, entry.Name()))
	}
}

// await waits until a file has the text (or, for "", is not there).
func await(t *testing.T, states <-chan map[string]string, name, text string) {
	t.Helper()
	deadline := time.NewTimer(10 * time.Minute)
	defer deadline.Stop()
	for {
		select {
		case files := <-states:
			if got, there := files[name]; got == text && there == (text != "") {
				return
			}
		case <-deadline.C:
			t.Fatalf("%s never became %q", name, text)
		}
	}
}

func TestWatcherSeesEveryWayOfSaving(t *testing.T) {
	ways := map[string]func(t *testing.T, name string){
		"in place": func(t *testing.T, name string) { writeFile(t, name, "new") },
		"rename over": func(t *testing.T, name string) {
			writeFile(t, name+".tmp", "new")
			must(t, os.Rename(name+".tmp", name))
		},
		"delete and write": func(t *testing.T, name string) {
			must(t, os.Remove(name))
			writeFile(t, name, "new")
		},
		"backup and write": func(t *testing.T, name string) {
			must(t, os.Rename(name, name+"~"))
			writeFile(t, name, "new")
		},
		"in two steps": func(t *testing.T, name string) {
			f, err := os.Create(name)
			must(t, err)
			_, err = f.WriteString("n")
			must(t, err)
			_, err = f.WriteString("ew")
			must(t, err)
			must(t, f.Close())
		},
		"folder replaced": func(t *testing.T, name string) {
			dir := filepath.Dir(name)
			must(t, os.Rename(dir, dir+"-old"))
			writeFile(t, name, "new")
			must(t, os.RemoveAll(dir+"-old"))
		},
	}
	for way, save := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			name := filepath.Join(dir, "main", "pages", "index.yaml")
			writeFile(t, name, "old")
			states := watched(t, dir)
			await(t, states, "main/pages/index.yaml", "old")
			save(t, name)
			await(t, states, "main/pages/index.yaml", "new")
			// And again: the watch must hold on to what was replaced.
			writeFile(t, name, "newer")
			await(t, states, "main/pages/index.yaml", "newer")
		})
	}
}

func TestWatcherSeesFoldersComeAndGo(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "main")
	states := watched(t, dir)
	await(t, states, "main/site.yaml", "main")
	writeFile(t, filepath.Join(dir, "bakery/pages/deep/er/index.yaml"), "bread")
	await(t, states, "bakery/pages/deep/er/index.yaml", "bread")
	writeFile(t, filepath.Join(dir, "bakery/pages/deep/er/index.yaml"), "cake")
	await(t, states, "bakery/pages/deep/er/index.yaml", "cake")
	must(t, os.RemoveAll(filepath.Join(dir, "bakery")))
	await(t, states, "bakery/pages/deep/er/index.yaml", "")
}

func TestWatcherFollowsALinkToAnotherTree(t *testing.T) {
	base := t.TempDir()
	writeFile(t, filepath.Join(base, "v1/main/site.yaml"), "one")
	writeFile(t, filepath.Join(base, "v2/main/site.yaml"), "two")
	link := filepath.Join(base, "content")
	must(t, os.Symlink("v1", link))
	states := watched(t, link)
	await(t, states, "main/site.yaml", "one")
	must(t, os.Symlink("v2", link+".new"))
	must(t, os.Rename(link+".new", link))
	await(t, states, "main/site.yaml", "two")
	writeFile(t, filepath.Join(base, "v2/main/site.yaml"), "two and a half")
	await(t, states, "main/site.yaml", "two and a half")
}

// A folder that is replaced again and again makes the library complain of
// watches that are gone, while others are added.
func TestWatcherSurvivesFoldersThatAreReplaced(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "main", "pages", "index.yaml")
	writeFile(t, name, "0")
	states := watched(t, dir)
	await(t, states, "main/pages/index.yaml", "0")
	for n := range 30 {
		pages, text := filepath.Dir(name), strconv.Itoa(n+1)
		for range 5 {
			must(t, os.Rename(pages, pages+"-old"))
			writeFile(t, name, text)
			must(t, os.RemoveAll(pages+"-old"))
		}
		await(t, states, "main/pages/index.yaml", text)
	}
}

// What is seen through a link within the tree changes where nothing was reported.
func TestWatcherFollowsALinkWithinTheTree(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "..v1/site.yaml"), "one")
	writeFile(t, filepath.Join(dir, "..v2/site.yaml"), "two")
	link := filepath.Join(dir, "..data")
	must(t, os.Symlink("..v1", link))
	must(t, os.Mkdir(filepath.Join(dir, "main"), 0o755))
	must(t, os.Symlink("../..data/site.yaml", filepath.Join(dir, "main/site.yaml")))
	states := watched(t, dir)
	await(t, states, "main/site.yaml", "one")
	must(t, os.Symlink("..v2", link+".new"))
	must(t, os.Rename(link+".new", link))
	await(t, states, "main/site.yaml", "two")
}

func TestWatcherScansAfterEveryChange(t *testing.T) {
	dir := t.TempDir()
	w, err := New(dir, slog.New(slog.DiscardHandler))
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	scans, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx, func(changed bool) ([]string, time.Duration) {
			if changed {
				select {
				case scans <- struct{}{}:
				case <-ctx.Done():
				}
			}
			return []string{"."}, time.Hour // a scan that long is not repeated soon
		})
	}()
	<-scans // the first
	writeFile(t, filepath.Join(dir, "a.yaml"), "a")
	<-scans
	w.notify.Errors <- fsnotify.ErrEventOverflow
	<-scans
	must(t, os.Remove(filepath.Join(dir, "a.yaml")))
	<-scans
	cancel()
	<-ended
}

// The system may refuse to watch anything at all: its limit is for all programs together.
func TestWatcherPollsWhereNothingCanBeWatched(t *testing.T) {
	for name, refusal := range map[string]error{"too many open files": syscall.EMFILE, "no space left": syscall.ENOSPC} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				w, err := New(t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
				must(t, err)
				w.newNotify = func() (*fsnotify.Watcher, error) { return nil, refusal }
				ctx, cancel := context.WithCancel(t.Context())
				scans := 0
				go w.Run(ctx, func(changed bool) ([]string, time.Duration) {
					if changed {
						scans++
					}
					return []string{"."}, 300 * time.Millisecond
				})
				time.Sleep(time.Minute)
				synctest.Wait()
				// A scan of 0.3 s may come every 3 s: at every second tick of 2 s.
				if scans != 1+15 {
					t.Errorf("%d scans of everything within a minute", scans)
				}
				cancel()
				synctest.Wait()
				if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "level=WARN") || !strings.Contains(got, refusal.Error()) {
					t.Errorf("the log says %s", got)
				}
			})
		})
	}
}

// The system has a limit of watches: the log says so once, not for every folder and every time.
func TestWatcherWarnsOnceOfFoldersThatAreNotWatched(t *testing.T) {
	var log bytes.Buffer
	w, err := New(t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
	must(t, err)
	w.open()
	defer w.close()
	w.follow()
	// No system takes names of that length.
	long := strings.Repeat("x", 5000)
	for range 3 {
		w.sync([]string{".", long + "1", long + "2"})
	}
	if strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "folders=2") || w.refused != 2 {
		t.Errorf("%d folders, the log says\n%.300s", w.refused, log.String())
	}
	w.sync([]string{"."})
	if w.refused != 0 {
		t.Errorf("%d folders are still counted", w.refused)
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
