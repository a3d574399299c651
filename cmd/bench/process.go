package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// patience is how long a server may take to answer, to show a change, and to end.
	patience = 30 * time.Second
	// renderWait is how long a server may take to start, or to render all pages.
	renderWait = 15 * time.Minute
)

// process is a server that bench started.
type process struct {
	name    string
	url     string // without the slash at the end
	metrics string // address of its metrics; empty if it has none
	began   time.Time
	log     bytes.Buffer // what it printed; to be read after it has ended
	cancel  context.CancelFunc
	ended   chan struct{}

	// What it did in each round of the server group.
	rates, allocations []float64
}

// start starts a server that listens on the address, and returns when its home
// page is there. It runs until stop is called or the context ends.
func (b *bench) start(ctx context.Context, name, address, metrics, program string, arguments ...string) (*process, error) {
	running, cancel := context.WithCancel(ctx)
	p := &process{name: name, url: "http://" + address, metrics: metrics, began: time.Now(), cancel: cancel, ended: make(chan struct{})}
	command := exec.CommandContext(running, program, arguments...)
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + b.dir} // nothing that configures the server
	command.Stdout, command.Stderr = &p.log, &p.log
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = patience
	if err := command.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		if err := command.Wait(); err != nil {
			fmt.Fprintln(&p.log, err)
		}
		close(p.ended)
	}()
	err := poll(ctx, renderWait, 2*time.Millisecond, func() (bool, error) {
		select {
		case <-p.ended:
			return false, errors.New("it ended")
		default:
			_, err := get(ctx, p.url+"/", "gzip")
			return err == nil, nil
		}
	})
	if err != nil {
		p.stop()
		return nil, fmt.Errorf("wait for %s: %w\n%s", name, err, &p.log)
	}
	return p, nil
}

// stop ends the process and waits until it has ended.
func (p *process) stop() {
	p.cancel()
	<-p.ended
}

// startMarquee starts the program on a content folder, with an empty data folder.
func (b *bench) startMarquee(ctx context.Context, content string) (*process, error) {
	address, err := freeAddress()
	admin, err2 := freeAddress()
	data, err3 := os.MkdirTemp(b.dir, "data-")
	if err := errors.Join(err, err2, err3); err != nil {
		return nil, err
	}
	return b.start(ctx, "marquee", address, "http://"+admin+"/metrics",
		b.Binary, "serve", "--addr", address, "--admin-addr", admin, "--content", content, "--data", data)
}

// freeAddress returns a loopback address that nobody listens on at this moment.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

// client returns answers without decompressing them.
var client = &http.Client{Timeout: patience, Transport: &http.Transport{DisableCompression: true}}

// get asks for an address, which must answer 200 in the encoding; empty for none.
func get(ctx context.Context, address, encoding string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", address, err)
	}
	if encoding != "" {
		request.Header.Set("Accept-Encoding", encoding)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", address, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if got := response.Header.Get("Content-Encoding"); err != nil || response.StatusCode != http.StatusOK || got != encoding {
		return nil, fmt.Errorf("get %s: status %d, encoding %q: %w", address, response.StatusCode, got, errors.Join(err, errors.New("unexpected answer")))
	}
	return body, nil
}

// metric returns a metric without labels; zero if the process has no metrics.
func (p *process) metric(ctx context.Context, name string) (float64, error) {
	if p.metrics == "" {
		return 0, nil
	}
	body, err := get(ctx, p.metrics, "")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(body)) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strconv.ParseFloat(strings.TrimSpace(value), 64)
		}
	}
	return 0, fmt.Errorf("%s has no metric %s", p.name, name)
}

// poll calls a function until it returns true or an error, for at most so long.
func poll(ctx context.Context, limit, pause time.Duration, done func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		if yes, err := done(); yes || err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
