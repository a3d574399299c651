package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/inbox/submissions"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/tools/scaffold"
	"github.com/evenlight/marquee/internal/tools/schema"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/web"
)

type checkCommand struct {
	contentFlags
	JSON bool `name:"json" help:"Print the problems as JSON."`
}

func (c checkCommand) Run(ctx context.Context, p *Program, config contentConfig) error {
	_, problems, err := load(ctx, config)
	if err != nil {
		return err
	}
	failed, warnings := count(problems)
	if c.JSON {
		err = p.printJSON(struct {
			Errors   int               `json:"errors"`
			Warnings int               `json:"warnings"`
			Problems []yamldoc.Problem `json:"problems"`
		}{failed, warnings, append([]yamldoc.Problem{}, problems...)})
	} else {
		for _, problem := range problems {
			fmt.Fprintln(p.Stdout, calm(problem.String())+"\n")
		}
		fmt.Fprintf(p.Stdout, "%s: %s, %s\n", config.Dir, text.Counted(failed, "error"), text.Counted(warnings, "warning"))
	}
	if err == nil && failed > 0 {
		return errFailed
	}
	return err
}

func load(ctx context.Context, config contentConfig) (*site.Revision, []yamldoc.Problem, error) {
	return loadFrom(ctx, config, tree.Folder(config.Dir), time.Now())
}

func loadFrom(
	ctx context.Context, config contentConfig, content fs.FS, at time.Time,
) (*site.Revision, []yamldoc.Problem, error) {
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		return nil, nil, err
	}
	return newLoader(config, library).Load(ctx, content, at)
}

func newLoader(config contentConfig, library *assets.Library) *content.Loader {
	config.Icons, config.Fields, config.Fonts = library, library.Fields(), library.Fonts()
	return content.NewLoader(config.Options)
}

func count(problems []yamldoc.Problem) (errors, warnings int) {
	for _, problem := range problems {
		if problem.Severity == yamldoc.Error {
			errors++
		}
	}
	return errors, len(problems) - errors
}

