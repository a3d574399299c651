package contact

import (
	"strings"
	"unicode"
)

// trim removes what JavaScript's String.prototype.trim removes, so that both
// sides count the same characters.
func trim(text string) string { return strings.TrimFunc(text, isSpace) }

// isSpace is WhiteSpace and LineTerminator of ECMAScript; other than
// unicode.IsSpace it has U+FEFF and not U+0085.
func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\u2028', '\u2029', '\uFEFF':
		return true
	}
	return unicode.Is(unicode.Zs, r)
}

// blank reports whether the text shows nothing on any screen.
func blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		return !isSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) &&
			r != '\u2800' // a Braille cell without dots
	}) < 0
}

// writable reports whether a field may hold the text. Lines may become headers
// of mails, so they have no control characters, nothing that ends a line, and
// nothing that makes the rest be read backwards; texts may have tabs and line
// breaks, and any direction of writing.
func writable(text string, lines bool) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		if lines {
			return unicode.Is(unicode.Cc, r) && r != '\t' && r != '\n' && r != '\r'
		}
		return unicode.Is(unicode.Cc, r) || r == '\u2028' || r == '\u2029' ||
			(r >= '\u202A' && r <= '\u202E') || (r >= '\u2066' && r <= '\u2069')
	}) < 0
}
