package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The words that stand on every page of every site.
const (
	commonFile = "main/site.yaml"
	commonWord = "skip: Skip to content"
)

// measureCommonEdit changes words that every page shows: no answer may fail
// meanwhile, and what is looked at next is new.
func (l *large) measureCommonEdit(ctx context.Context, p *program) error {
	l.note("%s: edit what all pages share", l.name)
	place := filepath.Join(p.content, commonFile)
	text, err := os.ReadFile(place)
	if err != nil {
		return fmt.Errorf("read %s: %w", commonFile, err)
	}
	word := fmt.Sprintf("Lap %d", time.Now().UnixNano())
	edited := strings.Replace(string(text), commonWord, "skip: "+word, 1)
	if edited == string(text) {
		return fmt.Errorf("edit %s: %q is not there", commonFile, commonWord)
	}
	watch := p.watch(ctx, l.paths[len(l.paths)/2])
	began := time.Now()
	if err := os.WriteFile(place, []byte(edited), 0o644); err != nil {
		return errors.Join(fmt.Errorf("save %s: %w", commonFile, err), watch().err)
	}
	err = p.shows(ctx, l.paths[0], word)
	if err != nil {
		return errors.Join(err, watch().err)
	}
	l.tell(line{What: "edit of all pages, to the first new one", Unit: milliseconds, Value: summarise(inMilliseconds(time.Since(began)))}, "", 0)
	var views []float64
	old := 0
	for range firstViews {
		began := time.Now()
		page, err := p.page(ctx, l.unseen())
		if err != nil {
			return errors.Join(err, watch().err)
		}
		views = append(views, inMilliseconds(time.Since(began)))
		if !strings.Contains(page, word) {
			old++
		}
	}
	rest, left, err := p.warmMostly(ctx, l.WarmWait)
	watched := watch()
	if err != nil {
		return err
	}
	l.tell(line{
		What: "edit of all pages, answers that failed", Unit: times, Value: summarise(float64(watched.failed)), Target: none(),
		Note: fmt.Sprintf("one page was asked for %d times until all were rendered; the longest answer took %s", watched.asked, milliseconds.String(inMilliseconds(watched.longest))),
	}, "", 0)
	l.tell(line{What: "edit of all pages, next view of another", Unit: milliseconds, Value: summarise(views...), Target: atMost(50)}, "", 0)
	l.tell(line{What: "edit of all pages, views that were still old", Unit: times, Value: summarise(float64(old)), Target: none()}, "", 0)
	l.tell(line{What: "edit of all pages, until all are rendered", Unit: milliseconds, Value: summarise(inMilliseconds(rest))}, "", 0)
	l.tellLeft(p, "edit of all pages, pages left out", left)
	return nil
}

// watched is what a visitor met who kept asking for one page.
type watched struct {
	asked, failed int
	longest       time.Duration
	err           error // of the last answer that failed
}

// watch asks for a page again and again until the returned function is
// called, which says how that went.
func (p *program) watch(ctx context.Context, path string) func() watched {
	ctx, cancel := context.WithCancel(ctx)
	result := make(chan watched, 1)
	go func() {
		pause := time.NewTicker(5 * time.Millisecond)
		defer pause.Stop()
		var w watched
		for ctx.Err() == nil {
			began := time.Now()
			_, err := p.page(ctx, path)
			switch took := time.Since(began); {
			case ctx.Err() != nil:
				continue // the last question was taken back
			case err != nil:
				w.failed++
				w.err = err
			default:
				w.longest = max(w.longest, took)
			}
			w.asked++
			<-pause.C
		}
		result <- w
	}()
	return func() watched {
		cancel()
		return <-result
	}
}
