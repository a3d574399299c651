package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/evenlight/marquee/deploy"
	"github.com/evenlight/marquee/internal/content/text"
)

// What --help says of each command, below a line with === and its name.
//
//go:embed help.txt
var helpText string

// Lines that people type, as with other programs, and what to type instead, or behind an exclamation mark, to do.
//
//go:embed meant.txt
var meantText string

// meant returns the error of a line that is none, with what to type instead where that is known. Other names are not
// proposed then: they are near by chance.
func meant(arguments []string, refused error) error {
	typed := strings.Join(arguments, " ")
	for _, row := range text.Rows(meantText) {
		pattern, write := regexp.MustCompile(row[0]), row[1]
		found := pattern.FindStringSubmatchIndex(typed)
		if found == nil {
			continue
		}
		mistake, _, _ := strings.Cut(refused.Error(), ", did you mean")
		advice, toDo := strings.CutPrefix(string(pattern.ExpandString(nil, write, typed, found)), "!")
		if !toDo {
			advice = "Type: " + advice
		}
		return fmt.Errorf("%s. %s", mistake, advice)
	}
	return refused
}

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
				if s.flag == node.Name && isSetting(node) {
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
