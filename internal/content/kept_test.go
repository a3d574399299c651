package content

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/site"
)

// restart is a new program on the folder of a rig, with the same data folder.
func (r *rig) restart(data string) *rig {
	r.t.Helper()
	if r.Source != nil && r.loader.options.History != nil {
		r.loader.options.History.Close()
	}
	next := &rig{t: r.t, dir: r.dir, clock: r.clock}
	logger := slog.New(slog.NewTextHandler(&next.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	options := sampleOptions()
	options.History = history.Open(history.Config{Dir: data, Content: r.dir, Logger: logger})
	next.Source = NewSource(r.dir, NewLoader(options), logger, func() time.Time { return next.clock }, func(made *site.Revision) {
		next.published = append(next.published, made)
	})
	r.t.Cleanup(options.History.Close)
	return next
}

func TestAStartOnABrokenFolderServesTheLastGoodFiles(t *testing.T) {
	for name, step := range map[string]struct {
		edit           func(r *rig, files folder)
		states, titles string
	}{
		"a broken page": {func(r *rig, files folder) { r.write(shopPage, "title: [\n") }, "business main shop!", "main=Home shop=New business=Business"},
		"a broken main": {func(r *rig, files folder) { r.write("main/site.yaml", "name: [\n") }, "business main! shop", "main=Home shop=New business=Business"},
		"all are broken": {func(r *rig, files folder) {
			r.write("main/site.yaml", "x")
			r.write(shopPage, "x")
			r.write(businessPage, "x")
		}, "business! main! shop!", "main=Home shop=New business=Business"},
		"the folder is empty": {func(r *rig, files folder) { r.remove("main"); r.remove("shop"); r.remove("business") }, "business! main! shop!", "main=Home shop=New business=Business"},
		"a picture is gone":   {func(r *rig, files folder) { r.remove("main/images/mark.svg") }, "business main! shop", "main=Home shop=New business=Business"},
		"a good change and a bad one": {func(r *rig, files folder) {
			r.write(shopPage, "title: [\n")
			r.write(businessPage, strings.Replace(files[businessPage], "title: Business", "title: Newer", 1))
		}, "business main shop!", "main=Home shop=New business=Newer"},
		"a broken reference": {func(r *rig, files folder) { r.remove("business/pages/services") }, "business! main shop", "main=Home shop=New business=Business"},
		"nothing is broken":  {func(r *rig, files folder) {}, "business main shop", "main=Home shop=New business=Business"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := threeSites(t)
			data := t.TempDir()
			r := newRig(t, files, testNow).restart(data)
			r.poll()
			files.replace(t, shopPage, "title: Shop", "title: New")
			r.write(shopPage, files[shopPage])
			before := r.poll()
			r.loader.options.History.Close() // when all is kept
			step.edit(r, files)
			next := r.restart(data)
			status := next.poll()
			if states(status) != step.states || next.seen() != step.titles {
				t.Errorf("%s, %s; want %s, %s\n%s%s", states(status), next.seen(), step.states, step.titles, told(status.Problems), r.log.String()+next.log.String())
			}
			if strings.Contains(step.states, "!") && !strings.Contains(next.logged(), "level=ERROR") {
				t.Error("the log has no error")
			}
			if step.titles == r.seen() && status.Revision != before.Revision {
				t.Errorf("the revision is %s, and was %s", status.Revision, before.Revision)
			}
			for name, text := range files { // all is mended
				r.write(name, text)
			}
			if mended := next.poll(); mended.Stale() {
				t.Errorf("mended: %s", told(mended.Problems))
			}
		})
	}
}

// TestWhatWasKeptAndDamagedIsNeverServed damages what is on disk in every way.
func TestWhatWasKeptAndDamagedIsNeverServed(t *testing.T) {
	eachFile := func(dir string, do func(name string)) {
		must(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && entry.Name() != "lock" {
				do(name)
			}
			return err
		}))
	}
	for name, damage := range map[string]func(name string, data []byte){
		"one byte": func(name string, data []byte) {
			must(t, os.WriteFile(name, append(data[:len(data)-1:len(data)-1], data[len(data)-1]^1), 0o600))
		},
		"cut short": func(name string, data []byte) { must(t, os.WriteFile(name, data[:len(data)/2], 0o600)) },
		"empty":     func(name string, _ []byte) { must(t, os.WriteFile(name, nil, 0o600)) },
		"missing":   func(name string, _ []byte) { must(t, os.Remove(name)) },
		"a folder":  func(name string, _ []byte) { must(t, os.Remove(name)); must(t, os.Mkdir(name, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := threeSites(t)
			data := t.TempDir()
			r := newRig(t, files, testNow).restart(data)
			r.poll()
			r.loader.options.History.Close()
			for _, page := range []string{shopPage, homePage} {
				r.write(page, "title: [\n")
			}
			var kept []string
			eachFile(data, func(name string) { kept = append(kept, name) })
			if len(kept) < len(files) {
				t.Fatalf("only %d files are kept", len(kept))
			}
			for n, path := range kept {
				if n%3 > 0 && !strings.Contains(path, "revisions") {
					continue
				}
				relative, err := filepath.Rel(data, path)
				must(t, err)
				damaged := filepath.Join(t.TempDir(), "data") // what is served next is kept, too
				must(t, os.CopyFS(damaged, os.DirFS(data)))
				good, err := os.ReadFile(path)
				must(t, err)
				damage(filepath.Join(damaged, relative), good)
				next := r.restart(damaged)
				status := next.poll()
				if rev := next.Revision(); rev != nil {
					for _, bundle := range rev.Sites {
						if title := string(bundle.Pages[0].Title); title != "Home" && title != "Shop" && title != "Business" {
							t.Errorf("%s: %s is served", relative, title)
						}
					}
				} else if status.Revision != "" {
					t.Errorf("%s: nothing is served of %s", relative, status.Revision)
				}
				if log := next.logged(); !strings.Contains(log, "left out") && !(name == "missing" && strings.Contains(relative, "revisions")) && next.seen() != "main=Home shop=Shop business=Business" {
					t.Errorf("%s: %s is served, and the log does not say it:\n%s", relative, next.seen(), log)
				}
			}
		})
	}
}

