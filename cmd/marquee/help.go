package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/evenlight/marquee/deploy"
)

// What --help says of each command, below a line with === and its name.
//
//go:embed help.txt
var helpText string

func describe(parser *kong.Kong) error {
	text := strings.NewReplacer(
		"{settings}", environmentHelp(),
		"{nginx}", indented(deploy.StaticNginx), "{caddy}", indented(deploy.StaticCaddy),
	).Replace(helpText)
	details := map[string]string{}
	for section := range strings.SplitSeq("\n"+text, "\n=== ") {
		name, detail, _ := strings.Cut(section, "\n")
		details[name] = strings.TrimSpace(detail)
	}
	return kong.Visit(parser.Model, func(visited kong.Visitable, next kong.Next) error {
		switch node := visited.(type) {
		case *kong.Node:
			node.Detail = details[node.Path()]
		case *kong.Flag:
			for _, s := range settings {
				if s.flag == node.Name {
					node.Help = strings.ReplaceAll(s.describe(), "$", "$$") // kong puts variables in
					node.PlaceHolder = s.placeholder
				}
			}
		}
		return next(nil)
	})
}

func environmentHelp() string {
	var text strings.Builder
	for _, s := range settings {
		if s.flag != "" {
			continue
		}
		fmt.Fprintf(&text, "  %-23s %s", s.env, s.help)
		if s.without != "" {
			fmt.Fprintf(&text, " Default: %s.", s.without)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}
