package content

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// watched runs a watcher over a folder and gives every snapshot it leads to.
func watched(t *testing.T, dir string) <-chan *Snapshot {
	t.Helper()
	w, err := NewWatcher(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	snapshots := make(chan *Snapshot)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx, &snapper{ctx: ctx, dir: dir, snapshots: snapshots}) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return snapshots
}

// snapper sends every new snapshot of a folder.
type snapper struct {
	ctx       context.Context
	dir       string
	last      *Snapshot
	snapshots chan<- *Snapshot
}

func (s *snapper) Look(paths []string) ([]string, time.Duration) {
	var made *Snapshot
	if paths != nil && s.last != nil {
		made = s.last.Look(s.ctx, paths)
	}
	if made == nil {
		var err error
		if made, err = TakeSnapshot(s.ctx, s.dir, s.last); err != nil {
			return nil, 0 // the folder is away for a moment
		}
	}
	if !made.Equal(s.last) {
		select {
		case s.snapshots <- made:
		case <-s.ctx.Done():
		}
	}
	s.last = made
	return made.Dirs(), 0
}

// await waits until a snapshot holds the text (or, for "", lacks the file).
func await(t *testing.T, snapshots <-chan *Snapshot, name, text string) {
	t.Helper()
	deadline := time.NewTimer(10 * time.Second)
	defer deadline.Stop()
	for {
		select {
		case s := <-snapshots:
			data, err := s.ReadFile(name)
			if (err == nil && string(data) == text && text != "") || (err != nil && text == "") {
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
			snapshots := watched(t, dir)
			await(t, snapshots, "main/pages/index.yaml", "old")
			save(t, name)
			await(t, snapshots, "main/pages/index.yaml", "new")
			// And again: the watch must hold on to what was replaced.
			writeFile(t, name, "newer")
			await(t, snapshots, "main/pages/index.yaml", "newer")
		})
	}
}

func TestWatcherSeesFoldersComeAndGo(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "main")
	snapshots := watched(t, dir)
	await(t, snapshots, "main/site.yaml", "main")
	writeFile(t, filepath.Join(dir, "bakery/pages/deep/er/index.yaml"), "bread")
	await(t, snapshots, "bakery/pages/deep/er/index.yaml", "bread")
	writeFile(t, filepath.Join(dir, "bakery/pages/deep/er/index.yaml"), "cake")
	await(t, snapshots, "bakery/pages/deep/er/index.yaml", "cake")
	must(t, os.RemoveAll(filepath.Join(dir, "bakery")))
	await(t, snapshots, "bakery/pages/deep/er/index.yaml", "")
}

func TestWatcherFollowsALinkToAnotherTree(t *testing.T) {
	base := t.TempDir()
	writeFile(t, filepath.Join(base, "v1/main/site.yaml"), "one")
	writeFile(t, filepath.Join(base, "v2/main/site.yaml"), "two")
	link := filepath.Join(base, "content")
	must(t, os.Symlink("v1", link))
	snapshots := watched(t, link)
	await(t, snapshots, "main/site.yaml", "one")
	must(t, os.Symlink("v2", link+".new"))
	must(t, os.Rename(link+".new", link))
	await(t, snapshots, "main/site.yaml", "two")
	writeFile(t, filepath.Join(base, "v2/main/site.yaml"), "two and a half")
	await(t, snapshots, "main/site.yaml", "two and a half")
}

// A folder that is replaced again and again makes the library complain of
// watches that are gone, while others are added.
func TestWatcherSurvivesFoldersThatAreReplaced(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "main", "pages", "index.yaml")
	writeFile(t, name, "0")
	snapshots := watched(t, dir)
	await(t, snapshots, "main/pages/index.yaml", "0")
	for n := range 30 {
		pages, text := filepath.Dir(name), strconv.Itoa(n+1)
		for range 5 {
			must(t, os.Rename(pages, pages+"-old"))
			writeFile(t, name, text)
			must(t, os.RemoveAll(pages+"-old"))
		}
		await(t, snapshots, "main/pages/index.yaml", text)
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
	snapshots := watched(t, dir)
	await(t, snapshots, "main/site.yaml", "one")
	must(t, os.Symlink("..v2", link+".new"))
	must(t, os.Rename(link+".new", link))
	await(t, snapshots, "main/site.yaml", "two")
}

// lookLog writes down what a watcher has it look at.
type lookLog chan []string

func (l lookLog) Look(paths []string) ([]string, time.Duration) {
	if paths == nil || len(paths) > 0 {
		l <- paths
	}
	return []string{"."}, time.Hour // a look that long must not be repeated soon
}

func TestWatcherTellsWhatChanged(t *testing.T) {
	dir := t.TempDir()
	w, err := NewWatcher(dir, slog.New(slog.DiscardHandler))
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	looks, ended := make(lookLog), make(chan error)
	go func() { ended <- w.Run(ctx, looks) }()
	if first := <-looks; first != nil {
		t.Errorf("the first look is at %v", first)
	}
	writeFile(t, filepath.Join(dir, "a.yaml"), "a")
	if got := <-looks; !slices.Equal(got, []string{"a.yaml"}) {
		t.Errorf("a change of a.yaml is told as %q", got)
	}
	w.notify.Errors <- fsnotify.ErrEventOverflow
	for got := <-looks; got != nil; got = <-looks {
		if !slices.Equal(got, []string{"a.yaml"}) { // its writing may have been seen in two steps
			t.Errorf("%q is looked at", got)
		}
	}
	must(t, os.Remove(filepath.Join(dir, "a.yaml")))
	if got := <-looks; !slices.Equal(got, []string{"a.yaml"}) {
		t.Errorf("that a.yaml is gone is told as %q", got)
	}
	cancel()
	must(t, <-ended)
}

// The system has a limit of watches: the log says so once, not for every folder and every time.
func TestWatcherTellsOnceThatFoldersAreNotWatched(t *testing.T) {
	var log bytes.Buffer
	w, err := NewWatcher(t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
	must(t, err)
	defer w.notify.Close()
	w.follow()
	// No system takes names of that length.
	long := strings.Repeat("x", 5000)
	for n := range 3 {
		w.sync([]string{".", long + "1", long + "2"}, n == 2)
	}
	if strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "folders=2") || w.refused != 2 {
		t.Errorf("%d folders, the log says\n%.300s", w.refused, log.String())
	}
	w.sync([]string{"."}, true)
	if w.refused != 0 {
		t.Errorf("%d folders are still counted", w.refused)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
