package yamldoc

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
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
		takes, hint = "a list", d.listInstead(n, s)
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
	message := fmt.Sprintf("%s takes %s, but %s stands here.", at.subject(), takes, kindWords(n))
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
func (d *decoder) listInstead(n *node, s *shape) string {
	switch {
	case n.kind == kindKeys && n.flow:
		return "Put square brackets around it: [{…}]."
	case n.kind == kindKeys, s.elem.form != formText, n.text == "", len(n.text) > 60, strings.Contains(n.text, "\n"):
		return "Begin each item on a line of its own with a hyphen and a space."
	case n.text[0] == '-':
		return "Write a space after the hyphen."
	case strings.ContainsAny(n.text, ":#[]{}&*!|>%@\"'`"):
		return fmt.Sprintf("Write it in brackets: [%q].", n.text)
	}
	return fmt.Sprintf("Write it in brackets: [%s].", n.text)
}

// address is what people write for a link where its label is missing.
var address = regexp.MustCompile(`^((https?|mailto|tel):|/|#)[^\s"]*$`)

// keysInstead shows how something else is written where a set of keys belongs.
func (d *decoder) keysInstead(n *node, s *shape) string {
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

	var needed []field
	for _, f := range s.fields {
		if f.rules.required {
			needed = append(needed, f)
		}
	}
	simple := len(n.text) <= 60 && n.text != "" && !strings.ContainsAny(n.text, "\n,[]{}:#\"'") && n != d.source.root
	switch {
	case len(needed) > 1:
		return fmt.Sprintf("Write its keys below, each on a line of its own: it needs `%s` and `%s`.",
			needed[0].name, needed[1].name)
	case len(needed) == 1 && simple && needed[0].shape.form == formList:
		return fmt.Sprintf("Write it as {%s: [%s]}.", needed[0].name, n.text)
	case len(needed) == 1 && simple && n.text[0] != '/':
		return fmt.Sprintf("Write it as {%s: %s}.", needed[0].name, n.text)
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

	if s.short != "" && child.kind == kindText && len(parent.children) == 1 && !parent.flow {
		whole := child.key + ": " + child.text
		d.report(parent.at, "unknown-key",
			fmt.Sprintf("The colon makes a key of the text before it: %s.", quoteShort(whole)), putInQuotes(whole))
		return s.short
	}
	message, hint := d.strayPart(parent, i)
	if message == "" {
		message = hasNoKey(at, child.key)
		known := "Known are " + strings.Join(slices.Sorted(slices.Values(s.names)), ", ") + "."
		hint = cmp.Or(d.besides(parent, i, s), d.outside(parent, child.key), known)
	}
	d.report(child.keyAt, "unknown-key", message, hint)
	return ""
}

var digits = regexp.MustCompile(`^[0-9]+$`)

// strayPart explains a word that a comma between brackets made a key; empty where no comma did.
func (d *decoder) strayPart(parent *node, i int) (message, hint string) {
	child := &parent.children[i]
	if !parent.flow || i == 0 || child.kind != kindEmpty || child.text != "" {
		return "", ""
	}
	before := parent.children[i-1]
	switch {
	case before.kind != kindText || before.style != stylePlain:
		return "", ""
	case digits.MatchString(before.text) && digits.MatchString(child.key):
		return "There is a comma in this number.", "Write it without a comma, and cents behind a point: 2499 or 49.99."
	}
	return fmt.Sprintf("The comma ends the text before it, so `%s` stands here as a key.", shorten(child.key, 40)),
		"If the comma belongs to the text, put " + strings.TrimPrefix(putInQuotes(before.text+", "+child.key), "Put ")
}

// besides explains a key that belongs to the one above it; empty for others.
func (d *decoder) besides(parent *node, i int, s *shape) string {
	if i == 0 {
		return ""
	}
	above, key := parent.children[i-1], parent.children[i].key
	number, known := s.byName[above.key]
	if !known {
		return ""
	}
	inner := s.fields[number].shape
	if inner.form == formPointer {
		inner = inner.elem
	}
	_, takes := inner.byName[key]
	switch {
	case !takes:
		return ""
	case above.kind == kindText && inner.short != "":
		return fmt.Sprintf("It belongs to `%s`, as in `%[1]s: {%s: %s, %s: …}`.",
			above.key, inner.short, above.text, key)
	case above.flow:
		return fmt.Sprintf("Write it between the brackets of `%s`, behind a comma.", above.key)
	}
	return fmt.Sprintf("Put more spaces before it if it belongs to `%s`.", above.key)
}

// outside explains a key that belongs to a set of keys around its own; empty for others.
func (d *decoder) outside(parent *node, key string) string {
	for _, outer := range slices.Backward(d.outer[:len(d.outer)-1]) {
		_, takes := outer.shape.byName[key]
		has := slices.ContainsFunc(outer.node.children, func(c node) bool { return c.key == key })
		if takes && !has && !parent.flow {
			first, rest, _ := strings.Cut(outer.at.subject(), " ")
			subject := strings.TrimSpace(strings.ToLower(first) + " " + rest)
			return "It belongs to " + subject +
				": move it there, with as many spaces before it as the other keys there."
		}
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
