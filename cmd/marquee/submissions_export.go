package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

type submissionsExportCommand struct {
	dataFlags
	filterFlags
	CSV   bool   `name:"csv" help:"Write CSV, one row for each submission. This is the default." xor:"format"`
	JSON  bool   `name:"json" help:"Write JSON, with the state of the mails." xor:"format"`
	Out   string `help:"File to write, readable by nobody else. Left out: standard output." placeholder:"FILE"`
	Force bool   `help:"Replace the file where it is there already."`
	Raw   bool   `help:"Write values into CSV exactly as they were typed. Open such a file in no spreadsheet."`
	BOM   bool   `name:"bom" help:"Begin CSV with a byte order mark, so that Excel reads it as UTF-8."`
}

// Help implements kong.HelpProvider.
func (submissionsExportCommand) Help() string {
	return `CSV is that of RFC 4180 in UTF-8. The columns are reference, id, received_at, site, form, kind,
state, suspect, page, plan, then one for each field of the forms. A field that has the name of
one of these columns stands in a column such as field.plan.

A spreadsheet runs a value that begins with = + - @ as a formula, whoever typed it. Such values,
and those that begin with a tab or a new line, get an apostrophe before them; --raw leaves it away.

For somebody who asks what is stored about them, choose their address with --email.

Examples:
  marquee submissions export --csv --out november.csv --since 2026-11-01 --bom
  marquee submissions export --json --email anna@example.com --out anna.json
  marquee submissions export --site creative | head`
}

// Run exports submissions.
func (c submissionsExportCommand) Run(ctx context.Context, p *Program) error {
	s := newScreen(p.Stdout, time.Now())
	filter, err := c.filter(s.now, s.zone)
	if err != nil {
		return err
	}
	if c.JSON && (c.Raw || c.BOM) {
		return usageError{errors.New("--raw and --bom are for CSV: JSON holds values as they were typed")}
	}
	if c.Force && c.Out == "" {
		return usageError{errors.New("--force replaces a file: name it with --out")}
	}
	records, none, err := p.choose(ctx, c.dataFlags, filter)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if c.Out != "" {
		s = newScreen(&file, s.now)
	}
	if c.JSON {
		err = s.json(tellAll(records))
	} else {
		err = s.csv(records, csvStyle{Raw: c.Raw, BOM: c.BOM})
	}
	if err == nil {
		err = s.Flush()
	}
	if err == nil && c.Out != "" {
		err = writePrivate(c.Out, file.Bytes(), c.Force)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Stderr, first(none, plural(len(records), "submission")))
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
		return fmt.Errorf("write %s: %w", path, unwrapPath(err))
	}
	return nil
}
