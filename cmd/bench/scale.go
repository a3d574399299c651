package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Hugo 0.162 with ten thousand such pages, measured elsewhere; and how many
// pages a second the first prototype in QuickJS drew, the middle of 45 and 57.
const (
	hugoBuild        = 6400
	hugoLargeSave    = 496
	hugoMemory       = 452e6
	prototypeRenders = 51
)

const (
	scaleStarts = 3
	// How many pages are looked at before the warm-up has come to them.
	firstViews = 20
	// Saves while pages are still being rendered.
	busySaves = 5
	// Visitors who walk through pages that nobody has seen, and for how long.
	walkers  = 4
	walkSpan = 15 * time.Second
)

// shape is generated content: so many sub-sites of so many pages.
type shape struct {
	name         string
	sites, pages int
	hugo         bool // the figures of Hugo are for this shape
}

func measureScale(ctx context.Context, b *bench) error {
	var errs []error
	for _, s := range []shape{
		{fmt.Sprintf("%d pages", b.Pages), 1, b.Pages, true},
		{fmt.Sprintf("%d sites", b.Sites), b.Sites, 10, false},
	} {
		if s.sites*s.pages == 0 || ctx.Err() != nil {
			continue
		}
		if err := b.measureShape(ctx, s); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.name, err))
		}
	}
	return errors.Join(errs...)
}

// large is generated content that is being measured.
type large struct {
	*bench
	shape
	content, data string
	paths, files  []string
	seen          int // pages from the end that somebody has looked at
}

func (b *bench) measureShape(ctx context.Context, s shape) error {
	l := &large{bench: b, shape: s, data: filepath.Join(b.dir, "var-"+strings.ReplaceAll(s.name, " ", "-"))}
	if err := l.generate(); err != nil {
		return err
	}
	var cold []float64
	for n := range scaleStarts {
		b.note("%s: start %d", s.name, n+1)
		took, err := b.firstPage(ctx, l.content, fmt.Sprintf("%s-%d", l.data, n))
		if err != nil {
			return err
		}
		cold = append(cold, inMilliseconds(took))
	}
	l.tell(line{What: "start to first page", Unit: milliseconds, Value: summarise(cold...), Target: atMost(2500)}, "hugo build", hugoBuild)
	if err := l.measureRunning(ctx); err != nil {
		return err
	}
	var warm []float64
	for n := range scaleStarts {
		b.note("%s: start %d with what was kept", s.name, n+1)
		took, err := b.firstPage(ctx, l.content, l.data)
		if err != nil {
			return err
		}
		warm = append(warm, inMilliseconds(took))
	}
	l.tell(line{What: "start to first page, render cache warm", Unit: milliseconds, Value: summarise(warm...), Target: atMost(1000)}, "", 0)
	return nil
}

// tell adds a line, beside the figure of another program where it has one for this shape.
func (l *large) tell(found line, peer string, value float64) {
	found.Group, found.What = "scale", l.name+": "+found.What
	if peer != "" && l.hugo {
		l.add(besideFixed(found, peer, value))
		return
	}
	l.add(found.judged())
}

func (l *large) generate() (err error) {
	l.note("%s: generate", l.name)
	if l.content, err = l.copyContent("content-" + strings.ReplaceAll(l.name, " ", "-")); err != nil {
		return err
	}
	g, err := newGenerator()
	if err != nil {
		return err
	}
	for n := range l.sites {
		made, err := g.writeSite(l.content, fmt.Sprintf("made-%04d", n), fmt.Sprintf("/made/%04d", n), n, l.pages)
		if err != nil {
			return err
		}
		l.paths, l.files = append(l.paths, made.paths...), append(l.files, made.files...)
	}
	return nil
}

// unseen returns a page that nobody has looked at. Warm-ups begin at the
// front, so it comes from the end.
func (l *large) unseen() (path string) {
	l.seen++
	return l.paths[(len(l.paths)*2-l.seen)%len(l.paths)]
}

