package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
)

// node is marquee as a process of its own, which can be killed and started
// again at the same address.
type node struct {
	t       testing.TB
	address string
	data    string
	content string
	env     []string
	// Where it is set, the public socket, which every process of the node gets.
	passed *os.File

	process *exec.Cmd
	log     *tail
	drained sync.WaitGroup
}

// binary is the program that nodes run: the one that MARQUEE_BINARY names, as
// in make test, else this test as the program.
func binary() (path string, env []string) {
	if built := os.Getenv("MARQUEE_BINARY"); built != "" {
		return built, nil
	}
	return os.Args[0], []string{asProgram + "=1"}
}

// newNode returns a node that is not started. env has further NAME=value.
func newNode(t testing.TB, data string, env ...string) *node {
	t.Helper()
	n := &node{t: t, address: ownAddress(t), data: data, content: copyOfContent(t), env: env, log: &tail{}}
	t.Cleanup(func() {
		if n.process != nil {
			n.stop(syscall.SIGKILL)
		}
	})
	return n
}

// ownAddress returns a free address that stays free while its node is down: no other program takes a port of 127.0.0.1
// on another host of the loopback network, which systems beside Linux do not have.
func ownAddress(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.%d.%d.%d:0", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254)))
	if err != nil {
		return freeAddress(t)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func freeAddress(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

var servingAt = regexp.MustCompile(`msg=serving address=(\S+) admin=(\S+)`)

// start starts the node and returns when it serves, with the admin address.
func (n *node) start() (admin string) {
	n.t.Helper()
	path, env := binary()
	n.process = exec.Command(path, "serve", "--addr", n.address, "--admin-addr", "127.0.0.1:0", "--content", n.content, "--data", n.data)
	if n.passed != nil { // the id of the process is known only when it runs
		n.process = exec.Command("sh", append([]string{"-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"`}, n.process.Args...)...)
		n.process.ExtraFiles = []*os.File{n.passed}
	}
	n.process.Env = append(childEnvironment(env...), n.env...)
	// Should the test end without its cleanups, the node ends as well.
	n.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	stderr, err := n.process.StderrPipe()
	if err != nil {
		n.t.Fatal(err)
	}
	if err := n.process.Start(); err != nil {
		n.t.Fatal(err)
	}
	lines := bufio.NewReader(io.TeeReader(stderr, n.log))
	for {
		line, err := lines.ReadString('\n')
		if match := servingAt.FindStringSubmatch(line); match != nil {
			admin = match[2]
			break
		}
		if err != nil {
			n.t.Fatalf("the node ended before it served: %v\n%s", err, n.log)
		}
	}
	n.drained.Go(func() {
		if _, err := io.Copy(io.Discard, lines); err != nil && !strings.Contains(err.Error(), "file already closed") {
			n.t.Errorf("read log: %v", err)
		}
	})
	return admin
}

// stop ends the node by a signal and returns when it is gone.
func (n *node) stop(signal syscall.Signal) {
	n.t.Helper()
	if err := n.process.Process.Signal(signal); err != nil {
		n.t.Errorf("signal %s: %v", signal, err)
	}
	n.drained.Wait()
	err := n.process.Wait()
	if signal != syscall.SIGKILL && err != nil {
		n.t.Errorf("the node ended with %v\n%s", err, n.log)
	}
	n.process = nil
}

// startServer starts another program, which ends with the test, and returns when it listens.
func startServer(t testing.TB, address string, command *exec.Cmd) {
	t.Helper()
	log := &testkit.Log{}
	command.Stdout, command.Stderr = log, log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() {
		if err := command.Process.Signal(os.Interrupt); err != nil {
			t.Errorf("end %s: %v", command.Path, err)
		}
		<-ended // nginx says 0, Caddy 0 or 1
		if t.Failed() {
			t.Logf("log of %s:\n%s", command.Path, log)
		}
	})
	testkit.Eventually(t, command.Path+" listens", func() bool {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v\n%s", command.Path, err, log)
		default:
		}
		connection, err := net.Dial("tcp", address)
		if err == nil {
			err = connection.Close()
		}
		return err == nil
	})
}

func (n *node) url(path string) string { return fmt.Sprintf("http://%s%s", n.address, path) }

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 256 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > 2*tailSize {
		t.text = append([]byte(nil), t.text[len(t.text)-tailSize:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text[max(0, len(t.text)-tailSize):])
}
