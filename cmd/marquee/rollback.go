package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
)

type rollbackCommand struct {
	dataFlags
	Content  string
	List     bool   `help:"List the revisions that are kept, and change nothing."`
	Revision string `arg:"" optional:"" help:"Where to go back to, as the log and /readyz call it. Default: the newest good revision that differs from the content folder."`
}

// Run writes the files of an earlier revision back into the content folder.
func (c rollbackCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	dir, data := chosen.get("content"), chosen.get("data")
	checkFolder(chosen, dir)
	if c.List && c.Revision != "" {
		chosen.problem("--list changes nothing, so it takes no revision")
	}
	if err := chosen.err(); err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(p.Stderr, nil))
	kept := history.Open(history.Config{Dir: filepath.Join(data, "content"), Content: dir, Logger: logger})
	all := kept.List()
	if len(all) == 0 {
		return fmt.Errorf("nothing that was served from %s is kept in %s: name --content and --data as for serve", dir, data)
	}
	if c.List {
		return printRevisions(ctx, p, dir, all)
	}
	made, err := content.Rollback(ctx, dir, kept, c.Revision, time.Now())
	switch {
	case errors.Is(err, content.ErrNothingBefore):
		return fmt.Errorf("%w that differs from the folder %s", err, dir)
	case errors.Is(err, history.ErrUnknown):
		return fmt.Errorf("revision %s: %w; there are %s", c.Revision, err, strings.Join(names(all), ", "))
	case err != nil:
		return err
	}
	fmt.Fprintf(p.Stdout, "Back to revision %s of %s: %s written, %s removed in %s.\n",
		made.To.Revision, made.To.At.Local().Format(time.DateTime),
		plural(made.Written, "file"), plural(made.Removed, "file"), dir)
	fmt.Fprintf(p.Stdout, "What was there is kept: marquee rollback %s goes back to it.\n", made.Displaced)
	return nil
}

func names(all []history.Entry) (names []string) {
	for _, one := range all {
		names = append(names, one.Revision)
	}
	return names
}

func printRevisions(ctx context.Context, p *Program, dir string, all []history.Entry) error {
	table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "REVISION\tSINCE\tSITES\t")
	found, err := content.Files(ctx, dir)
	if err != nil {
		return err
	}
	for _, one := range all {
		var marks []string
		if maps.Equal(found, one.Files) {
			marks = append(marks, "as in the folder")
		}
		if one.Displaced {
			marks = append(marks, "replaced by a rollback")
		}
		since := one.At.Local().Format(time.DateTime)
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", one.Revision, since, len(one.Sites()), strings.Join(marks, ", "))
	}
	return table.Flush()
}
