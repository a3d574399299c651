package text

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Letters is a set of characters beyond ASCII that fonts of text must have: what is no drawn
// sign, emoji or arrow.
type Letters map[rune]bool

// Add adds the characters of some words.
func (l *Letters) Add(words string) {
	for _, c := range words {
		if c > unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c) || unicode.IsPunct(c) || unicode.Is(unicode.Sc, c)) {
			if *l == nil {
				*l = Letters{}
			}
			(*l)[c] = true
		}
	}
}

// Missing names the characters that a font lacks, such as "Greek letters that this site uses:
// Ω", or returns "". A font of text also needs those of English.
func (l Letters) Missing(has func(rune) bool, english bool) string {
	var missing []rune
	for c := rune('!'); english && c <= '~'; c++ {
		if (unicode.IsLetter(c) || unicode.IsDigit(c)) && !has(c) {
			missing = append(missing, c)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(l)) {
		if !has(c) {
			missing = append(missing, c)
		}
	}
	if len(missing) == 0 {
		return ""
	}

	const shown = 12
	var list strings.Builder
	for _, c := range missing[:min(shown, len(missing))] {
		if unicode.IsMark(c) {
			fmt.Fprintf(&list, " U+%04X", c)
		} else {
			fmt.Fprintf(&list, " %c", c)
		}
	}
	if more := len(missing) - shown; more > 0 {
		fmt.Fprintf(&list, " and %d more", more)
	}
	what := "characters"
	if script := scriptOf(missing); script != "" {
		what = script + " letters"
	}
	return what + " that this site uses:" + list.String()
}

// scriptOf names the script that all letters belong to, where it is not Latin.
func scriptOf(letters []rune) string {
	for name, table := range unicode.Scripts {
		if name != "Latin" && name != "Common" && name != "Inherited" &&
			!slices.ContainsFunc(letters, func(c rune) bool { return !unicode.Is(table, c) }) {
			return strings.ReplaceAll(name, "_", " ")
		}
	}
	return ""
}
