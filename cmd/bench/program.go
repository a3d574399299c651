package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// program is a running Marquee on content of its own.
type program struct {
	*process
	// Addresses, with scheme.
	url, admin string
	content    string
	began      time.Time
	client     *http.Client
}

var (
	servingLine = regexp.MustCompile(`msg=serving address=(\S+) admin=\S+`)
	adminLine   = regexp.MustCompile(`msg=serving address=\S+ admin=(\S+)`)
)

// serve starts the program on a content folder, and returns when it serves.
func (b *bench) serve(ctx context.Context, content, data string) (*program, error) {
	p := &program{content: content, began: time.Now(), client: newClient()}
	started, err := startProcess(ctx, "marquee", cleanEnvironment(), b.Binary,
		"serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", content, "--data", data)
	if err != nil {
		return nil, err
	}
	p.process = started
	address, err := started.await(ctx, servingLine, b.WarmWait)
	if err == nil {
		p.admin, err = started.await(ctx, adminLine, patience)
	}
	if err != nil {
		return nil, errors.Join(err, p.kill())
	}
	p.url, p.admin = "http://"+address, "http://"+p.admin
	return p, nil
}

// cleanEnvironment is that of this process without what configures the program.
func cleanEnvironment() []string {
	var kept []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "MARQUEE_") || strings.HasPrefix(name, "RESEND_") || name == "PORT" || name == "DATABASE_URL" {
			continue
		}
		kept = append(kept, entry)
	}
	return kept
}

// newClient returns a client that hands answers on as they are.
func newClient() *http.Client {
	return &http.Client{Timeout: patience, Transport: &http.Transport{
		DisableCompression: true, MaxIdleConnsPerHost: 8, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
	}}
}

// answer is one answer of a server.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// get asks for an address; gzip says whether the body may come compressed.
func get(ctx context.Context, client *http.Client, address string, gzip bool) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, fmt.Errorf("ask for %s: %w", address, err)
	}
	if gzip {
		request.Header.Set("Accept-Encoding", "gzip")
	}
	response, err := client.Do(request)
	if err != nil {
		return answer{}, fmt.Errorf("ask for %s: %w", address, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, fmt.Errorf("read %s: %w", address, err)
	}
	return answer{response.StatusCode, response.Header, body}, nil
}

// page asks for a page, which must be whole.
func (p *program) page(ctx context.Context, path string) (string, error) {
	a, err := get(ctx, p.client, p.url+path, false)
	if err != nil {
		return "", err
	}
	if a.status != http.StatusOK || !strings.Contains(string(a.body), "</html>") {
		return "", fmt.Errorf("ask for %s: status %d, %d bytes", path, a.status, len(a.body))
	}
	return string(a.body), nil
}

// firstPage starts the program, asks for the home page, ends it, and returns
// how long the visitor would have waited.
func (b *bench) firstPage(ctx context.Context, content, data string) (_ time.Duration, err error) {
	p, err := b.serve(ctx, content, data)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if _, err := p.page(ctx, "/"); err != nil {
		return 0, err
	}
	return time.Since(p.began), nil
}

// warm waits until every page is rendered and returns how long that took.
func (p *program) warm(ctx context.Context, limit time.Duration) (time.Duration, error) {
	took, left, err := p.warmMostly(ctx, limit)
	if err == nil && left > 0 {
		err = fmt.Errorf("%d pages are not rendered after %s\n%s", left, limit, p.log.tail())
	}
	return took, err
}

// warmMostly is warm for content that may be too much: it also ends at the
// limit, or when nothing was rendered for long, and says how many pages are left.
func (p *program) warmMostly(ctx context.Context, limit time.Duration) (took time.Duration, left int, err error) {
	began := time.Now()
	moved, before := began, -1.0
	pause := time.NewTicker(20 * time.Millisecond)
	defer pause.Stop()
	for {
		m, err := p.metrics(ctx)
		if err != nil {
			return 0, 0, err
		}
		all, done := m["marquee_pages"], m["marquee_pages_rendered"]
		if done != before {
			moved, before = time.Now(), done
		}
		if all > 0 && done >= all {
			return time.Since(began), 0, nil
		}
		if time.Since(began) > limit || time.Since(moved) > patience {
			return moved.Sub(began), int(all - done), nil
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return 0, 0, ctx.Err()
		}
	}
}

// metrics returns what /metrics says, without what has labels.
func (p *program) metrics(ctx context.Context) (map[string]float64, error) {
	a, err := get(ctx, p.client, p.admin+"/metrics", false)
	if err != nil {
		return nil, err
	}
	return parseMetrics(string(a.body))
}

// copyContent puts a copy of the content into the folder of the run.
func (b *bench) copyContent(name string) (string, error) {
	if err := contentFolder(b.Content); err != nil {
		return "", err
	}
	target := filepath.Join(b.dir, name)
	if err := os.CopyFS(target, os.DirFS(b.Content)); err != nil {
		return "", fmt.Errorf("copy content: %w", err)
	}
	return target, nil
}