// measureRunning measures one process from its start until every page is
// rendered, twice: at first, and after an edit that touches all.
func (l *large) measureRunning(ctx context.Context) (err error) {
	p, err := l.serve(ctx, l.content, l.data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if err := l.measureFirstViews(ctx, p); err != nil {
		return err
	}
	middle := len(l.paths) / 2
	saves, err := p.saves(ctx, l.files[middle], l.paths[middle], busySaves, 0)
	if err != nil {
		return err
	}
	l.tell(line{What: "save to live, while pages are rendered", Unit: milliseconds, Value: summarise(saves...)}, "", 0)
	if err := l.measureThroughput(ctx, p); err != nil {
		return err
	}

	l.note("%s: wait until all are rendered", l.name)
	rest, left, err := p.warmMostly(ctx, l.WarmWait)
	if err != nil {
		return err
	}
	l.tell(line{What: "until the rest is rendered", Unit: milliseconds, Value: summarise(inMilliseconds(rest))}, "", 0)
	l.tellLeft(p, "pages that the warm-up left out", left)
	held, err := p.memoryAtRest(ctx)
	if err != nil {
		return err
	}
	l.tell(line{What: "memory, all pages warm", Unit: bytesHeld, Value: held, Target: atMost(300e6)}, "hugo server", hugoMemory)
	l.note("%s: save", l.name)
	limit := l.WarmWait
	if left > 0 {
		limit = 0 // waiting would not help
	}
	saves, err = p.saves(ctx, l.files[middle], l.paths[middle], l.Saves, limit)
	if err != nil {
		return err
	}
	l.tell(line{What: "save to live", Unit: milliseconds, Value: summarise(saves...), Target: atMost(80)}, "hugo server", hugoLargeSave)
	return l.measureCommonEdit(ctx, p)
}

func (l *large) measureFirstViews(ctx context.Context, p *program) error {
	var views []float64
	for range firstViews {
		began := time.Now()
		if _, err := p.page(ctx, l.unseen()); err != nil {
			return err
		}
		views = append(views, inMilliseconds(time.Since(began)))
	}
	l.tell(line{
		What: "first view of a page", Unit: milliseconds, Value: summarise(views...), Target: atMost(50),
		Note: "while the warm-up renders others",
	}, "", 0)
	return nil
}

// measureThroughput counts renderings while visitors walk through unseen
// pages, so that every processor has one to draw.
func (l *large) measureThroughput(ctx context.Context, p *program) error {
	l.note("%s: walk", l.name)
	before, err := p.metrics(ctx)
	if err != nil {
		return err
	}
	drawn := func(m map[string]float64) float64 {
		return m["marquee_page_render_duration_seconds_count"] - m["marquee_page_render_failures_total"]
	}
	walking, cancel := context.WithTimeout(ctx, walkSpan)
	defer cancel()
	began := time.Now()
	ahead := make(chan string)
	var (
		all    sync.WaitGroup
		mu     sync.Mutex
		failed error
	)
	for range walkers {
		all.Go(func() {
			for path := range ahead {
				if _, err := p.page(ctx, path); err != nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
				}
			}
		})
	}
	for walking.Err() == nil && l.seen < len(l.paths) {
		select {
		case ahead <- l.unseen():
		case <-walking.Done():
		}
	}
	close(ahead)
	all.Wait()
	took := time.Since(began)
	after, err := p.metrics(ctx)
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	rate := (drawn(after) - drawn(before)) / took.Seconds()
	found := line{
		Group: "scale", What: l.name + ": render throughput", Unit: pagesPerSecond, Value: summarise(rate), Target: atLeast(150),
		Yardstick: &yardstick{Name: "prototype", Value: summarise(prototypeRenders), Elsewhere: true},
	}
	ratio := summarise(rate / prototypeRenders)
	found.Ratio = &ratio
	l.add(found.judged())
	return nil
}

// tellLeft adds how many pages were never rendered, and shows what the program
// said of them.
func (l *large) tellLeft(p *program, what string, left int) {
	l.tell(line{What: what, Unit: times, Value: summarise(float64(left)), Target: none()}, "", 0)
	if left > 0 {
		l.note("%s: %d pages are not rendered; the program said:\n%s", l.name, left, p.log.tail())
	}
}
