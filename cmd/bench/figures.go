package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"text/tabwriter"
)

// line is one line of the table.
type line struct {
	What  string `json:"what"`
	Unit  unit   `json:"unit"`
	Value sample `json:"value"`
	// What it is compared with, and how many times better it is; empty for none.
	Peer      string  `json:"peer,omitempty"`
	PeerValue *sample `json:"peerValue,omitempty"`
	Ratio     *sample `json:"ratio,omitempty"`
	Target    *target `json:"target,omitempty"`
	// Whether the median meets the target.
	Met *bool `json:"met,omitempty"`
}

// unit is what a value counts.
type unit string

const (
	perSecond    unit = "/s"
	milliseconds unit = "ms"
	megabytes    unit = "MB"
	count        unit = ""
)

// target is a bound for the value, or for the ratio.
type target struct {
	OfRatio bool    `json:"ofRatio,omitempty"`
	Least   bool    `json:"least,omitempty"`
	Limit   float64 `json:"limit"`
}

func atMost(limit float64) *target       { return &target{Limit: limit} }
func ratioAtLeast(limit float64) *target { return &target{OfRatio: true, Least: true, Limit: limit} }

// sample is what several measurements of one thing came to.
type sample struct {
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Count  int     `json:"count"`
}

// summarise returns the sample of the values, which must not be empty.
func summarise(values ...float64) sample {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return sample{Median: (sorted[(n-1)/2] + sorted[n/2]) / 2, Min: sorted[0], Max: sorted[n-1], Count: n}
}

// add puts a figure into the table. The values of a peer are those of the same
// rounds; without any, there is nothing to compare with.
func (b *bench) add(what string, u unit, values []float64, peer string, theirs []float64, t *target) {
	l := line{What: what, Unit: u, Value: summarise(values...), Target: t}
	if len(theirs) > 0 {
		ratios := make([]float64, len(values))
		for i, value := range values {
			ratios[i] = value / theirs[i]
			if u != perSecond {
				ratios[i] = theirs[i] / value // less is better
			}
		}
		other, ratio := summarise(theirs...), summarise(ratios...)
		l.Peer, l.PeerValue, l.Ratio = peer, &other, &ratio
	}
	if t != nil && (!t.OfRatio || l.Ratio != nil) {
		got := l.Value.Median
		if t.OfRatio {
			got = l.Ratio.Median
		}
		met := got <= t.Limit
		if t.Least {
			met = got >= t.Limit
		}
		l.Met = &met
	}
	b.lines = append(b.lines, l)
}

// printTable writes the lines as a table for people.
func printTable(w io.Writer, lines []line) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "what\tvalue\tbeside\tratio\ttarget\tmet")
	for _, l := range lines {
		beside, ratio, limit, met := "–", "–", "–", "–"
		if l.PeerValue != nil {
			beside = l.Peer + " " + l.Unit.show(l.PeerValue.Median)
			ratio = l.Ratio.show(count)
		}
		if l.Target != nil {
			limit = l.Target.show(l.Unit)
		}
		if l.Met != nil {
			met = "yes"
			if !*l.Met {
				met = "NO"
			}
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", l.What, l.Value.show(l.Unit), beside, ratio, limit, met)
	}
	table.Flush()
	fmt.Fprintln(w, "\nMedians; in brackets the smallest and the largest. A ratio above 1 is better than what stands beside it.")
}

// show returns the median and, if it was measured more than once, the extremes.
func (s sample) show(u unit) string {
	if s.Count < 2 {
		return u.show(s.Median)
	}
	return fmt.Sprintf("%s (%s – %s)", u.show(s.Median), u.show(s.Min), u.show(s.Max))
}

func (t target) show(u unit) string {
	sign := "≤ "
	if t.Least {
		sign = "≥ "
	}
	if t.OfRatio {
		return sign + count.show(t.Limit) + " ×"
	}
	return sign + u.show(t.Limit)
}

// show writes a value with three digits that mean something.
func (u unit) show(value float64) string {
	digits := 0
	if value < 100 {
		digits = 1
	}
	if value < 10 {
		digits = 2
	}
	text := strconv.FormatFloat(value, 'f', digits, 64)
	if u == perSecond || u == count {
		return text + string(u)
	}
	return text + " " + string(u)
}

// report is what --json writes.
type report struct {
	About   string   `json:"about"`
	Missing []string `json:"missing"`
	Lines   []line   `json:"lines"`
}

func writeJSON(file string, r report) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode figures: %w", err)
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("write figures: %w", err)
	}
	return nil
}
