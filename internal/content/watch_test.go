package content

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"
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

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
