//go:build !race

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/submissions"

	"golang.org/x/sys/unix"

	"github.com/evenlight/marquee/internal/site"
)

// terminal is a terminal of the kernel, with somebody before it.
type terminal struct {
	t      *testing.T
	person *os.File // reads what is shown, and types
	device *os.File // what the program has
	shown  *bufio.Reader
	// Closes the device, once.
	hangUp func()
}

func newTerminal(t *testing.T, columns uint16) *terminal {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	control, err := person.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var number int
	var failure error
	if err := control.Control(func(fd uintptr) {
		if failure = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); failure != nil {
			return
		}
		if failure = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); failure != nil {
			return
		}
		number, failure = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
	}); err != nil || failure != nil {
		t.Fatal(err, failure)
	}
	device, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := &terminal{t: t, person: person, device: device, shown: bufio.NewReader(person)}
	at.hangUp = sync.OnceFunc(func() {
		if err := device.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		at.hangUp()
		if err := person.Close(); err != nil {
			t.Error(err)
		}
	})
	return at
}

// start runs a command in the terminal. The returned channel has its exit code.
func (at *terminal) start(ctx context.Context, in mailbag, arguments ...string) <-chan int {
	ended := make(chan int, 1)
	program := Program{
		Stdin: at.device, Stdout: at.device, Stderr: at.device,
		Environment: map[string]string{"DATABASE_URL": in.url, "MARQUEE_DATA": in.dir},
	}
	go func() { ended <- program.Run(ctx, append([]string{"submissions"}, arguments...)) }()
	return ended
}

// question reads up to a question.
func (at *terminal) question() string {
	at.t.Helper()
	text, err := at.shown.ReadString('?')
	if err != nil {
		at.t.Fatalf("%v after %q", err, text)
	}
	rest, err := at.shown.ReadString(':')
	if err != nil {
		at.t.Fatalf("%v after %q", err, text+rest)
	}
	return text + rest
}

func (at *terminal) types(text string) {
	at.t.Helper()
	if _, err := io.WriteString(at.person, text); err != nil {
		at.t.Fatal(err)
	}
}

// rest is what is shown until the program has ended.
func (at *terminal) rest(ended <-chan int) (code int, shown string) {
	at.t.Helper()
	closed := make(chan int, 1)
	go func() {
		code := <-ended
		at.hangUp()
		closed <- code
	}()
	text, err := io.ReadAll(at.shown)
	// Linux says EIO where nobody has the other side of a terminal open any more.
	if err != nil && !errors.Is(err, unix.EIO) {
		at.t.Fatal(err)
	}
	code = <-closed
	return code, strings.ReplaceAll(string(text), "\r\n", "\n")
}

func TestATerminalShowsATable(t *testing.T) {
	t.Parallel()
	in := mailbag{t: t, dir: t.TempDir()}
	in.seed()
	at := newTerminal(t, 120)
	code, shown := at.rest(at.start(t.Context(), in, "list"))
	lines := strings.Split(strings.TrimSuffix(shown, "\n"), "\n")
	if code != exitOK || len(lines) != 7 || !strings.HasPrefix(lines[0], "REFERENCE  RECEIVED") || !strings.HasPrefix(lines[1], suspectReference) ||
		lines[6] != "5 submissions: 1 sent, 1 waiting, 1 parked, 1 dead, 1 suspect" {
		t.Fatalf("%d\n%s", code, shown)
	}
}

func TestATerminalShowsTheNewestFiftyAndSaysSo(t *testing.T) {
	t.Parallel()
	in := mailbag{t: t, dir: t.TempDir()}
	store := in.store()
	for range submissions.Listed + 1 {
		in.keep(store, site.Submission{Reference: site.NewReference()})
	}
	at := newTerminal(t, 100)
	if code, shown := at.rest(at.start(t.Context(), in, "list")); code != exitOK || strings.Count(shown, "\n") != submissions.Listed+2 ||
		!strings.HasSuffix(shown, "The newest 50 submissions: 50 waiting. There are more: --limit 0 shows all.\n") {
		t.Errorf("%d\n%s", code, shown)
	}
	at = newTerminal(t, 100)
	if code, shown := at.rest(at.start(t.Context(), in, "list", "--limit", "0")); code != exitOK || !strings.HasSuffix(shown, "\n51 submissions: 51 waiting\n") {
		t.Errorf("%d\n%s", code, shown)
	}
}

func TestDeleteAsksInATerminal(t *testing.T) {
	t.Parallel()
	in := mailbag{t: t, dir: t.TempDir()}
	in.seed()
	for _, c := range []struct {
		name, command, question, typed, want string
		code, left                           int
	}{
		{"no", "delete --email anna@example.com", "Delete 2 submissions of anna@example.com? This cannot be undone. Type yes:", "no\n", "Nothing was deleted.\n", exitFailed, 5},
		{"nothing", "delete --email anna@example.com", "Delete 2 submissions of anna@example.com?", "\n", "Nothing was deleted.\n", exitFailed, 5},
		{"y", "delete " + deadReference, "Delete 1 submission (" + deadReference + ")?", "y\n", "Nothing was deleted.\n", exitFailed, 5},
		{"end of input", "delete " + deadReference, "Delete 1 submission (" + deadReference + ")?", "\x04", "Nothing was deleted.\n", exitFailed, 5},
		{"yes", "delete " + deadReference, "Delete 1 submission (" + deadReference + ")?", "yes\n", "1 submission was deleted.\n", exitOK, 4},
		{"yes to an address", "delete --email anna@example.com", "Delete 2 submissions of anna@example.com?", "yes\n", "2 submissions were deleted.\n", exitOK, 2},
	} {
		at := newTerminal(t, 100)
		ended := at.start(t.Context(), in, strings.Fields(c.command)...)
		if asked := at.question(); !strings.Contains(asked, c.question) {
			t.Errorf("%s: asked %q", c.name, asked)
		}
		at.types(c.typed)
		code, shown := at.rest(ended)
		if code != c.code || !strings.HasSuffix(shown, c.want) {
			t.Errorf("%s: %d %q", c.name, code, shown)
		}
		if left := in.references(); len(left) != c.left {
			t.Errorf("%s: left %q", c.name, left)
		}
	}
}

func TestCtrlCAtTheQuestionDeletesNothing(t *testing.T) {
	t.Parallel()
	in := mailbag{t: t, dir: t.TempDir()}
	in.seed()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	at := newTerminal(t, 100)
	ended := at.start(ctx, in, "delete", deadReference)
	at.question()
	interrupt()
	if code := <-ended; code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	at.types("\n") // lets the reader of the answer go
	if left := in.references(); len(left) != 5 {
		t.Errorf("left %q", left)
	}
}
