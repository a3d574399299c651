package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"time"

	"github.com/evenlight/marquee/internal/tools/scaffold"
)

type initCommand struct {
	Dir  string `arg:"" optional:"" help:"Empty folder to write into; it is made where there is none. Default: content ($$MARQUEE_CONTENT)."`
	Name string `help:"Name that visitors read. Default: Your Company." placeholder:"NAME"`
}

// Run writes the main site and the schemas for editors, and says what to do next.
func (c initCommand) Run(p *Program, chosen *choices) error {
	dir := cmp.Or(c.Dir, chosen.get("content"))
	if err := chosen.err(); err != nil {
		return err
	}
	written, err := scaffold.NewMain(dir, c.Name, time.Now())
	if err != nil {
		return err
	}
	schemas, err := writeSchemas(filepath.Join(dir, ".schemas"))
	if err != nil {
		return err
	}
	for _, file := range written {
		fmt.Fprintln(p.Stdout, filepath.Join(dir, file))
	}
	fmt.Fprintf(p.Stdout, `%s (%s for editors)

Your website stands in %s. See it on http://localhost:8080 with

  marquee serve%s

and edit while it runs: what you save is live at once, and a mistake is named in the log. Begin with
%s: name, address, colours, and who receives what visitors send.
"marquee new page main /services%s" adds a page, "marquee new site bakery%s" a second website.
`, filepath.Join(dir, ".schemas"), plural(len(schemas), "schema"), dir, contentArgument(dir), filepath.Join(dir, "main", "site.yaml"), contentArgument(dir), contentArgument(dir))
	return nil
}

// contentArgument is what a command needs to find a folder that is not the default.
func contentArgument(dir string) string {
	if dir == "content" {
		return ""
	}
	return " --content " + dir
}
