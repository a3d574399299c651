package content

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// archived loads a tree with a loader that keeps what it decodes.
func archived(t testing.TB, dir string, files tree) *Loader {
	t.Helper()
	options := sampleOptions()
	options.CacheDir = dir
	l := NewLoader(options)
	revision, problems := load(t, l, files.fs(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	keepAll(l)
	return l
}

// keepAll does what a source does when files are live.
func keepAll(l *Loader) {
	l.archive.keep(l.files)
	l.Close()
}

func readArchive(t testing.TB, dir string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, archiveName))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func checkSameValues(t *testing.T, what string, got, want *Loader) {
	t.Helper()
	if len(got.files) != len(want.files) {
		t.Fatalf("%s: %d files, want %d", what, len(got.files), len(want.files))
	}
	for name, f := range want.files {
		if !reflect.DeepEqual(got.files[name].value, f.value) {
			t.Errorf("%s: %s is\n%#v\nwant\n%#v", what, name, got.files[name].value, f.value)
		}
	}
}

func TestNextProcessDecodesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "content")
	files := baseTree(t)
	plain := NewLoader(sampleOptions())
	load(t, plain, files.fs(), testNow)
	first := archived(t, dir, files)
	second := archived(t, dir, files)
	if first.parsed.Load() != int64(len(first.files)) || second.parsed.Load() != 0 {
		t.Errorf("decoded %d files, then %d", first.parsed.Load(), second.parsed.Load())
	}
	checkSameValues(t, "first", first, plain)
	checkSameValues(t, "second", second, plain)

	// A file that changed is decoded, and only that one.
	files.replace(t, homePage, "title: ", "title: New ")
	third := archived(t, dir, files)
	if third.parsed.Load() != 1 {
		t.Errorf("decoded %d files after a change of one", third.parsed.Load())
	}
	if fourth := archived(t, dir, files); fourth.parsed.Load() != 0 {
		t.Errorf("the change was not kept: %d files are decoded", fourth.parsed.Load())
	}
}

// What is told about a file that was not decoded has its line all the same.
func TestProblemsOfKeptFilesHaveTheirPlaces(t *testing.T) {
	dir := t.TempDir()
	files := baseTree(t)
	archived(t, dir, files)
	delete(files, "main/pages/about.yaml")
	_, want := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	options := sampleOptions()
	options.CacheDir = dir
	l := NewLoader(options)
	_, got := load(t, l, files.fs(), testNow)
	if l.parsed.Load() != 0 || len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("decoded %d files, problems:\n%s\nwant\n%s", l.parsed.Load(), told(got), told(want))
	}
}

func TestFilesWithProblemsAreNotKept(t *testing.T) {
	dir := t.TempDir()
	files := baseTree(t)
	files[homePage] = "titel: Home\n"
	for range 2 {
		options := sampleOptions()
		options.CacheDir = dir
		l := NewLoader(options)
		_, problems := load(t, l, files.fs(), testNow)
		keepAll(l)
		if !strings.Contains(told(problems), "The page has no key `titel`") {
			t.Errorf("problems: %s", told(problems))
		}
	}
}

func TestDamagedArchiveIsNone(t *testing.T) {
	dir := t.TempDir()
	files := baseTree(t)
	plain := archived(t, "", files)
	archived(t, dir, files)
	whole := readArchive(t, dir)
	random := rand.New(rand.NewPCG(3, 4))
	damages := map[string][]byte{
		"empty": {}, "no archive": []byte("hello"), "zeros": make([]byte, len(whole)),
		"of another program": slices.Concat([]byte(archiveMagic), make([]byte, 16), whole[len(archiveMagic)+16:]),
		"twice":              slices.Concat(whole, whole),
	}
	for range 60 {
		cut := random.IntN(len(whole))
		damages[fmt.Sprintf("cut at %d", cut)] = whole[:cut]
		flipped := bytes.Clone(whole)
		at := random.IntN(len(whole))
		flipped[at] ^= 1 << random.IntN(8)
		damages[fmt.Sprintf("a bit at %d", at)] = flipped
		moved := bytes.Clone(whole)
		copy(moved[at:], whole[cut:])
		damages[fmt.Sprintf("bytes of %d at %d", cut, at)] = moved
	}
	for what, data := range damages {
		if err := os.WriteFile(filepath.Join(dir, archiveName), data, 0o600); err != nil {
			t.Fatal(err)
		}
		checkSameValues(t, what, archived(t, dir, files), plain)
	}
	for _, what := range []string{"empty", "no archive", "zeros", "of another program"} {
		must(t, os.WriteFile(filepath.Join(dir, archiveName), damages[what], 0o600))
		if l := archived(t, dir, files); l.parsed.Load() != int64(len(l.files)) {
			t.Errorf("%s: only %d files are decoded", what, l.parsed.Load())
		}
		if got := readArchive(t, dir); !bytes.Equal(got, whole) {
			t.Errorf("%s: it is not written anew", what)
		}
	}
}