func (p *Program) printJSON(answer any) error {
	encoder := json.NewEncoder(p.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(answer)
}

type newCommand struct {
	Site  newSiteCommand  `cmd:"" help:"Start a new sub-site: a folder with everything it needs."`
	Page  newPageCommand  `cmd:"" help:"Start a new page of a site."`
	Entry newEntryCommand `cmd:"" help:"Start a new entry of a collection, such as a blog."`

	Language newLanguageCommand `cmd:"" help:"Start a site in another language."`
}

type newSiteCommand struct {
	contentFlags
	ID   string `arg:"" help:"Name of the folder, such as bakery."`
	Name string `help:"Name that visitors read. Default: made from the id." placeholder:"NAME"`
	Path string `help:"Where the site lives. Default: /websites/ID, and / with a host." placeholder:"PATH"`
	Host string `help:"A domain of its own, such as bakery.example.com." placeholder:"HOST"`
	answerFlags
}

func (c newSiteCommand) Run(p *Program, config contentConfig) error {
	err := p.list(scaffold.NewSite(config.Dir, c.ID, scaffold.Options{
		Path: c.Path, Host: c.Host, Name: c.Name, Answers: scaffold.Answers(c.answerFlags), Today: time.Now(),
	}))
	if err == nil {
		fmt.Fprintf(p.Stderr, "\nWhile marquee serve runs, it is at http://%s.localhost:8080. Begin with %s/site.yaml.\n",
			c.ID, c.ID)
	}
	return err
}

type newPageCommand struct {
	contentFlags
	Site string `arg:"" help:"Folder of the site, such as business; business.de for its pages in German."`
	Path string `arg:"" help:"Path of the page below the site, such as /services/logo-design."`
}

func (c newPageCommand) Run(p *Program, config contentConfig) error {
	return p.list(scaffold.NewPage(config.Dir, c.Site, c.Path))
}

type newEntryCommand struct {
	contentFlags
	Site       string `arg:"" help:"Site, such as business, or business.de for its entries in German."`
	Collection string `arg:"" help:"Path of the collection, such as /blog."`
	Title      string `arg:"" help:"Title of the entry."`
	Slug       string `help:"Last part of its address. Default: made from the title." placeholder:"SLUG"`
	YAML       bool   `help:"Write YAML, for sections, instead of Markdown." name:"yaml"`
}

func (c newEntryCommand) Run(p *Program, config contentConfig) error {
	options := scaffold.EntryOptions{Slug: c.Slug, YAML: c.YAML, Now: time.Now()}
	return p.list(scaffold.NewEntry(config.Dir, c.Site, c.Collection, c.Title, options))
}

type newLanguageCommand struct {
	contentFlags
	Site string `arg:"" help:"Folder of the site, such as business."`
	Tag  string `arg:"" help:"Tag of the language, such as de or pt-br."`
}

func (c newLanguageCommand) Run(p *Program, config contentConfig) error {
	files, err := scaffold.NewLanguage(config.Dir, c.Site, c.Tag)
	if p.list(files, err) != nil {
		return err
	}
	// Schemas that an earlier version wrote have none for languages.
	schemas := filepath.Join(config.Dir, ".schemas")
	if _, err := os.Stat(schemas); err == nil {
		if _, err := writeSchemas(schemas); err != nil {
			return err
		}
	}
	fmt.Fprintf(p.Stderr, "\nBegin with %s. \"marquee translations %s\" says what is left to translate.\n",
		files[len(files)-1], c.Site)
	return nil
}

// list prints the files that were written, also before an error, and returns that.
func (p *Program) list(files []string, err error) error {
	for _, file := range files {
		fmt.Fprintln(p.Stdout, file)
	}
	return err
}

type initCommand struct {
	Dir  string `arg:"" optional:"" help:"Empty folder to write into; it is made where there is none. Default: content ($$MARQUEE_CONTENT)."`
	Name string `help:"Name that visitors read. Default: Your Company." placeholder:"NAME"`
	answerFlags
}

// answerFlags are the flags of [scaffold.Answers].
type answerFlags struct {
	Trade     string `help:"What the business is: bakery, craft, practice, restaurant, shop, studio or other." placeholder:"TRADE"`
	Character string `help:"How it looks: quiet, warm or bold." placeholder:"CHARACTER"`
	Color     string `help:"Colour of the brand, which the palette is made of: #rrggbb." placeholder:"COLOR"`
}

// ask asks for what no flag has said. An empty answer, as the end of the input, takes what stands in brackets.
// Returns the error of reading, or what is wrong with a flag.
func (a *answerFlags) ask(in io.Reader, out io.Writer) error {
	if answers := scaffold.Answers(*a); answers.Check() != nil {
		return answers.Check() // of a flag, which no answer mends
	}
	lines := bufio.NewScanner(in)
	ask := func(question, usual string, into *string) {
		for *into == "" {
			fmt.Fprintf(out, "%s [%s]: ", question, usual)
			lines.Scan()
			*into = cmp.Or(strings.TrimSpace(lines.Text()), usual)
			if answers := scaffold.Answers(*a); answers.Check() != nil {
				fmt.Fprintln(out, "marquee:", answers.Check())
				*into = ""
			}
		}
	}
	ask("Trade: "+strings.Join(scaffold.Trades(), ", "), scaffold.DefaultTrade, &a.Trade)
	characters := scaffold.Characters()
	ask("Character: "+strings.Join(characters, ", "), characters[0], &a.Character)
	ask("Colour of your brand", scaffold.Answers(*a).DefaultColor(), &a.Color)
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read answers: %w", err)
	}
	return nil
}

func (c initCommand) Run(p *Program, chosen *choices) error {
	dir := cmp.Or(c.Dir, chosen.get("content"))
	if err := chosen.err(); err != nil {
		return err
	}
	if submissions.IsTerminal(p.Stdin) {
		if err := c.ask(p.Stdin, p.Stderr); err != nil {
			return err
		}
	}
	options := scaffold.Options{Name: c.Name, Answers: scaffold.Answers(c.answerFlags), Today: time.Now()}
	written, err := scaffold.NewMain(dir, options)
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, ".schemas")
	schemas, err := writeSchemas(folder)
	if err != nil {
		return err
	}
	for _, file := range written {
		fmt.Fprintln(p.Stdout, filepath.Join(dir, file))
	}
	argument := "" // what a command needs to find a folder that is not the default
	if dir != "content" {
		argument = " --content " + dir
	}
	fmt.Fprintf(p.Stdout, `%[1]s (%[2]s for editors)

Your website stands in %[3]s. See it on http://localhost:8080 with

  marquee serve%[4]s

and edit while it runs: what you save is live at once, and a mistake is named in the log. Begin with
%[5]s: name, address, colours, and who receives what visitors send.
Prices, people, address and hours are samples, and say so: "marquee check%[4]s" names each until you
write your own; those of a page, once you let search engines find it.
"marquee new page main /services%[4]s" adds a page, "marquee new site bakery%[4]s" a second website.

To edit it in the browser, open the link that this prints:

  marquee studio invite you@example.com --base-url http://localhost:8080%[4]s
`, folder, text.Counted(len(schemas), "schema"), dir, argument, filepath.Join(dir, "main", "site.yaml"))
	return nil
}

