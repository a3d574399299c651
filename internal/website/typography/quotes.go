package typography

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const apostrophe = "’"

// edit is a straight mark, and what stands there instead.
type edit struct {
	at   int
	mark string
}

// text returns a text with its quotation marks and apostrophes.
func (m marks) text(typed string) string {
	return replaced(typed, 0, m.edits(typed))
}

// replaced makes those of the edits that lie in a text, which begins at a place of what they were found in.
func replaced(text string, start int, edits []edit) string {
	var out strings.Builder
	done := 0
	for _, e := range edits {
		if at := e.at - start; at >= 0 && at < len(text) {
			out.WriteString(text[done:at])
			out.WriteString(e.mark)
			done = at + 1 // a straight mark is one byte
		}
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// edits finds what to set in a text that belongs together, such as a paragraph.
func (m marks) edits(text string) (all []edit) {
	at := strings.IndexAny(text, `'"`)
	if at < 0 {
		return nil
	}
	var addresses [][]int
	if strings.Contains(text, "://") || strings.Contains(text, "@") {
		addresses = address.FindAllStringIndex(text, -1)
	}
	var outer, inner bool // whether a quotation is open, and one in it
	for ; at < len(text); at++ {
		straight := text[at]
		if (straight != '"' && straight != '\'') || within(addresses, at) {
			continue
		}
		p := placeOf(text, at)
		switch {
		case straight == '"' && outer && p.follows():
			outer = false
			all = append(all, edit{at, m.shut})
		case straight == '"':
			// Left alone: inches, what has no partner, what stands between spaces.
			if p.begins() && endsIn(p.rest, '"') {
				outer = true
				all = append(all, edit{at, m.open})
			}
		case isWord(p.before) && unicode.IsLetter(p.after): // don't, l'eau, 1990's
			all = append(all, edit{at, apostrophe})
		case p.begins() && endsIn(p.rest, '\'') && !elided.MatchString(p.rest):
			inner = true
			all = append(all, edit{at, m.openInner})
		case p.begins(): // '90s, 'tis
			all = append(all, edit{at, apostrophe})
		case inner && p.follows():
			inner = false
			all = append(all, edit{at, m.shutInner})
		case unicode.IsLetter(p.before): // the bakers' oven
			all = append(all, edit{at, apostrophe})
		}
	}
	return all
}

// place is where a mark stands.
type place struct {
	before, after rune // 0 at the ends of the text
	rest          string
}

func placeOf(text string, at int) place {
	p := place{rest: text[at+1:]}
	if at > 0 {
		p.before, _ = utf8.DecodeLastRuneInString(text[:at])
	}
	if p.rest != "" {
		p.after, _ = utf8.DecodeRuneInString(p.rest)
	}
	return p
}

// begins reports whether a mark can only begin something.
func (p place) begins() bool {
	return !isSpace(p.after) && (isSpace(p.before) || strings.ContainsRune(`([{<-–—/¿¡"'“„‚‘«»”`, p.before))
}

// follows reports whether a mark stands at the end of a word, or of what follows one.
func (p place) follows() bool { return !isSpace(p.before) }

// isSpace is true at the ends of a text, too.
func isSpace(r rune) bool { return r == 0 || unicode.IsSpace(r) }

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

var (
	// Addresses of pages and mail, without the marks around them.
	address = regexp.MustCompile(`\w(?:[\w.+-]*://|[\w.+'-]*@)\S*[\w/]`)
	// What begins with an apostrophe, though a quotation might end later: a year, and words that lost their beginning.
	elided = regexp.MustCompile(`(?i)^(?:\d\ds?|tis|twas|em|n)\b`)
)

// endsIn reports whether a quotation ends in a text: behind a word or its punctuation, and not before another word.
func endsIn(text string, mark byte) bool {
	for at := 1; at < len(text); at++ {
		if text[at] != mark {
			continue
		}
		if p := placeOf(text, at); p.follows() && !strings.ContainsRune("([{", p.before) && !isWord(p.after) {
			return true
		}
	}
	return false
}

func within(spans [][]int, at int) bool {
	for _, span := range spans {
		if at >= span[0] && at < span[1] {
			return true
		}
	}
	return false
}
