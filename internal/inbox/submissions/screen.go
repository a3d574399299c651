package submissions

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf16"

	"golang.org/x/term"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// screen is where a command writes: a terminal, with people before it, or a pipe
// or file, where output is stable: whole values, times as RFC 3339 in UTC.
type screen struct {
	*bufio.Writer
	terminal bool
	// Columns of the terminal.
	width int
	now   time.Time
	// The zone of people's clocks.
	zone *time.Location
}

// narrowest is how few columns a layout is made for.
const narrowest = 40

func newScreen(out io.Writer, now time.Time) *screen {
	s := &screen{Writer: bufio.NewWriter(out), width: 80, now: now, zone: time.Local}
	if file, ok := terminalFile(out); ok {
		s.terminal = true
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil && columns > 0 {
			s.width = max(columns, narrowest)
		}
	}
	return s
}

// terminalFile returns the file of a terminal.
func terminalFile(stream any) (*os.File, bool) {
	file, ok := stream.(*os.File)
	return file, ok && term.IsTerminal(int(file.Fd()))
}

// IsTerminal reports whether there are people at a stream, whom one may ask.
func IsTerminal(stream any) bool {
	_, ok := terminalFile(stream)
	return ok
}

// column is one of a table. The least width is 0 where it is never shortened.
type column struct {
	title string
	least int
}

// table writes aligned rows, shortened to the width of the terminal. The cells are visible text.
func (s *screen) table(columns []column, rows [][]string) {
	titles := make([]string, len(columns))
	widths := make([]int, len(columns))
	total := 2 * (len(columns) - 1)
	for i, column := range columns {
		titles[i] = column.title
		widths[i] = cells(column.title)
		for _, row := range rows {
			widths[i] = max(widths[i], cells(row[i]))
		}
		total += widths[i]
	}
	for ; total > s.width; total-- {
		widest := -1
		for i, column := range columns {
			if column.least > 0 && widths[i] > column.least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	for _, row := range append([][]string{titles}, rows...) {
		var line strings.Builder
		for i, cell := range row {
			cell = cut(cell, widths[i])
			line.WriteString(cell + strings.Repeat(" ", widths[i]-cells(cell)+2))
		}
		fmt.Fprintln(s, cut(strings.TrimRight(line.String(), " "), s.width))
	}
}

// field is a line, or a few, with a label.
type field struct{ label, value string }

// fields writes labels with values beside them. Every further line of a value
// stands below its first one, so that no value looks like a line of ours.
func (s *screen) fields(all []field) {
	const margin, gap = 2, 2
	labels := 0
	for _, f := range all {
		labels = max(labels, min(cells(visible(f.label)), 24))
	}
	indent := margin + labels + gap
	for _, f := range all {
		label := cut(visible(f.label), labels)
		start := strings.Repeat(" ", margin) + label + strings.Repeat(" ", labels-cells(label)+gap)
		for _, line := range visibleLines(f.value) {
			for _, part := range s.wrapped(line, indent) {
				fmt.Fprintln(s, strings.TrimRight(start+part, " "))
				start = strings.Repeat(" ", indent)
			}
		}
	}
}

func (s *screen) wrapped(line string, indent int) []string {
	if !s.terminal {
		return []string{line}
	}
	return wrap(line, max(s.width-indent, 10))
}

// at writes a time for people, or for programs.
func (s *screen) at(t time.Time) string {
	if !s.terminal {
		return t.UTC().Format(time.RFC3339)
	}
	return fmt.Sprintf("%s (%s)", t.In(s.zone).Format("2 Jan 2006, 15:04:05 MST"), relative(t.Sub(s.now)))
}

// shortly writes a time in 12 columns: the time of day within this year.
func (s *screen) shortly(t time.Time) string {
	t = t.In(s.zone)
	if t.Year() == s.now.In(s.zone).Year() {
		return t.Format("_2 Jan 15:04")
	}
	return t.Format("_2 Jan 2006")
}

// relative says how far a time is from now, in one unit.
func relative(d time.Duration) string {
	n, unit := span(d)
	switch {
	case n == 0:
		return "now"
	case d < 0:
		return plural(n, unit) + " ago"
	}
	return "in " + plural(n, unit)
}

// shortAge says how long ago a time was, such as 3h.
func shortAge(d time.Duration) string {
	n, unit := span(d)
	if n == 0 || d < 0 {
		return "now"
	}
	return fmt.Sprintf("%d%c", n, unit[0])
}

func span(d time.Duration) (n int, unit string) {
	switch d = d.Abs(); {
	case d < time.Minute:
		return int(d / time.Second), "second"
	case d < time.Hour:
		return int(d / time.Minute), "minute"
	case d < 48*time.Hour:
		return int(d / time.Hour), "hour"
	}
	return int(d / (24 * time.Hour)), "day"
}

// View is a submission as JSON.
type View struct {
	outbox.Record
	// One of sent, waiting, parked, dead and suspect.
	State string `json:"state"`
}

func newView(record outbox.Record) View {
	if record.Deliveries == nil {
		record.Deliveries = []outbox.Delivery{}
	}
	return View{record, stateOf(record)}
}

func newViews(records []outbox.Record) []View {
	all := make([]View, 0, len(records))
	for _, record := range records {
		all = append(all, newView(record))
	}
	return all
}

// json writes a value such that it cannot drive a terminal either: what is
// hostile stands in strings only, where JSON has escapes for it.
func (s *screen) json(value any) error {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	for _, r := range text.String() {
		if r == '\n' || !hostile(r) {
			s.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(s, `\u%04x`, unit)
		}
	}
	return nil
}
