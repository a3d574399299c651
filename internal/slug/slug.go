// Package slug makes names for addresses out of words.
package slug

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Pattern matches names that can be part of an address: small letters, digits, and single hyphens between them.
var Pattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Letters that are no letter with an accent, and those that a language writes as two where it has no accents.
var (
	letters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "å", "a", "ł", "l", "đ", "d", "ð", "d",
		"þ", "th", "ı", "i")
	german   = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")
	nordic   = strings.NewReplacer("æ", "ae", "ø", "oe", "å", "aa")
	spelling = map[string]*strings.Replacer{"de": german, "da": nordic, "nb": nordic, "nn": nordic, "no": nordic}
)

// Make makes an anchor or a file name of words in a language such as de-CH, or "" for any: "Who We Are" becomes
// who-we-are, and letters lose their accents, or are written as the language does: fünf is fuenf in German. Words
// without a single Latin letter or digit give the empty string.
func Make(words, language string) string {
	words = strings.ToLower(norm.NFC.String(words))
	base, _, _ := strings.Cut(language, "-")
	if own := spelling[strings.ToLower(base)]; own != nil {
		words = own.Replace(words)
	}
	var out strings.Builder
	gap := false
	for _, c := range norm.NFKD.String(letters.Replace(words)) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			if gap && out.Len() > 0 {
				out.WriteByte('-')
			}
			gap = false
			out.WriteRune(c)
		case unicode.Is(unicode.Mn, c) || c == '\'' || c == '’':
		default:
			gap = true
		}
	}
	return out.String()
}

// Name is [Make], or, where words are not written in Latin letters, a kind and a short hash of the words: it stays the
// same wherever they stand.
func Name(kind, words, language string) string {
	made := Make(words, language)
	foreign := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }
	if made != "" && !strings.ContainsFunc(words, foreign) {
		return made
	}
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(norm.NFC.String(words)))))
	return kind + "-" + hex.EncodeToString(sum[:4])
}
