package osfile_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/osfile"
)

func TestWriteReplacesAFile(t *testing.T) {
	for name, write := range map[string]func(string, []byte) error{"write": osfile.Write, "durable": osfile.WriteDurable} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "page")
			for _, text := range []string{"a long first text", "second", ""} {
				if err := write(path, []byte(text)); err != nil {
					t.Fatal(err)
				}
				expect(t, path, text)
			}
			onlyFile(t, path)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
				t.Errorf("mode %v: others can read it", info.Mode())
			}
		})
	}
}

func TestReadersSeeTheOldBytesOrTheNewOnes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page")
	texts := [][]byte{bytes.Repeat([]byte("a"), 200_000), bytes.Repeat([]byte("b"), 100_000)}
	if err := osfile.Write(path, texts[0]); err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			for range 25 {
				if err := osfile.Write(path, texts[i%2]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 200 {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, texts[0]) && !bytes.Equal(data, texts[1]) {
			t.Fatalf("read %d bytes that nobody wrote", len(data))
		}
	}
	writers.Wait()
	onlyFile(t, path)
}

func TestWriteLeavesNothingBehindWhereItFails(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "folder")
	if err := os.MkdirAll(filepath.Join(taken, "inside"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := osfile.WriteDurable(taken, []byte("text")); err == nil {
		t.Error("a folder was replaced")
	}
	onlyFile(t, taken)
	if err := osfile.Write(filepath.Join(taken, "missing", "page"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
}

func TestCreateNeverReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.csv")
	if err := osfile.Create(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := osfile.Create(path, []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want one that says it exists", err)
	}
	expect(t, path, "first")
	onlyFile(t, path)
}

func TestOneHoldsTheLock(t *testing.T) {
	t.Run("of a file", func(t *testing.T) { oneHoldsTheLock(t, filepath.Join(t.TempDir(), "lock")) })
	t.Run("of a folder", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("Windows has no locks of folders")
		}
		oneHoldsTheLock(t, t.TempDir())
	})
}

func TestLockSaysWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := osfile.Lock(filepath.Join(file, "below")); err == nil || errors.Is(err, osfile.ErrLocked) {
		t.Errorf("below a file: %v", err)
	}
}

func oneHoldsTheLock(t *testing.T, path string) {
	t.Helper()
	first, err := osfile.Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := osfile.Lock(path); !errors.Is(err, osfile.ErrLocked) {
		t.Errorf("second lock: %v, want ErrLocked", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := osfile.Lock(path)
	if err != nil {
		t.Fatalf("after it was given back: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}

// lockEnv names the file that the process started by the next test locks.
const lockEnv = "OSFILE_TEST_LOCK"

func TestLockEndsWithItsProcess(t *testing.T) {
	if path := os.Getenv(lockEnv); path != "" {
		lock, err := osfile.Lock(path)
		if err != nil {
			t.Fatal(err)
		}
		defer lock.Close()
		if _, err := os.Stdout.WriteString("locked\n"); err != nil {
			t.Fatal(err)
		}
		_, err = os.Stdin.Read(make([]byte, 1))
		t.Fatalf("it was not killed: %v", err)
	}
	path := filepath.Join(t.TempDir(), "lock")
	other := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	other.Env = append(os.Environ(), lockEnv+"="+path)
	stdin, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, len("locked\n"))
	if _, err := stdout.Read(said); err != nil || string(said) != "locked\n" {
		t.Fatalf("the other process said %q, %v", said, err)
	}
	if _, err := osfile.Lock(path); !errors.Is(err, osfile.ErrLocked) {
		t.Errorf("beside another process: %v, want ErrLocked", err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := other.Wait(); !errors.As(err, &exit) {
		t.Fatal(err)
	}
	lock, err := osfile.Lock(path)
	if err != nil {
		t.Fatalf("after the other process ended: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestVolumeHasRoom(t *testing.T) {
	free, total, err := osfile.Volume(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if free <= 0 || total < free {
		t.Errorf("%d bytes of %d", free, total)
	}
	if _, _, err := osfile.Volume(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a folder that is not there has room")
	}
}

func expect(t *testing.T, path, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(data) != text {
		t.Errorf("%s holds %q, want %q", path, data, text)
	}
}

func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("the folder holds %v, want %s alone", entries, filepath.Base(path))
	}
}
