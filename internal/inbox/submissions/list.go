package submissions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// Listed is how many submissions a terminal shows unless more are asked for.
const Listed = 50

// ListOptions say how submissions are Listed.
type ListOptions struct {
	Filter outbox.Filter
	// Whether a terminal shows the newest only.
	Newest bool
	JSON   bool
}

// List lists submissions, newest first. The summary of a pipe goes to Stderr.
func (c Commands) List(ctx context.Context, o ListOptions) error {
	s := newScreen(c.Stdout)
	filter := o.Filter
	limit := filter.Limit
	if o.Newest && s.terminal && !o.JSON {
		limit = Listed
	}
	if limit > 0 {
		filter.Limit = limit + 1 // one more tells that there are more
	}
	records, none, err := c.choose(ctx, filter)
	if err != nil {
		return err
	}
	more := limit > 0 && len(records) > limit
	if more {
		records = records[:limit]
	}
	summary := cmp.Or(none, summaryOf(records, more && o.Newest))
	switch {
	case o.JSON:
		err = s.json(newViews(records))
	case !s.terminal:
		for _, record := range records {
			fmt.Fprintln(s, s.line(record))
		}
	case len(records) > 0:
		err = s.list(records)
	}
	if err = errors.Join(err, s.Flush()); err == nil && !o.JSON {
		fmt.Fprintln(c.Stderr, summary)
	}
	return err
}

// summaryOf counts: 12 submissions: 10 sent, 1 waiting, 1 suspect.
func summaryOf(records []outbox.Record, more bool) string {
	counts := map[string]int{}
	for _, record := range records {
		counts[stateOf(record)]++
	}
	var parts []string
	for _, state := range []string{outbox.StateSent, outbox.StateWaiting, outbox.StateParked, outbox.StateDead, outbox.StateSuspect} {
		if n := counts[state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, state))
		}
	}
	summary := fmt.Sprintf("%s: %s", plural(len(records), "submission"), strings.Join(parts, ", "))
	if more {
		return "The newest " + summary + ". There are more: --limit 0 shows all."
	}
	return summary
}

// list writes a table for people.
func (s *screen) list(records []outbox.Record) error {
	table := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "REFERENCE\tRECEIVED\tSITE\tFORM\tFROM\tSTATE\tREASON")
	for _, record := range records {
		fmt.Fprintln(table, strings.Join(visibleAll(
			record.Reference, record.ReceivedAt.In(s.zone).Format("2 Jan 2006 15:04"),
			record.SiteID, record.FormID, clip(senderOf(record)), stateOf(record), clip(reasonOf(record)),
		), "\t"))
	}
	return table.Flush()
}

// clip shortens a text to what a column has room for.
func clip(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// line writes a submission for programs.
func (s *screen) line(record outbox.Record) string {
	return strings.Join(visibleAll(
		record.Reference, record.ID, s.at(record.ReceivedAt),
		record.SiteID, record.FormID, senderOf(record), stateOf(record), reasonOf(record),
	), "\t")
}

func visibleAll(texts ...string) []string {
	for i, text := range texts {
		texts[i] = visible(text)
	}
	return texts
}
