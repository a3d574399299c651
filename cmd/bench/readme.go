package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The figures of a run stand in the README between these two lines.
const (
	figuresBegin = "<!-- figures: written by go run ./cmd/bench --readme FILE -->\n"
	figuresEnd   = "<!-- end of figures -->\n"
)

// fillReadme writes the figures of an earlier run into the README.
func fillReadme(readme, file string) error {
	figures, err := readJSON(file)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(readme)
	if err != nil {
		return fmt.Errorf("read the README: %w", err)
	}
	before, _, after, err := aroundFigures(text)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.Write(before)
	printMarkdown(&out, filepath.ToSlash(file), figures)
	out.Write(after)
	if err := os.WriteFile(readme, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the README: %w", err)
	}
	return nil
}

// aroundFigures cuts the README into what stands before the figures, with their
// first line, the figures, and what stands after.
func aroundFigures(text []byte) (before, figures, after []byte, err error) {
	begin, end := bytes.Index(text, []byte(figuresBegin)), bytes.Index(text, []byte(figuresEnd))
	if begin < 0 || end < begin {
		return nil, nil, nil, fmt.Errorf("the README lacks the lines %q and %q", figuresBegin, figuresEnd)
	}
	begin += len(figuresBegin)
	return text[:begin], text[begin:end], text[end:], nil
}

// printMarkdown writes a run as a table of the README.
func printMarkdown(w io.Writer, file string, r record) {
	a := r.About
	var tools []string
	for _, name := range slices.Sorted(maps.Keys(a.Tools)) {
		tools = append(tools, shortVersion(name, a.Tools[name]))
	}
	fmt.Fprintf(w, "\n%s, commit %s, %d processors (%s), %s, %s. Before it others used %.0f %% of the processors, after it %.0f %%. All figures: [%s](%s)\n",
		a.When.Format("2 January 2006"), a.Commit, a.Processors, a.Processor, a.Go, strings.Join(tools, ", "), 100*a.Before.Others, 100*a.After.Others, file, file)
	group := ""
	for _, l := range r.Lines {
		if l.Group != group {
			group = l.Group
			fmt.Fprintf(w, "\n| %s | Marquee | yardstick | ratio | target | |\n|---|---|---|---|---|---|\n", group)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", l.What, spread(l.Value, l.Unit.String), l.Yardstick.show(l.Unit), showRatio(l.Ratio), l.Target.show(l.Unit), verdict(l.OK))
	}
	fmt.Fprintf(w, "\n%s\n", tableLegend)
	for _, l := range r.Lines {
		if l.Note != "" {
			fmt.Fprintf(w, "%s: %s.\n", l.What, l.Note)
		}
	}
	fmt.Fprintln(w)
}

// shortVersion names a tool and its version, whatever else it says of itself.
func shortVersion(name, said string) string {
	for _, word := range strings.FieldsFunc(said, func(r rune) bool { return r == ' ' || r == '/' || r == 'v' }) {
		if word[0] >= '0' && word[0] <= '9' {
			version, _, _ := strings.Cut(word, "-")
			return name + " " + version
		}
	}
	return name
}

func readJSON(file string) (record, error) {
	var r record
	text, err := os.ReadFile(file)
	if err != nil {
		return r, fmt.Errorf("read figures: %w", err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("decode figures in %s: %w", file, err)
	}
	return r, nil
}
