package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
)

const tableLegend = "Medians; behind them the smallest and the largest. ° was measured elsewhere, on another machine."

// printTable writes the lines as a table for people.
func printTable(w io.Writer, lines []line) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "what\tvalue\tyardstick\tratio\ttarget\tok")
	group := ""
	for _, l := range lines {
		if l.Group != group {
			group = l.Group
			fmt.Fprintf(table, "– %s\t\t\t\t\t\n", group)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", l.What, spread(l.Value, l.Unit.String), l.Yardstick.show(l.Unit), showRatio(l.Ratio), l.Target.show(l.Unit), verdict(l.OK))
	}
	table.Flush()
	for _, l := range lines {
		if l.Note != "" {
			fmt.Fprintf(w, "* %s: %s\n", l.What, l.Note)
		}
	}
	fmt.Fprintln(w, "\n"+tableLegend)
	met, missed := 0, 0
	for _, l := range lines {
		switch {
		case l.OK == nil:
		case *l.OK:
			met++
		default:
			missed++
		}
	}
	fmt.Fprintf(w, "%d targets are met, %d are not.\n", met, missed)
}

// spread shows a sample: its median and, if it was measured more than once,
// the extremes.
func spread(s sample, show func(float64) string) string {
	if s.Count < 2 {
		return show(s.Median)
	}
	return fmt.Sprintf("%s (%s – %s)", show(s.Median), show(s.Min), show(s.Max))
}

func showRatio(ratio *sample) string {
	if ratio == nil {
		return "–"
	}
	return spread(*ratio, significant)
}

func (y *yardstick) show(u unit) string {
	switch {
	case y == nil:
		return "–"
	case y.Elsewhere:
		return y.Name + " " + u.String(y.Value.Median) + "°"
	default:
		return y.Name + " " + u.String(y.Value.Median)
	}
}

func (t *target) show(u unit) string {
	switch {
	case t == nil:
		return "–"
	case t.None:
		return "none"
	}
	sign, limit := "≤", t.AtMost
	if t.AtLeast > 0 {
		sign, limit = "≥", t.AtLeast
	}
	if t.OfRatio {
		return sign + " " + strconv.FormatFloat(limit, 'g', -1, 64) + " ×"
	}
	return sign + " " + u.String(limit)
}

func verdict(ok *bool) string {
	switch {
	case ok == nil:
		return "–"
	case *ok:
		return "ok"
	default:
		return "NOT MET"
	}
}

// String shows a value of the unit.
func (u unit) String(value float64) string {
	switch u {
	case milliseconds:
		if value >= 1000 {
			return significant(value/1000) + " s"
		}
		return significant(value) + " ms"
	case bytesHeld:
		if value < 1e6 {
			return significant(value/1000) + " KB"
		}
		return significant(value/1e6) + " MB"
	case perSecond, pagesPerSecond:
		return significant(value) + "/s"
	case times, points:
		return significant(value)
	default:
		return significant(value) + " " + string(u)
	}
}

// significant shows three digits that mean something, and all of larger
// numbers, in groups of three.
func significant(value float64) string {
	switch {
	case value == 0:
		return "0"
	case value >= 100 || value <= -100:
		return grouped(strconv.FormatFloat(value, 'f', 0, 64))
	case value >= 10 || value <= -10:
		return trimmed(strconv.FormatFloat(value, 'f', 1, 64))
	default:
		return trimmed(strconv.FormatFloat(value, 'f', 2, 64))
	}
}

func trimmed(digits string) string {
	return strings.TrimSuffix(strings.TrimRight(digits, "0"), ".")
}

func grouped(digits string) string {
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// record is what --json writes.
type record struct {
	About about  `json:"about"`
	Lines []line `json:"lines"`
}

func writeJSON(file string, r record) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode figures: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make folder for figures: %w", err)
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("write figures: %w", err)
	}
	return nil
}
