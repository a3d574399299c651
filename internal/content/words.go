package content

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// word is a text of site.yaml that belongs to no page, such as labels.close. What a site leaves
// out is taken from the main site, which must have them all but those of optionalWords.
type word struct {
	group, key, path string
	index            []int // of the field in a site
}

// words are all of them, as they follow each other in their groups.
var words = func() (all []word) {
	for _, name := range []string{"Labels", "Errors", "Checks", "MailWords"} {
		group, _ := reflect.TypeFor[site.Site]().FieldByName(name)
		for i := range group.Type.NumField() {
			name, key := group.Tag.Get("yaml"), group.Type.Field(i).Tag.Get("yaml")
			all = append(all, word{name, key, name + "." + key, []int{group.Index[0], i}})
		}
	}
	return all
}()

// of returns the word of a site.
func (w word) of(s *site.Site) *site.Text {
	return reflect.ValueOf(s).Elem().FieldByIndex(w.index).Addr().Interface().(*site.Text)
}

// optionalWords came when there were sites already, which stay good without them until a page
// shows what needs them. Each has words that could be taken, as they stand in the file. Whoever
// shows errors.offline has other words to show instead.
var optionalWords = map[string]string{
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

// blanksOf are the names in braces that are filled in: the rules of a form in its checks, and
// what mails about forms of all kinds know.
var blanksOf = map[string][]string{
	"checks.tooShort": {"min", "max"}, "checks.tooLong": {"min", "max"},
	"checks.date": {"date", "zone"}, "checks.datePast": {"date", "zone"}, "checks.dateFar": {"date", "zone"},
	"checks.tooLow": {"min", "max"}, "checks.tooHigh": {"min", "max"}, "checks.step": {"step", "min"},
	"checks.fileType": {"types"}, "checks.fileSize": {"max"}, "checks.fileCount": {"max"},
	"mailWords.reply": {"reference"}, "mailWords.whyVisitor": {"reference"},
	"mailWords.digestSubject": {"count", "form"}, "mailWords.digestText": {"count", "form"},
}

// periodLabels are the words that stand behind a price, by where they are written.
var periodLabels = map[string]string{"labels.perMonth": "month", "labels.perYear": "year", "labels.once": "once"}

// label is the words for a period, and the site that says them.
type label struct {
	text  site.Text
	owner *siteState
	path  string
}

// resolveLabels finds the words for periods, and those that the main site lacks.
func (r *resolver) resolveLabels(s *siteState) {
	s.periods = map[string]label{}
	missing := map[string][]string{}
	said := map[string]bool{} // the groups of which the site has some word
	for _, w := range words {
		taken := label{*w.of(s.raw), s, w.path}
		if taken.text != "" {
			said[w.group] = true
		} else if s == r.main && optionalWords[taken.path] == "" {
			missing[w.group] = append(missing[w.group], w.key)
		}
		if period := periodLabels[taken.path]; period != "" {
			if taken.text == "" && r.main != nil {
				taken.text, taken.owner = *w.of(r.main.raw), r.main
			}
			s.periods[period] = taken
		}
	}
	for group, keys := range missing {
		if s.file.broken {
			return
		}
		path := group
		if !said[group] {
			path = ""
		}
		r.deps.add(s.file.doc.AtKey(path, "missing-label", fmt.Sprintf("The main site must say all words of `%s`; missing are %s.", group, text.Listed(keys)),
			"Other sites take them from here. `marquee init` with the name of an empty folder writes a site that has them all, to copy from."))
	}
}

// inheritWords fills in the words that a site leaves out, and who gets its mail.
func (r *resolver) inheritWords(s *siteState) {
	if r.main == nil || s == r.main || r.main.out == nil {
		return
	}
	for _, w := range words {
		if own := w.of(s.out); *own == "" {
			*own = *w.of(r.main.out)
		}
	}
	if len(s.out.Mail.Recipients) == 0 {
		s.out.Mail.Recipients = r.main.out.Mail.Recipients
	}
	if s.out.Mail.From == "" {
		s.out.Mail.From = r.main.out.Mail.From
	}
}

// checkWords looks at the blanks of the words that a site says itself.
func (s *scope) checkWords() {
	for _, w := range words {
		if w.group == "checks" || w.group == "mailWords" {
			s.report(text.Blanks(string(*w.of(s.owner.raw)), blanksOf[w.path]), (&place{key: w.group}).child(w.key))
		}
	}
}

// neededWord is an optional word that something shows and that nobody says.
type neededWord struct {
	path string          // such as labels.close
	of   *siteState      // whose visitors would read it
	at   yamldoc.Problem // where it is needed
}

// needWords notes those of the optional words that neither the site nor the main site
// says. The path is of what needs them, in the file of the scope.
func (s *scope) needWords(of *siteState, path string, needed ...string) {
	main := s.resolver.main
	if main == nil || main.file.broken || of.file.broken {
		return
	}
	for _, w := range words {
		if slices.Contains(needed, w.path) && *w.of(of.raw) == "" && *w.of(main.raw) == "" {
			s.deps.words = append(s.deps.words, neededWord{w.path, of, s.file.doc.At(path, "missing-label", "", "")})
		}
	}
}

// reportWords says once for each site which words it needs and nobody says, at the
// first place that needs one.
func (r *resolver) reportWords(needed []neededWord) {
	for _, s := range r.sites {
		var places []yamldoc.Problem
		missing := map[string]bool{}
		for _, word := range needed {
			if word.of == s {
				places, missing[word.path] = append(places, word.at), true
			}
		}
		if len(places) == 0 {
			continue
		}
		yamldoc.Sort(places)
		problem, lines, group := places[0], "", ""
		var keys []string
		for _, w := range words {
			if !missing[w.path] {
				continue
			}
			if w.group != group {
				group = w.group
				lines += fmt.Sprintf("\n  %s:", group)
			}
			lines += fmt.Sprintf("\n    %s: %s", w.key, optionalWords[w.path])
			keys = append(keys, w.key)
		}
		problem.Message = fmt.Sprintf("Words that visitors would read here are missing: %s.", text.Listed(keys))
		if len(keys) == 1 {
			problem.Message = fmt.Sprintf("A word that visitors would read here is missing: %s.", keys[0])
		}
		problem.Hint = fmt.Sprintf("Add these lines to %s, in the language of the site; a key that is there already takes what stands below it:%s", r.main.file.path, lines)
		s.deps.add(problem)
	}
}
