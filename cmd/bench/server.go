package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// Configurations of file servers: {address} is where they listen, {dir} the folder
// of this run.
var (
	//go:embed template/nginx.conf
	nginxConfig string
	//go:embed template/Caddyfile
	caddyConfig string
)

// allocationsMetric counts the allocations of a Go program since its start.
const allocationsMetric = "go_memstats_mallocs_total"

// measureServer compares how many home pages are answered in a second.
func (b *bench) measureServer(ctx context.Context) error {
	content, err := b.copyContent()
	if err != nil {
		return err
	}
	marquee, err := b.startMarquee(ctx, content)
	if err != nil {
		return err
	}
	defer marquee.stop()
	if err := marquee.awaitRendered(ctx); err != nil {
		return err
	}
	page, err := get(ctx, marquee.url+"/", "gzip")
	if err != nil {
		return err
	}
	identity, err := get(ctx, marquee.url+"/", "")
	if err != nil {
		return err
	}
	peers, err := b.startPeers(ctx, identity, page)
	for _, p := range peers {
		defer p.stop()
	}
	if err != nil {
		return err
	}
	for _, p := range peers {
		if body, err := get(ctx, p.url+"/", "gzip"); err != nil || !bytes.Equal(body, page) {
			return fmt.Errorf("%s does not send the same bytes: %d instead of %d, %v", p.name, len(body), len(page), err)
		}
	}
	return b.compare(ctx, marquee, peers)
}

// compare loads the servers in turns. The first of the peers is Fiber as it comes.
func (b *bench) compare(ctx context.Context, marquee *process, peers []*process) error {
	source := "wrk"
	wrk, found := b.find("wrk")
	if !found {
		source = "a loop in Go"
	}
	servers := append([]*process{marquee}, peers...)
	for round := range b.Rounds {
		for turn := range servers {
			p := servers[(round+turn)%len(servers)]
			before, err := p.metric(ctx, allocationsMetric)
			if err != nil {
				return err
			}
			var got load
			if found {
				got, err = wrkLoad(ctx, wrk, p.url+"/", b.Span)
			} else {
				got, err = loopLoad(ctx, p.url+"/", b.Span)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			after, err := p.metric(ctx, allocationsMetric)
			if err != nil {
				return err
			}
			p.rates = append(p.rates, got.perSecond)
			p.allocations = append(p.allocations, (after-before)/got.answers)
			b.note("round %d: %s %s", round+1, p.name, show(got.perSecond, "/s"))
		}
	}
	for n, p := range peers {
		f := figure{What: "GET / in gzip, load from " + source, Unit: "/s", Peer: p.name}
		if n == 0 {
			f.RatioAtLeast = 0.85
		}
		b.add(f, marquee.rates, p.rates)
	}
	// The rest of the program allocates a little meanwhile, whatever is asked.
	beyond := max(0, summarise(marquee.allocations).Median-summarise(peers[0].allocations).Median)
	b.add(figure{What: "allocations per answer beyond bare Fiber's", AtMost: 0.1}, []float64{beyond}, nil)
	return nil
}

// startPeers starts bare Fiber, then the installed ones of nginx and Caddy, set up
// as their manuals say for compressed static files. After an error it returns
// those that run.
func (b *bench) startPeers(ctx context.Context, identity, page []byte) (peers []*process, err error) {
	index := filepath.Join(b.dir, "files/index.html")
	if err := writeFile(index, identity); err != nil {
		return nil, err
	}
	if err := writeFile(index+".gz", page); err != nil {
		return nil, err
	}
	if err := os.Chmod(b.dir, 0o755); err != nil { // nginx reads as another user
		return nil, err
	}
	fiberProgram, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find bench: %w", err)
	}
	for _, peer := range []struct {
		name, program, config string
		arguments             []string
	}{
		// As it comes, Fiber writes a page in two system calls; with a large buffer
		// in one, as Marquee does.
		{"bare Fiber", fiberProgram, "", []string{"--address", "{address}", "--bare-fiber", index + ".gz"}},
		{"bare Fiber, large buffer", fiberProgram, "", []string{"--address", "{address}", "--bare-fiber", index + ".gz", "--buffer", strconv.Itoa(len(page) + 4096)}},
		{"nginx", "nginx", nginxConfig, []string{"-e", "stderr", "-c", "{dir}/nginx"}},
		{"caddy", "caddy", caddyConfig, []string{"run", "--adapter", "caddyfile", "--config", "{dir}/caddy"}},
	} {
		program, found := b.find(peer.program)
		if !found {
			continue
		}
		address, err := freeAddress()
		if err != nil {
			return peers, err
		}
		fill := strings.NewReplacer("{address}", address, "{dir}", b.dir)
		if err := writeFile(filepath.Join(b.dir, peer.name), []byte(fill.Replace(peer.config))); err != nil {
			return peers, err
		}
		for i, argument := range peer.arguments {
			peer.arguments[i] = fill.Replace(argument)
		}
		metrics := ""
		if program == fiberProgram {
			metrics = "http://" + address + "/metrics"
		}
		p, err := b.start(ctx, peer.name, address, metrics, program, peer.arguments...)
		if err != nil {
			return peers, err
		}
		peers = append(peers, p)
	}
	return peers, nil
}

// serveBareFiber is a Fiber handler that only sends a file, until the context ends.
func serveBareFiber(ctx context.Context, o options) error {
	page, err := os.ReadFile(o.BareFiber)
	if err != nil {
		return fmt.Errorf("read page for Fiber: %w", err)
	}
	app := fiber.New(fiber.Config{WriteBufferSize: o.Buffer})
	app.Get("/", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, "text/html; charset=utf-8")
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(page)
	})
	app.Get("/metrics", func(c fiber.Ctx) error {
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return c.SendString(fmt.Sprintf("%s %d\n", allocationsMetric, memory.Mallocs))
	})
	return app.Listen(o.Address, fiber.ListenConfig{DisableStartupMessage: true, GracefulContext: ctx})
}
