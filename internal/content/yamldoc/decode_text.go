package yamldoc

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// expect reports a value of the wrong kind, and whether it was the right one.
func (d *decoder) expect(n *node, want kind, at scope) bool {
	if n.kind == want {
		return true
	}
	if n.kind == kindEmpty {
		d.noValue(n, at)
		return false
	}
	subject := at.subject()
	switch want {
	case kindList:
		hint := "Begin each item on a line of its own with a hyphen and a space."
		if strings.HasPrefix(n.text, "-") {
			hint = "Write a space after the hyphen."
		} else if n.kind == kindKeys && n.flow {
			hint = "Put square brackets around it: [{…}]."
		}
		d.report(n.at, "wrong-shape", fmt.Sprintf("%s takes a list, but %s stands here.", subject, kindWords(n)), hint)
	case kindKeys:
		hint := "Write its keys below, each on a line of its own: key, colon, space, value."
		if n.kind == kindList {
			hint = "Remove the hyphens."
		}
		d.report(n.at, "wrong-shape", fmt.Sprintf("%s takes a set of keys, but %s stands here.", subject, kindWords(n)), hint)
	default:
		hint := "Remove the hyphen."
		if n.kind == kindKeys {
			hint = "Text with a colon and a space in it needs quotes around it."
			if n.flow {
				hint = "Text that begins with { or has a colon in it needs quotes around it."
			}
		} else if n.flow {
			hint = "Text that begins with [ needs quotes around it."
		} else if len(n.children) > 1 {
			hint = "Write it as one text."
		}
		d.report(n.at, "wrong-shape", fmt.Sprintf("%s takes text, but %s stands here.", subject, kindWords(n)), hint)
	}
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

// text decodes everything that is written as one text.
func (d *decoder) text(n *node, into reflect.Value, s *shape, at scope) {
	if !d.expect(n, kindText, at) {
		return
	}
	switch s.form {
	case formText:
		if d.clean(n, at) {
			d.cutOff(n, at)
			into.SetString(n.text)
		}
	case formMarkdown:
		if d.clean(n, at) {
			d.cutOff(n, at)
			into.Set(reflect.ValueOf(site.Markdown{Source: site.Text(n.text)}))
		}
	case formFlag:
		if n.style != stylePlain || n.text != "true" && n.text != "false" {
			d.report(n.at, "bad-flag", fmt.Sprintf("%s is true or false, not %s.", at.subject(), quoteShort(n.text)), flagHint(n))
			return
		}
		into.SetBool(n.text == "true")
	case formNumber:
		number, err := strconv.Atoi(n.text)
		if err != nil || strconv.Itoa(number) != n.text || n.style != stylePlain {
			d.report(n.at, "bad-number", fmt.Sprintf("%s is a whole number such as 3, not %s.", at.subject(), quoteShort(n.text)),
				"Write digits only, without quotes.")
			return
		}
		into.SetInt(int64(number))
	case formMoment:
		moment, ok := parseMoment(n.text)
		if !ok {
			message, hint := momentWords(n.text)
			d.report(n.at, "bad-moment", fmt.Sprintf(message, at.subject(), quoteShort(n.text)), hint)
			return
		}
		into.Set(reflect.ValueOf(moment))
	}
}

func flagHint(n *node) string {
	switch strings.ToLower(n.text) {
	case "yes", "on", "true", "y", "1":
		return "Write true, without quotes."
	case "no", "off", "false", "n", "0":
		return "Write false, without quotes."
	}
	return ""
}

// clean refuses characters that double quotes can smuggle into a text.
func (d *decoder) clean(n *node, at scope) bool {
	if n.style != styleDouble {
		return true
	}
	for _, r := range n.text {
		if isControl(r) || r == utf8.RuneError {
			d.report(n.at, "bad-character", fmt.Sprintf("%s holds a character that cannot be shown.", at.subject()),
				`A backslash in double quotes begins a code: write \\ for a backslash.`)
			return false
		}
	}
	return true
}

// check asks the rules of a key about its value.
func (d *decoder) check(n *node, value reflect.Value, f *field) {
	at := scope{name: f.name, kind: scopeKey}
	if f.rules.required && isBlank(n, f.shape) {
		d.report(n.at, "empty-text", at.subject()+" is empty.", "Every visitor would see a gap here: write its text.")
		return
	}
	if f.rules.check != "" {
		d.rule(n, value, f.shape, f.rules.check, at)
	}
	if f.rules.each != "" && f.shape.form == formList {
		for i := range n.children {
			d.rule(&n.children[i], value.Index(i), f.shape.elem, f.rules.each, scope{name: f.name, index: i, kind: scopeItem})
		}
	}
}

func (d *decoder) rule(n *node, value reflect.Value, s *shape, tag string, at scope) {
	broken, found := broken(value.Interface(), tag)
	if !found {
		return
	}
	code, message, hint := broken.words(at.subject(), n.text, s)
	where := n.at
	if n.kind != kindText {
		where = n.start()
	}
	d.report(where, code, message, hint)
}

func isBlank(n *node, s *shape) bool {
	return (s.form == formText || s.form == formMarkdown) && strings.TrimSpace(n.text) == ""
}
