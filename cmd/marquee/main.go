// Marquee serves content-driven websites from a folder of YAML files.
//
// This package only assembles: it parses the command line, turns flags and environment into configuration, joins the
// parts of internal/ and starts and stops them in order.
//
// Exit codes: 0 done, 1 content or work has errors, 2 wrong command line or configuration.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // dates are right on machines without a zone database

	"github.com/alecthomas/kong"
	"github.com/evenlight/marquee/internal/inbox/submissions"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks the program to finish; a second one ends it at once.
	context.AfterFunc(ctx, stop)
	program := Program{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environment: environment(os.Environ())}
	code := program.Run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// Program is the command line tool as a value, so that tests run it whole.
type Program struct {
	// Where answers to questions come from. Nobody is asked where it is nil or not a terminal.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// All names of the environment with their values; nil is an empty one.
	Environment map[string]string
	// Called with both addresses as soon as the server listens; may be nil.
	Listening func(public, admin string)
	// How doctor asks for the website as visitors do; the zero value is as this machine does.
	Internet internet
	// When people are told by mail; the zero value is as usual.
	Spans spans
}

const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// usageError is a mistake in the command line or the configuration.
type usageError struct{ error }

// errFailed ends with exit code 1 after everything was already said.
var errFailed = errors.New("failed")

type commands struct {
	Init         initCommand         `cmd:"" help:"Start a website: write a complete main site into an empty folder."`
	Serve        serveCommand        `cmd:"" help:"Serve the website."`
	Check        checkCommand        `cmd:"" help:"Check the content and name every problem."`
	New          newCommand          `cmd:"" help:"Start a new site, page, entry or language."`
	Translations translationsCommand `cmd:"" help:"Say what is not translated yet, and exchange texts with translators."`
	PreviewLink  previewLinkCommand  `cmd:"" help:"Make a link that shows drafts and scheduled pages, for a time."`
	Schema       schemaCommand       `cmd:"" help:"Write the JSON Schemas of the content for editors."`
	Export       exportCommand       `cmd:"" help:"Write the whole website as static files."`
	Submissions  submissionsCommand  `cmd:"" help:"See, export, send again and delete what visitors sent with forms."`
	Studio       studioCommand       `cmd:"" help:"Say who may edit the website in the browser."`
	Doctor       doctorCommand       `cmd:"" help:"Look at everything that serve needs, and say what to do."`
	Backup       backupCommand       `cmd:"" help:"Write what visitors sent, and the rest of the data folder, into one file."`
	Restore      restoreCommand      `cmd:"" help:"Put a backup back."`
	Rollback     rollbackCommand     `cmd:"" help:"Write the files of an earlier good revision back into the content folder."`
	Licenses     licensesCommand     `cmd:"" help:"Print the licences of what Marquee contains."`
	Healthcheck  healthcheckCommand  `cmd:"" help:"Ask whether a server on this machine is ready."`
	Config       configCommand       `cmd:"" help:"Print the configuration, and where each value came from."`
	Version      versionCommand      `cmd:"" help:"Print the version."`
	VersionFlag  kong.VersionFlag    `name:"version" help:"Print the version."`
}

// Run does what the arguments say and returns the exit code.
func (p Program) Run(ctx context.Context, arguments []string) int {
	if len(arguments) == 0 {
		arguments = []string{"--help"}
	}
	err := p.run(ctx, arguments)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFailed), errors.Is(err, submissions.ErrReported):
		return exitFailed
	}
	for line := range strings.Lines(calm(err.Error())) { // several errors have one each
		fmt.Fprintln(p.Stderr, "marquee:", strings.TrimSuffix(line, "\n"))
	}
	if _, isUsage := errors.AsType[usageError](err); isUsage {
		fmt.Fprintln(p.Stderr, `Run "marquee --help", or a command with --help, to see what there is.`)
		return exitUsage
	}
	return exitFailed
}

func (p Program) run(ctx context.Context, arguments []string) error {
	var cli commands
	answered := false // by --help or --version; what the rest of the line says does not count
	parser, err := kong.New(&cli,
		kong.Name("marquee"),
		kong.Description("Marquee serves content-driven websites: YAML in, fast pages out."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Writers(p.Stdout, p.Stderr),
		kong.Exit(func(int) { answered = true }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(&p),
		kong.BindSingletonProvider(checked(newContentConfig)),
		kong.BindSingletonProvider(checked(newServeConfig)),
		kong.BindSingletonProvider(checked(newStoreConfig)),
		kong.BindSingletonProvider(newStored),
		kong.Vars{"version": "marquee " + version()},
		kong.PostBuild(describe),
	)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(arguments)
	switch {
	case answered:
		return nil
	case err != nil:
		return usageError{meant(arguments, err)}
	}
	return parsed.Run(newChoices(parsed, p.Environment))
}

// environment makes a map of entries such as NAME=value. Of two with one name the first counts, as everywhere in Go.
func environment(entries []string) map[string]string {
	values := make(map[string]string, len(entries))
	for _, entry := range slices.Backward(entries) {
		name, value, _ := strings.Cut(entry, "=")
		values[name] = value
	}
	return values
}
