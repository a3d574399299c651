package typography

import "strings"

// marks are the quotation marks of a language. Its apostrophe is ’ everywhere.
type marks struct{ open, shut, openInner, shutInner string }

// As the Unicode Consortium lists them (CLDR, delimiters).
var languages = map[string]marks{
	"bg": {"„", "“", "„", "“"},
	"cs": {"„", "“", "‚", "‘"},
	"da": {"“", "”", "‘", "’"},
	"de": {"„", "“", "‚", "‘"},
	"en": {"“", "”", "‘", "’"},
	"es": {"“", "”", "‘", "’"},
	"fi": {"”", "”", "’", "’"},
	"fr": {"«\u00a0", "\u00a0»", "“", "”"},
	"ga": {"“", "”", "‘", "’"},
	"hr": {"„", "”", "‚", "’"},
	"hu": {"„", "”", "»", "«"},
	"is": {"„", "“", "‚", "‘"},
	"it": {"“", "”", "‘", "’"},
	"nb": {"«", "»", "‘", "’"},
	"nl": {"“", "”", "‘", "’"},
	"no": {"«", "»", "‘", "’"},
	"pl": {"„", "”", "‚", "’"},
	"pt": {"“", "”", "‘", "’"},
	"ro": {"„", "”", "«", "»"},
	"sk": {"„", "“", "‚", "‘"},
	"sl": {"„", "“", "‚", "‘"},
	"sv": {"”", "”", "’", "’"},
	"tr": {"“", "”", "‘", "’"},
}

// marksOf returns the marks of a language such as en or en-GB.
func marksOf(language string) (marks, bool) {
	primary, _, _ := strings.Cut(language, "-")
	found, known := languages[strings.ToLower(primary)]
	return found, known
}
