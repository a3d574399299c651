package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// firstViews is how many pages are looked at before they are rendered.
const firstViews = 20

// measureStart measures the shipped content.
func (b *bench) measureStart(ctx context.Context) (err error) {
	content, err := b.copyContent("content-start")
	if err != nil {
		return err
	}
	starts, err := b.starts(ctx, content)
	if err != nil {
		return err
	}
	b.add("shipped content: start to first page", milliseconds, starts, "", nil, atMost(300))
	p, err := b.serve(ctx, content, filepath.Join(b.dir, "var-start"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	saves, err := b.saves(ctx, p, "main/pages/about.yaml", "/about")
	if err != nil {
		return err
	}
	b.add("shipped content: save to live", milliseconds, saves, "", nil, atMost(60))
	used, err := p.memoryAtRest(ctx)
	if err != nil {
		return err
	}
	b.add("shipped content: memory, all pages rendered", megabytes, used, "", nil, atMost(90))
	return nil
}

// measureScale measures a sub-site of many pages beside the shipped content.
func (b *bench) measureScale(ctx context.Context) (err error) {
	content, err := b.copyContent("content-scale")
	if err != nil {
		return err
	}
	g, err := newGenerator()
	if err != nil {
		return err
	}
	made, err := g.writeSite(content, "made", "/made", 0, b.Pages)
	if err != nil {
		return err
	}
	what := func(of string) string { return fmt.Sprintf("%d pages: %s", b.Pages, of) }
	b.note("start")
	starts, err := b.starts(ctx, content)
	if err != nil {
		return err
	}
	builds, err := b.hugoBuilds(ctx, len(starts))
	if err != nil {
		return err
	}
	b.add(what("start to first page"), milliseconds, starts, "hugo build", builds, ratioAtLeast(1))

	p, err := b.serve(ctx, content, filepath.Join(b.dir, "var-scale"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	var views []float64
	for n := range min(firstViews, len(made.paths)) {
		// The program renders all pages by itself, in their order: those at the end
		// are not rendered yet.
		began := time.Now()
		if _, err := p.page(ctx, made.paths[len(made.paths)-1-n]); err != nil {
			return err
		}
		views = append(views, inMilliseconds(time.Since(began)))
	}
	b.add(what("first view of a page not rendered yet"), milliseconds, views, "", nil, atMost(60))
	b.note("wait until all pages are rendered")
	if _, err := p.warm(ctx, b.WarmWait); err != nil {
		return err
	}
	b.add(what("all pages rendered after"), milliseconds, []float64{inMilliseconds(time.Since(p.began))}, "", nil, nil)
	b.note("save")
	middle := len(made.paths) / 2
	saves, err := b.saves(ctx, p, made.files[middle], made.paths[middle])
	if err != nil {
		return err
	}
	b.add(what("save to live"), milliseconds, saves, "", nil, atMost(100))
	used, err := p.memoryAtRest(ctx)
	if err != nil {
		return err
	}
	b.add(what("memory, all pages rendered"), megabytes, used, "", nil, atMost(300))
	return nil
}

// hugoBuilds returns how long hugo takes for as many pages, each time from
// nothing, in milliseconds; nil where it is not installed.
func (b *bench) hugoBuilds(ctx context.Context, times int) ([]float64, error) {
	program, found := b.find("hugo")
	if !found {
		return nil, nil
	}
	root := filepath.Join(b.dir, "hugo")
	if err := writeHugoSite(root, b.Pages); err != nil {
		return nil, err
	}
	var took []float64
	for n := range times {
		began := time.Now()
		if _, err := output(ctx, program, "--source", root, "--destination", fmt.Sprintf("public-%d", n), "--quiet"); err != nil {
			return nil, err
		}
		took = append(took, inMilliseconds(time.Since(began)))
	}
	return took, nil
}

// writeHugoSite writes pages of some paragraphs and the simplest templates.
func writeHugoSite(root string, pages int) error {
	g, err := newGenerator()
	if err != nil {
		return err
	}
	g.seed(0, 0)
	files := map[string]string{
		"hugo.toml":                    "baseURL = 'https://example.com/'\ntitle = 'Bench'\n",
		"layouts/_default/single.html": "<!doctype html><html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1>{{ .Content }}</body></html>\n",
		"layouts/_default/list.html":   "<!doctype html><html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1></body></html>\n",
	}
	for n := range pages {
		text := fmt.Sprintf("---\ntitle: %s\n---\n", g.phrase(4))
		for range 12 {
			text += "## " + g.phrase(4) + "\n\n" + g.sentence(30) + "\n\n"
		}
		files[fmt.Sprintf("content/part-%03d/page-%05d.md", n/100, n)] = text
	}
	for name, text := range files {
		place := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			return fmt.Errorf("make folder for hugo: %w", err)
		}
		if err := os.WriteFile(place, []byte(text), 0o644); err != nil {
			return fmt.Errorf("write page for hugo: %w", err)
		}
	}
	return nil
}
