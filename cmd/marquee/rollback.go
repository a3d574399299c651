package main

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/evenlight/marquee/internal/content/archive"
	"github.com/evenlight/marquee/internal/content/history"
)

type rollbackCommand struct {
	dataFlags
	Content  string
	List     bool   `help:"List the revisions that are kept, and change nothing."`
	Release  bool   `help:"Go on with the content folder."`
	Revision string `arg:"" optional:"" help:"Where to go back to, as the log and /readyz call it. Default: the one before what is served."`
}

// Help implements kong.HelpProvider.
func (rollbackCommand) Help() string {
	return `What goes live is kept in the data folder: the last 20 revisions, and the last one of each
of 14 days. Servers on the same data and content folders follow within seconds, and stay
there, also across a restart, until --release. The content folder itself is not changed.

Examples:
  marquee rollback --list
  marquee rollback                    # to the revision before
  marquee rollback 0bf6db93b790
  marquee rollback --release          # on with the content folder`
}

// Run pins a revision, or releases it.
func (c rollbackCommand) Run(p *Program, chosen *choices) error {
	content, data := chosen.get("content"), chosen.get("data")
	switch {
	case c.Release && c.Revision != "":
		chosen.problem("--release goes on with the content folder, so it takes no revision")
	case c.Release && c.List:
		chosen.problem("--release and --list are both given: keep one")
	case c.List && c.Revision != "":
		chosen.problem("--list changes nothing, so it takes no revision")
	}
	if archive.IsAddress(content) {
		address, err := archive.ParseAddress(content)
		if err != nil {
			chosen.reject("content", "%w", err)
		}
		content = address.String()
	}
	if err := chosen.err(); err != nil {
		return err
	}
	kept := history.Open(history.Config{Dir: filepath.Join(data, "content"), Content: content, Logger: slog.New(slog.NewTextHandler(p.Stderr, nil))})
	pinned, err := kept.Pinned()
	if err != nil {
		return err
	}
	all := kept.List()
	if len(all) == 0 {
		return fmt.Errorf("nothing that was served from %s is kept in %s: name --content and --data as for serve", content, data)
	}
	switch {
	case c.List:
		return printRevisions(p, all, pinned)
	case c.Release && pinned == "":
		fmt.Fprintf(p.Stdout, "Nothing is pinned: the content folder %s counts.\n", content)
		return nil
	case c.Release:
		fmt.Fprintf(p.Stdout, "Released: servers go on with the content folder %s.\n", content)
		return kept.Pin("")
	}
	now := all[0]
	if pinned != "" {
		if now, err = kept.Find(pinned); err != nil {
			now = all[0]
		}
	}
	to := now
	if c.Revision != "" {
		to, err = kept.Find(c.Revision)
	} else {
		to, err = kept.Before(now)
	}
	if errors.Is(err, history.ErrUnknown) && c.Revision == "" {
		return fmt.Errorf("there is no revision before %s", now.Revision)
	}
	if err != nil {
		return fmt.Errorf("revision %s: %w%s", c.Revision, err, thereAre(kept))
	}
	if err := kept.Pin(to.Revision); err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "Back to revision %s of %s: servers follow within seconds, and stay there.\n", to.Revision, to.At.Local().Format(time.DateTime))
	fmt.Fprintln(p.Stdout, "marquee rollback --release goes on with the content folder.")
	return nil
}

func printRevisions(p *Program, all []history.Entry, pinned string) error {
	table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "REVISION\tLIVE SINCE\tSITES\t")
	for i, one := range all {
		mark := ""
		switch {
		case one.Revision == pinned:
			mark = "pinned"
		case i == 0 && pinned == "":
			mark = "newest"
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", one.Revision, one.At.Local().Format(time.DateTime), len(one.Sites()), mark)
	}
	return table.Flush()
}

// thereAre names the revisions that are kept.
func thereAre(kept *history.History) string {
	var names []string
	for _, one := range kept.List() {
		names = append(names, one.Revision)
	}
	if len(names) == 0 {
		return "; none is kept"
	}
	return "; there are " + strings.Join(names, ", ")
}
