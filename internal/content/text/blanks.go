package text

import (
	"regexp"
	"slices"
	"strings"
)

// lenientBrace finds a brace that stands alone, and what follows it up to where it ends.
var lenientBrace = regexp.MustCompile(`\{([^{}]*)(\}*)`)

// Blanks finds the blanks of a text that nobody fills in. The text is as it was typed, its
// references unresolved.
func Blanks(text string, known []string) []Problem {
	if !hasLoneBrace(text) {
		return nil
	}
	wrong := problems{whole: text}
	tokens(text, func(t token) {
		if t.reference {
			return
		}
		for _, found := range lenientBrace.FindAllStringSubmatchIndex(text[t.start:t.end], -1) {
			typed, name := text[t.start+found[0]:t.start+found[1]], text[t.start+found[2]:t.start+found[3]]
			wrong.add(t.start+found[0], blankProblem(typed, strings.TrimSpace(name), known))
		}
	})
	return wrong.found
}

// blankProblem says what is wrong with a blank, if anything.
func blankProblem(typed, name string, known []string) Problem {
	example := "name"
	if len(known) > 0 {
		example = known[len(known)-1]
	}
	const asItIs = "People would read %q as it is: nothing "
	switch {
	case typed == "{"+name+"}" && slices.Contains(known, name):
		return Problem{}
	case !strings.HasSuffix(typed, "}"):
		first, _, _ := strings.Cut(name, " ")
		return Wrong("open-blank", "Close it with }, such as {"+example+"}.", "The brace of %q is never closed.", Shortened("{"+first))
	case name == "":
		return Wrong("empty-blank", "Write a name such as {"+example+"}, or remove the braces.", "There is nothing between { and }.")
	case slices.Contains(known, name):
		return Wrong("bad-blank", "Write {"+name+"}.",
			"%q would be read as it is: a name that is filled in has one brace on each side, and nothing else.", typed)
	case singleBrace.MatchString(typed): // reported as a reference that lacks braces
		return Problem{}
	case len(known) == 0:
		return Wrong("unknown-blank", "Write the words out.", asItIs+"is filled in here.", Shortened(typed))
	}
	braced := make([]string, len(known))
	for i, word := range known {
		braced[i] = "{" + word + "}"
	}
	hint := DidYouMean("{"+name+"}", braced, "What can be filled in: "+Listed(braced)+".")
	return Wrong("unknown-blank", hint, asItIs+"of that name is filled in here.", Shortened(typed))
}
