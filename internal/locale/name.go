package locale

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// IsTag tells whether a name is the tag of a language that CLDR knows, in small letters: de, pt-br.
func IsTag(name string) bool {
	tag, err := language.Parse(name)
	base, _ := tag.Base()
	return err == nil && name == strings.ToLower(tag.String()) && tag != language.Und &&
		display.English.Languages().Name(base) != ""
}

// TagOf returns the tag of the language that somebody means by a word, such as German, Deutsch or DE; "" for none.
func TagOf(meant string) string {
	if tag := strings.ToLower(strings.ReplaceAll(meant, "_", "-")); IsTag(tag) {
		return tag
	}
	for _, tag := range display.Supported.Tags() {
		english, own := display.English.Languages().Name(tag), display.Self.Name(tag)
		if strings.EqualFold(meant, english) || strings.EqualFold(meant, own) {
			return strings.ToLower(tag.String())
		}
	}
	return ""
}

// Name returns what a language calls itself, with a capital letter: Deutsch, العربية. A tag that CLDR does not know is
// its own name.
func Name(tag string) string {
	parsed, err := language.Parse(tag)
	name := display.Self.Name(parsed)
	if err != nil || name == "" {
		return tag
	}
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// NameIn returns what a language is called in another one: German, and in French allemand.
func NameIn(in, tag string) string {
	if names := display.Tags(language.Make(in)); names != nil && names.Name(language.Make(tag)) != "" {
		return names.Name(language.Make(tag))
	}
	return tag
}
