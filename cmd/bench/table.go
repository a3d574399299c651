package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// figure is one line of the table.
type figure struct {
	What  string `json:"what"`
	Unit  string `json:"unit,omitempty"` // /s, ms or MB; empty for a number
	Value sample `json:"value"`
	// What it is compared with, and how many times better than that it is.
	Peer      string  `json:"peer,omitempty"`
	PeerValue *sample `json:"peerValue,omitempty"`
	Ratio     *sample `json:"ratio,omitempty"`
	// The target, of which at most one is set, and whether the median meets it:
	// yes, NO, or empty where there is no target or nothing to compare with.
	AtMost       float64 `json:"atMost,omitempty"`
	RatioAtLeast float64 `json:"ratioAtLeast,omitempty"`
	Met          string  `json:"met,omitempty"`
}

// sample sums up several measurements of one thing.
type sample struct {
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

// summarise returns the sample of the values, which must not be empty.
func summarise(values []float64) sample {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return sample{Median: (sorted[(n-1)/2] + sorted[n/2]) / 2, Min: sorted[0], Max: sorted[n-1]}
}

// add completes a figure and puts it into the table. The peer's values are those
// of the same rounds; without any, there is nothing to compare with.
func (b *bench) add(f figure, values, peer []float64) {
	f.Value = summarise(values)
	if len(peer) > 0 {
		ratios := make([]float64, len(values))
		for i := range values {
			ratios[i] = peer[i] / values[i] // less is better
			if f.Unit == "/s" {
				ratios[i] = values[i] / peer[i]
			}
		}
		peerValue, ratio := summarise(peer), summarise(ratios)
		f.PeerValue, f.Ratio = &peerValue, &ratio
	}
	answer := map[bool]string{true: "yes", false: "NO"}
	switch {
	case f.AtMost > 0:
		f.Met = answer[f.Value.Median <= f.AtMost]
	case f.RatioAtLeast > 0 && f.Ratio != nil:
		f.Met = answer[f.Ratio.Median >= f.RatioAtLeast]
	}
	b.figures = append(b.figures, f)
}

// printTable writes the figures for people.
func printTable(w io.Writer, figures []figure) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "what\tvalue\tbeside\tratio\ttarget\tmet")
	for _, f := range figures {
		var peer, ratio, target string
		if f.Ratio != nil {
			peer, ratio = f.Peer+" "+show(f.PeerValue.Median, f.Unit), f.Ratio.show("")
		}
		if f.AtMost > 0 {
			target = "≤ " + show(f.AtMost, f.Unit)
		}
		if f.RatioAtLeast > 0 {
			target = "≥ " + show(f.RatioAtLeast, "×")
		}
		cells := []string{f.What, f.Value.show(f.Unit), peer, ratio, target, f.Met}
		for i := range cells {
			cells[i] = cmp.Or(cells[i], "–")
		}
		fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	table.Flush()
	fmt.Fprintln(w, "\nMedians; in brackets the smallest and the largest. A ratio above 1 is better than what stands beside it.")
}

// show returns the median and, where the values differ, the extremes.
func (s sample) show(unit string) string {
	if s.Min == s.Max {
		return show(s.Median, unit)
	}
	return fmt.Sprintf("%s (%s – %s)", show(s.Median, unit), show(s.Min, unit), show(s.Max, unit))
}

// show writes a value with its unit and three digits that mean something.
func show(value float64, unit string) string {
	digits := 0
	if value < 100 {
		digits = 1
	}
	if value < 10 {
		digits = 2
	}
	if len(unit) > 0 && unit != "/s" {
		unit = " " + unit
	}
	return fmt.Sprintf("%.*f%s", digits, value, unit)
}
