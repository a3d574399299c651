package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/submissions"
	"github.com/evenlight/marquee/internal/inbox/uploads"
)

type submissionsCommand struct {
	List    submissionsListCommand    `cmd:"" help:"List what visitors sent, newest first."`
	Show    submissionsShowCommand    `cmd:"" help:"Show one submission with the state of its mails."`
	Export  submissionsExportCommand  `cmd:"" help:"Write submissions as CSV or JSON."`
	Retry   submissionsRetryCommand   `cmd:"" help:"Try mails again that are parked, dead or waiting."`
	Release submissionsReleaseCommand `cmd:"" help:"Send the mails of what was taken for spam."`
	Delete  submissionsDeleteCommand  `cmd:"" help:"Erase submissions."`
}

func newStored(p *Program, chosen *choices) (submissions.Commands, error) {
	store := newStoreConfig(chosen)
	return submissions.Commands{
		Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr, Store: store, Reasons: contact.Reasons,
		MailFolder: mailFolder(store.Dir), Uploads: uploads.NewFolder(store.Dir).Dir(),
		Forget: func(ids []string) error { return forget(store.Dir, ids) },
	}, chosen.err()
}

type filterFlags struct {
	Site  string  `help:"Only those of this site." placeholder:"ID"`
	Form  string  `help:"Only those of this form." placeholder:"ID"`
	State anyCase `help:"Only those that are sent, unconfirmed, waiting, parked, dead or suspect." enum:"sent,unconfirmed,waiting,parked,dead,suspect," default:"" placeholder:"STATE"`
	Since string  `help:"Only those since a date such as 2026-11-21, or not older than 7d, 12h or 2w." placeholder:"WHEN"`
	Email *string `help:"Only those with this address in one of their fields." placeholder:"ADDRESS"`
	Limit *int    `help:"At most so many; 0 for all." placeholder:"N"`
}

// anyCase is a value from a fixed list, in small or capital letters.
type anyCase string

func (c *anyCase) UnmarshalText(typed []byte) error {
	*c = anyCase(strings.ToLower(string(typed)))
	return nil
}

func (f filterFlags) filter() (outbox.Filter, error) {
	filter := outbox.Filter{Site: f.Site, Form: f.Form, State: string(f.State)}
	var problems [3]error
	if f.Since != "" {
		filter.Since, problems[0] = submissions.ParseSince(f.Since, time.Now(), time.Local)
	}
	if f.Email != nil {
		filter.Email, problems[1] = submissions.ParseEmail(*f.Email)
	}
	if f.Limit != nil {
		filter.Limit = *f.Limit
		if filter.Limit < 0 {
			problems[2] = fmt.Errorf("--limit %d: write a number from 0", filter.Limit)
		}
	}
	if err := errors.Join(problems[:]...); err != nil {
		return outbox.Filter{}, usageError{err}
	}
	return filter, nil
}

type submissionsListCommand struct {
	dataFlags
	filterFlags
	JSON bool `name:"json" help:"Print everything about them as JSON."`
}

func (c submissionsListCommand) Run(ctx context.Context, stored submissions.Commands) error {
	filter, err := c.filter()
	if err != nil {
		return err
	}
	return stored.List(ctx, filter, c.Limit == nil, c.JSON)
}

type submissionsShowCommand struct {
	dataFlags
	Name string `arg:"" name:"id" help:"Id or reference, such as K7M3-9QXT."`
	JSON bool   `name:"json" help:"Print everything as JSON."`
}

func (c submissionsShowCommand) Run(ctx context.Context, stored submissions.Commands) error {
	return stored.Show(ctx, c.Name, c.JSON)
}

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

func (c submissionsExportCommand) Run(ctx context.Context, stored submissions.Commands) error {
	filter, err := c.filter()
	if err != nil {
		return err
	}
	if c.JSON && (c.Raw || c.BOM) {
		return usageError{errors.New("--raw and --bom are for CSV: JSON holds values as they were typed")}
	}
	if c.Force && c.Out == "" {
		return usageError{errors.New("--force replaces a file: name it with --out")}
	}
	return stored.Export(ctx, submissions.ExportOptions{
		Filter: filter, JSON: c.JSON, File: c.Out, Force: c.Force, Raw: c.Raw, BOM: c.BOM,
	})
}

type submissionsRetryCommand struct {
	dataFlags
	Names []string `arg:"" optional:"" name:"id" help:"Ids or references."`
	All   bool     `help:"All mails that are parked or dead."`
}

func (c submissionsRetryCommand) Run(ctx context.Context, stored submissions.Commands) error {
	if c.All == (len(c.Names) > 0) {
		return usageError{errors.New("name submissions by id or reference, or say --all")}
	}
	return stored.Retry(ctx, c.Names)
}

type submissionsReleaseCommand struct {
	dataFlags
	Names []string `arg:"" name:"id" help:"Ids or references of submissions that were taken for spam."`
}

func (c submissionsReleaseCommand) Run(ctx context.Context, stored submissions.Commands) error {
	return stored.Release(ctx, c.Names)
}

type submissionsDeleteCommand struct {
	dataFlags
	Names []string `arg:"" optional:"" name:"id" help:"Ids or references."`
	Email *string  `help:"All that have this address in one of their fields." placeholder:"ADDRESS"`
	Yes   bool     `help:"Delete without a question."`
}

func (c submissionsDeleteCommand) Run(ctx context.Context, stored submissions.Commands) error {
	if (c.Email != nil) == (len(c.Names) > 0) {
		return usageError{errors.New("name submissions by id or reference, or an address with --email")}
	}
	address := ""
	if c.Email != nil {
		var err error
		if address, err = submissions.ParseEmail(*c.Email); err != nil {
			return usageError{err}
		}
	}
	if !c.Yes && !submissions.IsTerminal(stored.Stdin) {
		return usageError{errors.New("there is no terminal to ask in: say --yes to delete without a question")}
	}
	return stored.Delete(ctx, c.Names, address, c.Yes)
}
