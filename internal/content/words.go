package content

import (
	"fmt"
	"reflect"
	"strings"

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
		var missing []string
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
			if taken.text == "" && s == r.main && optionalWords[path] == "" {
				missing = append(missing, strings.TrimPrefix(path, group.key+"."))
			}
			if isPeriod {
				s.periods[period] = taken
			}
		}
		if len(missing) > 0 && !s.file.broken {
			path := group.key
			if own.IsZero() {
				path = ""
			}
			r.deps.add(s.file.doc.AtKey(path, "missing-label", fmt.Sprintf("The main site must say all words of `%s`; missing are %s.", group.key, listed(missing)),
				"Other sites take them from here. `marquee init` with the name of an empty folder writes a site that has them all, to copy from."))
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
