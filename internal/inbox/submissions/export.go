package submissions

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
)

// ExportOptions say what is exported, and how.
type ExportOptions struct {
	Filter outbox.Filter
	// JSON with the state of the mails, instead of CSV.
	JSON bool
	// The file to write, readable by nobody else; empty for Stdout. Force replaces it.
	File  string
	Force bool
	// CSV only: values that a spreadsheet takes for formulas stay as they are; the
	// file begins with a byte order mark.
	Raw, BOM bool
}

// Export writes submissions as CSV or JSON.
func (c Commands) Export(ctx context.Context, o ExportOptions) error {
	s := newScreen(c.Stdout)
	records, none, err := c.choose(ctx, o.Filter)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if o.File != "" {
		s = newScreen(&file)
	}
	if o.JSON {
		err = s.json(newViews(records))
	} else {
		err = s.csv(records, o.Raw, o.BOM)
	}
	if err == nil {
		err = s.Flush()
	}
	if err == nil && o.File != "" {
		err = writePrivate(o.File, file.Bytes(), o.Force)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Stderr, cmp.Or(none, plural(len(records), "submission")))
	return nil
}

// writePrivate writes a file that only its owner may read, whole or not at all.
// It replaces none unless force is set, and then nothing but a regular file.
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
		return fmt.Errorf("write %s: %w", path, pathless(err))
	}
	return nil
}

// pathless leaves out the path that the sentence around it already names.
func pathless(err error) error {
	if at, ok := errors.AsType[*os.PathError](err); ok {
		return at.Err
	}
	return err
}
