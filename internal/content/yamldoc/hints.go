package yamldoc

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// expect reports a value of the wrong kind, and whether it was the right one.
func (d *decoder) expect(n *node, want kind, s *shape, at scope) bool {
	if n.kind == want {
		return true
	}
	if n.kind == kindEmpty {
		d.noValue(n, at)
		return false
	}

	takes, hint := "text", "Text with a colon and a space in it needs quotes around it."
	switch {
	case want == kindList:
		takes, hint = "a list", listInstead(n, s)
	case want == kindKeys:
		takes, hint = "a set of keys", d.keysInstead(n, s)
		if s.short != "" {
			takes = "text or a set of keys"
		}
	case n.flow:
		hint = "Text that begins with a bracket needs quotes around it."
	case n.kind == kindList:
		hint = "Write it as one text, without a hyphen."
	}
	message := fmt.Sprintf("%s takes %s, but %s stands here.", at.subject(), takes, kindWords[n.kind])
	d.report(n.at, "wrong-shape", message, hint)
	return false
}

func (d *decoder) noValue(n *node, at scope) {
	hint := "Give it a value, or remove the line."
	after := strings.TrimPrefix(d.source.restOfLine(n.start()), n.key)
	switch {
	case n.text != "":
		hint = fmt.Sprintf("%s means nothing at all; write it in quotes if it is text.", n.text)
	case strings.HasPrefix(strings.TrimLeft(after, "-\"': "), "#"):
		hint = "The sign # begins a comment: put the text in quotes."
	case at.required:
		hint = "It must have one: write it after the colon."
	}
	d.report(n.start(), "no-value", at.subject()+" has no value.", hint)
}

// listInstead shows how something else is written where a list belongs.
func listInstead(n *node, s *shape) string {
	switch {
	case n.kind == kindKeys && n.flow:
		return "Put square brackets around it: [{…}]."
	case strings.HasPrefix(n.text, "-"):
		return "Write a space after the hyphen."
	case n.kind == kindText && s.elem.form == formText && isShort(n.text):
		return fmt.Sprintf("Write it in brackets: [%s].", inBrackets(n.text))
	}
	return "Begin each item on a line of its own with a hyphen and a space."
}

func isShort(text string) bool { return text != "" && len(text) <= 60 && !strings.Contains(text, "\n") }

// inBrackets writes a text as it can stand between brackets.
func inBrackets(text string) string {
	if strings.ContainsAny(text, ":#[]{}&*!|>%@\"'`") {
		return strconv.Quote(text)
	}
	return text
}

// address is what people write for a link where its label is missing.
var address = regexp.MustCompile(`^((https?|mailto|tel):|/|#)[^\s"]*$`)

// keysInstead shows how something else is written where a set of keys belongs.
func (d *decoder) keysInstead(n *node, s *shape) string {
	needed := slices.DeleteFunc(slices.Clone(s.fields), func(f field) bool { return !f.rules.required })
	_, hasItems := s.byName["items"]
	switch {
	case n.kind == kindList && n.flow:
		return "Remove the brackets."
	case n.kind == kindList && hasItems:
		return "Write a line with items: above the list."
	case n.kind == kindList:
		return "Remove the hyphens."
	case s.typ == reflect.TypeFor[site.Link]() && address.MatchString(n.text):
		return fmt.Sprintf("Write it as {label: …, to: %q}, with the words of the link as its label.", n.text)
	}
	if message, hint := noSpaceAfterColon(n.text); message != "" && n.style == stylePlain {
		return message + " " + hint
	}
	if len(needed) == 1 && isShort(n.text) && n != d.source.root {
		value := inBrackets(n.text)
		if needed[0].shape.form == formList {
			value = "[" + value + "]"
		}
		return fmt.Sprintf("Write it as {%s: %s}.", needed[0].name, value)
	}
	return "Write its keys below, each on a line of its own: key, colon, space, value."
}

func hasNoKey(at scope, key string) string {
	return fmt.Sprintf("%s has no key `%s`.", at.subject(), shorten(key, 40))
}

// unknownKey reports a key that its set does not have, and returns the key that was probably meant, if any.
func (d *decoder) unknownKey(parent *node, i int, s *shape, at scope) (meant string) {
	child := &parent.children[i]
	names := s.names
	if strings.HasSuffix(at.name, " section") {
		names = slices.Concat(names, shapeOf(timesType).names)
	}
	if near, found := site.Nearest(child.key, names); found {
		d.report(child.keyAt, "unknown-key", hasNoKey(at, child.key), didYouMean(near))
		return near
	}

	switch {
	case s.short != "" && child.kind == kindText && len(parent.children) == 1 && !parent.flow:
		whole := child.key + ": " + child.text
		d.report(parent.at, "unknown-key",
			fmt.Sprintf("The colon makes a key of the text before it: %s.", quoteShort(whole)), putInQuotes(whole))
		return s.short
	case parent.flow && i > 0 && child.kind == kindEmpty && parent.children[i-1].style == stylePlain:
		d.report(child.keyAt, "unknown-key",
			fmt.Sprintf("The comma ends the text before it, so `%s` stands here as a key.", shorten(child.key, 40)),
			"Text with a comma in it needs quotes between brackets; a number has no comma: 2499 or 49.99.")
	default:
		known := strings.Join(slices.Sorted(slices.Values(s.names)), ", ")
		d.report(child.keyAt, "unknown-key", hasNoKey(at, child.key), "Known are "+known+".")
	}
	return ""
}

// cutOff warns of a text that ends where a comment begins that hardly is one: Call # 5, Follow us #bakery.
func (d *decoder) cutOff(n *node, at scope) {
	if n.style != stylePlain || n.at == wholeFile {
		return
	}
	rest, found := strings.CutPrefix(d.source.restOfLine(n.at), n.text)
	if !found || !cutWords.MatchString(rest) {
		return
	}
	shown, whole := quoteShort(n.text), quoteShort(strings.TrimRight(n.text+rest, " \t"))
	p := d.source.problem(n.at+len(n.text)+strings.IndexByte(rest, '#'), "cut-off",
		fmt.Sprintf("%s ends before the #, where a comment begins: visitors read only %s.", at.subject(), shown),
		fmt.Sprintf("If the # belongs to the text, put all of it in quotes: %s.", whole))
	p.Severity = Warning
	d.warnings = append(d.warnings, p)
}

// cutWords is a comment that begins like a number, or without a space.
var cutWords = regexp.MustCompile(`^[ \t]+#+([^ \t#]|[ \t]+[0-9])`)
