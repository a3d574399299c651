package schema

import "strings"

// rules are the words of a validate tag: name and parameter. The rules after
// dive belong to the entries of a list.
type rules struct {
	words map[string]string
	// The tag of the entries.
	entries string
}

func parseRules(tag string) rules {
	own, entries, _ := strings.Cut(","+tag, ",dive")
	parsed := rules{words: map[string]string{}, entries: strings.TrimPrefix(entries, ",")}
	for word := range strings.SplitSeq(own, ",") {
		if word == "" {
			continue
		}
		name, parameter, _ := strings.Cut(word, "=")
		parsed.words[name] = parameter
	}
	return parsed
}

func (r rules) has(name string) bool {
	_, known := r.words[name]
	return known
}

// choices returns the values of oneof; there are none where anything goes.
func (r rules) choices() []string { return strings.Fields(r.words["oneof"]) }

// below returns the rules for the entries of a list.
func (r rules) below() rules { return parseRules(r.entries) }
