package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// program is a running Marquee on content of its own.
type program struct {
	*process
	admin   string // address of the metrics
	content string
	began   time.Time
}

// serve starts the program on a content folder, and returns when its home page
// is there.
func (b *bench) serve(ctx context.Context, content, data string) (*program, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	adminPort, err := freePort()
	if err != nil {
		return nil, err
	}
	admin, began := fmt.Sprintf("127.0.0.1:%d", adminPort), time.Now()
	started, err := b.startProcess(ctx, "marquee", port, b.Binary,
		"serve", "--addr", fmt.Sprintf("127.0.0.1:%d", port), "--admin-addr", admin, "--content", content, "--data", data)
	if err != nil {
		return nil, err
	}
	return &program{started, "http://" + admin, content, began}, nil
}

// client returns answers as they are.
var client = &http.Client{Timeout: patience, Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 8}}

// get asks for an address; encoding is what the client accepts, empty for none.
// Every status but 200 is an error.
func get(ctx context.Context, address, encoding string) (http.Header, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("get %s: %w", address, err)
	}
	if encoding != "" {
		request.Header.Set("Accept-Encoding", encoding)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, nil, fmt.Errorf("get %s: %w", address, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", response.StatusCode)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("get %s: %w", address, err)
	}
	return response.Header, body, nil
}

// page asks for a page, which must be whole.
func (p *program) page(ctx context.Context, path string) (string, error) {
	_, body, err := get(ctx, p.url+path, "")
	if err == nil && !strings.Contains(string(body), "</html>") {
		err = fmt.Errorf("get %s: it is not a whole page", path)
	}
	return string(body), err
}

// starts measures from starting the process to the whole home page, several
// times, each with an empty data folder, in milliseconds.
func (b *bench) starts(ctx context.Context, content string) ([]float64, error) {
	var took []float64
	for range b.Starts {
		data, err := os.MkdirTemp(b.dir, "start-")
		if err != nil {
			return nil, fmt.Errorf("make a data folder: %w", err)
		}
		p, err := b.serve(ctx, content, data)
		if err != nil {
			return nil, err
		}
		took = append(took, inMilliseconds(time.Since(p.began)))
		if err := p.stop(); err != nil {
			return nil, err
		}
	}
	return took, nil
}

// warm waits until every page is rendered and returns how long that took.
func (p *program) warm(ctx context.Context, limit time.Duration) (time.Duration, error) {
	began := time.Now()
	pause := time.NewTicker(50 * time.Millisecond)
	defer pause.Stop()
	for {
		m, err := p.metrics(ctx)
		if err != nil {
			return 0, err
		}
		all, done := m["marquee_pages"], m["marquee_pages_rendered"]
		if all > 0 && done >= all {
			return time.Since(began), nil
		}
		if time.Since(began) > limit {
			return 0, fmt.Errorf("%.0f of %.0f pages are rendered after %s", done, all, limit)
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// metrics returns what /metrics has without labels.
func (p *program) metrics(ctx context.Context) (map[string]float64, error) {
	_, body, err := get(ctx, p.admin+"/metrics", "")
	if err != nil {
		return nil, err
	}
	found := map[string]float64{}
	lines := bufio.NewScanner(strings.NewReader(string(body)))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if strings.HasPrefix(name, "#") || strings.Contains(name, "{") {
			continue
		}
		if found[name], err = strconv.ParseFloat(value, 64); err != nil {
			return nil, fmt.Errorf("read metric %s: %w", name, err)
		}
	}
	return found, lines.Err()
}

var titleLine = regexp.MustCompile(`(?m)^title: .*$`)

// saves gives a page another title several times, and returns how long each
// took to be served, in milliseconds. All pages are rendered before each save.
func (b *bench) saves(ctx context.Context, p *program, file, path string) ([]float64, error) {
	place := filepath.Join(p.content, file)
	text, err := os.ReadFile(place)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if !titleLine.Match(text) {
		return nil, fmt.Errorf("edit %s: it has no title", file)
	}
	var took []float64
	for lap := range b.Saves {
		if _, err := p.warm(ctx, b.WarmWait); err != nil {
			return nil, err
		}
		word := fmt.Sprintf("Lap %d of %d", lap, time.Now().UnixNano())
		began := time.Now()
		if err := os.WriteFile(place, titleLine.ReplaceAllLiteral(text, []byte("title: "+word)), 0o644); err != nil {
			return nil, fmt.Errorf("save %s: %w", file, err)
		}
		if err := p.shows(ctx, path, word); err != nil {
			return nil, err
		}
		took = append(took, inMilliseconds(time.Since(began)))
	}
	return took, nil
}

// shows waits until a page has the word.
func (p *program) shows(ctx context.Context, path, word string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	pause := time.NewTicker(time.Millisecond)
	defer pause.Stop()
	for {
		page, err := p.page(ctx, path)
		if err != nil || strings.Contains(page, word) {
			return err
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return fmt.Errorf("wait for the new %s: %w", path, ctx.Err())
		}
	}
}

func inMilliseconds(took time.Duration) float64 { return float64(took.Microseconds()) / 1000 }
