package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/web"
)

type checkCommand struct {
	contentFlags
	JSON bool `name:"json" help:"Print the problems as JSON."`
}

// Run loads the content and prints what is wrong with it.
func (c checkCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	config := newContentConfig(chosen)
	if err := chosen.err(); err != nil {
		return err
	}
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		return err
	}
	loader := newLoader(config, library)
	_, problems, err := loader.Load(ctx, tree.Folder(config.Dir), time.Now())
	if err != nil {
		return err
	}
	errors, warnings := count(problems)
	if c.JSON {
		if problems == nil {
			problems = []yamldoc.Problem{}
		}
		if err := p.printJSON(struct {
			Errors   int               `json:"errors"`
			Warnings int               `json:"warnings"`
			Problems []yamldoc.Problem `json:"problems"`
		}{errors, warnings, problems}); err != nil {
			return err
		}
	} else {
		for _, problem := range problems {
			fmt.Fprintln(p.Stdout, calm(problem.String()))
			fmt.Fprintln(p.Stdout)
		}
		fmt.Fprintf(p.Stdout, "%s: %s, %s\n", config.Dir, plural(errors, "error"), plural(warnings, "warning"))
	}
	if errors > 0 {
		return errFailed
	}
	return nil
}

func newLoader(config contentConfig, library *assets.Library) *content.Loader {
	return content.NewLoader(outline.Options{
		Icons: library, Drawings: library, Fonts: library.Fonts(), BaseURL: config.BaseURL, Drafts: config.Drafts,
		Variable: config.Variable, History: config.History,
	})
}

// printJSON writes an answer for programs.
func (p *Program) printJSON(answer any) error {
	encoder := json.NewEncoder(p.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(answer)
}

func count(problems []yamldoc.Problem) (errors, warnings int) {
	for _, problem := range problems {
		if problem.Severity == yamldoc.Error {
			errors++
		} else {
			warnings++
		}
	}
	return errors, warnings
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
