package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Hugo's server, shipped content: from saving a file to its new page.
const hugoSave = 475

// measureStart measures what an operator of the shipped content feels.
func measureStart(ctx context.Context, b *bench) (err error) {
	content, err := b.copyContent("content-start")
	if err != nil {
		return err
	}
	var starts []float64
	for n := range b.Starts {
		took, err := b.firstPage(ctx, content, filepath.Join(b.dir, fmt.Sprintf("var-start-%d", n)))
		if err != nil {
			return err
		}
		starts = append(starts, inMilliseconds(took))
	}
	b.add(line{Group: "start", What: "start to first page", Unit: milliseconds, Value: summarise(starts...), Target: atMost(300)}.judged())

	p, err := b.serve(ctx, content, filepath.Join(b.dir, "var-start"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if _, err := p.warm(ctx, b.WarmWait); err != nil {
		return err
	}
	if _, err := p.settled(ctx, "/"); err != nil {
		return err
	}
	held, err := p.memory()
	if err != nil {
		return err
	}
	b.add(line{Group: "start", What: "memory, all pages warm", Unit: bytesHeld, Value: summarise(held), Target: atMost(90e6)}.judged())
	saves, err := p.saves(ctx, "main/pages/about.yaml", "/about", b.Saves, b.WarmWait)
	if err != nil {
		return err
	}
	b.add(besideFixed(line{Group: "start", What: "save to live", Unit: milliseconds, Value: summarise(saves...), Target: atMost(60)}, "hugo server", hugoSave))
	return nil
}

// besideFixed compares a time or a memory with what another program took
// elsewhere.
func besideFixed(l line, name string, value float64) line {
	ratio := l.Value.turned(value)
	l.Yardstick, l.Ratio = &yardstick{Name: name, Value: summarise(value), Elsewhere: true}, &ratio
	return l.judged()
}

var titleLine = regexp.MustCompile(`(?m)^title: .*$`)

// saves gives a page another title, so many times, and returns how long each
// took to be served, in milliseconds. With a limit, all pages are rendered
// before each save; without one, the next save follows at once.
func (p *program) saves(ctx context.Context, file, path string, count int, limit time.Duration) ([]float64, error) {
	place := filepath.Join(p.content, file)
	text, err := os.ReadFile(place)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if !titleLine.Match(text) {
		return nil, fmt.Errorf("edit %s: it has no title", file)
	}
	var took []float64
	for lap := range count {
		if limit > 0 {
			if _, err := p.warm(ctx, limit); err != nil {
				return nil, err
			}
		}
		word := fmt.Sprintf("Lap %d of %d", lap, time.Now().UnixNano())
		next := titleLine.ReplaceAllLiteral(text, []byte("title: "+word))
		began := time.Now()
		if err := os.WriteFile(place, next, 0o644); err != nil {
			return nil, fmt.Errorf("save %s: %w", file, err)
		}
		if err := p.shows(ctx, path, word); err != nil {
			return nil, err
		}
		took = append(took, inMilliseconds(time.Since(began)))
	}
	return took, nil
}

// shows waits until a page has the word.
func (p *program) shows(ctx context.Context, path, word string) error {
	pause := time.NewTicker(time.Millisecond)
	defer pause.Stop()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		page, err := p.page(ctx, path)
		if err != nil {
			return err
		}
		if strings.Contains(page, word) {
			return nil
		}
		select {
		case <-pause.C:
		case <-limit.C:
			return fmt.Errorf("%s did not become new within %s\n%s", path, patience, p.log.tail())
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func inMilliseconds(took time.Duration) float64 { return float64(took.Microseconds()) / 1000 }
