// Package submissions shows what visitors sent to the people who answer it: as a table or a page in a terminal, in
// fixed columns in a pipe, as CSV and as JSON. It also sends mails again, releases what was taken for spam, and
// deletes.
//
// What visitors typed is shown such that it cannot drive a terminal, see visible.
package submissions

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
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

// Listed is how many submissions a terminal shows unless more are asked for.
const Listed = 50

// List lists submissions, newest first; a terminal shows the newest only, where that is wanted. The summary goes to
// Stderr.
func (c Commands) List(ctx context.Context, filter outbox.Filter, newest, asJSON bool) error {
	s := newScreen(c.Stdout)
	limit := filter.Limit
	if newest && s.terminal && !asJSON {
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
	summary := cmp.Or(none, summaryOf(records, more && newest))
	switch {
	case asJSON:
		err = s.json(newViews(records))
	case len(records) > 0:
		err = s.list(records)
	}
	if err = errors.Join(err, s.Flush()); err == nil && !asJSON {
		fmt.Fprintln(c.Stderr, summary)
	}
	return err
}

// Show shows the submission with the id or reference.
func (c Commands) Show(ctx context.Context, name string, asJSON bool) error {
	return c.withNamed(ctx, []string{name}, func(_ *outbox.Store, found []outbox.Record) (err error) {
		s := newScreen(c.Stdout)
		if asJSON {
			err = s.json(newViews(found)[0])
		} else {
			s.show(found[0], c.Reasons, c.Uploads)
		}
		return errors.Join(err, s.Flush())
	})
}

// ExportOptions say what is exported, and how.
type ExportOptions struct {
	Filter outbox.Filter
	// JSON with the state of the mails, instead of CSV.
	JSON bool
	// The file to write, readable by nobody else; empty for Stdout. Force replaces it.
	File  string
	Force bool
	// CSV only: values that a spreadsheet takes for formulas stay as they are; the file begins with a byte order mark.
	Raw, BOM bool
	// CSV only: it ends with what the team noted, and the time that the visitor of a booking was told last.
	Team bool
}

// Export writes submissions as CSV or JSON.
func (c Commands) Export(ctx context.Context, o ExportOptions) error {
	records, none, err := c.choose(ctx, o.Filter)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	out := c.Stdout
	if o.File != "" {
		out = &file
	}
	err = Write(out, records, o)
	if err == nil && o.File != "" {
		err = writePrivate(o.File, file.Bytes(), o.Force)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Stderr, cmp.Or(none, plural(len(records), "submission")))
	return nil
}

// Write writes records as options say.
func Write(out io.Writer, records []outbox.Record, o ExportOptions) (err error) {
	s := newScreen(out)
	if o.JSON {
		err = s.json(newViews(records))
	} else {
		err = s.csv(records, o)
	}
	return errors.Join(err, s.Flush())
}

// writePrivate writes a file that only its owner may read, whole or not at all. It replaces none unless force is set,
// and then nothing but a regular file.
func writePrivate(path string, text []byte, force bool) error {
	if info, err := os.Lstat(path); err == nil {
		switch {
		case !info.Mode().IsRegular():
			return fmt.Errorf("write %s: it is there already and is no regular file", path)
		case !force:
			return fmt.Errorf("write %s: it is there already; --force replaces it", path)
		}
	}
	write := osfile.Create
	if force {
		write = osfile.WriteDurable
	}
	if err := write(path, text); err != nil {
		if at, ok := errors.AsType[*os.PathError](err); ok {
			err = at.Err // without the name of a temporary file
		}
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// Retry makes the mails of the submissions due, or, with none named, all mails that are parked or dead.
func (c Commands) Retry(ctx context.Context, names []string) error {
	return c.withNamed(ctx, names, func(store *outbox.Store, records []outbox.Record) error {
		n, err := store.Retry(ctx, idsOf(records)) // None stands for all.
		return c.done(n, err, "There is no mail to send again.",
			"mail is due now; a running server sends at once.", "mails are due now; a running server sends at once.")
	})
}

// Release has the mails of suspects sent.
func (c Commands) Release(ctx context.Context, names []string) error {
	return c.withNamed(ctx, names, func(store *outbox.Store, records []outbox.Record) error {
		n, err := store.Release(ctx, idsOf(records))
		return c.done(n, err, "None of these is held as suspect.",
			"submission was released; a running server sends the mails at once.",
			"submissions were released; a running server sends the mails at once.")
	})
}

// Delete erases the named submissions, or all that have the address in a field. It asks first unless sure is set.
// Either way it says what nobody was told of yet: an operator may erase that, which no rule of retention does.
func (c Commands) Delete(ctx context.Context, names []string, address string, sure bool) error {
	return c.withNamed(ctx, names, func(store *outbox.Store, records []outbox.Record) (err error) {
		if address != "" {
			if records, err = store.List(ctx, outbox.Filter{Email: address}); err != nil {
				return err
			}
		}
		if len(records) == 0 {
			return c.done(0, nil, "Nothing of "+visible(address)+" is stored.", "", "")
		}
		if states := statesOf(records, unsent); states != "" {
			fmt.Fprintf(c.Stderr, "Not all of it was delivered: %s.\n", states)
		}
		if !sure && !c.confirm(ctx, question(records, address)) {
			return c.done(0, nil, "Nothing was deleted.", "", "")
		}
		var n int
		if address != "" {
			n, err = store.DeleteEmail(ctx, address)
		} else {
			n, err = store.Delete(ctx, idsOf(records))
		}
		return c.done(n, err, "They were deleted by somebody else in the meantime.",
			"submission was deleted.", "submissions were deleted.")
	})
}

func question(records []outbox.Record, address string) string {
	what := plural(len(records), "submission")
	if address != "" {
		what += " of " + address
	} else if len(records) <= 3 {
		what += " (" + records[0].Reference
		for _, record := range records[1:] {
			what += ", " + record.Reference
		}
		what += ")"
	}
	return fmt.Sprintf("Delete %s? This cannot be undone. Type yes: ", visible(what))
}

// confirm asks a question in the terminal. Only the word yes agrees; the end of the input does not, nor does Ctrl+C.
func (c Commands) confirm(ctx context.Context, question string) bool {
	fmt.Fprint(c.Stderr, question)
	answers := make(chan string, 1)
	// Reading from a terminal cannot be interrupted: where the context ends first, this goroutine ends with the
	// process.
	go func() {
		line, _ := bufio.NewReader(c.Stdin).ReadString('\n') // What cannot be read is no yes.
		answers <- line
	}()
	answer := ""
	select {
	case <-ctx.Done():
	case answer = <-answers:
	}
	if !strings.HasSuffix(answer, "\n") {
		fmt.Fprintln(c.Stderr)
	}
	return strings.TrimSpace(answer) == "yes"
}

func (c Commands) noDatabase() string {
	_, err := os.Lstat(filepath.Join(c.Store.Dir, outbox.FileName))
	if c.Store.URL == "" && errors.Is(err, fs.ErrNotExist) {
		return fmt.Sprintf("Nothing was sent yet: there is no database in %s.", c.Store.Dir)
	}
	return ""
}

func (c Commands) withStore(ctx context.Context, work func(*outbox.Store) error) error {
	config := c.Store
	var leftovers error
	config.Erased = func(ids []string) { leftovers = errors.Join(leftovers, c.Forget(ids)) }
	// What goes wrong comes back as an error; a log beside it would say it twice.
	config.Logger = slog.New(slog.DiscardHandler)
	store, err := outbox.OpenNow(ctx, config)
	if err != nil {
		return outbox.OneLine(err)
	}
	err = work(store)
	if leftovers != nil {
		err = errors.Join(err, fmt.Errorf("captured mail or files of erased submissions are still in %s or %s: %w",
			c.MailFolder, c.Uploads, leftovers))
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = fmt.Errorf("%w (another program holds the database locked, or it is very busy: try again later)", err)
	}
	if err = errors.Join(err, store.Close()); err == nil || errors.Is(err, ErrReported) {
		return err
	}
	return outbox.OneLine(err)
}

func (c Commands) choose(ctx context.Context, filter outbox.Filter) (found []outbox.Record, none string, err error) {
	if none := c.noDatabase(); none != "" {
		return nil, none, nil
	}
	err = c.withStore(ctx, func(store *outbox.Store) (err error) {
		found, err = store.List(ctx, filter)
		return err
	})
	filter.Limit = 0
	switch {
	case err != nil || len(found) > 0:
		return found, "", err
	case reflect.ValueOf(filter).IsZero():
		return nil, "Nothing was sent yet.", nil
	}
	return nil, "Nothing that was sent fits. Leave out a filter to see more.", nil
}

// withNamed finds each of the submissions and has the work done with them. Where one is not there, it says so and
// returns ErrReported, so that a typing mistake never does half of what was meant.
func (c Commands) withNamed(
	ctx context.Context, names []string, work func(*outbox.Store, []outbox.Record) error,
) error {
	if none := c.noDatabase(); none != "" {
		return c.done(0, nil, none, "", "")
	}
	return c.withStore(ctx, func(store *outbox.Store) error {
		var found []outbox.Record
		seen := map[string]bool{}
		missing := false
		for _, name := range names {
			name = strings.TrimSpace(name)
			record, err := store.Find(ctx, name)
			switch {
			case errors.Is(err, outbox.ErrNotFound):
				missing = true
				hint := "."
				if len(name) == len("K7M3-9QXT") && !site.ValidReference(strings.ToUpper(name)) {
					hint = ", and no reference is written like this: look for a typing mistake."
				}
				fmt.Fprintf(c.Stderr, "There is no submission %s%s\n", visible(name), hint)
			case err != nil:
				return err
			case !seen[record.ID]:
				seen[record.ID] = true
				found = append(found, record)
			}
		}
		if missing {
			return ErrReported
		}
		return work(store, found)
	})
}

func idsOf(records []outbox.Record) []string {
	ids := make([]string, 0, len(records))
	for _, record := range records {
		ids = append(ids, record.ID)
	}
	return ids
}

// done says in one line what was done, unless that failed. Where it is nothing it returns ErrReported.
func (c Commands) done(n int, err error, nothing, one, many string) error {
	switch {
	case err != nil:
		return err
	case n == 0:
		fmt.Fprintln(c.Stderr, nothing)
		return ErrReported
	case n == 1:
		many = one
	}
	_, err = fmt.Fprintln(c.Stdout, n, many)
	return err
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// ParseSince reads the value of --since: a date, a time, or an age such as 7d. Days are those of the calendar: 1d is
// the same time of day yesterday, also when clocks change.
func ParseSince(text string, now time.Time, zone *time.Location) (time.Time, error) {
	text = strings.TrimSpace(text)
	if last := len(text) - 1; last > 0 {
		if n, err := strconv.ParseUint(text[:last], 10, 16); err == nil {
			switch text[last] {
			case 'm':
				return now.Add(-time.Duration(n) * time.Minute), nil
			case 'h':
				return now.Add(-time.Duration(n) * time.Hour), nil
			case 'd':
				return now.In(zone).AddDate(0, 0, -int(n)), nil
			case 'w':
				return now.In(zone).AddDate(0, 0, -7*int(n)), nil
			}
		}
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", "2006-01-02T15:04", time.RFC3339} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since %q: write a date like 2026-11-21, or an age like 30m, 12h, 7d or 2w", text)
}

// ParseEmail reads the value of --email. It refuses what no field can hold as an address. An empty one, which a script
// passes by mistake, would otherwise choose everybody.
func ParseEmail(text string) (string, error) {
	text = strings.TrimSpace(text)
	if name, host, found := strings.Cut(text, "@"); !found || name == "" || host == "" {
		return "", fmt.Errorf("--email %q: write it like anna@example.com", text)
	}
	return text, nil
}