type schemaCommand struct {
	Dir string `arg:"" optional:"" help:"Folder to write into, such as content/.schemas. Left out, the names are printed."`
}

func (c schemaCommand) Run(p *Program) error {
	return p.list(writeSchemas(c.Dir))
}

// writeSchemas writes the schemas into a folder, if one is named, and returns their files, sorted.
func writeSchemas(dir string) (files []string, err error) {
	schemas := schema.Embedded().JSONSchemas()
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, fmt.Errorf("make folder: %w", err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		file := filepath.Join(dir, name+".json")
		if dir != "" {
			if err := os.WriteFile(file, schemas[name], 0o644); err != nil {
				return files, fmt.Errorf("write schema: %w", err)
			}
		}
		files = append(files, file)
	}
	return files, nil
}

type rollbackCommand struct {
	dataFlags
	Content  string
	List     bool   `help:"List the revisions that are kept, and change nothing."`
	Revision string `arg:"" optional:"" help:"Where to go back to, as the log and /readyz call it. Default: the newest good revision that differs from the content folder."`
}

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
		return p.printRevisions(ctx, dir, all)
	}
	made, err := content.Rollback(ctx, dir, kept, c.Revision, time.Now())
	switch {
	case errors.Is(err, content.ErrNothingBefore):
		return fmt.Errorf("%w that differs from the folder %s", err, dir)
	case errors.Is(err, history.ErrUnknown):
		var names []string
		for _, one := range all {
			names = append(names, one.Revision)
		}
		return fmt.Errorf("revision %s: %w; there are %s", c.Revision, err, strings.Join(names, ", "))
	case err != nil:
		return err
	}
	fmt.Fprintf(p.Stdout, "Back to revision %s of %s: %s written, %s removed in %s.\n",
		made.To.Revision, made.To.At.Local().Format(time.DateTime),
		text.Counted(made.Written, "file"), text.Counted(made.Removed, "file"), dir)
	fmt.Fprintf(p.Stdout, "What was there is kept: marquee rollback %s goes back to it.\n", made.Displaced)
	return nil
}

func (p *Program) printRevisions(ctx context.Context, dir string, all []history.Entry) error {
	found, err := content.Files(ctx, dir)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "REVISION\tSINCE\tSITES\tCHANGED\t")
	for i, one := range all {
		var marks []string
		if maps.Equal(found, one.Files) {
			marks = append(marks, "as in the folder")
		}
		if one.Displaced {
			marks = append(marks, "replaced by a rollback")
		}
		since := one.At.Local().Format(time.DateTime)
		var before map[string]history.Sum
		if i+1 < len(all) {
			before = all[i+1].Files
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\n", one.Revision, since, len(one.Sites()), changed(before, one.Files),
			strings.Join(marks, ", "))
	}
	return table.Flush()
}

// changed names files that are not as before, three at most; before is nil where nobody knows.
func changed(before, now map[string]history.Sum) string {
	if before == nil {
		return "all files"
	}
	all := maps.Clone(now)
	maps.Copy(all, before)
	maps.DeleteFunc(all, func(name string, _ history.Sum) bool { return before[name] == now[name] })
	return firstOf(slices.Sorted(maps.Keys(all)))
}

// firstOf lists three names at most, and counts the others.
func firstOf(names []string) string {
	if more := len(names) - 3; more > 0 {
		names = append(slices.Clone(names[:3]), fmt.Sprintf("%d more", more))
	}
	return text.Listed(names)
}