func TestFolderThatTakesNoArchive(t *testing.T) {
	base := t.TempDir()
	must(t, os.WriteFile(filepath.Join(base, "file"), nil, 0o600))
	folder := filepath.Join(base, "folder")
	must(t, os.MkdirAll(filepath.Join(folder, archiveName), 0o700))
	for what, dir := range map[string]string{"below a file": filepath.Join(base, "file", "cache"), "a folder in its place": folder} {
		var log bytes.Buffer
		options := sampleOptions()
		options.CacheDir = dir
		l := NewLoader(options)
		l.archive.begin(slog.New(slog.NewTextHandler(&log, nil)))
		files := baseTree(t)
		for range 3 {
			if revision, problems := load(t, l, files.fs(), testNow); revision == nil {
				t.Fatal(told(problems))
			}
			keepAll(l)
			files.replace(t, homePage, "title: ", "title: More ")
		}
		if got := strings.Count(log.String(), "\n"); got != 1 {
			t.Errorf("%s: %d lines in the log:\n%s", what, got, log.String())
		}
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*.tmp")); err != nil || len(left) > 0 {
		t.Errorf("%v is left behind, %v", left, err)
	}
}

// The save of one page among many must not write all of them.
func TestArchiveIsNotWrittenForEverySave(t *testing.T) {
	dir := t.TempDir()
	files := baseTree(t)
	for i := range 3 * archiveLack {
		files[fmt.Sprintf("main/pages/page-%d.yaml", i)] = fmt.Sprintf("title: Page %d\ndescription: One.\nsections: [{hero: {title: P}}]\n", i)
	}
	l := archived(t, dir, files)
	before := readArchive(t, dir)
	files.replace(t, homePage, "title: ", "title: New ")
	load(t, l, files.fs(), testNow)
	keepAll(l)
	if !bytes.Equal(readArchive(t, dir), before) {
		t.Error("it was written for one page")
	}
	for i := range 5 {
		files.replace(t, fmt.Sprintf("main/pages/page-%d.yaml", i), "title: ", "title: New ")
	}
	load(t, l, files.fs(), testNow)
	keepAll(l)
	if bytes.Equal(readArchive(t, dir), before) {
		t.Error("it was not written when it lacked many")
	}
	if fresh := archived(t, dir, files); fresh.parsed.Load() != 0 {
		t.Errorf("it lacks %d files", fresh.parsed.Load())
	}
}

func TestArchiveCleansUp(t *testing.T) {
	dir := t.TempDir()
	left, young := filepath.Join(dir, archiveName+"-1.tmp"), filepath.Join(dir, archiveName+"-2.tmp")
	writeFile(t, left, "half")
	writeFile(t, young, "of another process")
	long := time.Now().Add(-2 * archiveLeft)
	must(t, os.Chtimes(left, long, long))
	archived(t, dir, baseTree(t))
	entries, err := os.ReadDir(dir)
	must(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if want := []string{archiveName, filepath.Base(young)}; !slices.Equal(names, want) {
		t.Errorf("there are %v, want %v", names, want)
	}
}

// A start that is refused leaves nothing behind, one that is not does.
func TestContentIsKeptWhenItIsLive(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "var", "cache")
	files := baseTree(t)
	good := files[homePage]
	files[homePage] = "titel: Home\n"
	r := newRig(t, files, testNow)
	r.loader.archive = newArchive(dir)
	r.poll()
	r.Close()
	if _, err := os.Stat(filepath.Dir(dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("bad content is kept: %v", err)
	}
	r.write(homePage, good)
	r.poll()
	r.Close()
	if next := archived(t, dir, baseTree(t)); next.parsed.Load() != 0 {
		t.Errorf("the next start decodes %d files", next.parsed.Load())
	}
}

// FuzzArchive reads any bytes as an archive: what it gives is what was put in.
func FuzzArchive(f *testing.F) {
	dir := f.TempDir()
	l := archived(f, dir, baseTree(f))
	whole := readArchive(f, dir)
	want := index(whole, l.archive.build)
	f.Add(whole)
	f.Add(whole[:len(whole)/3])
	f.Add([]byte(archiveMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		// Beside the bytes as they are, as those of this very program.
		for _, data := range [][]byte{data, slices.Concat([]byte(archiveMagic), l.archive.build[:], data)} {
			a := newArchive("somewhere")
			a.entries, a.load = index(data, l.archive.build), func() {}
			for key := range want {
				if got := a.get(key.sum, key.kind); got != nil && !bytes.Equal(got, want[key][8:]) {
					t.Fatalf("%x gives other bytes", key.sum)
				}
			}
		}
	})
}
