package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// The benchmarks run the built program (bin/marquee) as a process of its own,
// as an operator does, on the shipped content. They report medians.

// process is a running bin/marquee.
type process struct {
	url     string
	content string
	started time.Time
}

func startProcess(b *testing.B) *process {
	b.Helper()
	binary, err := filepath.Abs("../../bin/marquee")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := os.Stat(binary); err != nil {
		b.Fatalf("run make build first: %v", err)
	}
	dir := b.TempDir()
	p := &process{content: filepath.Join(dir, "content"), started: time.Now()}
	if err := os.CopyFS(p.content, os.DirFS(shipped)); err != nil {
		b.Fatal(err)
	}
	command := exec.Command(binary, "serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", p.content, "--data", filepath.Join(dir, "var"))
	stderr, err := command.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	p.started = time.Now()
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	found := make(chan string, 1)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		var log strings.Builder
		buffer := make([]byte, 4096)
		for {
			n, err := stderr.Read(buffer)
			if found != nil {
				log.Write(buffer[:n])
				if match := serving.FindStringSubmatch(log.String()); match != nil {
					found <- match[1]
					found = nil
				}
			}
			if err != nil {
				if found != nil {
					found <- ""
				}
				return
			}
		}
	}()
	b.Cleanup(func() {
		if err := command.Process.Signal(os.Interrupt); err != nil {
			b.Error(err)
		}
		<-drained
		if err := command.Wait(); err != nil {
			b.Error(err)
		}
	})
	address := <-found
	if address == "" {
		b.Fatal("the program ended before it served")
	}
	p.url = "http://" + address
	return p
}

var serving = regexp.MustCompile(`msg=serving address=(\S+) `)

func (p *process) get(b *testing.B, path string) string {
	b.Helper()
	response, err := http.Get(p.url + path)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.Fatal(response.Status, err)
	}
	return string(body)
}

func reportMedian(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "worst-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkStartToFirstPage: from starting the process to the whole home page.
func BenchmarkStartToFirstPage(b *testing.B) {
	var times []time.Duration
	for b.Loop() {
		p := startProcess(b)
		p.get(b, "/")
		times = append(times, time.Since(p.started))
	}
	reportMedian(b, times)
}

// BenchmarkSaveToLive: from saving a page to its first new answer.
func BenchmarkSaveToLive(b *testing.B) {
	p := startProcess(b)
	const file = "main/pages/about.yaml"
	good, err := os.ReadFile(filepath.Join(p.content, file))
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range []string{"/", "/about", "/websites/business", "/websites/creative"} {
		p.get(b, path)
	}
	var times []time.Duration
	pause := time.NewTicker(time.Millisecond)
	defer pause.Stop()
	for b.Loop() {
		next := fmt.Sprintf("Pioneering Lap %d.", len(times))
		start := time.Now()
		if err := os.WriteFile(filepath.Join(p.content, file), []byte(strings.ReplaceAll(string(good), "Pioneering AI Innovation", next)), 0o644); err != nil {
			b.Fatal(err)
		}
		for !strings.Contains(p.get(b, "/about"), next) {
			<-pause.C
		}
		times = append(times, time.Since(start))
	}
	reportMedian(b, times)
}
