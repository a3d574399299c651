package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

type submissionsDeleteCommand struct {
	dataFlags
	Names []string `arg:"" optional:"" name:"id" help:"Ids or references."`
	Email *string  `help:"All that have this address in one of their fields." placeholder:"ADDRESS"`
	Yes   bool     `help:"Delete without a question."`
}

// Help implements kong.HelpProvider.
func (submissionsDeleteCommand) Help() string {
	return `The submissions are erased with their mails: those that were not sent yet, and those that were
captured as .eml files in the data folder. Mails that went out before stay with who received
them and with the provider; a digest that was captured stays, because it tells of others too.

Examples:
  marquee submissions delete K7M3-9QXT
  marquee submissions delete --email anna@example.com
  marquee submissions delete --email anna@example.com --yes`
}

// Run deletes submissions.
func (c submissionsDeleteCommand) Run(ctx context.Context, p *Program) error {
	if (c.Email != nil) == (len(c.Names) > 0) {
		return usageError{errors.New("name submissions by id or reference, or an address with --email")}
	}
	address := ""
	if c.Email != nil {
		var err error
		if address, err = parseEmail(*c.Email); err != nil {
			return usageError{err}
		}
	}
	if _, ok := terminalFile(p.Stdin); !ok && !c.Yes {
		return usageError{errors.New("there is no terminal to ask in: say --yes to delete without a question")}
	}
	return p.nothingThere(p.withStore(ctx, c.dataFlags, func(store *outbox.Store) error {
		records, err := c.chosen(ctx, p, store, address)
		if err != nil {
			return err
		}
		if len(records) == 0 {
			return p.done(0, "Nothing of "+visible(address)+" is stored.", "", "", "")
		}
		if !c.Yes {
			sure, err := p.confirm(ctx, question(records, address))
			if err != nil {
				return err
			}
			if !sure {
				fmt.Fprintln(p.Stderr, "Nothing was deleted.")
				return errFailed
			}
		}
		n, err := c.erase(ctx, store, records, address)
		if err != nil {
			return err
		}
		return p.done(n, "They were deleted by somebody else in the meantime.", "%s deleted.", "submission was", "submissions were")
	}))
}

func (c submissionsDeleteCommand) chosen(ctx context.Context, p *Program, store *outbox.Store, address string) ([]outbox.Record, error) {
	if address != "" {
		return store.List(ctx, outbox.Filter{Email: address})
	}
	return p.named(ctx, store, c.Names)
}

func (c submissionsDeleteCommand) erase(ctx context.Context, store *outbox.Store, records []outbox.Record, address string) (int, error) {
	if address != "" {
		return store.DeleteEmail(ctx, address)
	}
	return store.Delete(ctx, idsOf(records))
}

func question(records []outbox.Record, address string) string {
	what := plural(len(records), "submission")
	switch {
	case address != "":
		what += " of " + address
	case len(records) <= 3:
		var names []string
		for _, record := range records {
			names = append(names, record.Reference)
		}
		what += " (" + strings.Join(names, ", ") + ")"
	}
	return fmt.Sprintf("Delete %s? This cannot be undone. Type yes: ", visible(what))
}

// confirm asks a question in the terminal. Only the word yes agrees; the end of
// the input does not, nor does pressing Ctrl+C.
func (p *Program) confirm(ctx context.Context, question string) (bool, error) {
	fmt.Fprint(p.Stderr, question)
	type reply struct {
		line string
		err  error
	}
	replies := make(chan reply, 1)
	// Reading from a terminal cannot be interrupted: where the context ends
	// first, this goroutine ends with the process.
	go func() {
		line, err := bufio.NewReader(p.Stdin).ReadString('\n')
		replies <- reply{line, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(p.Stderr)
		return false, nil
	case r := <-replies:
		if r.err != nil && !errors.Is(r.err, io.EOF) {
			return false, fmt.Errorf("read the answer: %w", r.err)
		}
		if errors.Is(r.err, io.EOF) {
			fmt.Fprintln(p.Stderr)
		}
		return strings.TrimSpace(r.line) == "yes", nil
	}
}
