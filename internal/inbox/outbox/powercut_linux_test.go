package outbox

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
)

// A cut of the power takes what is not on the disk: the process is frozen, the
// blocks of its disk are copied, and the copy is mounted as after a reboot. Every
// acknowledged submission must be there. The same with synchronous=NORMAL must
// lose something: that proves that the test would notice.
func TestAPowerCutTakesNothingThatWasAcknowledged(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		synchronous string
		cuts        int
		loses       bool
	}{{"FULL", 6, false}, {"NORMAL", 3, true}} {
		t.Run(test.synchronous, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t, 32)
			w := startWriter(t, d, test.synchronous)
			acknowledged, lost := 0, 0
			for range test.cuts {
				w.await(t, 40)
				known, gone := w.cut(t, d)
				acknowledged, lost = known, lost+gone
			}
			t.Logf("%d cuts, %d acknowledged, %d lost", test.cuts, acknowledged, lost)
			if (lost > 0) != test.loses {
				t.Errorf("%d of %d lost; want any: %v", lost, acknowledged, test.loses)
			}
		})
	}
}

// writer is the process that keeps submissions.
type writer struct {
	process *exec.Cmd
	mu      sync.Mutex
	ids     []string
}

func startWriter(t *testing.T, d *disk, synchronous string) *writer {
	t.Helper()
	w := &writer{process: exec.Command(os.Args[0])}
	w.process.Env = append(os.Environ(), "OUTBOX_TEST_ROLE="+synchronous, "OUTBOX_TEST_DIR="+d.data())
	w.process.Stderr = t.Output()
	out, err := w.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.process.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			w.mu.Lock()
			w.ids = append(w.ids, lines.Text())
			w.mu.Unlock()
		}
		if err := lines.Err(); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		if err := w.process.Process.Kill(); err != nil {
			t.Error(err)
		}
		<-read
		_ = w.process.Wait() // It was killed; its status says just that.
	})
	return w
}

func (w *writer) known() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.ids)
}

// await waits for so many more acknowledgements.
func (w *writer) await(t *testing.T, more int) {
	t.Helper()
	begin := len(w.known())
	testkit.Eventually(t, "submissions are acknowledged", func() bool { return len(w.known()) >= begin+more })
}

// cut returns how many were acknowledged, and how many of them the reboot lost.
func (w *writer) cut(t *testing.T, d *disk) (known, lost int) {
	t.Helper()
	pid := w.process.Process.Pid
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "all threads have stopped", func() bool { return stopped(t, pid) })
	ids := w.known()
	content, err := os.ReadFile(d.image)
	if err != nil {
		t.Fatal(err)
	}
	after := &disk{filepath.Join(imageDir(t), "after.img"), t.TempDir()}
	if err := os.WriteFile(after.image, content, 0o600); err != nil {
		t.Fatal(err)
	}
	after.mount(t, "loop")
	s := newStage(t, Config{Dir: after.data()})
	s.intact(t)
	records, err := s.List(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for i := range records {
		there[records[i].ID] = true
	}
	for _, id := range ids {
		if !there[id] {
			lost++
		}
	}
	// It was frozen for all this time, so that the machine has less to do.
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	return len(ids), lost
}

func stopped(t *testing.T, pid int) bool {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil || len(tasks) == 0 {
		t.Fatal(tasks, err)
	}
	for _, task := range tasks {
		stat, err := os.ReadFile(task)
		if err != nil {
			return false
		}
		_, state, _ := strings.Cut(string(stat), ") ")
		if !strings.HasPrefix(state, "T") {
			return false
		}
	}
	return true
}
