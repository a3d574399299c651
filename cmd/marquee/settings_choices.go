package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/evenlight/marquee/internal/site"
)

// choices are the settings of one run. What is wrong with those that were asked for
// is collected, so that all of it is said at once.
type choices struct {
	flags       map[string]string // of the command line, by their names
	environment map[string]string
	known       map[string]choice // by the first name in settings
	problems    []error
}

// choice is the value of a setting, and where it comes from.
type choice struct {
	value  string
	origin string // flag, environment, file or default
	// The flag, the name in the environment, or NAME_FILE=path; empty for a default.
	source string
}

// newChoices takes the flags that were given on the command line, and the environment.
func newChoices(command *kong.Context, environment map[string]string) *choices {
	c := &choices{flags: map[string]string{}, environment: environment, known: map[string]choice{}}
	for _, flag := range command.Flags() {
		if flag.Set {
			c.flags[flag.Name] = fmt.Sprint(command.FlagValue(flag))
		}
	}
	return c
}

// lookup returns a setting by the name of its flag, or of the environment where it has none.
func lookup(name string) setting {
	for _, s := range settings {
		if s.flag == name || (s.flag == "" && s.env[0] == name) {
			return s
		}
	}
	panic("no setting is called " + name)
}

// get returns the value of a setting; name is its flag, such as "addr", or its
// name in the environment, such as "DATABASE_URL".
func (c *choices) get(name string) string { return c.choose(lookup(name)).value }

// isOn returns the value of a setting that is on or off.
func (c *choices) isOn(name string) bool {
	switch strings.ToLower(c.get(name)) {
	case "on", "true", "1", "yes":
		return true
	case "off", "false", "0", "no", "":
		return false
	}
	c.reject(name, "write on or off")
	return false
}

// number returns the value of a setting that is a whole number within bounds.
func (c *choices) number(name string, least, most int, advice string) int {
	n, err := strconv.Atoi(c.get(name))
	if err != nil || n < least || n > most {
		c.reject(name, "%s", advice)
		return least
	}
	return n
}

// duration returns the value of a setting that is a time within bounds.
func (c *choices) duration(name string, least, most time.Duration, advice string) time.Duration {
	d, err := time.ParseDuration(c.get(name))
	if err != nil || d < least || d > most {
		c.reject(name, "%s", advice)
		return least
	}
	return d
}

// list returns the values of a setting that has commas between them.
func (c *choices) list(name string) (values []string) {
	for value := range strings.SplitSeq(c.get(name), ",") {
		if value = strings.TrimSpace(value); value != "" {
			values = append(values, value)
		}
	}
	return values
}

// reject notes what is wrong with the value of a setting, as what to write instead.
// Secrets are masked.
func (c *choices) reject(name, format string, arguments ...any) {
	s := lookup(name)
	c.problem("%s %q: %w", c.choose(s).label(s), masked(s, c.get(name)), fmt.Errorf(format, arguments...))
}

// problem notes what is wrong with several settings together.
func (c *choices) problem(format string, arguments ...any) {
	c.problems = append(c.problems, fmt.Errorf(format, arguments...))
}

// err returns all that is wrong, also with names that nobody knows.
func (c *choices) err() error {
	if err := errors.Join(append(c.problems, unknownNames(c.environment)...)...); err != nil {
		return usageError{err}
	}
	return nil
}

// choose finds the value of a setting: the flag wins over the environment, which
// wins over the default. What is empty in the environment is not set.
func (c *choices) choose(s setting) choice {
	found, known := c.known[s.name()]
	if !known {
		found = c.find(s)
		c.known[s.name()] = found
	}
	return found
}

func (c *choices) find(s setting) choice {
	if value, given := c.flags[s.flag]; given && value != "" {
		return choice{value, "flag", "--" + s.flag}
	}
	file := ""
	if s.secret {
		file = c.environment[s.env[0]+fileSuffix]
	}
	for _, name := range s.env {
		value := c.environment[name]
		if value == "" {
			continue
		}
		if file != "" {
			c.problem("%s and %s are both set: keep one", name, name+fileSuffix)
		}
		if name == "PORT" {
			value = ":" + value
		}
		return choice{value, "environment", name}
	}
	if file == "" {
		return choice{s.usual, "default", ""}
	}
	source := s.env[0] + fileSuffix
	value, err := readSecret(file)
	if err != nil {
		c.problem("%s %q: %w", source, file, err)
	}
	return choice{value, "file", source + "=" + file}
}

// label is how a message calls a setting: as it was chosen.
func (c choice) label(s setting) string {
	name, _, _ := strings.Cut(c.source, "=")
	if name == "" {
		return s.name()
	}
	return name
}

// secretLimit is more than a key or an address of a database has, in bytes.
const secretLimit = 16 << 10

// readSecret reads a file that holds one secret on one line.
func readSecret(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", unwrapPath(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return "", unwrapPath(err)
	} else if info.IsDir() {
		return "", errors.New("it is a folder: name a file")
	}
	data, err := io.ReadAll(io.LimitReader(file, secretLimit+1))
	if err != nil {
		return "", unwrapPath(err)
	}
	value := strings.TrimRight(string(data), "\r\n")
	switch {
	case len(data) > secretLimit:
		return "", fmt.Errorf("it has more than %d bytes: write the secret and nothing else", secretLimit)
	case strings.TrimSpace(value) == "":
		return "", errors.New("it is empty")
	case strings.ContainsAny(value, "\r\n\x00") || !utf8.ValidString(value):
		return "", errors.New("it has more than one line, or is no text: write the secret and nothing else")
	}
	return value, nil
}

// prefix begins the names in the environment that are ours alone.
const prefix = "MARQUEE_"

// ofKubernetes are names that Kubernetes sets for services whose names begin with marquee.
var ofKubernetes = regexp.MustCompile(`_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$`)

// unknownNames names what begins like a setting and is none, with what was meant.
func unknownNames(environment map[string]string) (problems []error) {
	var all, ours []string
	for _, s := range settings {
		for _, name := range s.names() {
			all = append(all, name)
			if tail, isOurs := strings.CutPrefix(name, prefix); isOurs {
				ours = append(ours, tail)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(environment)) {
		if len(name) < len(prefix) || !strings.EqualFold(name[:len(prefix)], prefix) || slices.Contains(all, name) {
			continue
		}
		if ofKubernetes.MatchString(name) || strings.HasSuffix(name, "_PORT") && strings.Contains(environment[name], "://") {
			continue
		}
		tail := strings.ToUpper(name[len(prefix):])
		meant := ""
		if near, found := site.Nearest(tail, ours); found {
			meant = prefix + near
		}
		if slices.Contains(all, tail) {
			meant = tail
		}
		advice := " (marquee config --help names all)"
		if own, isFile := strings.CutSuffix(tail, fileSuffix); isFile && slices.Contains(ours, own) {
			advice = "; did you mean " + prefix + own + "? Only secrets come from files"
		} else if meant != "" {
			advice = "; did you mean " + meant + "?"
		}
		problems = append(problems, fmt.Errorf("%s: there is no such setting%s", name, advice))
	}
	return problems
}
