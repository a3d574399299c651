package content

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/site"
)

// letters are the characters that the words of a file need; those of titles once more.
type letters struct{ all, titles text.Letters }

// lettersOf collects the characters of a parsed file. Words that no page shows, such as those
// of mails, do not count.
func lettersOf(value any) letters {
	var found letters
	if entries, is := value.(interface {
		IDs() []string
		AnyEntry(id string) (entry any, known bool)
	}); is {
		for _, id := range entries.IDs() {
			if entry, known := entries.AnyEntry(id); known {
				found.add(reflect.ValueOf(entry), typePlanOf(reflect.TypeOf(entry)), false)
			}
		}
		return found
	}
	if settings, is := value.(*site.Site); is {
		for _, fact := range settings.Facts.All() {
			found.all.Add(string(*fact))
		}
	}
	found.add(reflect.ValueOf(value), typePlanOf(reflect.TypeOf(value)), false)
	return found
}

func (l *letters) add(v reflect.Value, p *typePlan, title bool) {
	if p.unseen {
		return
	}
	switch p.kind {
	case fieldText:
		if l.all.Add(v.String()); title {
			l.titles.Add(v.String())
		}
	case fieldMarkdown:
		l.all.Add(string(v.Addr().Interface().(*site.Markdown).Source))
	case fieldLink:
		link := v.Addr().Interface().(*site.Link)
		l.all.Add(string(link.Label + link.Hint))
	case fieldImage:
		l.all.Add(string(v.Addr().Interface().(*site.Image).Alt))
	case fieldSection:
		if body := v.Addr().Interface().(*site.Section).Body; body != nil {
			l.add(reflect.ValueOf(body), typePlanOf(reflect.TypeOf(body)), false)
		}
	case fieldStruct:
		for _, field := range p.fields {
			l.add(v.Field(field.index), field.plan, field.key == "title" || field.key == "name")
		}
	case fieldPointer:
		if !v.IsNil() {
			l.add(v.Elem(), p.elem, title)
		}
	case fieldList:
		for i := range v.Len() {
			l.add(v.Index(i), p.elem, title)
		}
	}
}

// warnLetters compares the words of each site with the fonts of its theme.
func (r *resolver) warnLetters() {
	bySite := map[string]letters{}
	for i, entry := range r.tree.list {
		f := r.tree.files[i]
		if f == nil || f.broken {
			continue
		}
		if bySite[entry.site].all == nil {
			bySite[entry.site] = letters{text.Letters{}, text.Letters{}}
		}
		maps.Copy(bySite[entry.site].all, f.letters.all)
		maps.Copy(bySite[entry.site].titles, f.letters.titles)
	}
	for _, s := range r.sites {
		if s.file.broken {
			continue
		}
		fonts := s.raw.Theme.Fonts
		r.warnFamily(s, "theme.fonts.text", fonts.Text, bySite[s.id].all, true)
		if fonts.Display != fonts.Text {
			r.warnFamily(s, "theme.fonts.display", fonts.Display, bySite[s.id].titles, false)
		}
	}
}

// warnFamily says which characters a family lacks. A font of text also needs those of English.
func (r *resolver) warnFamily(s *siteState, path, family string, needed text.Letters, english bool) {
	has := r.familyHas(s, family)
	if has == nil {
		return
	}
	if missing := needed.Missing(has, english); missing != "" {
		s.deps.add(s.file.doc.Warn(path, "missing-letters", fmt.Sprintf("The font %s lacks %s.", family, missing),
			"Visitors see these in another font. Take a font that has them; one of your own goes into the folder fonts."))
	}
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
