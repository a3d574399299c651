package resolve

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// maxReferred is how many characters words may have that are referred to. Facts that refer to
// facts could double with every step otherwise.
const maxReferred = 4096

const (
	valueRaw outline.ValueState = iota
	valueOpen
	valueDone
)

// evaluateAll resolves all values, so that pages can look them up at the same time.
func (r *resolver) evaluateAll() {
	for _, s := range r.Sites {
		for _, name := range slices.Sorted(maps.Keys(s.Values)) {
			r.evaluate(s.Values[name])
		}
	}
}

// evaluate resolves a value; it reports whether that leads back to itself.
func (r *resolver) evaluate(v *outline.Value) (circular bool) {
	if v.State != valueRaw {
		return v.State == valueOpen
	}
	v.Text = v.Raw
	if v.File != nil && strings.Contains(v.Raw, "{{") {
		v.State = valueOpen
		inner := &scope{resolver: r, owner: v.Owner, file: v.File, deps: &r.Values}
		v.Text = string(inner.text(site.Text(v.Raw), outline.At(v.Path)))
	}
	v.State = valueDone
	return false
}

func (s *scope) reference(name string) (string, text.Problem) {
	switch name {
	case "today":
		return s.owner.Locale.Date(s.clock().Today(s.owner.Zone)), text.Problem{}
	case "year":
		return strconv.Itoa(s.clock().Year(s.owner.Zone)), text.Problem{}
	}
	owner, key := s.owner, name
	if id, rest, other := strings.Cut(name, "/"); other {
		owner, key = s.resolver.Named(id, s.owner), rest
		if owner == nil {
			return "", text.Wrong("unknown-reference", text.DidYouMean(id, s.resolver.SiteIDs, ""), "There is no site %q.", id)
		}
	}

	found := owner.Values[key]
	group, rest, _ := strings.Cut(key, ".")
	if found == nil {
		if owner.Broken(group) || owner.File.Broken {
			return "", text.Problem{}
		}
		message, hint := owner.UnknownValue(key)
		if blank := strings.Trim(key, "{} "); slices.Contains(s.filled, blank) {
			hint = fmt.Sprintf("It is filled in when the mail is written: write {%s}, with one brace on each side.", blank)
		}
		return "", text.Problem{Code: "unknown-reference", Message: message, Hint: hint}
	}
	if group != "site" && group != "facts" {
		id, _, _ := strings.Cut(rest, ".")
		s.deps.Show(owner, group, id)
	}
	switch {
	case s.resolver.evaluate(found):
		return "", text.Wrong("circular-reference", "Write the words out in one of the places that refer to each other.",
			"{{%s}} leads back to itself, so it has no value.", name)
	case utf8.RuneCountInString(found.Text) > maxReferred:
		return "", text.Wrong("long-reference", "Refer to short words only.",
			"The words of {{%s}} are too long to be put into a text: more than %d characters.", name, maxReferred)
	case found.Text == "" && found.File != nil && found.File.Broken: // then nobody knows
	case found.Text == "" && found.Raw == "" && !found.Suppressed:
		return "", text.Problem{Code: "empty-reference", Message: found.Empty()}
	}
	return found.Text, text.Problem{}
}
