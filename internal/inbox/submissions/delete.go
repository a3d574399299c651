package submissions

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// Delete erases the named submissions, or all that have the address in a field.
// It asks first unless sure is set. Either way it says what nobody was told of yet: an operator may
// erase that, which no rule of retention does.
func (c Commands) Delete(ctx context.Context, names []string, address string, sure bool) error {
	return c.nothingThere(c.withStore(ctx, func(store *outbox.Store) error {
		var records []outbox.Record
		var err error
		if address != "" {
			records, err = store.List(ctx, outbox.Filter{Email: address})
		} else {
			records, err = c.named(ctx, store, names)
		}
		if err != nil {
			return err
		}
		if len(records) == 0 {
			return c.done(0, "Nothing of "+visible(address)+" is stored.", "", "", "")
		}
		if told := undelivered(records); told != "" {
			fmt.Fprintln(c.Stderr, told)
		}
		if !sure {
			agreed, err := c.confirm(ctx, question(records, address))
			if err != nil {
				return err
			}
			if !agreed {
				fmt.Fprintln(c.Stderr, "Nothing was deleted.")
				return ErrReported
			}
		}
		var n int
		if address != "" {
			n, err = store.DeleteEmail(ctx, address)
		} else {
			n, err = store.Delete(ctx, idsOf(records))
		}
		if err != nil {
			return err
		}
		return c.done(n, "They were deleted by somebody else in the meantime.", "%s deleted.", "submission was", "submissions were")
	}))
}

// undelivered says how many submissions have mails or webhooks that were not delivered; nothing where
// there are none.
func undelivered(records []outbox.Record) string {
	n := map[string]int{}
	for _, record := range records {
		if state := stateOf(record); state != outbox.StateSent {
			n[state]++
		}
	}
	var parts []string
	for _, state := range []string{outbox.StateWaiting, outbox.StateParked, outbox.StateDead, outbox.StateSuspect} {
		if n[state] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[state], state))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not all of it was delivered: " + strings.Join(parts, ", ") + "."
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
func (c Commands) confirm(ctx context.Context, question string) (bool, error) {
	fmt.Fprint(c.Stderr, question)
	type reply struct {
		line string
		err  error
	}
	replies := make(chan reply, 1)
	// Reading from a terminal cannot be interrupted: where the context ends
	// first, this goroutine ends with the process.
	go func() {
		line, err := bufio.NewReader(c.Stdin).ReadString('\n')
		replies <- reply{line, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(c.Stderr)
		return false, nil
	case r := <-replies:
		if r.err != nil && !errors.Is(r.err, io.EOF) {
			return false, fmt.Errorf("read the answer: %w", r.err)
		}
		if errors.Is(r.err, io.EOF) {
			fmt.Fprintln(c.Stderr)
		}
		return strings.TrimSpace(r.line) == "yes", nil
	}
}
