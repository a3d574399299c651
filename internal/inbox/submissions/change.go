package submissions

import (
	"context"
	"fmt"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// Retry makes the mails of the submissions due, or, with none named, all mails
// that are parked or dead.
func (c Commands) Retry(ctx context.Context, names []string) error {
	return c.nothingThere(c.withStore(ctx, func(store *outbox.Store) error {
		records, err := c.named(ctx, store, names)
		if err != nil {
			return err
		}
		n, err := store.Retry(ctx, idsOf(records)) // None stands for all.
		if err != nil {
			return err
		}
		return c.done(n, "There is no mail to send again.", "%s due now; a running server sends at once.", "mail is", "mails are")
	}))
}

// Release has the mails of suspects sent.
func (c Commands) Release(ctx context.Context, names []string) error {
	return c.nothingThere(c.withStore(ctx, func(store *outbox.Store) error {
		records, err := c.named(ctx, store, names)
		if err != nil {
			return err
		}
		n, err := store.Release(ctx, idsOf(records))
		if err != nil {
			return err
		}
		return c.done(n, "None of these is held as suspect.", "%s released; a running server sends the mails at once.", "submission was", "submissions were")
	}))
}

func idsOf(records []outbox.Record) []string {
	ids := make([]string, 0, len(records))
	for _, record := range records {
		ids = append(ids, record.ID)
	}
	return ids
}

// done says in one line what was done. Where that is nothing it ends with ErrReported.
func (c Commands) done(n int, nothing, sentence, one, many string) error {
	switch n {
	case 0:
		fmt.Fprintln(c.Stderr, nothing)
		return ErrReported
	case 1:
		many = one
	}
	_, err := fmt.Fprintf(c.Stdout, sentence+"\n", fmt.Sprintf("%d %s", n, many))
	return err
}
