package submissions

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

// Show shows the submission with the id or reference.
func (c Commands) Show(ctx context.Context, name string, asJSON bool) error {
	s := newScreen(c.Stdout)
	var found []outbox.Record
	err := c.withStore(ctx, func(store *outbox.Store) (err error) {
		found, err = c.named(ctx, store, []string{name})
		return err
	})
	if err := c.nothingThere(err); err != nil {
		return err
	}
	if asJSON {
		if err := s.json(newView(found[0])); err != nil {
			return err
		}
	} else {
		s.show(found[0], c.Reasons, c.Uploads)
	}
	return s.Flush()
}

// show writes a page about a submission; files lie in a folder.
func (s *screen) show(record outbox.Record, reasons func(string) []string, folder string) {
	state := stateOf(record)
	if record.Suspect != "" {
		state += ": " + record.Suspect
	}
	because := ""
	if why := cmp.Or(record.Suspect, record.Released); why != "" && reasons != nil {
		because = strings.Join(reasons(why), "\n")
	}
	about := []field{
		{"received", s.at(record.ReceivedAt)},
		{"id", record.ID},
		{"site", record.SiteID},
		{"form", fmt.Sprintf("%s (%s)", record.FormID, record.Kind)},
		{"page", record.Page},
		{"query", record.Query},
		{"campaign", campaignOf(record)},
		{"plan", record.Plan},
		{"state", state},
		{"released", record.Released},
		{"because", because},
		{"erased after", s.at(record.EraseAfter)},
	}
	fmt.Fprintf(s, "Submission %s\n\n", visible(record.Reference))
	s.fields(slices.DeleteFunc(about, func(f field) bool { return f.value == "" }))

	fmt.Fprint(s, "\nWhat was sent\n\n")
	values := make([]field, 0, len(record.Values))
	for _, entry := range record.Values {
		values = append(values, field{entry.Name, entry.Value})
	}
	s.fields(values)

	if len(record.Files) > 0 {
		fmt.Fprint(s, "\nFiles\n\n")
		files := make([]field, 0, len(record.Files))
		for _, file := range record.Files {
			where := filepath.Join(folder, filepath.FromSlash(file.Path))
			files = append(files, field{file.Name, fmt.Sprintf("%s, %d bytes\n%s", file.Type, file.Size, where)})
		}
		s.fields(files)
	}

	heading := "Mails"
	if slices.ContainsFunc(record.Deliveries, func(d outbox.Delivery) bool { return d.Kind == site.KindWebhook }) {
		heading = "Mails and webhooks"
	}
	fmt.Fprintf(s, "\n%s\n\n", heading)
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

// campaignOf writes what tells of a campaign, one to a line.
func campaignOf(record outbox.Record) string {
	var lines []string
	for _, mark := range record.Campaign {
		lines = append(lines, mark.Name+" "+mark.Value)
	}
	return strings.Join(lines, "\n")
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
		parts[0] += ": the mailbox had one within a day, or others had asked for too many"
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
	if d.ProviderID != "" && d.Kind == site.KindWebhook {
		parts = append(parts, "answer "+d.ProviderID)
	} else if d.ProviderID != "" {
		parts = append(parts, "provider's id "+d.ProviderID)
	}
	line := visible(strings.Join(parts, ", "))
	if d.LastError != "" {
		line += "\nlast error: " + visible(reason(d))
	}
	return line
}

// reason is the last error without the word for what the outbox does about it: the
// state says that.
func reason(d outbox.Delivery) string {
	for _, fate := range []site.DeliveryFate{site.FateRetry, site.FateLater, site.FatePark, site.FateDead} {
		if rest, ok := strings.CutPrefix(d.LastError, string(fate)+": "); ok {
			return rest
		}
	}
	return d.LastError
}
