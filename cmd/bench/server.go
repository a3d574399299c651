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
	servers := []*process{ours.process}
	defer func() {
		for _, p := range servers {
			err = errors.Join(err, p.stop())
		}
	}()
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
	for name, buffer := range map[string]int{"bare Fiber": 0, "bare Fiber, large buffer": len(page) + 4096} {
		p, err := b.bareFiber(ctx, name, page, buffer)
		if err != nil {
			return err
		}
		servers = append(servers, p)
	}
	more, err := b.startFileServers(ctx, identity, page)
	servers = append(servers, more...)
	if err != nil {
		return err
	}
	for _, p := range servers {
		if _, body, err := get(ctx, p.url+"/", "gzip"); err != nil || !bytes.Equal(body, page) {
			return fmt.Errorf("%s sends %d bytes instead of the same %d: %w", p.name, len(body), len(page), errors.Join(err, errors.New("not comparable")))
		}
	}
	return b.compareServers(ctx, ours, servers, len(page))
}

// compareServers asks the servers in turns, of which the first is the program.
func (b *bench) compareServers(ctx context.Context, ours *program, servers []*process, size int) error {
	ask, name := b.loader()
	b.note("load comes from %s, on %d connections; the page has %d bytes", name, connections, size)
	rates, allocations := map[string][]float64{}, map[string][]float64{}
	for round := range b.Rounds {
		for turn := range servers {
			p := servers[(round+turn)%len(servers)]
			before, err := mallocs(ctx, ours, p)
			if err != nil {
				return err
			}
			got, err := ask(ctx, p.url+"/", b.Span)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			after, err := mallocs(ctx, ours, p)
			if err != nil {
				return err
			}
			rates[p.name] = append(rates[p.name], got.perSecond)
			allocations[p.name] = append(allocations[p.name], (after-before)/got.answers)
			b.note("round %d: %s %s", round+1, p.name, perSecond.show(got.perSecond))
		}
	}
	for _, p := range servers[1:] {
		var wanted *target
		if p.name == "bare Fiber" {
			wanted = ratioAtLeast(0.85)
		}
		b.add("GET / in gzip, load from "+name, perSecond, rates[ours.name], p.name, rates[p.name], wanted)
	}
	// The rest of the program allocates a little meanwhile, whatever is asked.
	beyond := max(0, summarise(allocations[ours.name]...).Median-summarise(allocations["bare Fiber"]...).Median)
	b.add("allocations per answer beyond bare Fiber's", count, []float64{beyond}, "", nil, atMost(0.1))
	return nil
}

// mallocs returns how many allocations the program or bare Fiber has made; zero
// for other servers.
func mallocs(ctx context.Context, ours *program, p *process) (float64, error) {
	switch {
	case p == ours.process:
		m, err := ours.metrics(ctx)
		return m["go_memstats_mallocs_total"], err
	case strings.HasPrefix(p.name, "bare Fiber"):
		_, body, err := get(ctx, p.url+fiberMallocs, "")
		if err != nil {
			return 0, err
		}
		return strconv.ParseFloat(string(body), 64)
	}
	return 0, nil
}
