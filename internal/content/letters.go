package content

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/site"
)

// letters are the characters beyond ASCII that the words of a file have; those of
// titles once more.
type letters struct{ all, titles []rune }

// lettersOf collects the characters of a parsed value. Words that no page shows, such
// as those of mails, do not count.
func lettersOf(value any) letters {
	all, titles := map[rune]bool{}, map[rune]bool{}
	var walk func(v reflect.Value, title bool)
	note := func(words string, title bool) {
		for _, r := range words {
			if r <= unicode.MaxASCII || !isWritten(r) {
				continue
			}
			if all[r] = true; title {
				titles[r] = true
			}
		}
	}
	walk = func(v reflect.Value, title bool) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem(), title)
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), title)
			}
		case reflect.Struct:
			if v.Type() == markdownType {
				note(string(v.Addr().Interface().(*site.Markdown).Source), false)
				return
			}
			words := wordsIn(v.Type())
			if words.entries {
				walkCollection(v.Addr(), walk)
			}
			for _, field := range words.fields {
				walk(v.Field(field.index), field.title)
			}
		case reflect.String:
			if v.Type() == textType {
				note(v.String(), title)
			}
		}
	}
	walk(reflect.ValueOf(value), false)
	return letters{slices.Sorted(maps.Keys(all)), slices.Sorted(maps.Keys(titles))}
}

var (
	textType, markdownType = reflect.TypeFor[site.Text](), reflect.TypeFor[site.Markdown]()
	wordTypes              sync.Map // reflect.Type of a struct -> wordType
)

// wordType is where a struct may hold words that a page shows.
type wordType struct {
	entries bool // whether it is a collection
	fields  []wordField
}

type wordField struct {
	index int
	title bool
}

// collected is a collection of any type.
type collected interface {
	IDs() []string
	AnyEntry(id string) (entry any, known bool)
}

// wordsIn looks into a type once.
func wordsIn(t reflect.Type) wordType {
	if known, ok := wordTypes.Load(t); ok {
		return known.(wordType)
	}
	words := wordType{entries: reflect.PointerTo(t).Implements(reflect.TypeFor[collected]())}
	switch t {
	case reflect.TypeFor[site.Mail](), reflect.TypeFor[site.MailWords](), reflect.TypeFor[site.Theme]():
	default:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && f.Tag.Get("yaml") != "-" && mayHoldWords(f.Type) {
				words.fields = append(words.fields, wordField{i, f.Name == "Title" || f.Name == "Name"})
			}
		}
	}
	wordTypes.Store(t, words)
	return words
}

func mayHoldWords(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return mayHoldWords(t.Elem())
	case reflect.String:
		return t == textType
	case reflect.Struct, reflect.Interface:
		return true
	}
	return false
}

// walkCollection visits the entries of a collection.
func walkCollection(v reflect.Value, walk func(reflect.Value, bool)) {
	entries := v.Interface().(collected)
	for _, id := range entries.IDs() {
		if entry, known := entries.AnyEntry(id); known {
			walk(reflect.ValueOf(entry), false)
		}
	}
}

// isWritten leaves out what fonts of text need not have: drawn signs, emoji, arrows.
func isWritten(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || unicode.IsPunct(r) || unicode.Is(unicode.Sc, r)
}

// warnLetters compares the words of each site with the fonts of its theme.
func (r *resolver) warnLetters() {
	bySite := map[string]*[2]map[rune]bool{}
	var words *[2]map[rune]bool // of the site of the last file: those of a site follow each other
	last := ""
	for i, entry := range r.tree.list {
		f := r.tree.files[i]
		if f == nil || f.broken {
			continue
		}
		if words == nil || entry.site != last {
			if last = entry.site; bySite[last] == nil {
				bySite[last] = &[2]map[rune]bool{{}, {}}
			}
			words = bySite[last]
		}
		letters := f.letters()
		for _, r := range letters.all {
			words[0][r] = true
		}
		for _, r := range letters.titles {
			words[1][r] = true
		}
	}
	for _, s := range r.sites {
		of := bySite[s.id]
		if of == nil || s.file.broken {
			continue
		}
		fonts := s.raw.Theme.Fonts
		r.warnFamily(s, "theme.fonts.text", fonts.Text, of[0], true)
		if fonts.Display != fonts.Text {
			r.warnFamily(s, "theme.fonts.display", fonts.Display, of[1], false)
		}
	}
}

// warnFamily says which characters a family lacks. A font of text also needs those of English.
func (r *resolver) warnFamily(s *siteState, path, family string, needed map[rune]bool, ascii bool) {
	has := r.familyHas(s, family)
	if has == nil {
		return
	}
	var missing []rune
	for c := rune('!'); ascii && c <= '~'; c++ {
		if (unicode.IsLetter(c) || unicode.IsDigit(c)) && !has(c) {
			missing = append(missing, c)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(needed)) {
		if !has(c) {
			missing = append(missing, c)
		}
	}
	if len(missing) == 0 {
		return
	}
	const shown = 12
	var words []string
	for _, c := range missing[:min(shown, len(missing))] {
		if unicode.IsMark(c) {
			words = append(words, fmt.Sprintf("U+%04X", c))
		} else {
			words = append(words, string(c))
		}
	}
	list := strings.Join(words, " ")
	if more := len(missing) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	what := "characters"
	if script := scriptOf(missing); script != "" {
		what = script + " letters"
	}
	s.deps.add(s.file.doc.Warn(path, "missing-letters", fmt.Sprintf("The font %s lacks %s that this site uses: %s.", family, what, list),
		"Visitors see these in another font. Take a font that has them; one of your own goes into the folder fonts."))
}

// familyHas tells which characters a family has; nil where nobody knows.
func (r *resolver) familyHas(s *siteState, family string) func(rune) bool {
	for _, own := range s.raw.Theme.Fonts.Families {
		if own.Name != family {
			continue
		}
		var files []*fontfile.Font
		for _, src := range own.Files {
			if found := r.tree.media[s.id+"/"+src]; found != nil && found.Font != nil {
				files = append(files, found.Font)
			}
		}
		if len(files) == 0 {
			return nil
		}
		return func(c rune) bool { return slices.ContainsFunc(files, func(f *fontfile.Font) bool { return f.Has(c) }) }
	}
	if r.options.FontHas == nil || !slices.Contains(r.options.Fonts, family) {
		return nil
	}
	return func(c rune) bool { return r.options.FontHas(family, c) }
}

// scriptOf names the script that all letters belong to, where it is not Latin.
func scriptOf(missing []rune) string {
	for name, table := range unicode.Scripts {
		if name != "Latin" && name != "Common" && name != "Inherited" && !slices.ContainsFunc(missing, func(c rune) bool { return !unicode.Is(table, c) }) {
			return strings.ReplaceAll(name, "_", " ")
		}
	}
	return ""
}
