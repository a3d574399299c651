package contact

import (
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// words are the words of a site; what it leaves out is the main site's.
type words struct{ own, main *site.Site }

func (w words) errors(pick func(*site.Errors) site.Text) site.Text {
	if text := pick(&w.own.Errors); text != "" {
		return text
	}
	return pick(&w.main.Errors)
}

// rule is what the words of a check may refer to.
type rule struct {
	min, max   int
	date, zone string
	step       string
	types      string
}

// check returns the site's words for what is wrong with a field.
func (w words) check(pick func(*site.Checks) site.Text, rule rule) site.Text {
	text := pick(&w.own.Checks)
	if text == "" {
		text = pick(&w.main.Checks)
	}
	return site.Text(strings.NewReplacer(
		"{min}", strconv.Itoa(rule.min), "{max}", strconv.Itoa(rule.max), "{date}", rule.date, "{zone}", rule.zone,
		"{step}", rule.step, "{types}", rule.types,
	).Replace(string(text)))
}
