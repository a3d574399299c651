package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// patience is how long a process may take to start, to answer, and to end.
const patience = 30 * time.Second

// process is a server that bench started, with a process group of its own, so
// that its children end with it.
type process struct {
	name, url string // the address is that of its home page, without the last slash
	pid       int
	log       string // the file that it writes to
	ended     chan struct{}
	cancel    context.CancelFunc
}

// startProcess starts a server that listens on the port, and returns when its
// home page is there. It runs until stop is called or the context ends.
func (b *bench) startProcess(ctx context.Context, name string, port int, program string, arguments ...string) (_ *process, err error) {
	log, err := os.Create(filepath.Join(b.dir, fmt.Sprintf("%s-%d.log", strings.ReplaceAll(name, " ", "-"), port)))
	if err != nil {
		return nil, fmt.Errorf("make log of %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	running, cancel := context.WithCancel(ctx)
	command := exec.CommandContext(running, program, arguments...)
	command.Env = append(cleanEnvironment(), "HOME="+b.dir, "XDG_DATA_HOME="+b.dir, "XDG_CONFIG_HOME="+b.dir)
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }
	command.WaitDelay = patience
	if err := command.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p := &process{
		name: name, url: fmt.Sprintf("http://127.0.0.1:%d", port), pid: command.Process.Pid,
		log: log.Name(), ended: make(chan struct{}), cancel: cancel,
	}
	go func() {
		defer close(p.ended)
		// How it ended does not matter: stop was called, or it never served, and then its log says why.
		_ = command.Wait()
	}()
	if err := p.awaitHome(ctx, b.WarmWait); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

// awaitHome asks for the home page until it is there.
func (p *process) awaitHome(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	pause := time.NewTicker(2 * time.Millisecond)
	defer pause.Stop()
	for {
		_, _, err := get(ctx, p.url+"/", "gzip")
		if err == nil {
			return nil
		}
		select {
		case <-pause.C:
			continue
		case <-p.ended:
		case <-ctx.Done():
		}
		text, failed := os.ReadFile(p.log)
		return fmt.Errorf("%s does not serve: %w\n%s", p.name, errors.Join(err, failed), text)
	}
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

// memoryAtRest reads the memory in megabytes once a second for a while: what the
// work before needed goes back to the system with delay.
func (p *process) memoryAtRest(ctx context.Context) (used []float64, err error) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for range 15 {
		select {
		case <-second.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		// The second figure is the resident memory in pages (proc_pid_statm(5)).
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.pid))
		if err != nil {
			return nil, fmt.Errorf("read memory of %s: %w", p.name, err)
		}
		pages, err := strconv.ParseFloat(strings.Fields(string(text) + " - -")[1], 64)
		if err != nil {
			return nil, fmt.Errorf("read memory of %s: %w", p.name, err)
		}
		used = append(used, pages*float64(os.Getpagesize())/1e6)
	}
	return used, nil
}

// cleanEnvironment is that of this process without what configures the program.
func cleanEnvironment() []string {
	var left []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "MARQUEE_") || strings.HasPrefix(name, "RESEND_") || name == "SMTP_URL" || name == "PORT" || name == "DATABASE_URL" {
			continue
		}
		left = append(left, entry)
	}
	return left
}

// freePort returns a loopback port that nobody uses at this moment.
func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}
