// Bench measures bin/marquee against its targets, beside other programs that
// serve the same page in the same minutes, and prints one table.
//
//	go run ./cmd/bench                      everything
//	go run ./cmd/bench --only server,start  some groups
//	go run ./cmd/bench --json FILE          the figures for programs, too
//
// # Groups
//
//   - server: answers per second for the home page in gzip, and allocations per
//     answer, beside a bare Fiber handler with the same bytes; nginx and Caddy
//     where they are installed.
//   - start: the shipped content. From starting the process to the home page,
//     from saving a file to its new page, memory when all pages are rendered.
//   - scale: the same with ten thousand generated pages, and the first view of a
//     page that is not rendered yet; beside hugo build where it is installed.
//
// # How it measures
//
// The program runs as an operator runs it, on a copy of the content, with a data
// folder of its own and free loopback ports. All that bench starts it ends, by
// process id. Servers are asked in turns, in another order each round; a ratio is
// that of two figures of one round, and the table shows the median of the rounds
// with the smallest and the largest. Load comes from wrk where it is installed,
// else from a loop in Go, which the table says.
//
// A program to compare with that is not installed is named and left out. A
// missed target is a result, not an error: the exit code is 0 when everything
// could be measured, 1 when something could not, and 2 for a wrong command line.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

// options is the command line.
type options struct {
	Only   []string      `help:"Groups to measure: server, start, scale. Default: all." enum:"server,start,scale" placeholder:"GROUP,…"`
	JSON   string        `name:"json" help:"Also write the figures to this file." placeholder:"FILE"`
	Binary string        `help:"The program to measure." default:"bin/marquee" placeholder:"FILE"`
	Rounds int           `help:"Rounds of the server group." default:"5"`
	Span   time.Duration `help:"How long each server is asked per round." default:"4s"`
	Starts int           `help:"Starts of the process." default:"5"`
	Saves  int           `help:"Saves of a file." default:"20"`
	Pages  int           `help:"Pages of the scale group." default:"10000"`

	// Runs the Fiber handler that the program is compared with.
	BareFiber string `hidden:"" placeholder:"FILE"`
	Buffer    int    `hidden:""`
	Address   string `hidden:""`
}

// validate refuses numbers that measure nothing.
func (o options) validate() error {
	if min(o.Rounds, o.Starts, o.Saves, o.Pages) < 1 || o.Span < time.Second {
		return errors.New("rounds, starts, saves and pages begin at 1, the span at 1s")
	}
	if _, err := os.Stat(o.Binary); err != nil {
		return fmt.Errorf("%w: run make build, at the root of the repository", err)
	}
	return nil
}

// bench is one run: what is measured, and what was found so far.
type bench struct {
	options
	dir      string // temporary files of this run
	progress io.Writer
	began    time.Time
	figures  []figure
	missing  []string // programs that are not installed
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run carries out a command line and returns the exit code.
func run(ctx context.Context, arguments []string, stdout, stderr io.Writer) int {
	var chosen options
	parser, err := kong.New(&chosen, kong.Name("bench"), kong.Writers(stdout, stderr),
		kong.Description("Measures bin/marquee beside other programs and prints a table."))
	if err == nil {
		_, err = parser.Parse(arguments)
	}
	if err == nil && chosen.BareFiber == "" {
		err = chosen.validate()
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 2
	}
	if chosen.BareFiber != "" {
		err = serveBareFiber(ctx, chosen)
	} else {
		err = measure(ctx, chosen, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	}
	return 0
}

// measure runs the chosen groups, then prints and writes what they found; also
// what was measured before an error.
func measure(ctx context.Context, chosen options, stdout, stderr io.Writer) (err error) {
	b := &bench{options: chosen, progress: stderr, began: time.Now()}
	if b.dir, err = os.MkdirTemp("", "bench-"); err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	for _, group := range []struct {
		name    string
		measure func(context.Context) error
	}{{"server", b.measureServer}, {"start", b.measureStart}, {"scale", b.measureScale}} {
		if ctx.Err() != nil || len(b.Only) > 0 && !slices.Contains(b.Only, group.name) {
			continue
		}
		b.note("%s", group.name)
		if failed := group.measure(ctx); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", group.name, failed))
		}
	}
	if len(b.figures) == 0 {
		return err
	}
	about := fmt.Sprintf("%s · %s/%s · %d processors · took %s",
		b.began.UTC().Format(time.RFC3339), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), time.Since(b.began).Round(time.Second))
	fmt.Fprintf(stdout, "\n%s\n\n", about)
	printTable(stdout, b.figures)
	for _, name := range b.missing {
		fmt.Fprintf(stdout, "Not compared: %s is not installed.\n", name)
	}
	if b.JSON == "" {
		return err
	}
	text, failed := json.MarshalIndent(map[string]any{"about": about, "missing": b.missing, "figures": b.figures}, "", "  ")
	return errors.Join(err, failed, writeFile(b.JSON, text))
}

// note says what is being measured, for people who wait.
func (b *bench) note(format string, values ...any) {
	fmt.Fprintf(b.progress, "%6s  %s\n", time.Since(b.began).Round(time.Second), fmt.Sprintf(format, values...))
}

// find returns the path of an installed program, and notes one that is missing.
func (b *bench) find(name string) (path string, found bool) {
	for _, place := range []string{name, "/usr/sbin/" + name} {
		if path, err := exec.LookPath(place); err == nil {
			return path, true
		}
	}
	if !slices.Contains(b.missing, name) {
		b.missing = append(b.missing, name)
	}
	return "", false
}

// copyContent copies the shipped content into a new folder and returns its path.
func (b *bench) copyContent() (string, error) {
	folder, err := os.MkdirTemp(b.dir, "content-")
	return folder, errors.Join(err, os.CopyFS(folder, os.DirFS("content")))
}

// writeFile writes a file and makes its folder.
func writeFile(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make the folder of a file: %w", err)
	}
	return os.WriteFile(file, text, 0o644)
}
