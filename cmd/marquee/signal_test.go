package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestASecondSignalEndsTheProgramAtOnce stops a server that waits for a slow
// visitor, and then loses patience.
func TestASecondSignalEndsTheProgramAtOnce(t *testing.T) {
	t.Parallel()
	command := exec.Command(os.Args[0], "serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", copyOfContent(t), "--data", newData(t))
	command.Env = childEnvironment(asProgram + "=1")
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	address := ""
	lines := bufio.NewScanner(stderr)
	for address == "" && lines.Scan() {
		if match := servingAt.FindStringSubmatch(lines.Text()); match != nil {
			address = match[1]
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err, command.Process.Kill())
	}
	defer slow.Close()
	if _, err := io.WriteString(slow, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for { // until it takes no more visitors, and so has seen the signal
		c, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		c.Close()
	}
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, stderr); err != nil {
		t.Error(err)
	}
	err = command.Wait()
	ended, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Fatalf("the program ended with %v: it waited for the slow visitor", err)
	}
	if status, ok := ended.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGTERM {
		t.Errorf("the program ended with %v, want by the signal", err)
	}
}
