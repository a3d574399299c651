package content

import (
	"fmt"
	"reflect"

	"github.com/evenlight/marquee/internal/site"
)

// wordGroups are the words that belong to no page. What a site leaves out of
// them is taken from the main site, which must have them all.
var wordGroups = []wordGroup{
	{"labels", func(of *site.Site) reflect.Value { return reflect.ValueOf(&of.Labels).Elem() }, nil, pathsOf[site.Labels]("labels")},
	{"errors", func(of *site.Site) reflect.Value { return reflect.ValueOf(&of.Errors).Elem() }, nil, pathsOf[site.Errors]("errors")},
	{"checks", func(of *site.Site) reflect.Value { return reflect.ValueOf(&of.Checks).Elem() }, checkBlanks, pathsOf[site.Checks]("checks")},
	{"mailWords", func(of *site.Site) reflect.Value { return reflect.ValueOf(&of.MailWords).Elem() }, mailWordBlanks, pathsOf[site.MailWords]("mailWords")},
}

type wordGroup struct {
	key    string
	read   func(*site.Site) reflect.Value // the group as a struct of texts that can be set
	blanks map[string][]string            // what may stand in braces, by key; nil where braces mean nothing
	paths  []string                       // of the words in the file
}

func pathsOf[T any](key string) []string {
	paths := yamlKeys(reflect.TypeFor[T]())
	for i := range paths {
		paths[i] = key + "." + paths[i]
	}
	return paths
}

// optionalWords came when there were sites already, which stay good without
// them: whoever shows them has other words to show instead.
var optionalWords = map[string]bool{
	"errors.offline": true,
	"labels.close":   true, "labels.previous": true, "labels.next": true,
	"labels.newer": true, "labels.older": true, "labels.readingTime": true, "labels.tags": true, "labels.upcoming": true, "labels.past": true,
	"labels.darkMode": true,
	"checks.number":   true, "checks.tooLow": true, "checks.tooHigh": true, "checks.step": true,
	"labels.included": true, "labels.notIncluded": true,
	"checks.fileType": true, "checks.fileSize": true, "checks.fileCount": true, "checks.fileAgain": true,
}

// needWord reports an optional word of the interface that is needed after all, and
// that neither the site nor the main site has. The problem points at what needs it.
func (s *siteState) needWord(key, word, proposal, path, message string) {
	if word == "" {
		s.deps.add(s.file.doc.At(path, "missing-label", message, fmt.Sprintf("Add a line to the labels in site.yaml, such as %s: %s.", key, proposal)))
	}
}

// label is one of these words, and the file that it was taken from.
type label struct {
	text  site.Text
	owner *siteState
	file  *file
	path  string
}

// resolveLabels finds out where each word comes from: the site, else the main site.
func (r *resolver) resolveLabels(s *siteState) {
	s.periods = map[string]label{}
	for _, group := range wordGroups {
		own := group.read(s.raw)
		if s == r.main && !s.file.broken && own.IsZero() {
			r.deps.add(s.file.doc.At("", "missing-label", fmt.Sprintf("The main site must have the key %s, with all words of that kind.", group.key),
				"Known are "+listed(yamlKeys(own.Type()))+"."))
		}
		for i := range own.NumField() {
			path := group.paths[i]
			period, isPeriod := periodLabels[path]
			if s != r.main && !isPeriod { // inheritWords does the rest
				continue
			}
			taken := label{text: own.Field(i).Interface().(site.Text), owner: s, file: s.file, path: path}
			if taken.text == "" && r.main != nil && s != r.main {
				taken.text = group.read(r.main.raw).Field(i).Interface().(site.Text)
				taken.owner, taken.file = r.main, r.main.file
			}
			if taken.text == "" && s == r.main && !s.file.broken && !own.IsZero() && !optionalWords[path] {
				r.deps.add(s.file.doc.AtKey(path, "missing-label", fmt.Sprintf("The main site must say the words of %s.", path),
					"Other sites take them from here."))
			}
			if isPeriod {
				s.periods[period] = taken
			}
		}
	}
}

func yamlKeys(t reflect.Type) []string {
	keys := make([]string, t.NumField())
	for i := range keys {
		keys[i] = t.Field(i).Tag.Get("yaml")
	}
	return keys
}

// inheritWords fills in the words that a site leaves out, and who gets its mail.
func (r *resolver) inheritWords(s *siteState) {
	if r.main == nil || s == r.main || r.main.out == nil {
		return
	}
	for _, group := range wordGroups {
		own, from := group.read(s.out), group.read(r.main.out)
		for i := range own.NumField() {
			if own.Field(i).String() == "" {
				own.Field(i).Set(from.Field(i))
			}
		}
	}
	if len(s.out.Mail.Recipients) == 0 {
		s.out.Mail.Recipients = r.main.out.Mail.Recipients
	}
	if s.out.Mail.From == "" {
		s.out.Mail.From = r.main.out.Mail.From
	}
}

// periodLabels are the words that stand behind a price, by where they are written.
var periodLabels = map[string]string{"labels.perMonth": "month", "labels.perYear": "year", "labels.once": "once"}
