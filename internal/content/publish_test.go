package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// listed returns the texts of all files in a folder, hidden ones too, and folders that are empty as "/".
func listed(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(dir, name)
		must(t, err)
		if entry.IsDir() {
			inside, err := os.ReadDir(name)
			if len(inside) == 0 {
				found[filepath.ToSlash(below)] = "/"
			}
			return err
		}
		text, err := os.ReadFile(name)
		found[filepath.ToSlash(below)] = string(text)
		return err
	}))
	return found
}

func TestFilesTakeTheirPlacesTogetherOrNotAtAll(t *testing.T) {
	start := folder{"main/a.yaml": "a: 1\n", "main/b.yaml": "b: 1\n", "main/pages/old/c.yaml": "c: 1\n", "main/d.yaml": ""}
	all := []Replacement{
		{"main/a.yaml", []byte("a: 1\n"), []byte("a: 2\n")},
		{"main/pages/new/deep/e.yaml", nil, []byte("e: 2\n")},
		{"main/pages/old/c.yaml", []byte("c: 1\n"), nil},
		{"main/d.yaml", []byte{}, []byte("d: 2\n")},
		{"main/b.yaml", []byte("b: 1\n"), []byte{}},
	}
	made := folder{"main/a.yaml": "a: 2\n", "main/b.yaml": "", "main/pages/new/deep/e.yaml": "e: 2\n", "main/d.yaml": "d: 2\n"}
	for name, one := range map[string]struct {
		before func(r *rig)
		want   folder
		err    error
	}{
		"all": {want: made},
		"somebody saved the last one": {
			before: func(r *rig) { r.write("main/b.yaml", "b: 9\n") }, err: ErrChanged,
			want: folder{"main/a.yaml": "a: 1\n", "main/b.yaml": "b: 9\n", "main/pages/old/c.yaml": "c: 1\n", "main/d.yaml": ""},
		},
		"somebody made the new one": {
			before: func(r *rig) { r.write("main/pages/new/deep/e.yaml", "e: 9\n") }, err: ErrChanged,
			want: folder{"main/a.yaml": "a: 1\n", "main/b.yaml": "b: 1\n", "main/pages/old/c.yaml": "c: 1\n", "main/d.yaml": "", "main/pages/new/deep/e.yaml": "e: 9\n"},
		},
		"the last one cannot be replaced": {
			before: func(r *rig) {
				must(r.t, os.Remove(filepath.Join(r.dir, "main/b.yaml")))
				r.write("main/b.yaml/folder", "x")
			}, err: osfile.ErrUnfit,
			want: folder{"main/a.yaml": "a: 1\n", "main/b.yaml/folder": "x", "main/pages/old/c.yaml": "c: 1\n", "main/d.yaml": ""},
		},
		"a kill has left the half": {
			before: func(r *rig) {
				must(r.t, replace(r.dir, all[:2], nil))
				sum := sha256.Sum256([]byte("d: 2\n"))
				left := filepath.Join(r.dir, "main", osfile.TempPrefix+hex.EncodeToString(sum[:8])+"-d.yaml")
				must(r.t, os.WriteFile(left, []byte("d"), 0o400))
			},
			want: made,
		},
		"all was done": {before: func(r *rig) { must(r.t, replace(r.dir, all, nil)) }, want: made},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, start, testNow)
			if one.before != nil {
				one.before(r)
			}
			if err := r.Replace(all); !errors.Is(err, one.err) {
				t.Errorf("the error is %v", err)
			}
			found := listed(t, r.dir)
			for name, text := range one.want {
				if now, there := found[name]; !there || now != text {
					t.Errorf("%s says %q, want %q", name, now, text)
				}
			}
			if len(found) != len(one.want) {
				t.Errorf("there are %q", found)
			}
		})
	}
}

