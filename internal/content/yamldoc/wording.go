package yamldoc

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/evenlight/marquee/internal/site"
)

// scope is where in the file the decoder is, to name things in sentences.
type scope struct {
	name  string // of a key; a sentence part for everything else
	index int    // of an item, from 0
	kind  scopeKind
	// Whether the key must be there.
	required bool
}

type scopeKind uint8

const (
	scopeWhole scopeKind = iota // name is all there is to say: The page
	scopeKey                    // name is a key
	scopeItem                   // name is the key of the list
)

// subject begins a sentence about the value.
func (s scope) subject() string {
	switch s.kind {
	case scopeKey:
		return "`" + shorten(s.name, 40) + "`"
	case scopeItem:
		return fmt.Sprintf("Item %d of `%s`", s.index+1, shorten(s.name, 40))
	}
	return s.name
}

// nouns name what a file or an entry of a collection is.
var nouns = map[reflect.Type]string{
	reflect.TypeFor[site.Site]():        "site",
	reflect.TypeFor[site.Page]():        "page",
	reflect.TypeFor[site.Legal]():       "document",
	reflect.TypeFor[site.Product]():     "product",
	reflect.TypeFor[site.Plan]():        "plan",
	reflect.TypeFor[site.Industry]():    "industry",
	reflect.TypeFor[site.Form]():        "form",
	reflect.TypeFor[site.Person]():      "person",
	reflect.TypeFor[site.Testimonial](): "testimonial",
	reflect.TypeFor[site.ImageNote]():   "picture",
	reflect.TypeFor[site.Section]():     "block",
	reflect.TypeFor[site.Fact]():        "fact",
}

func noun(t reflect.Type, otherwise string) string {
	if word, known := nouns[t]; known {
		return word
	}
	return otherwise
}

func didYouMean(word string) string { return fmt.Sprintf("Did you mean %q?", word) }

// oneOf lists choices: a, b or c.
func oneOf(choices []string) string {
	if len(choices) == 1 {
		return choices[0]
	}
	return strings.Join(choices[:len(choices)-1], ", ") + " or " + choices[len(choices)-1]
}

// quoteShort quotes what was typed, so that it can stand in a sentence.
func quoteShort(text string) string { return strconv.Quote(shorten(text, 40)) }

func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}

// slugExample turns what was typed into a name that would do.
func slugExample(text string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(shorten(text, 40)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			out.WriteRune(r)
		case unicode.IsSpace(r) || r == '_' || r == '-' || r == '.' || r == '/':
			if out.Len() > 0 && !strings.HasSuffix(out.String(), "-") {
				out.WriteByte('-')
			}
		}
	}
	if name := strings.Trim(out.String(), "-"); name != "" {
		return name
	}
	return "book-a-call"
}

// article puts a or an before a key, or nothing before the key of a list.
func article(f *field) string {
	key := "`" + f.name + "`"
	if f.shape.form == formList {
		return key
	}
	if strings.ContainsRune("aeiou", rune(f.name[0])) {
		return "an " + key
	}
	return "a " + key
}

// kindWords names what is at a place, as in "but a list stands here".
func kindWords(n *node) string {
	switch n.kind {
	case kindList:
		return "a list"
	case kindKeys:
		return "a set of keys"
	}
	return "text"
}
