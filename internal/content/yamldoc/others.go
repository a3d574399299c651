package yamldoc

import (
	_ "embed"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

var (
	//go:embed keys.txt
	keysText string
	//go:embed rules.txt
	rulesText string
	//go:embed placeholders.txt
	placeholdersText string

	pageType  = reflect.TypeFor[site.Page]()
	timesPlan = plan.Of(reflect.TypeFor[site.SectionTimes]())
	// Of keys that a type does not have and people write, such as other programs have them, the one that is meant, or -,
	// and what to do.
	otherKeys = byFirst(keysText)
	// Of rules, the code of the problem, what is wrong with a subject and what was typed for it, and what to do.
	ruleWords    = byFirst(rulesText)
	placeholders = strings.Split(strings.TrimSpace(placeholdersText), "\n")
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

// placeholder reports a text of a page that is still that of the scaffold, once others may see the page.
func (d *decoder) placeholder(n *node, subject string) {
	says := func(key string) bool {
		return slices.ContainsFunc(d.source.root.children, func(n node) bool { return n.key == key && n.text == "true" })
	}
	at := slices.IndexFunc(placeholders, func(words string) bool {
		part, found := strings.CutPrefix(words, "…") // of a longer text
		return words == n.text || found && strings.Contains(n.text, part)
	})
	if at < 0 || d.root.Go != pageType || says("draft") || says("noIndex") {
		return
	}
	d.report(n.at, "placeholder", fmt.Sprintf("%s still has the words of the scaffold: %s.",
		subject, quoteShort(strings.TrimPrefix(placeholders[at], "…"))),
		"Write your own, or keep the page a draft: draft: true.")
}
