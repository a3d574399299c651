package yamldoc

import (
	_ "embed"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/starter"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

var (
	//go:embed keys.txt
	keysText string
	//go:embed rules.txt
	rulesText string

	pageType  = reflect.TypeFor[site.Page]()
	timesPlan = plan.Of(reflect.TypeFor[site.SectionTimes]())
	// Of keys that a type does not have and people write, such as other programs have them, the one that is meant, or -,
	// and what to do.
	otherKeys = byFirst(keysText)
	// Of rules, the code of the problem, what is wrong with a subject and what was typed for it, and what to do.
	ruleWords = byFirst(rulesText)
)

func byFirst(table string) map[string][]string {
	all := map[string][]string{}
	for _, row := range text.Rows(table) {
		all[row[0]] = row[1:]
	}
	return all
}

// curly are quotation marks that are letters to YAML, where a value begins.
var curly = regexp.MustCompile(`(?:[:,\[{]|^ *-) *[“”„‟‘’«»]`)

// sample tells of a text that is still that of the starter. A page may keep its samples until others find it; what
// other files hold, any page may show at any time, so that they are warned of from the first day.
func (d *decoder) sample(n *node, subject string) {
	samples := starter.Samples()
	at := slices.IndexFunc(samples, func(one starter.Sample) bool {
		whole := one.Key == n.key && one.Words == strings.TrimSpace(n.text)
		return whole || one.Key == "" && strings.Contains(n.text, one.Words)
	})
	if at < 0 {
		return
	}
	message := stillSample(subject, samples[at].Words)
	if d.root.Go != pageType {
		d.warn(n.at, "placeholder", message, "Write your own; what only says that it is a sample can be deleted.")
		return
	}
	for _, key := range d.source.root.children {
		if (key.key == "draft" || key.key == "noIndex") && key.text == "true" {
			return
		}
	}
	d.report(n.at, "placeholder", message, "Write your own. Until then keep the page from search engines "+
		"with noIndex: true, or from everybody with draft: true while nothing links to it.")
}

func stillSample(subject, words string) string {
	return fmt.Sprintf("%s is still a sample: %s.", subject, quoteShort(words))
}

// Sample returns the problem of a text that is still a sample; none of one that is not there.
func Sample(file string, data []byte, at string) (found []Problem) {
	s, err := readWhole(file, data)
	if err != nil {
		return nil
	}
	if _, n, rest := s.walk(at); rest == "" {
		key := at
		if list, _, isItem := cutItem(at); isItem {
			key = list
		}
		message := stillSample("`"+key[strings.LastIndexByte(key, '.')+1:]+"`", n.text)
		found = append(found, s.problem(n.at, "placeholder", message, "Write your own words."))
	}
	return found
}
