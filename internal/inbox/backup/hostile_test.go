package backup

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
)

// entry is a member of an archive.
type entry struct {
	tar.Header
	content []byte
}

func entries(t *testing.T, archive []byte) (all []entry) {
	t.Helper()
	for from := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := from.Next()
		if errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entry{*header, content})
	}
}

// pack writes entries with the digests that they have then.
func pack(t *testing.T, all []entry) []byte {
	t.Helper()
	var sums strings.Builder
	var archive bytes.Buffer
	to := tar.NewWriter(&archive)
	for _, one := range all {
		if one.Name == sumsName {
			one.content = []byte(sums.String())
		}
		sum := sha256.Sum256(one.content)
		fmt.Fprintf(&sums, "%s  %s\n", hex.EncodeToString(sum[:]), one.Name)
		one.Size = int64(len(one.content))
		if err := to.WriteHeader(&one.Header); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(one.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}

func file(name, text string) entry {
	return entry{tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o777}, []byte(text)}
}

// refuses checks that an archive is refused and changes nothing.
func refuses(t *testing.T, archive []byte, want error) {
	t.Helper()
	fresh := newNode(t, outbox.Config{})
	_, _, err := Restore(t.Context(), fresh.config, bytes.NewReader(archive), false)
	if err == nil || want != nil && !errors.Is(err, want) {
		t.Errorf("got %v", err)
	}
	if left := fresh.files(); !slices.Equal(left, []string{outbox.LockName}) {
		t.Errorf("left: %v", left)
	}
	if entries, err := os.ReadDir(filepath.Dir(fresh.config.Dir)); len(entries) != 1 || err != nil {
		t.Errorf("beside the data folder: %v, %v", entries, err)
	}
}

func goodBackup(t *testing.T) []byte {
	t.Helper()
	old := newNode(t, outbox.Config{})
	defer old.open()()
	old.send("Ada")
	old.write("mail/one.eml", "Subject: one\r\n")
	return old.backup()
}

func TestAHostileArchiveIsRefusedWhole(t *testing.T) {
	good := entries(t, goodBackup(t))
	if len(good) != 3 {
		t.Fatalf("%d entries", len(good))
	}
	link := func(kind byte, name, target string) entry {
		return entry{tar.Header{Typeflag: kind, Name: name, Linkname: target}, nil}
	}
	with := func(more ...entry) []entry { return slices.Insert(slices.Clone(good), 1, more...) }
	for name, all := range map[string][]entry{
		"Above":             with(file("data/../../evil", "x")),
		"AboveAtOnce":       with(file("../evil", "x")),
		"Absolute":          with(file("/tmp/evil", "x")),
		"Backslash":         with(file(`data/..\evil`, "x")),
		"DriveLetter":       with(file("data/c:evil", "x")),
		"Unclean":           with(file("data//evil", "x")),
		"OtherName":         with(file("evil", "x")),
		"NewLine":           with(file("data/a\nb", "x")),
		"TheDatabaseAsData": with(file("data/marquee.db", "x")),
		"ItsLogAsData":      with(file("data/marquee.db-wal", "x")),
		"ALockAsData":       with(file("data/marquee.lock", "x")),
		"ACacheAsData":      with(file("data/cache/x", "x")),
		"SymbolicLink":      with(link(tar.TypeSymlink, "data/evil", "/etc/passwd")),
		"LinkThenFile":      with(link(tar.TypeSymlink, "data/evil", "/tmp"), file("data/evil/x", "x")),
		"HardLink":          with(link(tar.TypeLink, "data/evil", "marquee.db")),
		"Device":            with(link(tar.TypeChar, "data/evil", "")),
		"Folder":            with(link(tar.TypeDir, "data/evil/", "")),
		"Twice":             with(file("data/mail/one.eml", "x")),
		"FileIsFolder":      with(file("data/a", "x"), file("data/a/b", "x")),
		"Behind":            append(slices.Clone(good), file("data/evil", "x")),
		"NoDatabase":        good[1:],
		"NoDigests":         good[:2],
		"OnlyDigests":       good[2:],
		"Nothing":           {},
		"NoSQLite":          {file(outbox.FileName, "this is no database"), good[1], good[2]},
		"EmptyDatabase":     {file(outbox.FileName, ""), good[1], good[2]},
	} {
		t.Run(name, func(t *testing.T) { refuses(t, pack(t, all), nil) })
	}
	t.Run("WrongOrder", func(t *testing.T) {
		var archive bytes.Buffer
		to := tar.NewWriter(&archive)
		for _, one := range []entry{good[1], good[0], good[2]} {
			one.Size = int64(len(one.content))
			if err := to.WriteHeader(&one.Header); err != nil {
				t.Fatal(err)
			}
			if _, err := to.Write(one.content); err != nil {
				t.Fatal(err)
			}
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
		refuses(t, archive.Bytes(), ErrDamaged)
	})
	t.Run("Holes", func(t *testing.T) {
		// A file of a gigabyte in one block: GNU's way to leave out zeros, which Go's writer does not write.
		one := file("data/evil", "1\n0\n0\n")
		one.Format, one.Size = tar.FormatGNU, int64(len(one.content))
		var archive bytes.Buffer
		to := tar.NewWriter(&archive)
		if err := to.WriteHeader(&one.Header); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(one.content); err != nil {
			t.Fatal(err)
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
		header := archive.Bytes()[:512]
		header[156] = tar.TypeGNUSparse
		copy(header[386:], fmt.Sprintf("%011o\x00%011o\x00", 1<<30-len(one.content), len(one.content)))
		copy(header[483:], fmt.Sprintf("%011o\x00", 1<<30))
		copy(header[148:], "        ")
		sum := 0
		for _, b := range header {
			sum += int(b)
		}
		copy(header[148:], fmt.Sprintf("%06o\x00 ", sum))
		if read, err := tar.NewReader(bytes.NewReader(archive.Bytes())).Next(); err != nil || read.Size != 1<<30 {
			t.Fatalf("the archive is not what it should be: %+v, %v", read, err)
		}
		refuses(t, archive.Bytes(), ErrDamaged)
	})
	t.Run("Rubbish", func(t *testing.T) {
		refuses(t, bytes.Repeat([]byte("this is no archive\n"), 1000), ErrDamaged)
	})
}

func TestADamagedArchiveIsToldFromAGoodOne(t *testing.T) {
	archive := goodBackup(t)
	for cut := 0; cut < len(archive)-1024; cut += len(archive)/20 + 1 {
		refuses(t, archive[:cut], ErrDamaged)
	}
	// Padding, and what tar says beside name and size, may change without harm: then all is put back.
	refused := 0
	for at := 257; at < len(archive); at += len(archive)/30 + 1 {
		spoiled := bytes.Clone(archive)
		spoiled[at] ^= 0x10
		fresh := newNode(t, outbox.Config{})
		if _, _, err := Restore(t.Context(), fresh.config, bytes.NewReader(spoiled), false); err != nil {
			refused++
		} else if !bytes.Equal(contentOf(t, entries(t, spoiled)), contentOf(t, entries(t, archive))) {
			t.Errorf("a change at %d is put back", at)
		}
	}
	if refused < 20 {
		t.Errorf("%d of 30 changes are noticed", refused)
	}
}

func contentOf(t *testing.T, all []entry) (content []byte) {
	t.Helper()
	for _, one := range all {
		content = append(append(content, one.Name...), one.content...)
	}
	return content
}

// edit changes the database of a backup, and makes the digests right again.
func edit(t *testing.T, archive []byte, statement string) []byte {
	t.Helper()
	all := entries(t, archive)
	name := filepath.Join(t.TempDir(), "edited.db")
	if err := os.WriteFile(name, all[0].content, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if all[0].content, err = os.ReadFile(name); err != nil {
		t.Fatal(err)
	}
	return pack(t, all)
}

func TestABackupOfANewerProgramIsRefusedByName(t *testing.T) {
	archive := edit(t, goodBackup(t), `INSERT INTO schema_version VALUES (99, 99, 1)`)
	fresh := newNode(t, outbox.Config{})
	_, _, err := Restore(t.Context(), fresh.config, bytes.NewReader(archive), false)
	if err == nil || !strings.Contains(err.Error(), "newer version") || !strings.Contains(err.Error(), "99") {
		t.Errorf("got %v", err)
	}
}

func TestABackupOfAnEarlierProgramIsPutBack(t *testing.T) {
	old := newNode(t, outbox.Config{})
	end := old.open()
	id := old.send("Ada")
	end()
	manifest := file("backup.json", `{"format": 1, "program": "v0.9"}`)
	archive := pack(t, slices.Insert(entries(t, old.backup()), 1, manifest))
	fresh := newNode(t, outbox.Config{})
	fresh.restore(archive)
	fresh.holds(id)
	if slices.Contains(fresh.files(), "backup.json") {
		t.Error("what the backup says of itself is put back")
	}
}

func TestARestoreHidesNothing(t *testing.T) {
	archive := goodBackup(t)
	busy := newNode(t, outbox.Config{})
	end := busy.open()
	kept := busy.send("was there before")
	end()
	for _, there := range []string{"", "mail/old.eml", "uploads/01937b1e-6f3a-7c4e-9d52-3f1a8b7c6d5e/1.txt"} {
		if there != "" {
			busy = newNode(t, outbox.Config{})
			busy.write(there, "old")
		}
		before := busy.files()
		if _, _, err := Restore(t.Context(), busy.config, bytes.NewReader(archive), false); !errors.Is(err, ErrNotEmpty) {
			t.Errorf("got %v", err)
		}
		for _, name := range before {
			if !slices.Contains(busy.files(), name) {
				t.Errorf("%s is gone", name)
			}
		}
		_, aside, err := Restore(t.Context(), busy.config, bytes.NewReader(archive), true)
		if err != nil {
			t.Fatal(err)
		}
		if there != "" {
			if text, err := os.ReadFile(filepath.Join(aside, there)); err != nil || string(text) != "old" {
				t.Errorf("aside: %q, %v", text, err)
			}
			continue
		}
		former := newNode(t, outbox.Config{Dir: aside})
		former.holds(kept)
		busy.holds()
		if strings.Contains(fmt.Sprint(entries(t, busy.backup())), asidePrefix) {
			t.Error("what was moved aside is in the next backup")
		}
	}
}

func TestARunningServerIsNotRestoredUnder(t *testing.T) {
	archive := goodBackup(t)
	fresh := newNode(t, outbox.Config{})
	if err := os.MkdirAll(fresh.config.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	lock, err := osfile.Lock(filepath.Join(fresh.config.Dir, outbox.LockName))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if _, _, err := Restore(t.Context(), fresh.config, bytes.NewReader(archive), true); !errors.Is(err, ErrRunning) {
		t.Errorf("got %v", err)
	}
}
