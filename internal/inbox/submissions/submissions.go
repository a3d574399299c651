// Package submissions shows what visitors sent to the people who answer it: as a
// table or a page in a terminal, in fixed columns in a pipe, as CSV and as JSON. It
// also sends mails again, releases what was taken for spam, and deletes.
//
// What visitors typed is shown such that it cannot drive a terminal, see visible.
package submissions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

// ErrReported ends a command after everything was already said.
var ErrReported = errors.New("reported")

// Commands work on the database of the server, while it runs and while it does not.
type Commands struct {
	// Where answers to questions come from: a terminal, else nobody is asked.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Where submissions are stored. Logger and Erased are not used.
	Store outbox.Config
	// Where mail is captured, and files are kept; and what removes both.
	MailFolder, Uploads string
	Forget              func(ids []string) error
	// Says in words why a submission is a suspect, one sentence each. May be left out.
	Reasons func(suspect string) []string
}

// noDatabaseError says that nothing was ever kept in this folder.
type noDatabaseError struct{ dir string }

// Error implements error.
func (e noDatabaseError) Error() string {
	return fmt.Sprintf("Nothing was sent yet: there is no database in %s.", e.dir)
}

// withStore opens the store, has the work done and closes it. It makes no database:
// where there is none, its error is a noDatabaseError.
func (c Commands) withStore(ctx context.Context, work func(*outbox.Store) error) (err error) {
	config := c.Store
	if config.URL == "" {
		if _, err := os.Lstat(filepath.Join(config.Dir, outbox.FileName)); errors.Is(err, fs.ErrNotExist) {
			return noDatabaseError{config.Dir}
		}
	}
	var leftovers error
	config.Erased = func(ids []string) { leftovers = errors.Join(leftovers, c.Forget(ids)) }
	// What goes wrong comes back as an error; a log beside it would say it twice.
	config.Logger = slog.New(slog.DiscardHandler)
	store, err := outbox.OpenNow(ctx, config)
	if err != nil {
		return outbox.OneLine(err)
	}
	defer func() {
		if closing := store.Close(); closing != nil {
			err = errors.Join(err, outbox.OneLine(closing))
		}
	}()
	err = work(store)
	if leftovers != nil {
		leftovers = fmt.Errorf("captured mail or files of erased submissions are still in %s or %s: %w", c.MailFolder, c.Uploads, leftovers)
		err = errors.Join(err, leftovers)
	}
	switch {
	case err == nil, errors.Is(err, ErrReported):
		return err
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		err = fmt.Errorf("%w (another program holds the database locked, or it is very busy: try again later)", err)
	}
	return outbox.OneLine(err)
}

// choose returns the submissions that fit, newest first, and, when there are
// none, a sentence that says so.
func (c Commands) choose(ctx context.Context, filter outbox.Filter) (found []outbox.Record, none string, err error) {
	err = c.withStore(ctx, func(store *outbox.Store) (err error) {
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
// returns ErrReported, so that a typing mistake never does half of what was meant.
func (c Commands) named(ctx context.Context, store *outbox.Store, names []string) ([]outbox.Record, error) {
	var found []outbox.Record
	seen := map[string]bool{}
	missing := false
	for _, name := range names {
		name = strings.TrimSpace(name)
		record, err := store.Find(ctx, name)
		switch {
		case errors.Is(err, outbox.ErrNotFound):
			missing = true
			fmt.Fprintln(c.Stderr, noSuchSubmission(name))
		case err != nil:
			return nil, err
		case !seen[record.ID]:
			seen[record.ID] = true
			found = append(found, record)
		}
	}
	if missing {
		return nil, ErrReported
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
			return reason(delivery)
		}
	}
	return ""
}

// senderOf returns the address that was typed, else the name, else nothing.
func senderOf(record outbox.Record) string {
	return cmp.Or(record.Value("email"), firstAddress(record.Values), record.Value("name"))
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

// ParseEmail reads the value of --email. It refuses what no field can hold as an address. An empty one, which a
// script passes by mistake, would otherwise choose everybody.
func ParseEmail(text string) (string, error) {
	text = strings.TrimSpace(text)
	if name, host, found := strings.Cut(text, "@"); !found || name == "" || host == "" {
		return "", fmt.Errorf("--email %q: write it like anna@example.com", text)
	}
	return text, nil
}

// nothingThere says where there is no database, for commands that need one.
func (c Commands) nothingThere(err error) error {
	if missing, ok := errors.AsType[noDatabaseError](err); ok {
		fmt.Fprintln(c.Stderr, missing)
		return ErrReported
	}
	return err
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
