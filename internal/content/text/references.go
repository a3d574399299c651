package text

import (
	"regexp"
	"slices"
	"strings"
)

// Context is what a text asks of the place where it stands.
type Context struct {
	// Value returns what a reference stands for, or what is wrong with it. Both are empty
	// where that is reported elsewhere.
	Value func(name string) (string, Problem)
	// Blanks are the names that are filled in later, for which one brace on each side is right.
	Blanks []string
	// Anchor returns an anchor for a heading; nil where headings have none.
	Anchor func(words string) string
}

// MayRefer reports whether a text has to be searched for references.
func MayRefer(text string) bool { return strings.IndexByte(text, '{') >= 0 }

// Expand returns a text with the words that its references stand for. It is not complete
// where one of them stands for nothing.
func (c Context) Expand(text string) (expanded string, complete bool, wrong []Problem) {
	e := expander{Context: c, problems: problems{whole: text}}
	e.singleBraces()
	expanded = e.expand(text, 0, asTyped)
	return expanded, !e.missing, e.found
}

func asTyped(words string) string { return words }

// expander expands one text, or parts of it.
type expander struct {
	Context
	problems
	missing bool // whether a reference had no value since this was last set to false
}

// expand puts the values of references into a part of the text that begins at a byte of it.
// Words between references go through plain.
func (e *expander) expand(part string, at int, plain func(string) string) string {
	if !strings.Contains(part, "{{") { // most parts, which need no copy
		return plain(part)
	}
	var out strings.Builder
	tokens(part, func(t token) {
		if !t.reference {
			out.WriteString(plain(part[t.start:t.end]))
			return
		}
		value, problem := e.value(t)
		problem.Refers = t.name
		e.add(at+t.start, problem)
		e.missing = e.missing || value == ""
		out.WriteString(value)
	})
	return out.String()
}

func (e *expander) value(t token) (string, Problem) {
	switch {
	case t.open:
		return "", Wrong("open-reference", "Close it with }}.", "The reference %q never ends.", Shortened(t.raw))
	case t.name == "":
		return "", Wrong("empty-reference", "Write it as {{site.name}}, {{year}} or {{plans.some-plan.price}}.", "There is nothing between {{ and }}.")
	}
	return e.Value(t.name)
}

// token is a part of a text: words as they are, or a reference {{name}}.
type token struct {
	start, end int    // bytes of the text
	name       string // of a reference: what stands between the braces, without spaces around it
	raw        string // of an open reference: all of it
	reference  bool
	open       bool // a reference without its closing braces; it reaches to the next one, or to the end
}

// tokens cuts a text at its references. Together the tokens are the whole text.
func tokens(text string, yield func(token)) {
	at := 0
	for {
		open := strings.Index(text[at:], "{{")
		if open < 0 {
			break
		}
		open += at
		if open > at {
			yield(token{start: at, end: open})
		}

		length := strings.Index(text[open+2:], "}}")
		// A reference does not reach over another one: then the first was never closed.
		if again := strings.Index(text[open+2:], "{{"); length < 0 || (again >= 0 && again < length) {
			at = len(text)
			if again >= 0 {
				at = open + 2 + again
			}
			yield(token{start: open, end: at, raw: strings.TrimSpace(text[open:at]), reference: true, open: true})
			continue
		}
		at = open + 2 + length + 2
		yield(token{start: open, end: at, reference: true, name: strings.TrimSpace(text[open+2 : at-2])})
	}
	if at < len(text) {
		yield(token{start: at, end: len(text)})
	}
}

// singleBrace is a reference with one brace on each side, which nobody means to be read as it
// is. The first character is what stands before it.
var singleBrace = regexp.MustCompile(
	`(?:^|[^{])(\{\s*((?:facts|plans|products|industries|people|site)\.[\w.-]+|today|year)\s*\}+)`)

// singleBraces reports references that lack a brace on each side.
func (e *expander) singleBraces() {
	if !hasLoneBrace(e.whole) { // most texts, and the search below takes its time
		return
	}
	for _, found := range singleBrace.FindAllStringSubmatchIndex(e.whole, maxProblems) {
		name := e.whole[found[4]:found[5]]
		if !slices.Contains(e.Blanks, name) {
			e.add(found[2], Wrong("single-brace", "Write {{"+name+"}}.",
				"Visitors would read %q as it is: a reference has two braces on each side.", e.whole[found[2]:found[3]]))
		}
	}
}

// hasLoneBrace reports whether some { stands without another beside it.
func hasLoneBrace(text string) bool {
	for i := 0; i < len(text); i++ {
		open := i
		for i < len(text) && text[i] == '{' {
			i++
		}
		if i == open+1 {
			return true
		}
	}
	return false
}
