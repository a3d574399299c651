package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/inbox/backup"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/submissions"
)

type backupCommand struct {
	dataFlags
	File  string `arg:"" name:"file" help:"File to write, or - for a pipe."`
	Force bool   `help:"Replace the file where it is there already."`
}

func (c backupCommand) Run(ctx context.Context, p *Program, store outbox.Config) error {
	var made backup.Contents
	var err error
	switch {
	case c.File == "":
		return usageError{errors.New("name the file to write, or - for a pipe")}
	case c.File == "-" && submissions.IsTerminal(p.Stdout):
		return usageError{errors.New("standard output is a terminal: name a file, or send it into a pipe")}
	case c.File == "-" && c.Force:
		return usageError{errors.New("--force replaces a file: name it")}
	case c.File == "-":
		made, err = backup.To(ctx, store, p.Stdout)
	default:
		made, err = backup.ToFile(ctx, store, c.File, c.Force)
	}
	_, missing := os.Stat(filepath.Join(store.Dir, outbox.FileName))
	switch {
	case errors.Is(err, fs.ErrNotExist) && store.URL == "" && errors.Is(missing, fs.ErrNotExist):
		return fmt.Errorf("backup: there is no %s in %s: name --data as for serve", outbox.FileName, store.Dir)
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("backup: %w (--force replaces a plain file)", err)
	case err != nil:
		return fmt.Errorf("backup: %w", err)
	}
	fmt.Fprintf(p.Stderr, "Backed up %s.\n", contents(made))
	if err := backup.Note(store.Dir); err != nil {
		fmt.Fprintf(p.Stderr, "Studio cannot tell of this backup: %v\n", err)
	}
	if len(made.Skipped) > 0 {
		fmt.Fprintf(p.Stderr, "Not in it, because they are links or no files: %q in %s. Back them up by themselves.\n",
			made.Skipped, store.Dir)
	}
	return nil
}

func contents(c backup.Contents) string {
	return fmt.Sprintf("%s (deliveries not made: %d) and %s, of %s", text.Counted(c.Database.Submissions, "submission"),
		c.Database.Unsent, text.Counted(c.Files, "file"), c.Database.TakenAt.UTC().Format("2006-01-02 15:04:05 MST"))
}

type restoreCommand struct {
	dataFlags
	File  string `arg:"" name:"file" help:"File that marquee backup wrote, or - for a pipe."`
	Force bool   `help:"Move what is in the data folder aside."`
}

func (c restoreCommand) Run(ctx context.Context, p *Program, store outbox.Config) error {
	from := p.Stdin
	switch {
	case c.File == "":
		return usageError{errors.New("name the file to restore, or - for a pipe")}
	case c.File == "-" && (p.Stdin == nil || submissions.IsTerminal(p.Stdin)):
		return usageError{errors.New("standard input is a terminal: name a file, or let a backup come from a pipe")}
	case c.File != "-":
		file, err := os.Open(c.File)
		if err != nil {
			return fmt.Errorf("restore: %w", err)
		}
		defer file.Close()
		from = file
	}
	done, aside, err := backup.Restore(ctx, store, bufio.NewReader(from), c.Force)
	if err != nil {
		return fmt.Errorf("restore %s: %w", c.File, err)
	}
	fmt.Fprintf(p.Stderr, "Restored %s.\n", contents(done))
	if aside != "" {
		fmt.Fprintf(p.Stderr, "What was there is in %s.\n", aside)
	}
	if done.Database.Unsent > 0 {
		fmt.Fprintf(p.Stderr, "The %d deliveries may have been made since; they are made again under their keys, "+
			"or say that they may be duplicates.\n", done.Database.Unsent)
	}
	fmt.Fprintln(p.Stderr, "Submissions that were deleted after the backup are back: delete them again.")
	return nil
}
