package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestReadmeHasTheFigures compares what the README says with the file that it
// names, so that nobody polishes a figure.
func TestReadmeHasTheFigures(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, figures, _, err := aroundFigures(text)
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\]\((cmd/bench/results/[0-9-]+\.json)\)`).FindSubmatch(figures)
	if named == nil {
		if strings.TrimSpace(string(figures)) != "" {
			t.Errorf("the README has figures of no run:\n%s", figures)
		}
		return
	}
	file := string(named[1])
	run, err := readJSON(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	printMarkdown(&want, file, run)
	if string(figures) != want.String() {
		t.Errorf("the README does not say what %s says: go run ./cmd/bench --readme %s", file, file)
	}
}

func TestFillReadme(t *testing.T) {
	dir := t.TempDir()
	file, readme := filepath.Join(dir, "results", "figures.json"), filepath.Join(dir, "README.md")
	run := record{
		About: about{
			When: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Commit: "0123456789ab", Processor: "Some CPU", Processors: 2, Go: "go1.26.8",
			Tools:  map[string]string{"nginx": "nginx version: nginx/1.22.1", "caddy": "v2.6.2", "wrk": "wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012", "odd": "?"},
			Before: surroundings{Load: 0.1, Others: 0.01}, After: surroundings{Load: 2, Others: 0.02},
		},
		Lines: someLines(),
	}
	if err := writeJSON(file, run); err != nil {
		t.Fatal(err)
	}
	const around = "# Title\n" + figuresBegin + "%\n" + figuresEnd + "the rest\n"
	if err := os.WriteFile(readme, []byte(around), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time finds what the first wrote
		if err := fillReadme(readme, file); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	want := "# Title\n" + figuresBegin + `
21 November 2026, commit 0123456789ab, 2 processors (Some CPU), go1.26.8, caddy 2.6.2, nginx 1.22.1, odd, wrk 4.1.0. Before it others used 1 % of the processors, after it 2 %. All figures: [FILE](FILE)

| server | Marquee | yardstick | ratio | target | |
|---|---|---|---|---|---|
| GET / gzip, beside bare Fiber | 51,965/s (48,000/s – 53,000/s) | bare Fiber 55,100/s | 0.93 (0.9 – 0.97) | ≥ 0.95 × | NOT MET |

| allocations | Marquee | yardstick | ratio | target | |
|---|---|---|---|---|---|
| brotli | 0 allocs | – | – | none | ok |

| start | Marquee | yardstick | ratio | target | |
|---|---|---|---|---|---|
| save to live | 33.4 ms (24.8 ms – 36.4 ms) | hugo server 475 ms° | 14.2 (13.1 – 19.2) | ≤ 60 ms | ok |
| memory | 72 MB | – | – | – | – |

` + tableLegend + "\nsave to live: in place.\n\n" + figuresEnd + "the rest\n"
	if got := strings.ReplaceAll(string(got), filepath.ToSlash(file), "FILE"); got != want {
		t.Errorf("the README is\n%s", got)
	}
	if err := os.WriteFile(readme, []byte("# Title\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := fillReadme(readme, file); err == nil {
		t.Error("a README without a place for figures is taken")
	}
}