func TestAFileKeepsItsMode(t *testing.T) {
	r := newRig(t, folder{"main/a.yaml": "a: 1\n"}, testNow)
	name := filepath.Join(r.dir, "main/a.yaml")
	must(t, os.Chmod(name, 0o664))
	must(t, r.Replace([]Replacement{{"main/a.yaml", []byte("a: 1\n"), []byte("a: 2\n")}}))
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o664 && runtime.GOOS != "windows" {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
}

// A page leaves and the link to it changes, in two files, while the folder is loaded again and again.
func TestNoLoadSeesTheHalf(t *testing.T) {
	files := baseTree(t)
	const page = "main/pages/soon.yaml"
	with := strings.Replace(files[homePage], "sections:", "sections:\n  - cta: {title: Soon, actions: [{label: Soon, to: /soon}]}", 1)
	text := []byte("title: Soon\ndescription: Soon.\nsections: [{hero: {title: Soon}}]\n")
	r := newRig(t, files, testNow)
	r.poll()
	stop := make(chan struct{})
	var loads errgroup.Group
	loads.Go(func() error {
		for {
			select {
			case <-stop:
				return nil
			default:
			}
			if status := r.Reload(t.Context()); status.Stale() {
				return errors.New(told(status.Problems))
			}
		}
	})
	for range 30 {
		for _, files := range [][]Replacement{
			{{homePage, []byte(files[homePage]), []byte(with)}, {page, nil, text}},
			{{homePage, []byte(with), []byte(files[homePage])}, {page, text, nil}},
		} {
			status, err := r.Publish(t.Context(), files)
			must(t, err)
			_, there := listed(t, r.dir)[page]
			isSoon := func(p *site.Page) bool { return p.Path == "/soon" }
			if status.Stale() || slices.ContainsFunc(r.Revision().ByID("main").Pages, isSoon) != there {
				t.Fatalf("what is live is not what is in the folder: %s", told(status.Problems))
			}
		}
	}
	close(stop)
	must(t, loads.Wait())
}

// smallDisk returns a folder on a disk of its own, and a function that mounts it with other options.
func smallDisk(t *testing.T, size string) (dir string, remount func(options string)) {
	t.Helper()
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("NOT TESTED: mounting a small disk takes root on Linux")
	}
	dir = t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "none", dir).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: no disk can be mounted here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	})
	return dir, func(options string) {
		if out, err := exec.Command("mount", "-o", "remount,"+options, dir).CombinedOutput(); err != nil {
			t.Fatalf("%s", out)
		}
	}
}

func TestAFullDiskAndOneThatIsReadOnlyChangeNothing(t *testing.T) {
	dir, remount := smallDisk(t, "100k")
	r := newRig(t, nil, testNow)
	r.Source.dir, r.dir = dir, dir
	r.write("main/a.yaml", "a: 1\n")
	r.write("main/b.yaml", "b: 1\n")
	before := listed(t, dir)
	files := []Replacement{
		{"main/a.yaml", []byte("a: 1\n"), []byte("a: 2\n")},
		{"main/new/b.yaml", nil, bytes.Repeat([]byte("x"), 200<<10)},
	}
	unchanged := func() {
		t.Helper()
		now := listed(t, dir)
		if len(now) != len(before) || now["main/a.yaml"] != before["main/a.yaml"] {
			t.Errorf("there are %v", now)
		}
	}
	if err := r.Writable(); err != nil {
		t.Errorf("it cannot be written: %v", err)
	}
	if err := r.Replace(files); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("on a full disk: %v", err)
	}
	unchanged()
	remount("ro")
	if err := r.Writable(); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("it can be written: %v", err)
	}
	if err := r.Replace(files[:1]); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("on a disk that is read-only: %v", err)
	}
	unchanged()
}

func TestWhatIsEditedIsAFileOfTheFolder(t *testing.T) {
	r := newRig(t, folder{"main/a.yaml": "a: 1\n", "main/empty.yaml": ""}, testNow)
	outside := filepath.Join(t.TempDir(), "out.yaml")
	must(t, os.WriteFile(outside, []byte("out"), 0o600))
	must(t, os.Symlink("a.yaml", filepath.Join(r.dir, "main/link.yaml")))
	must(t, os.Symlink(filepath.Dir(outside), filepath.Join(r.dir, "main/out")))
	must(t, os.WriteFile(filepath.Join(r.dir, "main/large.yaml"), make([]byte, maxRead+1), 0o600))
	for name, want := range map[string]string{
		"main/a.yaml": "a: 1\n", "main/empty.yaml": "", "main/none.yaml": "none", "none/none.yaml": "none",
		"main/link.yaml": "symbolic link", "main/out/out.yaml": "escapes", "../out.yaml": "escapes", "main": "no regular file",
		"main/large.yaml": "too large", "main/a.yaml/b.yaml": "not a directory",
	} {
		data, saved, err := r.ReadFile(name)
		switch {
		case err != nil:
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
		case data == nil:
			if want != "none" {
				t.Errorf("%s is not there", name)
			}
		case string(data) != want || time.Since(saved) > time.Hour:
			t.Errorf("%s: %q of %v", name, data, saved)
		}
	}
	link := filepath.Join(t.TempDir(), "content")
	must(t, os.Symlink(r.dir, link))
	r.Source.dir = link + "/"
	if err := r.Writable(); err == nil || !strings.Contains(err.Error(), "symbolic link") {
		t.Errorf("a folder that a deployment exchanges can be written: %v", err)
	}
}
