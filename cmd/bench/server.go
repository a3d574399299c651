package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// nextShare is what `next start` answers of a static page for each answer of
// nginx: about 450 where nginx gave 50,000 on the same machine.
const nextShare = 450.0 / 50_000

// comparisons are the peers by name, and how much of each is to be reached.
var comparisons = []struct {
	peer   string
	target *target
}{
	{"bare Fiber", ratioAtLeast(0.95)},
	{"bare Fiber, large buffer", nil},
	{"nginx", ratioAtLeast(0.7)},
	{"nginx, open files kept", nil},
	{"Caddy", ratioAtLeast(4)},
}

// measureServer compares how many home pages are answered in a second.
func measureServer(ctx context.Context, b *bench) (err error) {
	content, err := b.copyContent("content-server")
	if err != nil {
		return err
	}
	marquee, err := b.serve(ctx, content, filepath.Join(b.dir, "var-server"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, marquee.stop()) }()
	if _, err := marquee.warm(ctx, b.WarmWait); err != nil {
		return err
	}
	// A better encoding may be made in the background: what is measured is the
	// answer that stays.
	page, err := marquee.settled(ctx, "/")
	if err != nil {
		return err
	}
	identity, err := get(ctx, marquee.client, marquee.url+"/", false)
	if err != nil {
		return err
	}
	peers, err := b.startPeers(ctx, page, identity.body)
	defer func() { err = errors.Join(err, stopPeers(peers)) }()
	if err != nil {
		return err
	}
	peers = append([]*peer{{name: "marquee", url: marquee.url + "/", process: marquee.process, borrowed: true}}, peers...)
	if err := sameBytes(ctx, peers, page.body); err != nil {
		return err
	}
	asked, err := b.askInTurns(ctx, peers)
	if err != nil {
		return err
	}
	if err := sameBytes(ctx, peers, page.body); err != nil {
		return fmt.Errorf("after measuring: %w", err)
	}
	return b.compare(asked, len(page.body))
}

// settled returns the gzip answer once it does not change any more.
func (p *program) settled(ctx context.Context, path string) (answer, error) {
	pause := time.NewTicker(250 * time.Millisecond)
	defer pause.Stop()
	var before answer
	for same := 0; same < 4; {
		now, err := get(ctx, p.client, p.url+path, true)
		if err != nil {
			return answer{}, err
		}
		if now.status != 200 || now.header.Get("Content-Encoding") != "gzip" {
			return answer{}, fmt.Errorf("ask for %s: status %d, encoding %q", path, now.status, now.header.Get("Content-Encoding"))
		}
		if bytes.Equal(before.body, now.body) {
			same++
		} else {
			same = 0
		}
		before = now
		select {
		case <-pause.C:
		case <-ctx.Done():
			return answer{}, ctx.Err()
		}
	}
	return before, nil
}

// startPeers starts the yardsticks. On an error it returns those that run.
func (b *bench) startPeers(ctx context.Context, page answer, identity []byte) (peers []*peer, err error) {
	peers, err = b.bareFibers(ctx, page)
	if err != nil {
		return peers, err
	}
	root, err := b.docroot(identity, page.body)
	if err != nil {
		return peers, err
	}
	nginx, err := b.nginx(ctx, root)
	peers = append(peers, nginx...)
	if err != nil {
		return peers, err
	}
	caddy, err := b.caddy(ctx, root)
	if err != nil {
		return peers, err
	}
	return append(peers, caddy), nil
}

func stopPeers(peers []*peer) error {
	var errs []error
	for _, p := range peers {
		if !p.borrowed {
			errs = append(errs, p.process.stop())
		}
	}
	return errors.Join(errs...)
}

// sameBytes checks that all serve the same compressed page.
func sameBytes(ctx context.Context, peers []*peer, want []byte) error {
	client := newClient()
	defer client.CloseIdleConnections()
	for _, p := range peers {
		a, err := get(ctx, client, p.url, true)
		if err != nil {
			return err
		}
		if a.status != 200 || a.header.Get("Content-Encoding") != "gzip" || !bytes.Equal(a.body, want) {
			return fmt.Errorf("compare answers: %s sends status %d, encoding %q, %d bytes instead of the same %d", p.name, a.status, a.header.Get("Content-Encoding"), len(a.body), len(want))
		}
	}
	return nil
}

// rounds is what a peer did in each round.
type rounds struct {
	rates []float64 // answers in a second
	waits []float64 // the 99th percentile, in milliseconds
	costs []float64 // processor time per answer, in milliseconds
}

// askInTurns returns the rounds of each peer by its name.
func (b *bench) askInTurns(ctx context.Context, peers []*peer) (map[string]*rounds, error) {
	asked := map[string]*rounds{}
	for _, p := range peers { // whoever comes first must not pay for cold caches
		if _, err := b.ask(ctx, p.url, time.Second); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		asked[p.name] = &rounds{}
	}
	for round := range b.Rounds {
		for turn := range peers {
			p := peers[(round+turn)%len(peers)]
			before, err := p.process.processorTime()
			if err != nil {
				return nil, err
			}
			got, err := b.ask(ctx, p.url, b.Span)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.name, err)
			}
			after, err := p.process.processorTime()
			if err != nil {
				return nil, err
			}
			to := asked[p.name]
			to.rates = append(to.rates, got.requestsPerSecond)
			to.waits = append(to.waits, inMilliseconds(got.p99))
			to.costs = append(to.costs, inMilliseconds(after-before)/got.requests)
			b.note("round %d: %s %s", round+1, p.name, perSecond.String(got.requestsPerSecond))
		}
	}
	return asked, nil
}

// compare adds the lines of the group.
func (b *bench) compare(asked map[string]*rounds, size int) error {
	marquee := asked["marquee"]
	add := func(what string, u unit, ours, theirs []float64, y yardstick, t *target, note string) error {
		better := func() (sample, error) { return ratios(ours, theirs) }
		if u == milliseconds || u == microseconds {
			better = func() (sample, error) { return ratios(theirs, ours) }
		}
		ratio, err := better()
		if err != nil {
			return err
		}
		y.Value = summarise(theirs...)
		b.add(line{Group: "server", What: what, Unit: u, Value: summarise(ours...), Yardstick: &y, Ratio: &ratio, Target: t, Note: note}.judged())
		return nil
	}
	var errs []error
	for _, c := range comparisons {
		errs = append(errs, add("GET / gzip", perSecond, marquee.rates, asked[c.peer].rates, yardstick{Name: c.peer}, c.target, ""))
	}
	errs = append(errs, add("GET / gzip", perSecond, marquee.rates, scaled(asked["nginx"].rates, nextShare), yardstick{Name: "next start", Elsewhere: true}, ratioAtLeast(50),
		"next start is taken as 450 answers for 50,000 of nginx, as measured elsewhere, and scaled to nginx of this run"))
	for _, c := range comparisons {
		errs = append(errs, add("processor time per answer", microseconds, scaled(marquee.costs, 1000), scaled(asked[c.peer].costs, 1000), yardstick{Name: c.peer}, nil, ""))
	}
	errs = append(errs, add("99 of 100 answers within", milliseconds, marquee.waits, asked["bare Fiber"].waits, yardstick{Name: "bare Fiber"}, nil,
		fmt.Sprintf("%d connections without pause; the body has %d bytes", wrkConnections, size)))
	return errors.Join(errs...)
}

func scaled(values []float64, by float64) (all []float64) {
	for _, value := range values {
		all = append(all, value*by)
	}
	return all
}
