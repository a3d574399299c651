package mail

import (
	"strings"
	"unicode"
)

// How long a subject may be, and what a visitor may put into a sentence, in characters.
const (
	maxSubject = 200
	maxInline  = 120
)

// line makes one line of a text for a header or a sentence: spaces for breaks
// and control characters, nothing that is invisible or changes the direction of
// text, and at most max characters.
func line(text string, max int) string {
	var out strings.Builder
	space := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp):
			space = true
			continue
		case r == unicode.ReplacementChar, invisible(r):
			continue
		}
		if space && out.Len() > 0 {
			out.WriteByte(' ')
		}
		space = false
		out.WriteRune(r)
	}
	return short(out.String(), max)
}

// subjectLine is a line for a subject. A mail program that finds an encoded word
// (RFC 2047) shows what it stands for, also where somebody typed it; so what would
// begin one is broken up by a word joiner, which nobody sees. With that it is not
// ASCII, so that whoever writes the header encodes all of it.
func subjectLine(text string) string {
	return short(strings.ReplaceAll(line(text, maxSubject), "=?", "=\u2060?"), maxSubject)
}

// invisible reports whether a character draws nothing and may change what
// stands around it: bidirectional controls, tags, soft hyphens, byte order
// marks. Joiners stay, because scripts and emoji are written with them.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d'
}

// short cuts a text to max characters, with an ellipsis for the rest.
func short(text string, max int) string {
	if len(text) <= max {
		return text
	}
	runes := []rune(text)
	if len(runes) <= max {
		return text
	}
	return strings.TrimRight(string(runes[:max-1]), " \u200c\u200d") + "…"
}

// lines splits what a visitor typed at every kind of line break, and replaces
// what cannot be shown. Marks of direction (U+200E, U+200F) stay: right-to-left
// text is written with them. Overrides, embeddings and isolates go, because
// they would reach beyond the text.
func lines(text string) []string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").
		Replace(strings.ToValidUTF8(text, "\ufffd"))
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r):
			return unicode.ReplacementChar
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\ufeff':
			return -1
		}
		return r
	}, text)
	return strings.Split(strings.TrimRight(text, "\n \t"), "\n")
}

// isolated puts a line between isolates (U+2068, U+2069) where it has
// characters that run from right to left; others are left as they are.
func isolated(text string) string {
	if strings.ContainsFunc(text, rightToLeft) {
		return "\u2068" + text + "\u2069"
	}
	return text
}

func rightToLeft(r rune) bool {
	return r == '\u200f' || r >= 0x0590 && r <= 0x08ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc ||
		r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}
