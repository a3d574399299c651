package contact

import (
	"strings"
	"time"
)

// A submission is a suspect when the weights of its signs add up to this.
const threshold = 100

// sign is something that spam has more often than what people write.
type sign struct {
	// Its name in the outbox, in logs and metrics.
	name   string
	weight int
	// What it means, for people: continues "suspect because".
	words string
	seen  func(e *evidence) bool
}

// signs are all of them. Of several with one name only the first one that is seen
// counts. What happens to honest people is never enough alone, nor together with
// what goes with it: without script a form has no age, an old browser does not say
// where it comes from, a language school sends from one address.
var signs = []sign{
	{"honeypot", 100, "the field that people do not see is filled in", func(e *evidence) bool { return e.trapped }},
	{"fast", 100, "it was sent within two seconds, sooner than anybody can type", func(e *evidence) bool { return e.age >= 0 && e.age < fastest }},
	{"link", 100, "there is a link where a name belongs", func(e *evidence) bool { return e.linkedName }},

	{"repeated", 100, "six or more addresses sent nearly the same words within an hour", func(e *evidence) bool { return e.senders >= 6 }},
	{"repeated", 70, "several addresses sent nearly the same words within an hour", func(e *evidence) bool { return e.senders >= 3 }},
	{"resent", 100, "its address sent nearly the same words ten times within an hour", func(e *evidence) bool { return e.repeats >= 10 }},
	{"resent", 70, "its address sent nearly the same words five times within an hour", func(e *evidence) bool { return e.repeats >= 5 }},

	{"markup", 70, "there are links in it written as HTML or BBCode", func(e *evidence) bool { return e.markup }},
	{"links", 60, "there are six links or more in it", func(e *evidence) bool { return e.links >= 6 }},
	{"links", 30, "there are several links in it", func(e *evidence) bool { return e.links >= 3 }},
	{"pasted", 30, "a long text was filled in within seconds", func(e *evidence) bool { return e.age >= 0 && e.letters > pastedLetters(e.age) }},

	{"rate", 70, "its address sends more than four times as much as usual", func(e *evidence) bool { return e.excess >= 4 }},
	{"rate", 30, "its address sends more than twice as much as usual", func(e *evidence) bool { return e.excess >= 2 }},
	{"rate", 20, "its address sends more than usual", func(e *evidence) bool { return e.excess >= 1 }},
	{"budget", 100, "its address has used up its share of the day", func(e *evidence) bool { return e.beyondDay }},
	{"site-budget", 100, "its site has taken as much as it takes in a day (--form-site-daily)", func(e *evidence) bool { return e.beyondSite }},

	// All three are a script's, or a program of the website's owner: the first of a day
	// are taken for the latter.
	{"no-age", 30, "nothing says how long the form was on the screen", func(e *evidence) bool { return e.age < 0 }},
	{"no-browser", 30, "no browser said which page it comes from", func(e *evidence) bool { return !e.fromBrowser }},
	{"no-language", 30, "no browser said which languages its reader speaks", func(e *evidence) bool { return !e.saysLanguage }},
	{"script", 20, "more than ten came from its address without a browser within a day, or more than thirty from all", func(e *evidence) bool { return e.scripted }},
}

// evidence is what is known of a post when it is weighed.
type evidence struct {
	trapped, linkedName, markup bool
	fromBrowser, saysLanguage   bool
	// Whether its address sent enough without any sign of a browser today.
	scripted bool
	// How long the form was on the screen; negative where nobody said.
	age time.Duration
	// What stands in the free text.
	letters, links int
	// How many addresses sent nearly the same words lately, and how often its own did.
	senders, repeats int
	// How many times as much as usual its address sends, and whether that is more than its share of a day.
	excess    int
	beyondDay bool
	// Whether it is more than its site takes in a day.
	beyondSite bool
}

// People need longer than this for the shortest form.
const fastest = 2 * time.Second

// pastedLetters is how many letters nobody types in a time, though many paste them.
func pastedLetters(age time.Duration) int { return 60 + int(25*age.Seconds()) }

// weigh returns the names of the signs, joined by commas, of what is a suspect;
// nothing of anything else.
func weigh(e *evidence) string {
	var names []string
	sum := 0
	for i := range signs {
		s := &signs[i]
		if len(names) > 0 && names[len(names)-1] == s.name || !s.seen(e) {
			continue
		}
		names, sum = append(names, s.name), sum+s.weight
	}
	if sum < threshold {
		return ""
	}
	return strings.Join(names, ",")
}

// Reasons says in words what the signs of a suspect mean, one sentence each. A
// name that is not known, of another version of this program, stands for itself.
func Reasons(suspect string) []string {
	var all []string
	for name := range strings.SplitSeq(suspect, ",") {
		words := name
		for i := range signs {
			if signs[i].name == name {
				words = signs[i].words // the mildest, which all of the name are
			}
		}
		all = append(all, words)
	}
	return all
}
