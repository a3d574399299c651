// Package text says what the words of content mean: it makes values of texts as they were typed, and knows neither
// sites nor pages. What a text asks of the place where it stands it asks a [Context]; what is wrong with it comes back
// as [Problem], with the character where that stands.
//
//   - [Context.Expand] puts in what references such as {{plans.basic.price}} stand for. A reference ends before the
//     next one begins, and the words between references stay as they are, byte by byte.
//   - [Blanks] finds names in single braces, such as {reference}, that nobody will fill in.
//   - [Context.Markdown] makes nodes of a text, and never HTML. References are resolved in the words of the result: a
//     fact with a * in it stays words. Limits keep a text from costing more than its length.
//   - [Typography] turns straight quotation marks and apostrophes into those of the language. Left alone are code,
//     addresses, measures such as 6' 2", marks without a partner, and languages without rules here.
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

type expander struct {
	Context
	problems
	missing bool // whether a reference had no value since this was last set to false
}

// expand puts the values of references into a part of the text that begins at a byte of it.
// Words between references go through plain.
func (e *expander) expand(part string, at int, plain func(string) string) string {
	words, rest, found := strings.Cut(part, "{{")
	if !found { // most parts, which need no copy
		return plain(part)
	}

	var out strings.Builder
	for ; found; words, rest, found = strings.Cut(rest, "{{") {
		out.WriteString(plain(words))
		begin := at + len(part) - len(rest) - len("{{")
		value, problem := "", Problem{}
		name, after, closed := strings.Cut(rest, "}}")
		// A reference does not reach over another one: then the first was never closed.
		again := strings.Index(name, "{{")
		switch {
		case !closed || again >= 0:
			name, after = rest, ""
			if again >= 0 {
				name, after = rest[:again], rest[again:]
			}
			problem = Wrong("open-reference", "Close it with }}.", "The reference %q never ends.",
				Shortened("{{"+strings.TrimSpace(name)))
		case strings.TrimSpace(name) == "":
			problem = Wrong("empty-reference", "Write it as {{site.name}}, {{year}} or {{plans.some-plan.price}}.",
				"There is nothing between {{ and }}.")
		default:
			value, problem = e.Value(strings.TrimSpace(name))
			problem.Refers = strings.TrimSpace(name)
		}
		e.add(begin, problem)
		e.missing = e.missing || value == ""
		out.WriteString(value)
		rest = after
	}
	out.WriteString(plain(words))
	return out.String()
}

// singleBrace is a reference with one brace on each side, which nobody means to be read as it
// is. The first character is what stands before it.
var singleBrace = regexp.MustCompile(
	`(?:^|[^{])(\{\s*((?:facts|plans|products|industries|people|locations|site)\.[\w.-]+|today|year)\s*\}+)`)

func (e *expander) singleBraces() {
	// Most texts have braces in pairs alone, and the search below takes its time.
	if strings.Count(e.whole, "{") == 2*strings.Count(e.whole, "{{") {
		return
	}
	for _, found := range singleBrace.FindAllStringSubmatchIndex(e.whole, maxProblems) {
		name := e.whole[found[4]:found[5]]
		if !slices.Contains(e.Blanks, name) {
			e.add(found[2], Wrong("single-brace", "Write {{"+name+"}}.",
				"Visitors would read %q as it is: a reference has two braces on each side.",
				e.whole[found[2]:found[3]]))
		}
	}
}

var (
	reference = regexp.MustCompile(`\{\{[^{}]*\}\}`)
	// A brace that stands alone, and what follows it up to where it ends.
	blank = regexp.MustCompile(`\{([^{}]*)\}*`)
)

// Blanks finds the blanks of a text that nobody fills in. The text is as it was typed, its references unresolved.
func Blanks(text string, known []string) []Problem {
	braced := make([]string, len(known))
	for i, name := range known {
		braced[i] = "{" + name + "}"
	}
	wrong := problems{whole: text}
	hidden := reference.ReplaceAllStringFunc(text, func(r string) string { return strings.Repeat(" ", len(r)) })
	for _, found := range blank.FindAllStringSubmatchIndex(hidden, -1) {
		typed, name := strings.TrimSpace(text[found[0]:found[1]]), strings.TrimSpace(text[found[2]:found[3]])
		isReference := strings.HasPrefix(typed, "{{") || singleBrace.MatchString(typed) // which is reported as one
		if isReference || slices.Contains(braced, typed) {
			continue
		}
		hint := "Write the words out."
		if len(known) > 0 {
			hint = DidYouMean("{"+name+"}", braced, "What can be filled in: "+Listed(braced)+".")
		}
		wrong.add(found[0], Wrong("unknown-blank", hint,
			"People would read %q as it is: nothing of that name is filled in here.", Shortened(typed)))
	}
	return wrong.found
}
