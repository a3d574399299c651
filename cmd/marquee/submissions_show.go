package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

type submissionsShowCommand struct {
	dataFlags
	Name string `arg:"" name:"id" help:"Id or reference, such as K7M3-9QXT."`
	JSON bool   `name:"json" help:"Print everything as JSON."`
}

// Help implements kong.HelpProvider.
func (submissionsShowCommand) Help() string {
	return `Values are shown as they were typed, in the order of the form. What would drive the terminal
is written as an escape, such as \x1b.

Examples:
  marquee submissions show K7M3-9QXT
  marquee submissions show 01937b1e-6f3a-7c4e-9d52-3f1a8b7c6d5e --json`
}

// Run shows a submission.
func (c submissionsShowCommand) Run(ctx context.Context, p *Program) error {
	s := newScreen(p.Stdout, time.Now())
	var found []outbox.Record
	err := p.withStore(ctx, c.dataFlags, func(store *outbox.Store) (err error) {
		found, err = p.named(ctx, store, []string{c.Name})
		return err
	})
	if err := p.nothingThere(err); err != nil {
		return err
	}
	if c.JSON {
		if err := s.json(tell(found[0])); err != nil {
			return err
		}
	} else {
		s.show(found[0])
	}
	return s.Flush()
}

// nothingThere says where there is no database, for commands that need one.
func (p *Program) nothingThere(err error) error {
	if missing, ok := errors.AsType[noDatabaseError](err); ok {
		fmt.Fprintln(p.Stderr, missing)
		return errFailed
	}
	return err
}

func (s *screen) show(record outbox.Record) {
	state := stateOf(record)
	if record.Suspect != "" {
		state += ": " + record.Suspect
	}
	about := []field{
		{"received", s.at(record.ReceivedAt)},
		{"id", record.ID},
		{"site", record.SiteID},
		{"form", fmt.Sprintf("%s (%s)", record.FormID, record.Kind)},
		{"page", record.Page},
		{"plan", record.Plan},
		{"state", state},
		{"released", record.Released},
		{"erased after", s.at(record.EraseAfter)},
	}
	fmt.Fprintf(s, "Submission %s\n\n", visible(record.Reference))
	s.fields(withValue(about))

	fmt.Fprint(s, "\nWhat was sent\n\n")
	values := make([]field, 0, len(record.Values))
	for _, entry := range record.Values {
		values = append(values, field{entry.Name, entry.Value})
	}
	s.fields(values)

	fmt.Fprint(s, "\nMails\n\n")
	if len(record.Deliveries) == 0 {
		fmt.Fprintln(s, "  none")
		return
	}
	mails := make([]field, 0, len(record.Deliveries))
	for _, delivery := range record.Deliveries {
		mails = append(mails, field{delivery.Kind, s.delivery(delivery)})
	}
	s.fields(mails)
	if record.Suspect != "" {
		fmt.Fprintf(s, "\nThey are sent after: marquee submissions release %s\n", visible(record.Reference))
	}
}

func withValue(all []field) []field {
	var filled []field
	for _, f := range all {
		if f.value != "" {
			filled = append(filled, f)
		}
	}
	return filled
}

// delivery says in a line what became of a mail, and below it the last error.
func (s *screen) delivery(d outbox.Delivery) string {
	parts := []string{d.State}
	switch d.State {
	case outbox.StateHeld:
		parts[0] += " until it is released"
	case outbox.StateCollected:
		parts[0] += " for the next digest"
	case outbox.StateSkipped:
		parts[0] += ": the address had one within a day"
	}
	if !d.SentAt.IsZero() {
		parts[0] += " " + s.at(d.SentAt)
	}
	if d.Attempts > 0 {
		parts = append(parts, plural(d.Attempts, "attempt"))
	}
	if !d.DueAt.IsZero() {
		parts = append(parts, "next try "+s.at(d.DueAt))
	}
	if d.ProviderID != "" {
		parts = append(parts, "provider's id "+d.ProviderID)
	}
	line := visible(strings.Join(parts, ", "))
	if d.LastError != "" {
		line += "\nlast error: " + visible(d.LastError)
	}
	return line
}
