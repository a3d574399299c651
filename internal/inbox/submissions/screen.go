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
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// screen is where a command writes: a terminal, with people before it, or a pipe
// or file, where output is stable: whole values, times as RFC 3339 in UTC.
type screen struct {
	*bufio.Writer
	terminal bool
	zone     *time.Location // of people's clocks
}

func newScreen(out io.Writer) *screen {
	return &screen{Writer: bufio.NewWriter(out), terminal: IsTerminal(out), zone: time.Local}
}

// IsTerminal reports whether there are people at a stream, whom one may ask.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// field is a line, or a few, with a label.
type field struct{ label, value string }

// fields writes labels with values beside them. Every further line of a value
// stands below its first one, so that no value looks like a line of ours.
func (s *screen) fields(all []field) {
	labels := 0
	for _, f := range all {
		labels = max(labels, utf8.RuneCountInString(visible(f.label)))
	}
	for _, f := range all {
		start := fmt.Sprintf("  %-*s  ", labels, visible(f.label))
		for _, line := range visibleLines(f.value) {
			fmt.Fprintln(s, strings.TrimRight(start+line, " "))
			start = strings.Repeat(" ", labels+4)
		}
	}
}

// at writes a time for people, or for programs.
func (s *screen) at(t time.Time) string {
	if !s.terminal {
		return t.UTC().Format(time.RFC3339)
	}
	return t.In(s.zone).Format("2 Jan 2006, 15:04:05 MST")
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
