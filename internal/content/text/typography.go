package text

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// Typography sets texts in a language, with its quotation marks. The apostrophe is ’ everywhere.
type Typography struct{ open, shut, openInner, shutInner string }

// languages are the marks of languages as the Unicode Consortium lists them (CLDR, delimiters).
var languages = map[string]Typography{
	"da en es ga it nl pt tr": {"“", "”", "‘", "’"},
	"cs de is sk sl":          {"„", "“", "‚", "‘"},
	"bg":                      {"„", "“", "„", "“"},
	"fi sv":                   {"”", "”", "’", "’"},
	"fr":                      {"«\u00a0", "\u00a0»", "“", "”"},
	"hr pl":                   {"„", "”", "‚", "’"},
	"hu":                      {"„", "”", "»", "«"},
	"nb no":                   {"«", "»", "‘", "’"},
	"ro":                      {"„", "”", "«", "»"},
}

// TypographyOf returns that of a language such as en or en-GB.
func TypographyOf(language string) Typography {
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	for names, marks := range languages {
		if slices.Contains(strings.Fields(names), primary) {
			return marks
		}
	}
	return Typography{}
}

// MaySet reports whether a text has to be searched for what to set.
func MaySet(text string) bool { return strings.ContainsAny(text, `'"`) }

// Set returns a text with the quotation marks and apostrophes of the language.
func (t Typography) Set(text string) string {
	if !MaySet(text) {
		return text
	}
	return replaced(text, 0, t.edits(text))
}

// SetNodes sets the words of Markdown in place. A quotation may begin in one
// node of a paragraph and end in another, where some of its words are emphasised.
func (t Typography) SetNodes(nodes []site.Node) {
	l := new(line)
	for i := range nodes {
		switch n := &nodes[i]; {
		case l.add(n):
		case n.Kind == "figure":
			n.Text = t.Set(n.Text)
		default:
			t.set(l)
			l = new(line)
			t.SetNodes(n.Children)
		}
	}
	t.set(l)
}

// line is nodes that stand in one line, or one paragraph.
type line struct {
	words  strings.Builder
	texts  []*site.Node
	starts []int // of the texts in the words
}

// add adds a node, unless it stands by itself. Signs stand for what is no words.
func (l *line) add(n *site.Node) bool {
	switch n.Kind {
	case "text":
		l.texts, l.starts = append(l.texts, n), append(l.starts, l.words.Len())
		l.words.WriteString(n.Text)
	case "code", "image":
		l.words.WriteByte('x')
	case "break":
		l.words.WriteByte('\n')
	case "note":
	case "strong", "emphasis", "deleted", "link":
		for i := range n.Children {
			l.add(&n.Children[i])
		}
	default:
		return false
	}
	return true
}

func (t Typography) set(l *line) {
	edits := t.edits(l.words.String())
	for i, n := range l.texts {
		n.Text = replaced(n.Text, l.starts[i], edits)
	}
}

const apostrophe = "’"

// edit is a straight mark, and what stands there instead.
type edit struct {
	at   int
	mark string
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
func (t Typography) edits(text string) (all []edit) {
	at := strings.IndexAny(text, `'"`)
	if at < 0 || t == (Typography{}) {
		return nil
	}
	var addresses [][]int
	if strings.Contains(text, "://") || strings.Contains(text, "@") {
		addresses = address.FindAllStringIndex(text, -1)
	}
	var outer, inner bool // whether a quotation is open, and one in it
	for ; at < len(text); at++ {
		straight := text[at]
		if (straight != '"' && straight != '\'') ||
			slices.ContainsFunc(addresses, func(a []int) bool { return at >= a[0] && at < a[1] }) {
			continue
		}
		p := placeOf(text, at)
		switch {
		case straight == '"' && outer && p.follows():
			outer = false
			all = append(all, edit{at, t.shut})
		case straight == '"':
			// Left alone: inches, what has no partner, what stands between spaces.
			if p.begins() && endsIn(p.rest, '"') {
				outer = true
				all = append(all, edit{at, t.open})
			}
		case isWord(p.before) && unicode.IsLetter(p.after): // don't, l'eau, 1990's
			all = append(all, edit{at, apostrophe})
		case p.begins() && endsIn(p.rest, '\'') && !elided.MatchString(p.rest):
			inner = true
			all = append(all, edit{at, t.openInner})
		case p.begins(): // '90s, 'tis
			all = append(all, edit{at, apostrophe})
		case inner && p.follows():
			inner = false
			all = append(all, edit{at, t.shutInner})
		case unicode.IsLetter(p.before): // the bakers' oven
			all = append(all, edit{at, apostrophe})
		}
	}
	return all
}

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
	opens := isSpace(p.before) || strings.ContainsRune(`([{<-–—/¿¡"'“„‚‘«»”`, p.before)
	return opens && !isSpace(p.after)
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
