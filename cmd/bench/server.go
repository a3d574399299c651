package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// measureServer compares how many home pages are answered in a second.
func (b *bench) measureServer(ctx context.Context) (err error) {
	content, err := b.copyContent("content-server")
	if err != nil {
		return err
	}
	ours, err := b.serve(ctx, content, filepath.Join(b.dir, "var-server"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ours.stop()) }()
	if _, err := ours.warm(ctx, b.WarmWait); err != nil {
		return err
	}
	header, page, err := get(ctx, ours.url+"/", "gzip")
	if err != nil {
		return err
	}
	if header.Get("Content-Encoding") != "gzip" {
		return fmt.Errorf("the home page comes in encoding %q", header.Get("Content-Encoding"))
	}
	_, identity, err := get(ctx, ours.url+"/", "")
	if err != nil {
		return err
	}
	peers := []*peer{{"marquee", ours.url + "/", ours.process}}
	defer func() {
		for _, p := range peers[1:] {
			err = errors.Join(err, p.stop())
		}
	}()
	add := func(p *peer, failed error) error {
		if failed == nil {
			peers = append(peers, p)
		}
		return failed
	}
	if err := add(b.bareFiber(ctx, "bare Fiber", page, 0)); err != nil {
		return err
	}
	if err := add(b.bareFiber(ctx, "bare Fiber, large buffer", page, len(page)+4096)); err != nil {
		return err
	}
	root, err := b.writeFiles(identity, page)
	if err != nil {
		return err
	}
	if program, found := b.find("nginx"); found {
		if err := add(b.fileServer(ctx, "nginx", program, nginx(root))); err != nil {
			return err
		}
	}
	if program, found := b.find("caddy"); found {
		if err := add(b.fileServer(ctx, "caddy", program, caddy(root))); err != nil {
			return err
		}
	}
	for _, p := range peers {
		if _, body, err := get(ctx, p.url, "gzip"); err != nil || !bytes.Equal(body, page) {
			return fmt.Errorf("%s sends %d bytes instead of the same %d: %w", p.name, len(body), len(page), errors.Join(err, errors.New("not comparable")))
		}
	}
	return b.comparePeers(ctx, ours, peers, len(page))
}

// comparePeers asks the servers in turns. The first one is the program, the
// second one bare Fiber.
func (b *bench) comparePeers(ctx context.Context, ours *program, peers []*peer, size int) error {
	ask, name := b.loader()
	b.note("load comes from %s, on %d connections; the page has %d bytes", name, connections, size)
	rates, costs := map[string][]float64{}, map[string][]float64{}
	var ourMallocs, fiberMallocs []float64
	for round := range b.Rounds {
		for turn := range peers {
			p := peers[(round+turn)%len(peers)]
			mallocs, err := b.mallocs(ctx, ours, p)
			if err != nil {
				return err
			}
			worked, err := p.processorTime()
			if err != nil {
				return err
			}
			got, err := ask(ctx, p.url, b.Span)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			workedNow, err := p.processorTime()
			if err != nil {
				return err
			}
			mallocsNow, err := b.mallocs(ctx, ours, p)
			if err != nil {
				return err
			}
			rates[p.name] = append(rates[p.name], got.perSecond)
			costs[p.name] = append(costs[p.name], float64((workedNow-worked).Microseconds())/got.answers)
			switch p {
			case peers[0]:
				ourMallocs = append(ourMallocs, (mallocsNow-mallocs)/got.answers)
			case peers[1]:
				fiberMallocs = append(fiberMallocs, (mallocsNow-mallocs)/got.answers)
			}
			b.note("round %d: %s %s", round+1, p.name, perSecond.show(got.perSecond))
		}
	}
	for n, p := range peers[1:] {
		var wanted *target
		if n == 0 {
			wanted = ratioAtLeast(0.85)
		}
		b.add("GET / in gzip", perSecond, rates["marquee"], p.name, rates[p.name], wanted)
	}
	for _, p := range peers[1:] {
		b.add("processor time per answer", microseconds, costs["marquee"], p.name, costs[p.name], nil)
	}
	// The rest of the program allocates a little meanwhile, whatever is asked.
	beyond := max(0, summarise(ourMallocs...).Median-summarise(fiberMallocs...).Median)
	b.add("allocations per answer beyond bare Fiber's", count, []float64{beyond}, "", nil, atMost(0.1))
	return nil
}

// mallocs returns how many allocations the program or bare Fiber has made; zero
// for other peers.
func (b *bench) mallocs(ctx context.Context, ours *program, p *peer) (float64, error) {
	if p.process == ours.process {
		m, err := ours.metrics(ctx)
		return m["go_memstats_mallocs_total"], err
	}
	if !strings.HasPrefix(p.name, "bare Fiber") {
		return 0, nil
	}
	_, body, err := get(ctx, strings.TrimSuffix(p.url, fiberPage)+fiberMallocs, "")
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(string(body), 64)
}