func (r *rig) seen() string {
	if r.Revision() == nil {
		return ""
	}
	return r.titles()
}

// TestADamagedSiteComesFromTheRevisionBefore takes each site from the newest in which it is whole.
func TestADamagedSiteComesFromTheRevisionBefore(t *testing.T) {
	files := threeSites(t)
	data := t.TempDir()
	r := newRig(t, files, testNow).restart(data)
	r.poll()
	known := map[string]bool{}
	remember := func() (added []string) {
		r.loader.options.History.Close()
		must(t, filepath.WalkDir(data, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && !known[name] {
				known[name] = true
				added = append(added, name)
			}
			return err
		}))
		return added
	}
	remember()
	r = r.restart(data)
	r.clock = r.clock.Add(time.Second)
	r.write(shopPage, strings.Replace(files[shopPage], "title: Shop", "title: New", 1))
	r.poll()
	r.loader.options.History.Close()
	for _, name := range remember() {
		if data, err := os.ReadFile(name); err == nil && bytes.Contains(data, []byte("title: New")) {
			must(t, os.WriteFile(name, []byte("title: Damaged\n"), 0o600))
		}
	}
	r.write(shopPage, "title: [\n")
	next := r.restart(data)
	if next.poll(); next.seen() != "main=Home shop=Shop business=Business" {
		t.Errorf("%s is served\n%s", next.seen(), next.logged())
	}
}

func TestADataFolderThatCannotBeWrittenIsAWarning(t *testing.T) {
	files := threeSites(t)
	data := filepath.Join(t.TempDir(), "data")
	must(t, os.WriteFile(data, nil, 0o600)) // a file where the folder should be
	r := newRig(t, files, testNow).restart(data)
	if status := r.poll(); status.Stale() {
		t.Fatal(told(status.Problems))
	}
	r.loader.options.History.Close()
	if log := r.logged(); !strings.Contains(log, "level=WARN") || !strings.Contains(log, "could not be kept") {
		t.Errorf("the log says\n%s", log)
	}
	r.write(shopPage, "title: [\n")
	if next := r.restart(data); next.poll().Revision == "" {
		t.Error("what is good is not served")
	}
}

// TestTwoProgramsShareADataFolder has both write at once, and other websites beside them.
func TestTwoProgramsShareADataFolder(t *testing.T) {
	files := threeSites(t)
	data := t.TempDir()
	one := newRig(t, files, testNow).restart(data)
	two := one.restart(data)
	other := newRig(t, baseTree(t), testNow).restart(data)
	for n := range 30 {
		one.write(shopPage, strings.Replace(files[shopPage], "title: Shop", "title: Shop "+strings.Repeat("I", n), 1))
		one.clock, two.clock = one.clock.Add(time.Second), two.clock.Add(time.Second)
		one.poll()
		two.poll()
		other.poll()
	}
	for _, r := range []*rig{one, two, other} {
		r.loader.options.History.Close()
		if log := r.logged(); strings.Contains(log, "level=WARN") || strings.Contains(log, "level=ERROR") {
			t.Errorf("the log says\n%s", log)
		}
	}
	want := one.titles()
	one.write("main/site.yaml", "x")
	if next := one.restart(data); next.poll().Revision == "" || next.titles() != want {
		t.Errorf("%s is served, want %s\n%s", next.seen(), want, next.logged())
	}
	other.write("main/site.yaml", "x")
	if next := other.restart(data); next.poll().Revision == "" || next.titles() != "main=Home business=Business" {
		t.Errorf("%s is served of the other website\n%s", next.seen(), next.logged())
	}
}
