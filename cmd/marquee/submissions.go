package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

// submissionsCommand is for the people who answer what visitors sent. Its
// commands work on both databases, while the server runs and while it does not.
//
// What visitors typed is shown such that it cannot drive a terminal, see visible.
type submissionsCommand struct {
	List    submissionsListCommand    `cmd:"" help:"List what visitors sent, newest first."`
	Show    submissionsShowCommand    `cmd:"" help:"Show one submission with the state of its mails."`
	Export  submissionsExportCommand  `cmd:"" help:"Write submissions as CSV or JSON."`
	Retry   submissionsRetryCommand   `cmd:"" help:"Try mails again that are parked, dead or waiting."`
	Release submissionsReleaseCommand `cmd:"" help:"Send the mails of what was taken for spam."`
	Delete  submissionsDeleteCommand  `cmd:"" help:"Erase submissions."`
}

// Help implements kong.HelpProvider.
func (submissionsCommand) Help() string {
	return `They work on the database of the server, while it runs and while it does not: name the same
--data, or set the same DATABASE_URL.

Examples:
  marquee submissions list --state dead
  marquee submissions show K7M3-9QXT
  marquee submissions export --csv --since 30d --out month.csv`
}

// noDatabaseError says that nothing was ever kept in this folder.
type noDatabaseError struct{ dir string }

// Error implements error.
func (e noDatabaseError) Error() string {
	return fmt.Sprintf("Nothing was sent yet: there is no database in %s.", e.dir)
}

