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
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a process may take to start, to answer, and to end.
const patience = 30 * time.Second

// process is a program that bench started, with a process group of its own, so
// that its children end with it.
type process struct {
	name   string
	pid    int
	log    *transcript
	ended  chan struct{}
	err    error // valid once ended is closed
	cancel context.CancelFunc
}

// startProcess starts a program that runs until stop is called or the context ends.
func startProcess(ctx context.Context, name string, environment []string, program string, arguments ...string) (*process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &process{name: name, log: &transcript{more: make(chan struct{})}, ended: make(chan struct{}), cancel: cancel}
	command := exec.CommandContext(ctx, program, arguments...)
	command.Env = environment
	command.Stdout, command.Stderr = p.log, p.log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }
	command.WaitDelay = patience
	if err := command.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p.pid = command.Process.Pid
	go func() {
		p.err = command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// stop ends the process with all that it started, and waits until it has ended.
func (p *process) stop() error {
	p.cancel()
	<-p.ended
	if err := syscall.Kill(-p.pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("end what %s started: %w", p.name, err)
	}
	return nil
}

// await waits until the process has written something that matches, and returns
// the groups of the match.
func (p *process) await(ctx context.Context, pattern *regexp.Regexp, limit time.Duration) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		text, more := p.log.read()
		if match := pattern.FindStringSubmatch(text); match != nil {
			return match, nil
		}
		select {
		case <-more:
		case <-p.ended:
			return nil, fmt.Errorf("%s ended before it served: %w\n%s", p.name, errors.Join(p.err, errors.New("exit")), text)
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for %s: %w\n%s", p.name, ctx.Err(), text)
		}
	}
}

// residentMemory returns the memory of the process in megabytes, now.
func (p *process) residentMemory() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.pid))
	if err != nil {
		return 0, fmt.Errorf("read memory of %s: %w", p.name, err)
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("read memory of %s: %q", p.name, text)
	}
	pages, err := strconv.ParseFloat(fields[1], 64)
	return pages * float64(os.Getpagesize()) / 1e6, err
}

// memoryAtRest reads the memory once a second for a while: what the work before
// needed goes back to the system with delay.
func (p *process) memoryAtRest(ctx context.Context) ([]float64, error) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	var used []float64
	for range 15 {
		select {
		case <-second.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		now, err := p.residentMemory()
		if err != nil {
			return nil, err
		}
		used = append(used, now)
	}
	return used, nil
}

// processorTime returns how long processors worked for the process and its children.
func (p *process) processorTime() (time.Duration, error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, fmt.Errorf("list processes: %w", err)
	}
	var sum time.Duration
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended since
		}
		group, worked, err := parseStat(string(text))
		if err != nil {
			return 0, fmt.Errorf("read %s: %w", file, err)
		}
		if group == p.pid {
			sum += worked
		}
	}
	return sum, nil
}

// parseStat reads /proc/PID/stat (proc_pid_stat(5)): the process group, and the
// time in user and kernel mode.
func parseStat(text string) (group int, worked time.Duration, err error) {
	// The name stands in brackets and may have blanks and brackets itself.
	end := strings.LastIndexByte(text, ')')
	fields := strings.Fields(text[end+1:])
	if end < 0 || len(fields) < 13 {
		return 0, 0, fmt.Errorf("%q is too short", text)
	}
	group, err = strconv.Atoi(fields[2])
	user, err2 := strconv.ParseInt(fields[11], 10, 64)
	kernel, err3 := strconv.ParseInt(fields[12], 10, 64)
	// Linux counts in hundredths of a second wherever Go runs.
	return group, time.Duration(user+kernel) * 10 * time.Millisecond, errors.Join(err, err2, err3)
}

// transcript stores what a process writes, and signals when there is more.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
}

// Write implements [io.Writer].
func (t *transcript) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.more)
	t.more = make(chan struct{})
	return t.text.Write(text)
}

func (t *transcript) read() (text string, more <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String(), t.more
}

// output runs a program to its end and returns what it printed.
func output(ctx context.Context, program string, arguments ...string) (string, error) {
	text, err := exec.CommandContext(ctx, program, arguments...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("run %s: %w\n%s", program, err, text)
	}
	return string(text), nil
}
