package contact

import (
	"cmp"

	"github.com/evenlight/marquee/internal/site"
)

// words are the words of a site; what it leaves out is the main site's.
type words struct{ own, main *site.Site }

func (w words) errors(pick func(*site.Errors) site.Text) site.Text {
	return cmp.Or(pick(&w.own.Errors), pick(&w.main.Errors))
}

// check returns the site's words for what is wrong with a field.
func (w words) check(pick func(*site.Checks) site.Text, rule site.Rule) site.Text {
	return rule.Say(cmp.Or(pick(&w.own.Checks), pick(&w.main.Checks)))
}
