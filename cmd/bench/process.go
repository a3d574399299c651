package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a process may take to start, and to end.
const patience = 30 * time.Second

// process is a server that bench started. It has a process group of its own,
// so that Ctrl+C reaches it through bench alone, and so that its children end
// with it.
type process struct {
	name    string
	command *exec.Cmd
	log     *transcript
	ended   chan struct{}
	err     error // valid once ended is closed
	cancel  context.CancelFunc
}

// startProcess starts a program that runs until stop is called or the context ends.
func startProcess(ctx context.Context, name string, environment []string, program string, arguments ...string) (*process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &process{name: name, log: newTranscript(), ended: make(chan struct{}), cancel: cancel}
	p.command = exec.CommandContext(ctx, program, arguments...)
	p.command.Env = environment
	p.command.Stdout, p.command.Stderr = p.log, p.log
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.command.Cancel = func() error { return syscall.Kill(-p.command.Process.Pid, syscall.SIGTERM) }
	p.command.WaitDelay = patience
	if err := p.command.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		p.err = p.command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// stop ends the process and waits until it has ended. A process that does not
// end by itself is killed with all that it started.
func (p *process) stop() error {
	select {
	case <-p.ended:
		p.cancel()
		return fmt.Errorf("%s ended by itself: %w\n%s", p.name, errors.Join(p.err, errors.New("exit")), p.log.tail())
	default:
	}
	p.cancel()
	<-p.ended
	err := syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL)
	if err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("end what %s started: %w", p.name, err)
	}
	return nil
}

// kill ends a process that never came to serve.
func (p *process) kill() error {
	err := syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL)
	p.cancel()
	<-p.ended
	if err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("kill %s: %w", p.name, err)
	}
	return nil
}

// await waits until the process has written something that matches, and
// returns the first group of the match.
func (p *process) await(ctx context.Context, pattern *regexp.Regexp, limit time.Duration) (string, error) {
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		text, more := p.log.read()
		if match := pattern.FindStringSubmatch(text); match != nil {
			return match[1], nil
		}
		select {
		case <-more:
		case <-p.ended:
			return "", fmt.Errorf("%s ended before it served: %w\n%s", p.name, errors.Join(p.err, errors.New("exit")), p.log.tail())
		case <-ctx.Done():
			return "", ctx.Err()
		case <-timeout.C:
			return "", fmt.Errorf("%s did not serve within %s\n%s", p.name, limit, p.log.tail())
		}
	}
}

// memory returns the resident memory of the process in bytes, now.
func (p *process) memory() (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("read memory of %s: %w", p.name, err)
	}
	return residentMemory(string(status))
}

// memoryAtRest looks at the memory once a second, for as long as it takes until
// what the work before needed has gone back to the system and the idle program
// has shown what it needs by itself.
func (p *process) memoryAtRest(ctx context.Context) (sample, error) {
	const looks = 20
	second := time.NewTicker(time.Second)
	defer second.Stop()
	var held []float64
	for range looks {
		select {
		case <-second.C:
		case <-ctx.Done():
			return sample{}, ctx.Err()
		}
		now, err := p.memory()
		if err != nil {
			return sample{}, err
		}
		held = append(held, now)
	}
	return summarise(held...), nil
}

// processorTime returns how long processors worked for the process and for
// all that it started.
func (p *process) processorTime() (time.Duration, error) {
	processes, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, fmt.Errorf("list processes: %w", err)
	}
	var sum time.Duration
	for _, file := range processes {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended since
		}
		group, worked, err := parseStat(string(text))
		if err != nil {
			return 0, fmt.Errorf("read %s: %w", file, err)
		}
		if group == p.command.Process.Pid {
			sum += worked
		}
	}
	return sum, nil
}

// transcript keeps what a process writes, and tells when there is more.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
}

func newTranscript() *transcript { return &transcript{more: make(chan struct{})} }

// Write implements [io.Writer].
func (t *transcript) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		close(t.more)
		t.more = make(chan struct{})
	}()
	return t.text.Write(text)
}

func (t *transcript) read() (text string, more <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String(), t.more
}

// tail returns the last lines, for errors.
func (t *transcript) tail() string {
	text, _ := t.read()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return "  " + strings.Join(lines[max(0, len(lines)-8):], "\n  ")
}

// output runs a program to its end and returns what it printed.
func output(ctx context.Context, program string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, program, arguments...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = patience
	var printed, said bytes.Buffer
	command.Stdout, command.Stderr = &printed, &said
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("run %s: %w\n%s%s", program, err, said.String(), printed.String())
	}
	return printed.String(), nil
}
