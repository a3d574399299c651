package fields

import (
	"reflect"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// Letters are the characters that the words of a file need; those of titles once more.
type Letters struct{ All, Titles text.Letters }

// LettersOf collects the characters of a parsed file. Words that no page shows, such as those
// of mails, do not count.
func LettersOf(value any) Letters {
	var found Letters
	if entries, is := value.(interface {
		IDs() []string
		AnyEntry(id string) (entry any, known bool)
	}); is {
		for _, id := range entries.IDs() {
			if entry, known := entries.AnyEntry(id); known {
				found.add(reflect.ValueOf(entry), PlanOf(reflect.TypeOf(entry)), false)
			}
		}
		return found
	}
	if settings, is := value.(*site.Site); is {
		for _, fact := range settings.Facts.All() {
			found.All.Add(string(*fact))
		}
	}
	found.add(reflect.ValueOf(value), PlanOf(reflect.TypeOf(value)), false)
	return found
}

func (l *Letters) add(v reflect.Value, p *Plan, title bool) {
	if p.unseen {
		return
	}
	switch p.Kind {
	case Text:
		if l.All.Add(v.String()); title {
			l.Titles.Add(v.String())
		}
	case Markdown:
		l.All.Add(string(v.Addr().Interface().(*site.Markdown).Source))
	case Link:
		link := v.Addr().Interface().(*site.Link)
		l.All.Add(string(link.Label + link.Hint))
	case Image:
		l.All.Add(string(v.Addr().Interface().(*site.Image).Alt))
	case Section:
		if body := v.Addr().Interface().(*site.Section).Body; body != nil {
			l.add(reflect.ValueOf(body), PlanOf(reflect.TypeOf(body)), false)
		}
	case Struct:
		for _, field := range p.Fields {
			l.add(v.Field(field.Index), field.Plan, field.Key == "title" || field.Key == "name")
		}
	case Pointer:
		if !v.IsNil() {
			l.add(v.Elem(), p.Elem, title)
		}
	case List:
		for i := range v.Len() {
			l.add(v.Index(i), p.Elem, title)
		}
	}
}
