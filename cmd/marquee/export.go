package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/export"
	"github.com/evenlight/marquee/internal/website/server"
)

type exportCommand struct {
	contentFlags
	Dir  string `arg:"" help:"Folder for the files. It is made where there is none." placeholder:"DIR"`
	Keep string `default:"30d" help:"How many days files under hashed addresses, such as stylesheets, stay for pages of earlier exports that are still open or cached; 0d removes them at once." placeholder:"DAYS"`
}

func (c exportCommand) Run(ctx context.Context, p *Program, chosen *choices) (err error) {
	config := newContentConfig(chosen)
	config.Static = true
	if err := apart(c.Dir, config.Dir); err != nil {
		chosen.problem("%w", err)
	}
	keep, err := parseDays(c.Keep)
	if err != nil {
		chosen.problem("--keep %q: %w", c.Keep, err)
	}
	if err := chosen.err(); err != nil {
		return err
	}
	started := time.Now()
	// Problems of the content are printed as check prints them, not logged.
	var level slog.LevelVar
	level.Set(slog.LevelError + 1)
	parts := partsConfig{contentConfig: config, Strict: true, OnDemand: true} // every page is asked for once
	joined, err := newParts(ctx, parts, slog.New(slog.NewTextHandler(p.Stderr, &slog.HandlerOptions{Level: &level})))
	if err != nil {
		if ctx.Err() != nil {
			return errors.New("export: interrupted before anything was written")
		}
		return cmp.Or(checkCommand{}.Run(ctx, p, config), err)
	}
	defer func() { err = errors.Join(err, joined.Close()) }()
	level.Set(slog.LevelError)
	inline, err := inlineSources()
	if err != nil {
		return err
	}
	options := export.Options{
		Website: joined.store, Built: joined.files.library.BuiltNames(), KeepDays: keep,
		Headers: func(more site.Policy) [][2]string { return server.SecurityHeaders(inline, more) },
	}
	summary, err := export.Export(ctx, c.Dir, options)
	if errors.Is(err, export.ErrRenewed) {
		summary, err = export.Export(ctx, c.Dir, options) // midnight comes once
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("export %s: interrupted after %s; the next export completes it",
			c.Dir, text.Counted(summary.Written, "file"))
	case errors.Is(err, export.ErrForeign):
		return fmt.Errorf("export %s: %w (choose a folder of its own)", c.Dir, err)
	case err != nil:
		return fmt.Errorf("export %s: %w", c.Dir, err)
	}

	for _, name := range summary.Changed {
		name = filepath.Join(c.Dir, filepath.FromSlash(name))
		fmt.Fprintf(p.Stdout, "%s is not needed any more, but was changed by somebody: it stays.\n", name)
	}
	kept := ""
	if summary.Kept > 0 {
		kept = fmt.Sprintf(", %d kept for earlier pages", summary.Kept)
	}
	fmt.Fprintf(p.Stdout, "%s: %s written (%s), %d unchanged%s, %d removed, %v\n",
		c.Dir, text.Counted(summary.Written, "file"), size(summary.WrittenBytes), summary.Unchanged, kept, summary.Removed,
		time.Since(started).Round(time.Millisecond))
	if until := summary.Revision.ValidUntil; !until.IsZero() {
		fmt.Fprintf(p.Stdout, "Dates and scheduled pages are right until %s: export again then.\n",
			until.Format(time.RFC3339))
	}
	return nil
}

func parseDays(text string) (int, error) {
	number, _ := strings.CutSuffix(text, "d")
	days, err := strconv.ParseUint(number, 10, 16)
	if err != nil || days > 3650 {
		return 0, errors.New("write days like 30d, 3650d at most, or 0d for none")
	}
	return int(days), nil
}

// apart refuses a folder that lies in the content: one export would be the content of the next.
func apart(dir, content string) error {
	target, err := filepath.Abs(dir)
	if err == nil {
		target, err = filepath.EvalSymlinks(existing(target))
	}
	if err != nil {
		return fmt.Errorf("folder %q: %w", dir, unwrapPath(err))
	}
	source, err := filepath.Abs(content)
	if err == nil {
		source, err = filepath.EvalSymlinks(source)
	}
	if err != nil {
		return nil // said of the content
	}
	if relative, err := filepath.Rel(source, target); err == nil && filepath.IsLocal(relative) {
		return fmt.Errorf("folder %q lies in the content folder: choose another", dir)
	}
	return nil
}

func size(bytes int64) string {
	if bytes < 1000 {
		return text.Counted(int(bytes), "byte")
	}
	value, units := float64(bytes)/1000, "kMG"
	for ; value >= 1000 && len(units) > 1; value /= 1000 {
		units = units[1:]
	}
	return fmt.Sprintf("%.1f %cB", value, units[0])
}
