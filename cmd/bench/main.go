package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

// options is the command line.
type options struct {
	Only    []string `help:"Groups to measure: ${groups}. Default: all; lighthouse where it is installed." placeholder:"GROUP,…"`
	JSON    string   `name:"json" help:"Also write the figures to this file." placeholder:"FILE"`
	Binary  string   `help:"The program to measure." default:"bin/marquee" placeholder:"FILE"`
	Content string   `help:"The content to measure with." default:"content" placeholder:"DIR"`

	Rounds int           `help:"Rounds of the server group." default:"5"`
	Span   time.Duration `help:"How long each server is asked per round." default:"4s"`
	Starts int           `help:"Starts of the process." default:"9"`
	Saves  int           `help:"Saves of a file." default:"20"`

	Pages    int           `help:"Scale: pages of the one large sub-site; 0 leaves it out." default:"10000"`
	Sites    int           `help:"Scale: sub-sites of ten pages; 0 leaves them out." default:"1000"`
	WarmWait time.Duration `help:"Scale: how long to wait until all pages are rendered." default:"10m"`

	Routes []string `help:"Lighthouse: routes to visit. Default: all of the sitemap." placeholder:"PATH,…"`

	Readme string `help:"Write the figures of an earlier run into README.md, and measure nothing." placeholder:"FILE"`

	// The yardstick, in a process of its own.
	BareFiber string `hidden:"" placeholder:"FILE"`
}

const (
	exitMeasured = 0
	exitFailed   = 1
	exitUsage    = 2
)

// groups are the parts of the bench, in the order in which they run.
var groups = []struct {
	name    string
	needs   []tool
	measure func(context.Context, *bench) error
}{
	{"server", []tool{wrkTool, nginxTool, caddyTool}, measureServer},
	{"allocations", []tool{goTool}, measureAllocations},
	{"start", nil, measureStart},
	{"scale", nil, measureScale},
	{"lighthouse", []tool{lighthouseTool, chromiumTool, nodeTool}, measureLighthouse},
}

// bench is one run: what is measured, and what was found so far.
type bench struct {
	options
	dir     string // of this run, removed at the end
	tools   toolbox
	lines   []line
	say     io.Writer
	started time.Time
}

// add puts a line into the table.
func (b *bench) add(l line) { b.lines = append(b.lines, l) }

// note says what is being done, for whoever waits.
func (b *bench) note(format string, values ...any) {
	fmt.Fprintf(b.say, "%6s  %s\n", time.Since(b.started).Round(time.Second), fmt.Sprintf(format, values...))
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, arguments []string, stdout, stderr io.Writer) int {
	var chosen options
	parser, err := kong.New(&chosen, kong.Name("bench"), kong.Writers(stdout, stderr),
		kong.Description("Measures bin/marquee beside its yardsticks and prints a table of ratios."),
		kong.Vars{"groups": strings.Join(groupNames(), ", ")})
	if err == nil {
		_, err = parser.Parse(arguments)
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitUsage
	}
	if chosen.BareFiber != "" {
		if err := serveBareFiber(ctx, chosen.BareFiber, stdout); err != nil {
			fmt.Fprintf(stderr, "bench: %v\n", err)
			return exitFailed
		}
		return exitMeasured
	}
	if chosen.Readme != "" {
		if err := fillReadme("README.md", chosen.Readme); err != nil {
			fmt.Fprintf(stderr, "bench: %v\n", err)
			return exitFailed
		}
		return exitMeasured
	}
	if err := bindToTwo(); err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitUsage
	}
	err = measure(ctx, chosen, stdout, stderr)
	var refused refusal
	switch {
	case err == nil:
		return exitMeasured
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "bench: interrupted; everything it started has ended")
		return exitFailed
	case errors.As(err, &refused):
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitUsage
	default:
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitFailed
	}
}

func groupNames() []string {
	var names []string
	for _, g := range groups {
		names = append(names, g.name)
	}
	return names
}

// measure runs the chosen groups, then prints and writes what they found. What
// was measured before an error is printed, too.
func measure(ctx context.Context, chosen options, stdout, stderr io.Writer) (err error) {
	b := &bench{options: chosen, say: stderr, started: time.Now()}
	named, advice, err := b.choose()
	if err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "bench-"); err != nil {
		return fmt.Errorf("make a folder for the run: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	before, err := look(ctx)
	if err != nil {
		return err
	}
	b.note("%s", before)
	if !before.quiet() {
		b.note("%s", busyWarning)
	}
	for _, g := range groups {
		if !slices.Contains(named, g.name) {
			continue
		}
		b.note("%s", g.name)
		if failed := g.measure(ctx, b); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", g.name, failed))
		}
		if ctx.Err() != nil {
			break
		}
	}
	after := before
	if ctx.Err() == nil {
		var failed error
		after, failed = look(ctx)
		err = errors.Join(err, failed)
	}
	about := b.describe(ctx, before, after)
	if len(b.lines) > 0 {
		about.print(stdout)
		printTable(stdout, b.lines)
	}
	for _, line := range advice {
		fmt.Fprintln(stdout, line)
	}
	if b.JSON != "" && len(b.lines) > 0 {
		err = errors.Join(err, writeJSON(b.JSON, record{About: about, Lines: b.lines}))
	}
	return err
}

// choose returns the groups to measure, and advice about those that cannot be
// but were not asked for by name. Everything that is missing is named at once.
func (b *bench) choose() (named, advice []string, err error) {
	for _, name := range b.Only {
		if !slices.Contains(groupNames(), name) {
			return nil, nil, refusal{fmt.Sprintf("there is no group %q; there are %s", name, strings.Join(groupNames(), ", "))}
		}
	}
	if b.Rounds < 1 || b.Starts < 1 || b.Saves < 1 || b.Pages < 0 || b.Sites < 0 || b.Span < time.Second {
		return nil, nil, refusal{"rounds, starts and saves begin at 1, spans at 1s, pages and sites at 0"}
	}
	var missing []string
	if _, err := os.Stat(b.Binary); err != nil {
		missing = append(missing, fmt.Sprintf("%s is not there: run make build", b.Binary))
	}
	for _, g := range groups {
		if len(b.Only) > 0 && !slices.Contains(b.Only, g.name) {
			continue
		}
		lacks := b.tools.find(g.needs)
		switch {
		case len(lacks) > 0 && len(b.Only) == 0 && g.name == "lighthouse":
			for _, lack := range lacks {
				advice = append(advice, fmt.Sprintf("not measured: %s (%s)", g.name, lack))
			}
			continue
		case len(lacks) > 0:
			for _, lack := range lacks {
				missing = append(missing, fmt.Sprintf("%s: %s", g.name, lack))
			}
		}
		named = append(named, g.name)
	}
	if len(missing) > 0 {
		return nil, nil, refusal{"nothing was compared, since something is missing:\n  " + strings.Join(missing, "\n  ")}
	}
	return named, advice, nil
}

// refusal is a mistake in the command line, or a tool that is not there.
type refusal struct{ sentence string }

func (r refusal) Error() string { return r.sentence }

// processors is how many processors this run may use.
func processors() int { return runtime.NumCPU() }
