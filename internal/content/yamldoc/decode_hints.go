package yamldoc

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

var loneWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)

// keysInstead shows how a text is written where a set of keys belongs.
func (d *decoder) keysInstead(n *node, s *shape) string {
	if s.typ == reflect.TypeFor[site.Link]() && addressPattern.MatchString(n.text) {
		return fmt.Sprintf("Write it as {label: …, to: %q}, with the words of the link as its label.", n.text)
	}
	if word, rest, colon := strings.Cut(n.text, ":"); colon && n.style == stylePlain && loneWord.MatchString(word) {
		if r, _ := utf8.DecodeRuneInString(rest); isStrangeSpace(r) {
			return fmt.Sprintf("Behind the colon of `%s` stands a special space, as word processors make it: delete it and type a space.", word)
		}
		return fmt.Sprintf("Write a space behind the colon of `%s`.", word)
	}
	if s.typ == reflect.TypeFor[site.Price]() {
		return "Write it such as {amount: 49.99, currency: USD, period: month}."
	}
	var needed []string
	list := false // whether the last of them is one
	for i := range s.fields {
		if s.fields[i].rules.required {
			needed = append(needed, s.fields[i].name)
			list = s.fields[i].shape.form == formList
		}
	}
	if _, described := s.byName["alt"]; described && len(needed) == 0 && !strings.Contains(n.text, "/") {
		needed = []string{"alt"}
	}
	// A path is no label: an example with it would mislead.
	short := n.text != "" && (n.text[0] != '/' || len(needed) == 1 && needed[0] == "src") && len(n.text) <= 60 && !strings.ContainsAny(n.text, "\n,[]{}:#\"'")
	switch {
	case len(needed) == 1 && short && n != d.source.root && list:
		return fmt.Sprintf("Write it as {%s: [%s]}.", needed[0], n.text)
	case len(needed) == 1 && short && n != d.source.root:
		return fmt.Sprintf("Write it as {%s: %s}.", needed[0], n.text)
	case len(needed) > 1:
		return fmt.Sprintf("Write its keys below, each on a line of its own with a colon, a space and its value: it needs `%s`.", strings.Join(needed[:len(needed)-1], "`, `")+"` and `"+needed[len(needed)-1])
	}
	return "Write its keys below, each on a line of its own: key, colon, space, value."
}

// brackets shows how a text, or several with commas between, is written where a list
// of texts belongs; empty where that is not what is wrong.
func brackets(n *node, s *shape) string {
	if n.kind != kindText || s.elem.form != formText || n.text == "" || n.text[0] == '-' || len(n.text) > 60 || strings.Contains(n.text, "\n") {
		return ""
	}
	if strings.ContainsAny(n.text, `:#[]{}&*!|>%@"'`) {
		return fmt.Sprintf("Write it in brackets: [%q].", n.text)
	}
	return fmt.Sprintf("Write it in brackets: [%s].", n.text)
}

// addressPattern is what people write for a link where its label is missing.
var addressPattern = regexp.MustCompile(`^((https?|mailto|tel):|/|#)[^\s"]*$`)

var digitsOnly = regexp.MustCompile(`^[0-9]+$`)

// strayPart explains a word that a comma between brackets made a key; empty where no comma did.
func strayPart(parent, child *node) (message, hint string) {
	if !parent.flow || child.kind != kindEmpty || child.text != "" {
		return "", ""
	}
	for i := range parent.children {
		if &parent.children[i] != child || i == 0 {
			continue
		}
		before := &parent.children[i-1]
		if before.kind != kindText || before.style != stylePlain {
			break
		}
		if digitsOnly.MatchString(before.text) && digitsOnly.MatchString(child.key) {
			return "There is a comma in this number.", "Write it without a comma, and cents behind a point: 2499 or 49.99."
		}
		message = fmt.Sprintf("The comma ends the text before it, so `%s` stands here as a key.", shorten(child.key, 40))
		return message, strings.Replace(putInQuotes(before.text+", "+child.key), "Put", "If the comma belongs to the text, put", 1)
	}
	return "", ""
}

// textAsKey returns the text that somebody wrote where text may stand for a set of
// keys, with a colon in it that makes a key of its beginning; "" for what is none.
func textAsKey(n *node, s *shape) string {
	if s.short == "" || n.kind != kindKeys || n.flow || len(n.children) != 1 || n.children[0].kind != kindText {
		return ""
	}
	only := &n.children[0]
	if _, known := s.byName[only.key]; known {
		return ""
	}
	if _, near := Nearest(only.key, s.names); near {
		return ""
	}
	return only.key + ": " + only.text
}
