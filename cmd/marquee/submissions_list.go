package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

type submissionsListCommand struct {
	dataFlags
	filterFlags
	JSON bool `name:"json" help:"Print everything about them as JSON."`
}

// Help implements kong.HelpProvider.
func (submissionsListCommand) Help() string {
	return `States:
  sent     all mails were taken by the provider
  waiting  a mail is due now or later; it is tried for three days
  parked   the provider refuses the key or the sender: mails go out when that is corrected
  dead     a mail was refused for ever or tried for three days; see "retry"
  suspect  taken for spam: kept, but mailed only after "release"
Where the mails of a submission differ, the list shows dead before parked before waiting; --state
finds it by each of them.

A terminal shows the newest 50. In a pipe there is one line for each, with tabs between
reference, id, time in UTC, site, form, sender, state and reason; the summary goes to the
error output.

Examples:
  marquee submissions list
  marquee submissions list --site business --since 7d
  marquee submissions list --state suspect
  marquee submissions list --email anna@example.com --json`
}

// listed is how many submissions a terminal shows unless more are asked for.
const listed = 50

// Run lists submissions.
func (c submissionsListCommand) Run(ctx context.Context, p *Program) error {
	s := newScreen(p.Stdout, time.Now())
	filter, err := c.filter(s.now, s.zone)
	if err != nil {
		return err
	}
	limit := filter.Limit
	if c.Limit == nil && s.terminal && !c.JSON {
		limit = listed
	}
	if limit > 0 {
		filter.Limit = limit + 1 // one more tells that there are more
	}
	records, none, err := p.choose(ctx, c.dataFlags, filter)
	if err != nil {
		return err
	}
	more := limit > 0 && len(records) > limit
	if more {
		records = records[:limit]
	}
	summary := first(none, summaryOf(records, more && c.Limit == nil))
	switch {
	case c.JSON:
		if err := s.json(tellAll(records)); err != nil {
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
		fmt.Fprintln(p.Stderr, summary)
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
