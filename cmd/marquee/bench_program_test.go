//go:build !race

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
	"golang.org/x/sync/errgroup"
)

// Benchmarks of the program as an operator runs it: a process with a copy of the content, an empty
// data folder and free loopback ports. `make bench` runs them; docs/performance.md has the targets.

// BenchmarkPageGet compares how many home pages are answered in a second. Servers of the same bytes
// are asked in turns, in another order each round; a ratio is that of two rates of one round.
func BenchmarkPageGet(b *testing.B) {
	n := newNode(b, b.TempDir())
	n.content = shipped
	marquee := &asked{name: "marquee", url: n.url("/"), metrics: "http://" + n.start() + "/metrics"}
	awaitRendered(b, marquee.metrics)
	identity, page := fetch(b, marquee.url, ""), fetch(b, marquee.url, "gzip")

	servers := append([]*asked{marquee}, startPeers(b, identity, page)...)
	for _, s := range servers {
		if body := fetch(b, s.url, "gzip"); !bytes.Equal(body, page) {
			b.Fatalf("%s does not send the same bytes: %d instead of %d", s.name, len(body), len(page))
		}
	}

	for round := 0; b.Loop(); round++ {
		for turn := range servers {
			servers[(round+turn)%len(servers)].load(b, 4*time.Second)
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, s := range servers[1:] {
		ratios := make([]float64, len(s.rates))
		for i := range ratios {
			ratios[i] = marquee.rates[i] / s.rates[i]
		}
		b.Logf("%s: %.0f answers a second; marquee's %.0f are %.2f times that (%.2f to %.2f)",
			s.name, median(s.rates), median(marquee.rates), median(ratios), slices.Min(ratios), slices.Max(ratios))
		b.ReportMetric(median(ratios), "of-"+s.name)
	}
	// The rest of the program allocates a little meanwhile, whatever is asked.
	b.ReportMetric(max(0, median(marquee.allocations)-median(servers[1].allocations)), "allocs/answer")
}

// BenchmarkProgram measures the shipped content, and the same with ten thousand copies of the business home: from
// starting the process to the home page, the first view of a page that is not rendered yet, from
// saving a page until it is served, and the resident memory with all pages rendered.
func BenchmarkProgram(b *testing.B) {
	b.Run("shipped", func(b *testing.B) {
		benchmarkContent(b, copyOf(b, shipped), "main/pages/about.yaml", "/about", nil)
	})
	b.Run("10000", func(b *testing.B) {
		const pages = 10_000
		dir, middle := copyOf(b, shipped), pages/2
		size := writePages(b, dir, pages)
		var last []string // the program renders all pages in their order
		for n := pages - 20; n < pages; n++ {
			last = append(last, pagePath(n))
		}
		slices.Reverse(last)
		benchmarkContent(b, dir, "business/pages/"+pageName(middle)+".yaml", pagePath(middle), last)
		benchmarkHugo(b, pages, size)
	})
}

func benchmarkContent(b *testing.B, dir, file, path string, unrendered []string) {
	start := func(b *testing.B) (n *node, metrics string) {
		n = newNode(b, b.TempDir())
		n.content = dir
		return n, "http://" + n.start() + "/metrics"
	}
	b.Run("Start", func(b *testing.B) {
		for b.Loop() {
			n, _ := start(b)
			fetch(b, n.url("/"), "gzip")
			b.StopTimer()
			n.stop(syscall.SIGTERM)
			b.StartTimer()
		}
	})
	b.Run("FirstView", func(b *testing.B) {
		if len(unrendered) == 0 {
			b.Skip("the few pages of this content are rendered before anybody asks")
		}
		n, _ := start(b)
		for i := 0; b.Loop(); i++ {
			fetch(b, n.url(unrendered[i%len(unrendered)]), "")
		}
	})
	b.Run("Save", func(b *testing.B) {
		n, metrics := start(b)
		file := filepath.Join(dir, file)
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			awaitRendered(b, metrics)
			title := fmt.Sprintf("Save %d of %d", i, time.Now().UnixNano())
			b.StartTimer()
			if err := os.WriteFile(file, titleLine.ReplaceAllLiteral(text, []byte("title: "+title)), 0o644); err != nil {
				b.Fatal(err)
			}
			await(b, "the saved page is served", time.Millisecond, func() bool {
				return bytes.Contains(fetch(b, n.url(path), ""), []byte(title))
			})
		}
		// Memory that is free goes back to the system with delay.
		var used []float64
		await(b, "memory was read", time.Second, func() bool {
			used = append(used, gauge(b, metrics, "process_resident_memory_bytes")/1e6)
			return len(used) == 15
		})
		b.ReportMetric(median(used), "MB")
	})
}

var titleLine = regexp.MustCompile(`(?m)^title: .*$`)

// benchmarkHugo measures how long hugo takes for as many pages of as many bytes, with the simplest templates.
func benchmarkHugo(b *testing.B, pages, size int) {
	b.Run("HugoBuild", func(b *testing.B) {
		hugo, err := exec.LookPath("hugo")
		if err != nil {
			b.Skip("hugo is not installed")
		}
		root := b.TempDir()
		for name, text := range map[string]string{
			"hugo.toml": "baseURL = 'https://example.com/'\ntitle = 'Bench'\n",
			"layouts/_default/single.html": "<!doctype html><html><head><title>{{ .Title }}</title></head>" +
				"<body><h1>{{ .Title }}</h1>{{ .Content }}</body></html>\n",
			"layouts/_default/list.html": "<!doctype html><html><head><title>{{ .Title }}</title></head>" +
				"<body><h1>{{ .Title }}</h1></body></html>\n",
		} {
			writeFile(b, filepath.Join(root, name), []byte(text))
		}
		random := rand.New(rand.NewPCG(1, 1))
		words := strings.Fields(string(benchFile(b, "words.txt")))
		for n := range pages {
			text := fmt.Appendf(nil, "---\ntitle: Page %d\n---\n", n)
			for len(text) < size {
				text = append(text, "## Words\n\n"...)
				for range 60 {
					text = append(append(text, words[random.IntN(len(words))]...), ' ')
				}
				text = append(text, "\n\n"...)
			}
			writeFile(b, filepath.Join(root, fmt.Sprintf("content/part-%03d/page-%05d.md", n/100, n)), text)
		}
		for b.Loop() {
			build := exec.CommandContext(b.Context(), hugo, "--source", root, "--destination", b.TempDir(), "--quiet")
			if said, err := build.CombinedOutput(); err != nil {
				b.Fatalf("hugo: %v\n%s", err, said)
			}
		}
	})
}

// asked is a server that is asked for its home page, and what it did in each round.
type asked struct {
	name, url, metrics string
	rates, allocations []float64
}

// load asks a server for its home page in gzip for so long, over 32 connections without pause.
func (s *asked) load(b *testing.B, span time.Duration) {
	b.Helper()
	const connections = 32
	client := &fasthttp.Client{
		MaxConnsPerHost: connections,
		Dial:            func(address string) (net.Conn, error) { return net.Dial("tcp", address) },
	}
	defer client.CloseIdleConnections()
	before := s.mallocs(b)
	ctx, cancel := context.WithTimeout(b.Context(), span)
	defer cancel()
	var answers atomic.Int64
	var all errgroup.Group
	began := time.Now()
	for range connections {
		all.Go(func() error {
			var request fasthttp.Request
			var response fasthttp.Response
			request.SetRequestURI(s.url)
			request.Header.Set("Accept-Encoding", "gzip")
			for ctx.Err() == nil {
				err := client.Do(&request, &response)
				if err != nil || response.StatusCode() != fasthttp.StatusOK {
					return fmt.Errorf("status %d, %w", response.StatusCode(), err)
				}
				answers.Add(1)
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		b.Fatalf("ask %s: %v", s.name, err)
	}
	count := float64(answers.Load())
	s.rates = append(s.rates, count/time.Since(began).Seconds())
	s.allocations = append(s.allocations, (s.mallocs(b)-before)/count)
}

// mallocs returns how often a Go program allocated since its start; zero for others.
func (s *asked) mallocs(b *testing.B) float64 {
	if s.metrics == "" {
		return 0
	}
	return gauge(b, s.metrics, "go_memstats_mallocs_total")
}

// startPeers starts bare Fiber, then the installed ones of nginx and Caddy, set up as their manuals
// say for compressed static files.
func startPeers(b *testing.B, identity, page []byte) (peers []*asked) {
	dir := b.TempDir()
	index := filepath.Join(dir, "files/index.html")
	writeFile(b, index, identity)
	writeFile(b, index+".gz", page)
	for _, peer := range []struct {
		name, config string
		command      []string
	}{
		// As it comes, Fiber writes a page in two system calls; with a large buffer in one, as Marquee does.
		{"fiber", "", []string{os.Args[0], "{address}", index + ".gz", "0"}},
		{"fiber-large-buffer", "", []string{os.Args[0], "{address}", index + ".gz", strconv.Itoa(len(page) + 4096)}},
		{"nginx", "nginx.conf", []string{"nginx", "-e", "stderr", "-c", "{dir}/nginx.conf"}},
		{"caddy", "Caddyfile", []string{"caddy", "run", "--adapter", "caddyfile", "--config", "{dir}/Caddyfile"}},
	} {
		program, err := exec.LookPath(peer.command[0])
		if err != nil {
			b.Logf("not compared: %s is not installed", peer.name)
			continue
		}
		address := freeAddress(b)
		fill := strings.NewReplacer("{address}", address, "{dir}", dir)
		if peer.config != "" {
			writeFile(b, filepath.Join(dir, peer.config), []byte(fill.Replace(string(benchFile(b, peer.config)))))
		}
		arguments := slices.Clone(peer.command[1:])
		for i := range arguments {
			arguments[i] = fill.Replace(arguments[i])
		}
		command := exec.Command(program, arguments...)
		command.Env = append(childEnvironment(), "HOME="+dir, asBareFiber+"=1")
		startServer(b, address, command)
		made := &asked{name: peer.name, url: "http://" + address + "/"}
		if peer.config == "" {
			made.metrics = made.url + "metrics"
		}
		peers = append(peers, made)
	}
	return peers
}

// benchClient returns answers without decompressing them.
var benchClient = &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true}}

// fetch returns the body at an address, which must answer 200 in the encoding; empty for none.
func fetch(b testing.TB, address, encoding string) []byte {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.Fatal(err)
	}
	if encoding != "" {
		request.Header.Set("Accept-Encoding", encoding)
	}
	response, err := benchClient.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != encoding {
		b.Fatalf("GET %s: status %d, encoding %q, %v", address, response.StatusCode, response.Header.Get("Content-Encoding"), err)
	}
	return body
}

// gauge returns a metric without labels that a server has.
func gauge(b testing.TB, address, name string) float64 {
	b.Helper()
	value, err := strconv.ParseFloat(metric(string(fetch(b, address, "")), name), 64)
	if err != nil {
		b.Fatalf("%s, metric %s: %v", address, name, err)
	}
	return value
}

// awaitRendered waits until every page is rendered.
func awaitRendered(b *testing.B, metrics string) {
	b.Helper()
	await(b, "all pages are rendered", 50*time.Millisecond, func() bool {
		pages := gauge(b, metrics, "marquee_pages")
		return pages > 0 && gauge(b, metrics, "marquee_pages_rendered") >= pages
	})
}

// await waits up to a quarter of an hour, because ten thousand pages take minutes to render.
func await(b *testing.B, what string, pause time.Duration, holds func() bool) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), 15*time.Minute)
	defer cancel()
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			b.Fatalf("%s: %v", what, ctx.Err())
		}
	}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

func benchFile(b testing.TB, name string) []byte {
	b.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/bench", name))
	if err != nil {
		b.Fatal(err)
	}
	return text
}

func copyOf(b testing.TB, dir string) string {
	b.Helper()
	made := filepath.Join(b.TempDir(), "content")
	if err := os.CopyFS(made, os.DirFS(dir)); err != nil {
		b.Fatal(err)
	}
	return made
}

// pageName returns the name of a copy of the business home, which lies in a folder of a hundred.
func pageName(n int) string { return fmt.Sprintf("copies/part-%03d/page-%05d", n/100, n) }

func pagePath(n int) string { return "/websites/business/" + pageName(n) }

// writePages writes so many pages, each as large as the business home, with a title of its own, and returns the size
// of one in bytes.
func writePages(b testing.TB, dir string, pages int) (size int) {
	b.Helper()
	home, err := os.ReadFile(filepath.Join(dir, "business/pages/index.yaml"))
	if err != nil {
		b.Fatal(err)
	}
	for n := range pages {
		text := titleLine.ReplaceAllLiteral(home, fmt.Appendf(nil, "title: Page %d", n))
		writeFile(b, filepath.Join(dir, "business/pages", pageName(n)+".yaml"), text)
	}
	return len(home)
}
