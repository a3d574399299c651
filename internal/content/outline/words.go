package outline

import (
	"reflect"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// word is a text of site.yaml that belongs to no page, such as labels.close. What a site leaves
// out is taken from the main site, which must have them all but those of [OptionalWords].
type word struct {
	Group, Key, Path string
	index            []int // of the field in a site
}

// Words are all of them, as they follow each other in their groups.
var Words = func() (all []word) {
	for _, name := range []string{"Labels", "Errors", "Checks", "MailWords"} {
		group, _ := reflect.TypeFor[site.Site]().FieldByName(name)
		for i := range group.Type.NumField() {
			name, key := group.Tag.Get("yaml"), group.Type.Field(i).Tag.Get("yaml")
			all = append(all, word{name, key, name + "." + key, []int{group.Index[0], i}})
		}
	}
	return all
}()

// Of returns the word of a site.
func (w word) Of(s *site.Site) *site.Text {
	return reflect.ValueOf(s).Elem().FieldByIndex(w.index).Addr().Interface().(*site.Text)
}

// OptionalWords came when there were sites already, which stay good without them until a page
// shows what needs them. Each has words that could be taken, as they stand in the file. Whoever
// shows errors.offline has other words to show instead.
var OptionalWords = map[string]string{
	"labels.close":       "Close",
	"labels.previous":    "Previous",
	"labels.next":        "Next",
	"labels.newer":       "Newer",
	"labels.older":       "Older",
	"labels.readingTime": `"{minutes} min read"`,
	"labels.tags":        "Tags",
	"labels.upcoming":    "Upcoming",
	"labels.past":        "Past",
	"labels.darkMode":    "Dark mode",
	"labels.included":    "Included",
	"labels.notIncluded": "Not included",
	"errors.offline":     "There is no connection right now.",
	"checks.number":      "Please write a number.",
	"checks.tooLow":      "Please write {min} or more.",
	"checks.tooHigh":     "Please write {max} or less.",
	"checks.step":        "Please write a number in steps of {step}.",
	"checks.fileType":    "Please choose another type of file, such as {types}.",
	"checks.fileSize":    "Please choose a file of at most {max} MB.",
	"checks.fileCount":   "Please choose at most {max} files.",
	"checks.fileAgain":   "Please choose this file again.",
}

// periodLabels are the words that stand behind a price, by where they are written.
var periodLabels = map[string]string{"labels.perMonth": "month", "labels.perYear": "year", "labels.once": "once"}

type label struct {
	Text  site.Text
	Owner *Site
	Path  string
}

// resolveLabels finds the words for periods, and those that the main site lacks.
func (r *Website) resolveLabels(s *Site) {
	s.Periods = map[string]label{}
	missing := map[string][]string{}
	said := map[string]bool{} // the groups of which the site has some word
	for _, w := range Words {
		taken := label{*w.Of(s.Raw), s, w.Path}
		if taken.Text != "" {
			said[w.Group] = true
		} else if s == r.Main && OptionalWords[taken.Path] == "" {
			missing[w.Group] = append(missing[w.Group], w.Key)
		}
		if period := periodLabels[taken.Path]; period != "" {
			if taken.Text == "" && r.Main != nil {
				taken.Text, taken.Owner = *w.Of(r.Main.Raw), r.Main
			}
			s.Periods[period] = taken
		}
	}
	for group, keys := range missing {
		if s.File.Broken {
			return
		}
		path := group
		if !said[group] {
			path = ""
		}
		r.Deps.ErrorAtKey(s.File, path, "missing-label",
			"Other sites take them from here. `marquee init` with the name of an empty folder writes a site "+
				"that has them all, to copy from.",
			"The main site must say all words of `%s`; missing are %s.", group, text.Listed(keys))
	}
}

// NeededWord is an optional word that something shows and that nobody says.
type NeededWord struct {
	Path string          // such as labels.close
	Of   *Site           // whose visitors would read it
	At   yamldoc.Problem // where it is needed
}
