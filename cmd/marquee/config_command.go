package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

type configCommand struct {
	serveFlags
	JSON bool `name:"json" help:"Print it as JSON, with the problems."`
}

// printedSetting is a line of the answer.
type printedSetting struct {
	Name string `json:"name"`
	// Empty where nothing is chosen; a secret is masked.
	Value string `json:"value"`
	// What happens where there is no value.
	Without string `json:"without,omitempty"`
	Origin  string `json:"origin"`
	// The flag, the name in the environment, or NAME_FILE=path.
	Source string `json:"source,omitempty"`
}

// Run prints what serve would run with.
func (c configCommand) Run(p *Program, chosen *choices) error {
	newServeConfig(chosen)
	lines := make([]printedSetting, len(settings))
	for i, s := range settings {
		choice := chosen.choose(s)
		lines[i] = printedSetting{s.name(), masked(s, choice.value), s.without, choice.origin, choice.source}
	}
	lines = append(lines, hooks(chosen.environment).printed()...)
	err := chosen.err()
	if c.JSON {
		problems := []string{}
		if err != nil {
			problems = strings.Split(err.Error(), "\n")
		}
		return errors.Join(p.printJSON(struct {
			Settings []printedSetting `json:"settings"`
			Problems []string         `json:"problems"`
		}{lines, problems}), err)
	}
	table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SETTING\tVALUE\tFROM")
	for _, line := range lines {
		value := line.Value
		if value == "" {
			value = "(" + line.Without + ")"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", line.Name, printable(value), printable(cmp.Or(line.Source, line.Origin)))
	}
	return errors.Join(table.Flush(), err)
}

// secretKey finds names of values inside an address that nobody else shall read.
var secretKey = regexp.MustCompile(`(?i)pass|secret|token|key|sig|auth|cred`)

// hidden stands for a secret.
const hidden = "***"

// masked returns a value as it may be printed: of an address all but its
// passwords, of another secret nothing.
func masked(s setting, value string) string {
	u, err := url.Parse(value)
	switch {
	case value == "":
		return ""
	case err == nil && s.secret && u.User == nil && strings.Contains(value, "@"):
		return hidden // a password with / or ? in it ends what counts as the host
	case err == nil && u.Scheme != "" && u.Host != "":
		return maskedAddress(s, u)
	case s.secret || strings.Contains(value, "://"):
		return hidden
	}
	return value
}

func maskedAddress(s setting, u *url.URL) string {
	overHTTP := u.Scheme == "http" || u.Scheme == "https"
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), hidden)
	} else if overHTTP && u.User != nil {
		u.User = url.User(hidden) // where tokens stand
	}
	if overHTTP && s.secret {
		u.Path, u.RawQuery = "/"+hidden, ""
	}
	query := u.Query()
	for name := range query {
		if secretKey.MatchString(name) {
			query.Set(name, hidden)
		}
	}
	u.RawQuery, u.Fragment = query.Encode(), ""
	return strings.ReplaceAll(u.String(), url.QueryEscape(hidden), hidden)
}

// printable writes what would drive a terminal as an escape.
func printable(text string) string {
	for _, r := range text {
		if !strconv.IsPrint(r) {
			return strconv.Quote(text)
		}
	}
	return text
}
