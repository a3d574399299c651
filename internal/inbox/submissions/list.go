package submissions

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

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
	s := newScreen(c.Stdout, time.Now())
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
		if err := s.json(newViews(records)); err != nil {
			return err
		}
	case s.terminal:
		if len(records) > 0 {
			s.list(records)
			fmt.Fprintln(s)
		}
		fmt.Fprintln(s, summary)
	default:
		for _, record := range records {
			fmt.Fprintln(s, s.line(record))
		}
		fmt.Fprintln(c.Stderr, summary)
	}
	return s.Flush()
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
func (s *screen) list(records []outbox.Record) {
	columns := []column{
		{title: "REFERENCE"},
		{title: "RECEIVED"},
		{title: "AGE"},
		{title: "SITE", least: 6},
		{title: "FORM", least: 6},
		{title: "FROM", least: 8},
		{title: "STATE"},
		{title: "REASON", least: 8},
	}
	rows := make([][]string, 0, len(records))
	anyReason := false
	for _, record := range records {
		reason := reasonOf(record)
		anyReason = anyReason || reason != ""
		rows = append(rows, visibleAll(
			record.Reference, s.shortly(record.ReceivedAt), shortAge(s.now.Sub(record.ReceivedAt)),
			record.SiteID, record.FormID, senderOf(record), stateOf(record), reason,
		))
	}
	if !anyReason {
		columns = columns[:len(columns)-1]
		for i := range rows {
			rows[i] = rows[i][:len(columns)]
		}
	}
	s.table(columns, rows)
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
