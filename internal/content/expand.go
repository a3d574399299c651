package content

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// maxReferred is how long words may be that are referred to, in bytes. Facts
// that refer to facts could double with every step otherwise.
const maxReferred = 4096

// token is a part of a text: words as they are, or a reference {{name}}.
type token struct {
	start, end int    // bytes of the text
	name       string // of a reference: what stands between the braces, without spaces around it
	raw        string // of an open reference: all of it
	reference  bool
	open       bool // a reference without its closing braces; it reaches to the end of the text
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
			end := len(text)
			if again >= 0 {
				end = open + 2 + again
			}
			yield(token{start: open, end: end, raw: strings.TrimSpace(text[open:end]), reference: true, open: true})
			at = end
			continue
		}
		end := open + 2 + length + 2
		yield(token{start: open, end: end, reference: true, name: strings.TrimSpace(text[open+2 : end-2])})
		at = end
	}
	if at < len(text) {
		yield(token{start: at, end: len(text)})
	}
}

// mayRefer tells whether a text has to be searched for references.
func mayRefer(text string) bool { return strings.IndexByte(text, '{') >= 0 }

// singleBrace is a reference with one brace on each side. Nobody means it to
// be read as it is. The first character is what stands before it.
var singleBrace = regexp.MustCompile(`(?:^|[^{])(\{\s*((?:facts|plans|products|industries|people|site)\.[\w.-]+|today|year)\s*\}+)`)

// singleBraces reports references that lack a brace on each side.
func (s *scope) singleBraces(text string, at *place) {
	if !hasLoneBrace(text) { // most texts, and the search below takes its time
		return
	}
	for _, found := range singleBrace.FindAllStringSubmatchIndex(text, -1) {
		if s.deps.full() {
			return
		}
		if slices.Contains(s.filled, text[found[4]:found[5]]) {
			continue
		}
		s.deps.add(s.file.doc.AtOffset(at.String(), utf8.RuneCountInString(text[:found[2]]), "single-brace",
			fmt.Sprintf("Visitors would read %q as it is: a reference has two braces on each side.", text[found[2]:found[3]]),
			fmt.Sprintf("Write {{%s}}.", text[found[4]:found[5]])))
	}
}

// hasLoneBrace tells whether some { stands without another beside it.
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

// text puts the values of all references into a text.
func (s *scope) text(text site.Text, at *place) site.Text {
	if !mayRefer(string(text)) {
		return text
	}
	s.singleBraces(string(text), at)
	return site.Text(s.expand(string(text), at, 0, string(text), func(words string) string { return words }))
}

// textAt resolves a text that stands below a place, in place.
func (s *scope) textAt(text *site.Text, at *place, key string) {
	if mayRefer(string(*text)) {
		*text = s.text(*text, at.child(key))
	}
}

// expand puts the values of references into a part of a text that begins at
// the offset of the whole. Words between references go through plain.
func (s *scope) expand(part string, at *place, offset int, whole string, plain func(string) string) string {
	if !strings.Contains(part, "{{") { // most parts, which need no copy
		return plain(part)
	}
	var out strings.Builder
	tokens(part, func(t token) {
		if !t.reference {
			out.WriteString(plain(part[t.start:t.end]))
			return
		}
		value, code, message, hint := s.reference(t)
		if message != "" && !s.deps.full() {
			s.deps.addRefers(s.file.doc.AtOffset(at.String(), utf8.RuneCountInString(whole[:min(offset+t.start, len(whole))]), code, message, hint), t.name)
		}
		s.missing = s.missing || value == ""
		out.WriteString(value)
	})
	return out.String()
}

// reference returns the value of a reference, or what is wrong with it.
func (s *scope) reference(t token) (value, code, message, hint string) {
	const examples = "Write it as {{site.name}}, {{year}} or {{plans.some-plan.price}}."
	switch {
	case t.open:
		return "", "open-reference", fmt.Sprintf("The reference %q never ends.", shortened(t.raw)), "Close it with }}."
	case t.name == "":
		return "", "empty-reference", "There is nothing between {{ and }}.", examples
	case t.name == "today":
		s.deps.days = appendNew(s.deps.days, s.owner)
		return s.owner.day.today, "", "", ""
	case t.name == "year":
		s.deps.years = appendNew(s.deps.years, s.owner)
		return s.owner.day.year, "", "", ""
	}
	owner, name := s.owner, t.name
	if id, rest, other := strings.Cut(t.name, "/"); other {
		owner, name = s.resolver.byID[id], rest
		if owner == nil {
			return "", "unknown-reference", fmt.Sprintf("There is no site %q.", id), didYouMean(id, s.resolver.siteIDs, "")
		}
	}
	found := owner.values[name]
	if found == nil {
		if owner.unsure(name) {
			return "", "", "", ""
		}
		message, hint = owner.unknownValue(name)
		if blank := strings.Trim(name, "{} "); slices.Contains(s.filled, blank) {
			hint = fmt.Sprintf("It is filled in when the mail is written: write {%s}, with one brace on each side.", blank)
		}
		return "", "unknown-reference", message, hint
	}
	if group, rest, is := strings.Cut(name, "."); is && group != "site" && group != "facts" {
		id, _, _ := strings.Cut(rest, ".")
		s.deps.show(owner, group, id)
	}
	if found.fact {
		s.deps.facts = appendNew(s.deps.facts, found)
	}
	if s.evaluate(found) {
		return "", "circular-reference", fmt.Sprintf("{{%s}} leads back to itself, so it has no value.", t.name),
			"Write the words out in one of the places that refer to each other."
	}
	if len(found.text) > maxReferred {
		return "", "long-reference", fmt.Sprintf("The words of {{%s}} are too long to be put into a text: more than %d characters.", t.name, maxReferred),
			"Refer to short words only."
	}
	if found.text == "" && found.raw == "" {
		if found.suppressed {
			return "", "", "", ""
		}
		return "", "empty-reference", found.empty(), ""
	}
	return found.text, "", "", ""
}