// withStore opens the store, has the work done and closes it. It makes no database:
// where there is none, its error is a noDatabaseError.
func (p *Program) withStore(ctx context.Context, flags dataFlags, work func(*outbox.Store) error) (err error) {
	config, err := newStoreConfig(flags, p.Getenv)
	if err != nil {
		return usageError{err}
	}
	if config.DatabaseURL == "" {
		if _, err := os.Lstat(filepath.Join(config.Data, outbox.FileName)); errors.Is(err, fs.ErrNotExist) {
			return noDatabaseError{config.Data}
		}
	}
	var leftovers error
	store, err := outbox.OpenNow(ctx, outbox.Config{
		Dir: config.Data, URL: config.DatabaseURL,
		Erased: func(ids []string) { leftovers = errors.Join(leftovers, captured(config).Forget(ids)) },
		// What goes wrong comes back as an error; a log beside it would say it twice.
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return sentenceError{err}
	}
	defer func() {
		if closing := store.Close(); closing != nil {
			err = errors.Join(err, sentenceError{closing})
		}
	}()
	err = work(store)
	if leftovers != nil {
		leftovers = fmt.Errorf("captured mail of erased submissions is still in %s: %w", mailFolder(config), leftovers)
		err = errors.Join(err, leftovers)
	}
	switch {
	case err == nil, errors.Is(err, errFailed):
		return err
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return sentenceError{fmt.Errorf("%w (another program holds the database locked, or it is very busy: try again later)", err)}
	}
	return sentenceError{err}
}

// sentenceError is an error told in one line. Those of a database server have
// several, and say the same of each way to connect.
type sentenceError struct{ error }

// Error implements error.
func (e sentenceError) Error() string {
	var lines []string
	for line := range strings.Lines(e.error.Error()) {
		// An advice stands behind the last of two copies.
		line = strings.TrimSpace(line)
		if last := len(lines) - 1; last >= 0 && strings.HasPrefix(line, lines[last]) {
			lines[last] = line
			continue
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, " ")
}

// Unwrap returns the error itself.
func (e sentenceError) Unwrap() error { return e.error }

// choose returns the submissions that fit, newest first, and, when there are
// none, a sentence that says so.
func (p *Program) choose(ctx context.Context, flags dataFlags, filter outbox.Filter) (found []outbox.Record, none string, err error) {
	err = p.withStore(ctx, flags, func(store *outbox.Store) (err error) {
		found, err = store.List(ctx, filter)
		return err
	})
	filter.Limit = 0
	missing, isMissing := errors.AsType[noDatabaseError](err)
	switch {
	case isMissing:
		return nil, missing.Error(), nil
	case err != nil:
		return nil, "", err
	case len(found) == 0 && filter == outbox.Filter{}:
		return nil, "Nothing was sent yet.", nil
	case len(found) == 0:
		return nil, "Nothing that was sent fits. Leave out a filter to see more.", nil
	}
	return found, "", nil
}

// named finds each of the submissions. Where one is not there, it says so and
// returns errFailed, so that a typing mistake never does half of what was meant.
func (p *Program) named(ctx context.Context, store *outbox.Store, names []string) ([]outbox.Record, error) {
	var found []outbox.Record
	seen := map[string]bool{}
	missing := false
	for _, name := range names {
		name = strings.TrimSpace(name)
		record, err := store.Find(ctx, name)
		switch {
		case errors.Is(err, outbox.ErrNotFound):
			missing = true
			fmt.Fprintln(p.Stderr, noSuchSubmission(name))
		case errors.Is(err, outbox.ErrAmbiguous):
			missing = true
			fmt.Fprintf(p.Stderr, "More than one submission is called %s: name it by its id.\n", visible(name))
		case err != nil:
			return nil, err
		case !seen[record.ID]:
			seen[record.ID] = true
			found = append(found, record)
		}
	}
	if missing {
		return nil, errFailed
	}
	return found, nil
}

func noSuchSubmission(name string) string {
	const lengthOfReference = len("K7M3-9QXT")
	if len(name) == lengthOfReference && !site.ValidReference(strings.ToUpper(name)) {
		return fmt.Sprintf("There is no submission %s, and no reference is written like this: look for a typing mistake.", visible(name))
	}
	return fmt.Sprintf("There is no submission %s.", visible(name))
}

// stateOf sums up a submission in the one word that matters most: what needs
// somebody's attention goes before what needs none.
func stateOf(record outbox.Record) string {
	if record.Suspect != "" {
		return outbox.StateSuspect
	}
	state := outbox.StateSent
	for _, delivery := range deciding(record) {
		switch delivery.State {
		case outbox.StateDead:
			return outbox.StateDead
		case outbox.StateParked:
			state = outbox.StateParked
		case outbox.StateWaiting, outbox.StateCollected, outbox.StateHeld:
			if state == outbox.StateSent {
				state = outbox.StateWaiting
			}
		}
	}
	return state
}

// deciding returns the mails by which the state goes. A confirmation that was
// refused is none of them: a mistyped address loses it, but no message.
func deciding(record outbox.Record) []outbox.Delivery {
	return slices.DeleteFunc(slices.Clone(record.Deliveries), func(d outbox.Delivery) bool {
		return d.Kind == site.MailConfirmation && d.State == outbox.StateDead
	})
}

// reasonOf says why a submission is not sent: why it is taken for spam, or the last
// error of the mail that gives it its state.
func reasonOf(record outbox.Record) string {
	if record.Suspect != "" {
		return record.Suspect
	}
	state := stateOf(record)
	for _, delivery := range deciding(record) {
		if delivery.State == state && delivery.LastError != "" && state != outbox.StateSent {
			return delivery.LastError
		}
	}
	return ""
}

// senderOf returns the address that was typed, else the name, else nothing.
func senderOf(record outbox.Record) string {
	return first(record.Value("email"), firstAddress(record.Values), record.Value("name"))
}

func firstAddress(values []site.Entry) string {
	for _, entry := range values {
		name, host, found := strings.Cut(entry.Value, "@")
		if found && name != "" && strings.Contains(host, ".") && !strings.ContainsAny(entry.Value, " \t\r\n") {
			return entry.Value
		}
	}
	return ""
}

// filterFlags choose submissions.
type filterFlags struct {
	Site  string  `help:"Only those of this site." placeholder:"ID"`
	Form  string  `help:"Only those of this form." placeholder:"ID"`
	State string  `help:"Only those that are sent, waiting, parked, dead or suspect." enum:"sent,waiting,parked,dead,suspect," default:"" placeholder:"STATE"`
	Since string  `help:"Only those since a date such as 2026-11-21, or not older than 7d, 12h or 2w." placeholder:"WHEN"`
	Email *string `help:"Only those with this address in one of their fields." placeholder:"ADDRESS"`
	Limit *int    `help:"At most so many; 0 for all." placeholder:"N"`
}

func (f filterFlags) filter(now time.Time, zone *time.Location) (outbox.Filter, error) {
	filter := outbox.Filter{Site: f.Site, Form: f.Form, State: f.State}
	var problems []error
	if f.Since != "" {
		since, err := parseSince(f.Since, now, zone)
		problems = append(problems, err)
		filter.Since = since
	}
	if f.Email != nil {
		address, err := parseEmail(*f.Email)
		problems = append(problems, err)
		filter.Email = address
	}
	if f.Limit != nil {
		if *f.Limit < 0 {
			problems = append(problems, fmt.Errorf("--limit %d: write a number from 0", *f.Limit))
		}
		filter.Limit = *f.Limit
	}
	if err := errors.Join(problems...); err != nil {
		return outbox.Filter{}, usageError{err}
	}
	return filter, nil
}

// parseEmail refuses what no field can hold as an address. An empty one, which a
// script passes by mistake, would otherwise choose everybody.
func parseEmail(text string) (string, error) {
	text = strings.TrimSpace(text)
	if name, host, found := strings.Cut(text, "@"); !found || name == "" || host == "" {
		return "", fmt.Errorf("--email %q: write it like anna@example.com", text)
	}
	return text, nil
}
