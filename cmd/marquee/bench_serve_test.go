package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/web"
)

const browserAccepts = "gzip, deflate, br, zstd"

// BenchmarkPageAgainstBareFiber asks for the same page from the whole program
// and from a Fiber handler that does nothing but send the same bytes, in turns,
// so that whatever else the machine does meets both. Program, handler and
// clients share one process, so the figures compare and are no maximum.
//
// The ratio is the program's throughput over the handler's: what safety
// headers, negotiation, routes and metrics cost.
func BenchmarkPageAgainstBareFiber(b *testing.B) {
	w := boot(b, copyOfContent(b))
	request := []byte("GET /about HTTP/1.1\r\nHost: example.test\r\nAccept-Encoding: " + browserAccepts + "\r\n\r\n")
	program := newVisitors(b, w.url[len("http://"):], request)
	handler := newVisitors(b, bareFiber(b, program.answer), request)

	const round = 2000
	var ofProgram, ofHandler []time.Duration
	for b.Loop() {
		ofProgram = append(ofProgram, program.ask(round))
		ofHandler = append(ofHandler, handler.ask(round))
	}
	median := func(times []time.Duration) float64 {
		slices.Sort(times)
		return times[len(times)/2].Seconds()
	}
	b.ReportMetric(round/median(ofProgram), "program-req/s")
	b.ReportMetric(round/median(ofHandler), "fiber-req/s")
	b.ReportMetric(median(ofHandler)/median(ofProgram), "ratio")
	b.ReportMetric(0, "ns/op")
}

// bareFiber serves the body of an answer from Fiber as it comes, and returns its address.
func bareFiber(b *testing.B, answer reply) string {
	b.Helper()
	body := []byte(answer.body)
	app := fiber.New()
	app.Server().MaxIdleWorkerDuration = time.Second // or its cleaner outlives the test
	app.Get("/about", func(c fiber.Ctx) error {
		c.Set("Content-Type", answer.header.Get("Content-Type"))
		c.Set("Content-Encoding", answer.header.Get("Content-Encoding"))
		return c.Send(body)
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) }()
	b.Cleanup(func() {
		if err := app.Shutdown(); err != nil {
			b.Error(err)
		}
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	return ln.Addr().String()
}

// visitors are connections that ask for one page again and again. They know how
// long the answer is and parse nothing, so that the time is that of the server.
type visitors struct {
	b       *testing.B
	request []byte
	wires   []net.Conn
	answer  reply
	length  int
}

func newVisitors(b *testing.B, address string, request []byte) *visitors {
	b.Helper()
	v := &visitors{b: b, request: request}
	for range 4 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { c.Close() })
		v.wires = append(v.wires, c)
	}
	if _, err := v.wires[0].Write(request); err != nil {
		b.Fatal(err)
	}
	var raw bytes.Buffer
	response, err := http.ReadResponse(bufio.NewReader(io.TeeReader(v.wires[0], &raw)), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "br" {
		b.Fatal(response.Status, response.Header, err)
	}
	v.answer, v.length = reply{response.StatusCode, response.Header, string(body)}, raw.Len()
	return v
}

// ask asks so many times, on all connections at once, and returns how long it took.
func (v *visitors) ask(times int) time.Duration {
	started := time.Now()
	var all sync.WaitGroup
	for _, wire := range v.wires {
		all.Go(func() {
			got := make([]byte, v.length)
			for range times / len(v.wires) {
				if _, err := wire.Write(v.request); err != nil {
					v.b.Error(err)
					return
				}
				if _, err := io.ReadFull(wire, got); err != nil || !bytes.HasSuffix(got, []byte(v.answer.body)) {
					v.b.Errorf("another answer, or %v: %.100s", err, got)
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(started)
}

// BenchmarkRenderEveryPage draws all pages of the shipped content with React,
// as many at once as the program does.
func BenchmarkRenderEveryPage(b *testing.B) {
	w := boot(b, copyOfContent(b))
	var paths, data []string
	for _, path := range sitemapPaths(w) {
		paths, data = append(paths, path), append(data, w.get("/api/pages?path="+path).body)
	}
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		b.Fatal(err)
	}
	pool, err := render.NewPool(render.Config{Bundle: bundle, Size: max(2, runtime.GOMAXPROCS(0))})
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	pages := 0
	for b.Loop() {
		var all sync.WaitGroup
		for i, path := range paths {
			all.Go(func() {
				if html, err := pool.Render(b.Context(), path, []byte(data[i])); err != nil || len(html) < 1000 {
					b.Error(fmt.Sprintf("%s: %d bytes", path, len(html)), err)
				}
			})
		}
		all.Wait()
		pages += len(paths)
	}
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(pages), "ms/page")
	b.ReportMetric(0, "ns/op")
}
