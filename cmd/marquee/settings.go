package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// setting is something that an operator chooses: by a flag, in the environment, or not at all.
type setting struct {
	// Name of the flag without its dashes: --form-rate is MARQUEE_FORM_RATE in the environment, too.
	flag string
	// Name in the environment where there is no flag; with one, a second name.
	env string
	// The value where nobody chose one; or, where that is none, what happens then.
	usual, without string
	// What stands for the flag's value in the help.
	placeholder string
	// A secret is never printed, and NAME_FILE in the environment may name a file that holds it.
	secret bool
	help   string
}

//go:embed settings.txt
var settingsText string

// settings lists all that can be chosen. A flag belongs to the commands that have a field of its name without help; its
// help, its names in the environment, the answer of "marquee config" and the check of unknown names come from here.
var settings = readSettings()

func readSettings() (all []setting) {
	for _, row := range text.Rows(settingsText) {
		s := setting{flag: row[0], env: row[1], usual: row[2], placeholder: row[3], secret: row[4] == "secret", help: row[5]}
		if without, none := strings.CutPrefix(s.usual, "("); none {
			s.usual, s.without = "", strings.TrimSuffix(without, ")")
		}
		all = append(all, s)
	}
	return all
}

// prefix begins the names in the environment that are ours alone; fileSuffix makes the
// name of a secret that of the file which holds it.
const (
	prefix     = "MARQUEE_"
	fileSuffix = "_FILE"
)

// name is what the setting is called in the table and in messages.
func (s setting) name() string {
	if s.flag != "" {
		return "--" + s.flag
	}
	return s.env
}

// values are the names in the environment that hold its value; the first one that has one counts.
func (s setting) values() []string {
	if s.flag == "" {
		return []string{s.env}
	}
	names := []string{prefix + strings.ToUpper(strings.ReplaceAll(s.flag, "-", "_"))}
	if s.env != "" {
		names = append(names, s.env)
	}
	return names
}

func (s setting) names() []string {
	names := s.values()
	if s.secret {
		names = append(names, s.env+fileSuffix)
	}
	return names
}

func (s setting) describe() string {
	chosen := cmp.Or(s.usual, s.without)
	return fmt.Sprintf("%s Default: %s ($%s).", s.help, chosen, strings.Join(s.values(), ", or $"))
}

// choices are the settings of one run. What is wrong with those that were asked for
// is collected, so that all of it is said at once.
type choices struct {
	flags       map[string]string // of the command line, by their names
	environment map[string]string
	known       map[string]choice // by the first name in settings
	problems    []error
}

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
		if flag.Set && isSetting(flag) {
			c.flags[flag.Name] = fmt.Sprint(command.FlagValue(flag))
		}
	}
	return c
}

// isSetting reports whether a flag is one of settings. A flag with help of its own is the command's, whatever its name.
func isSetting(flag *kong.Flag) bool { return flag.OrigHelp == "" }

func lookup(name string) setting {
	return settings[slices.IndexFunc(settings, func(s setting) bool { return cmp.Or(s.flag, s.env) == name })]
}

// get returns the value of a setting; name is its flag, such as "addr", or its
// name in the environment, such as "DATABASE_URL".
func (c *choices) get(name string) string { return c.choose(lookup(name)).value }

// word is get in small letters, for values from a fixed list.
func (c *choices) word(name string) string { return strings.ToLower(c.get(name)) }

func (c *choices) isOn(name string) bool {
	switch c.word(name) {
	case "on", "true", "1", "yes":
		return true
	case "off", "false", "0", "no", "":
		return false
	}
	c.reject(name, "write on or off")
	return false
}

func (c *choices) number(name string, least, most int, advice string) int {
	n, err := strconv.Atoi(c.get(name))
	if err != nil || n < least || n > most {
		c.reject(name, "%s", advice)
	}
	return n
}

func (c *choices) duration(name string, least, most time.Duration, advice string) time.Duration {
	d, err := time.ParseDuration(c.get(name))
	if err != nil || d < least || d > most {
		c.reject(name, "%s", advice)
	}
	return d
}

func (c *choices) list(name string) (values []string) {
	for value := range strings.SplitSeq(c.get(name), ",") {
		if value = strings.TrimSpace(value); value != "" {
			values = append(values, value)
		}
	}
	return values
}

// reject notes what is wrong with the value of a setting, as what to write instead.
// Secrets are masked. A message calls the setting as it was chosen.
func (c *choices) reject(name, format string, arguments ...any) {
	s := lookup(name)
	chosen := c.choose(s)
	label, _, _ := strings.Cut(chosen.source, "=")
	c.problem("%s %q: %w", cmp.Or(label, s.name()), masked(s, chosen.value), fmt.Errorf(format, arguments...))
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
	if _, known := c.known[s.name()]; !known {
		c.known[s.name()] = c.find(s)
	}
	return c.known[s.name()]
}

func (c *choices) find(s setting) choice {
	if value := c.flags[s.flag]; value != "" {
		return choice{value, "flag", "--" + s.flag}
	}
	file, source := "", s.env+fileSuffix
	if s.secret {
		file = c.environment[source]
	}
	for _, name := range s.values() {
		value := c.environment[name]
		if value == "" {
			continue
		}
		if file != "" {
			c.problem("%s and %s are both set: keep one", name, source)
		}
		if name == "PORT" {
			value = ":" + value
		}
		return choice{value, "environment", name}
	}
	if file == "" {
		return choice{s.usual, "default", ""}
	}
	value, err := readSecret(file)
	if err != nil {
		c.problem("%s %q: %w", source, file, err)
	}
	return choice{value, "file", source + "=" + file}
}

// secretLimit is more than a key or an address of a database has, in bytes.
const secretLimit = 16 << 10

func readSecret(name string) (string, error) {
	data, err := os.ReadFile(name)
	value := strings.TrimRight(string(data), "\r\n")
	switch {
	case errors.Is(err, syscall.EISDIR):
		return "", errors.New("it is a folder: name a file")
	case err != nil:
		return "", unwrapPath(err)
	case len(data) > secretLimit:
		return "", fmt.Errorf("it has more than %d bytes: write the secret and nothing else", secretLimit)
	case strings.TrimSpace(value) == "":
		return "", errors.New("it is empty")
	case strings.ContainsAny(value, "\r\n\x00") || !utf8.ValidString(value):
		return "", errors.New("it has more than one line, or is no text: write the secret and nothing else")
	}
	return value, nil
}

// ofKubernetes are names that Kubernetes sets for services whose names begin with marquee.
var ofKubernetes = regexp.MustCompile(
	`_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$`)

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
		tail, isOurs := strings.CutPrefix(strings.ToUpper(name), prefix)
		if !isOurs || slices.Contains(all, name) || ofKubernetes.MatchString(name) ||
			strings.HasSuffix(name, "_PORT") && strings.Contains(environment[name], "://") {
			continue
		}

		advice := " (marquee config --help names all)"
		own, isFile := strings.CutSuffix(tail, fileSuffix)
		near, found := site.Nearest(tail, ours)
		switch {
		case isFile && slices.Contains(ours, own):
			advice = "; did you mean " + prefix + own + "? Only secrets come from files"
		case slices.Contains(all, tail):
			advice = "; did you mean " + tail + "?"
		case found:
			advice = "; did you mean " + prefix + near + "?"
		}
		problems = append(problems, fmt.Errorf("%s: there is no such setting%s", name, advice))
	}
	return problems
}

// unwrapPath leaves out the path that the sentence around it already names.
func unwrapPath(err error) error {
	if at, ok := errors.AsType[*os.PathError](err); ok {
		return at.Err
	}
	return err
}
