package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

type submissionsRetryCommand struct {
	dataFlags
	Names []string `arg:"" optional:"" name:"id" help:"Ids or references."`
	All   bool     `help:"All mails that are parked or dead."`
}

// Help implements kong.HelpProvider.
func (submissionsRetryCommand) Help() string {
	return `The mails are due at once and have three days again. A running server sends them within a
moment, otherwise the next one that starts. What was sent is not sent twice, and what was taken
for spam stays held: see "release". Mails that wait are tried by themselves; name their
submission to try them now.

Examples:
  marquee submissions retry K7M3-9QXT
  marquee submissions retry --all`
}

// Run makes mails due.
func (c submissionsRetryCommand) Run(ctx context.Context, p *Program) error {
	if c.All == (len(c.Names) > 0) {
		return usageError{errors.New("name submissions by id or reference, or say --all")}
	}
	return p.nothingThere(p.withStore(ctx, c.dataFlags, func(store *outbox.Store) error {
		var ids []string // none stands for all
		if !c.All {
			records, err := p.named(ctx, store, c.Names)
			if err != nil {
				return err
			}
			ids = idsOf(records)
		}
		n, err := store.Retry(ctx, ids)
		if err != nil {
			return err
		}
		return p.done(n, "There is no mail to send again.", "%s due now; a running server sends at once.", "mail is", "mails are")
	}))
}

type submissionsReleaseCommand struct {
	dataFlags
	Names []string `arg:"" name:"id" help:"Ids or references of submissions that were taken for spam."`
}

// Help implements kong.HelpProvider.
func (submissionsReleaseCommand) Help() string {
	return `What is taken for spam is kept, but nobody is mailed. Released, it is mailed as if it had
never been suspect. Why it was, "show" still tells.

Examples:
  marquee submissions list --state suspect
  marquee submissions release K7M3-9QXT`
}

// Run releases suspects.
func (c submissionsReleaseCommand) Run(ctx context.Context, p *Program) error {
	return p.nothingThere(p.withStore(ctx, c.dataFlags, func(store *outbox.Store) error {
		records, err := p.named(ctx, store, c.Names)
		if err != nil {
			return err
		}
		n, err := store.Release(ctx, idsOf(records))
		if err != nil {
			return err
		}
		return p.done(n, "None of these is held as suspect.", "%s released; a running server sends the mails at once.", "submission was", "submissions were")
	}))
}

func idsOf(records []outbox.Record) []string {
	ids := make([]string, 0, len(records))
	for _, record := range records {
		ids = append(ids, record.ID)
	}
	return ids
}

// done says in one line what was done. Where that is nothing it ends with errFailed.
func (p *Program) done(n int, nothing, sentence, one, many string) error {
	switch n {
	case 0:
		fmt.Fprintln(p.Stderr, nothing)
		return errFailed
	case 1:
		many = one
	}
	_, err := fmt.Fprintf(p.Stdout, sentence+"\n", fmt.Sprintf("%d %s", n, many))
	return err
}
