package content

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// optionalWords came when there were sites already, which stay good without them
// until a page shows what needs them. Each has words that could be taken, as they
// stand in the file. Whoever shows errors.offline has other words to show instead.
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

// neededWord is an optional word that something shows and that nobody says.
type neededWord struct {
	path string          // such as labels.close
	of   *siteState      // whose visitors would read it
	at   yamldoc.Problem // where it is needed
}

// needWords notes those of the optional words that neither the site nor the main site
// says. The path is of what needs them, in the file of the scope.
func (s *scope) needWords(of *siteState, path string, words ...string) {
	main := s.resolver.main
	if main == nil || main.file.broken || of.file.broken {
		return
	}
	for _, word := range words {
		if !of.says(word) && !main.says(word) {
			s.deps.words = append(s.deps.words, neededWord{word, of, s.file.doc.At(path, "missing-label", "", "")})
		}
	}
}

// says tells whether a site has a word of its own, such as labels.close.
func (s *siteState) says(word string) bool {
	for _, group := range wordGroups {
		if i := slices.Index(group.paths, word); i >= 0 {
			return group.read(s.raw).Field(i).String() != ""
		}
	}
	return false
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
		problem, lines := places[0], strings.Builder{}
		var keys []string
		for _, group := range wordGroups {
			for i, path := range slices.DeleteFunc(slices.Clone(group.paths), func(path string) bool { return !missing[path] }) {
				if i == 0 {
					fmt.Fprintf(&lines, "\n  %s:", group.key)
				}
				key := strings.TrimPrefix(path, group.key+".")
				fmt.Fprintf(&lines, "\n    %s: %s", key, optionalWords[path])
				keys = append(keys, key)
			}
		}
		problem.Message = fmt.Sprintf("Words that visitors would read here are missing: %s.", listed(keys))
		if len(keys) == 1 {
			problem.Message = fmt.Sprintf("A word that visitors would read here is missing: %s.", keys[0])
		}
		problem.Hint = fmt.Sprintf("Add these lines to %s, in the language of the site; a key that is there already takes what stands below it:%s", r.main.file.path, lines.String())
		s.deps.add(problem)
	}
}
