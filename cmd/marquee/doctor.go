package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/web"
)

type doctorCommand struct {
	serveFlags
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

// level is how bad a finding is.
type level string

const (
	fine    level = "ok"
	warning level = "warning"
	problem level = "problem"
)

// finding is one line of the answer.
type finding struct {
	// What was looked at, in a word or two.
	Check   string `json:"check"`
	Level   level  `json:"level"`
	Message string `json:"message"`
	// What to do; empty where all is well.
	Advice string `json:"advice,omitempty"`
}

const (
	// How long a look may wait for others, and after what time it counts as hanging.
	lookLimit = 6 * time.Second
	hangLimit = 8 * time.Second
)

// doctor looks at what an operator chose.
type doctor struct {
	*Program
	config serveConfig
	chosen *choices
	// The content, which several looks need.
	load func() loadedContent
}

// loadedContent is the content as it is, or why it is not.
type loadedContent struct {
	revision *site.Revision // nil where there are errors
	problems []yamldoc.Problem
	err      error
}

// look is one thing to look at.
type look struct {
	check string
	run   func(ctx context.Context, report *report)
}

// report collects the findings of one look.
type report struct {
	check    string
	findings []finding
}

func (r *report) add(level level, message, advice string) {
	r.findings = append(r.findings, finding{r.check, level, message, advice})
}

func (r *report) fine(format string, arguments ...any) {
	r.add(fine, fmt.Sprintf(format, arguments...), "")
}

// Run looks at everything and prints what was found.
func (c doctorCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	d := &doctor{Program: p, config: newServeConfig(chosen), chosen: chosen}
	d.load = sync.OnceValue(func() loadedContent { return d.loadContent(ctx) })
	findings := examineAll(ctx, []look{
		{"configuration", d.lookAtConfiguration},
		{"content", d.lookAtContent},
		{"data folder", d.lookAtData},
		{"disk", d.lookAtDisk},
		{"database", d.lookAtDatabase},
		{"mail", d.lookAtMail},
		{"sender", d.lookAtSenders},
		{"webhooks", d.lookAtWebhooks},
		{"proxy", d.lookAtProxy},
		{"server", d.lookAtServer},
	})

	problems, warnings := 0, 0
	for _, f := range findings {
		switch f.Level {
		case problem:
			problems++
		case warning:
			warnings++
		}
	}

	var err error
	if c.JSON {
		err = p.printJSON(struct {
			OK       bool      `json:"ok"`
			Findings []finding `json:"findings"`
		}{problems == 0, findings})
	} else {
		table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
		for _, f := range findings {
			fmt.Fprintf(table, "%s\t%s\t%s\n", f.Level, f.Check, printable(f.Message))
			if f.Advice != "" {
				fmt.Fprintf(table, "\t\t-> %s\n", printable(f.Advice))
			}
		}
		fmt.Fprintf(table, "%s, %s\n", plural(problems, "problem"), plural(warnings, "warning"))
		err = table.Flush()
	}
	if err == nil && problems > 0 {
		return errFailed
	}
	return err
}

// examineAll takes all looks at the same time and returns their findings in order.
func examineAll(ctx context.Context, looks []look) []finding {
	found := make([][]finding, len(looks))
	var running sync.WaitGroup
	for i, one := range looks {
		running.Go(func() { found[i] = one.examine(ctx) })
	}
	running.Wait()
	return slices.Concat(found...)
}

// examine takes one look. If it hangs, such as on a network disk that is gone, it is left behind.
func (l look) examine(ctx context.Context) []finding {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()

	done := make(chan []finding, 1)
	go func() {
		r := &report{check: l.check}
		l.run(ctx, r)
		done <- r.findings
	}()
	select {
	case found := <-done:
		return found
	case <-time.After(hangLimit):
		message := "no answer within " + hangLimit.String()
		return []finding{{l.check, problem, message, "look whether the disk or the network below it hangs"}}
	}
}

func (d *doctor) loadContent(ctx context.Context) (l loadedContent) {
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		return loadedContent{err: err}
	}
	loader := newLoader(d.config.contentConfig, library)
	l.revision, l.problems, l.err = loader.Load(ctx, tree.Folder(d.config.Dir), time.Now())
	return l
}

func (d *doctor) lookAtConfiguration(_ context.Context, r *report) {
	err := d.chosen.err()
	if err == nil {
		r.fine("it can be used (marquee config prints it)")
		return
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		r.add(problem, line, "correct it: serve refuses to start")
	}
}

func (d *doctor) lookAtContent(_ context.Context, r *report) {
	l := d.load()
	if l.err != nil {
		r.add(problem, l.err.Error(), "name the folder with the sites with --content, readable for the user who runs this")
		return
	}
	failed, warnings := count(l.problems)
	switch {
	case failed > 0:
		r.add(problem, fmt.Sprintf("%s: %s", d.config.Dir, plural(failed, "error")),
			"marquee check shows them; what was good before stays live")
	case warnings > 0:
		r.add(warning, fmt.Sprintf("%s: %s", d.config.Dir, plural(warnings, "warning")), "marquee check shows them")
	default:
		r.fine("%s: %s, no errors", d.config.Dir, plural(len(l.revision.Sites), "site"))
	}
}
