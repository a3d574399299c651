package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// firstViews is how many pages are looked at before they are rendered.
const firstViews = 20

// workload is content to measure, and its targets in milliseconds and megabytes.
type workload struct {
	name, folder       string
	file, path         string   // the page that is saved, and its address
	views              []string // addresses that are asked for before they are rendered
	saveMost, memoryMB float64
}

// measureStart measures the shipped content.
func (b *bench) measureStart(ctx context.Context) error {
	folder, err := b.copyContent()
	if err != nil {
		return err
	}
	starts, err := b.starts(ctx, folder)
	if err != nil {
		return err
	}
	b.add(figure{What: "shipped content: start to first page", Unit: "ms", AtMost: 300}, starts, nil)
	return b.measureContent(ctx, workload{
		name: "shipped content", folder: folder, file: "main/pages/about.yaml", path: "/about", saveMost: 60, memoryMB: 80,
	})
}

// measureScale measures a sub-site of many pages beside the shipped content.
func (b *bench) measureScale(ctx context.Context) error {
	folder, err := b.copyContent()
	if err != nil {
		return err
	}
	if err := writePages(folder, b.Pages); err != nil {
		return err
	}
	starts, err := b.starts(ctx, folder)
	if err != nil {
		return err
	}
	builds, err := b.hugoBuilds(ctx)
	if err != nil {
		return err
	}
	name, middle := fmt.Sprintf("%d pages", b.Pages), b.Pages/2
	b.add(figure{What: name + ": start to first page", Unit: "ms", Peer: "hugo build", RatioAtLeast: 1}, starts, builds)
	w := workload{name: name, folder: folder, file: "made/pages/" + pageName(middle) + ".yaml", path: pagePath(middle), saveMost: 600, memoryMB: 350}
	// Marquee renders all pages by itself, in their order: the last ones come last.
	for n := b.Pages - 1; n >= 0 && len(w.views) < firstViews; n-- {
		w.views = append(w.views, pagePath(n))
	}
	return b.measureContent(ctx, w)
}

// measureContent measures one running program: first views, saves and memory.
func (b *bench) measureContent(ctx context.Context, w workload) error {
	p, err := b.startMarquee(ctx, w.folder)
	if err != nil {
		return err
	}
	defer p.stop()
	var views []float64
	for _, path := range w.views {
		began := time.Now()
		if _, err := get(ctx, p.url+path, ""); err != nil {
			return err
		}
		views = append(views, millisecondsSince(began))
	}
	if len(views) > 0 {
		b.add(figure{What: w.name + ": first view of a page not rendered yet", Unit: "ms", AtMost: 60}, views, nil)
	}
	b.note("wait until all pages are rendered")
	if err := p.awaitRendered(ctx); err != nil {
		return err
	}
	b.add(figure{What: w.name + ": all pages rendered after", Unit: "ms"}, []float64{millisecondsSince(p.began)}, nil)
	b.note("save a page")
	saves, err := b.saves(ctx, p, w)
	if err != nil {
		return err
	}
	b.add(figure{What: w.name + ": save to live", Unit: "ms", AtMost: w.saveMost}, saves, nil)
	memory, err := p.memory(ctx)
	if err != nil {
		return err
	}
	b.add(figure{What: w.name + ": memory, all pages rendered", Unit: "MB", AtMost: w.memoryMB}, memory, nil)
	return nil
}

// starts measures from starting the process to its home page, in milliseconds.
func (b *bench) starts(ctx context.Context, folder string) (took []float64, err error) {
	b.note("start")
	for range b.Starts {
		p, err := b.startMarquee(ctx, folder)
		if err != nil {
			return nil, err
		}
		took = append(took, millisecondsSince(p.began))
		p.stop()
	}
	return took, nil
}

var titleLine = regexp.MustCompile(`(?m)^title: .*$`)

// saves changes the title of a page several times, and measures until it is served,
// in milliseconds. All pages are rendered before each save.
func (b *bench) saves(ctx context.Context, p *process, w workload) (took []float64, err error) {
	file := filepath.Join(w.folder, w.file)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the page to save: %w", err)
	}
	for n := range b.Saves {
		if err := p.awaitRendered(ctx); err != nil {
			return nil, err
		}
		title := fmt.Sprintf("Save %d of %d", n, time.Now().UnixNano())
		began := time.Now()
		if err := os.WriteFile(file, titleLine.ReplaceAllLiteral(text, []byte("title: "+title)), 0o644); err != nil {
			return nil, fmt.Errorf("save a page: %w", err)
		}
		err := poll(ctx, patience, time.Millisecond, func() (bool, error) {
			page, err := get(ctx, p.url+w.path, "")
			return strings.Contains(string(page), title), err
		})
		if err != nil {
			return nil, fmt.Errorf("wait for the saved %s: %w", w.path, err)
		}
		took = append(took, millisecondsSince(began))
	}
	return took, nil
}

// awaitRendered waits until every page is rendered.
func (p *process) awaitRendered(ctx context.Context) error {
	return poll(ctx, renderWait, 50*time.Millisecond, func() (bool, error) {
		pages, err := p.metric(ctx, "marquee_pages")
		if err != nil {
			return false, err
		}
		rendered, err := p.metric(ctx, "marquee_pages_rendered")
		return pages > 0 && rendered >= pages, err
	})
}

// memory reads the resident memory in megabytes once a second for a while, because
// memory that is free goes back to the system with delay.
func (p *process) memory(ctx context.Context) (used []float64, err error) {
	err = poll(ctx, time.Minute, time.Second, func() (bool, error) {
		bytes, err := p.metric(ctx, "process_resident_memory_bytes")
		used = append(used, bytes/1e6)
		return len(used) == 15, err
	})
	return used, err
}

func millisecondsSince(began time.Time) float64 {
	return float64(time.Since(began).Microseconds()) / 1000
}
