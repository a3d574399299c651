// Package slug makes names for addresses out of words.
package slug

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Pattern matches names that can be part of an address: small letters, digits, and single hyphens between them.
var Pattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Make makes an anchor or a file name of words: "Who We Are" becomes who-we-are, and letters lose their accents. Words
// without a single Latin letter or digit give the empty string.
func Make(words string) string {
	var out strings.Builder
	gap := false
	for _, c := range norm.NFKD.String(words) {
		c = unicode.ToLower(c)
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
