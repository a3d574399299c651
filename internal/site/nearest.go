package site

import (
	"slices"
	"strings"
)

// Nearest returns the word of the list that was most likely meant, and whether one is near enough: about one typing
// mistake for every three characters, where two letters that changed places are one mistake.
func Nearest(word string, among []string) (string, bool) {
	if word == "" || len(word) > 64 {
		return "", false
	}
	typed := []rune(strings.ToLower(word))
	limit := 1 + (len(typed)-1)/3
	best, found := "", false
	for _, candidate := range among {
		meant := []rune(strings.ToLower(candidate))
		if len(meant)-len(typed) > limit || len(typed)-len(meant) > limit {
			continue
		}
		distance := editDistance(typed, meant)
		// Words that share no letter are not near, however short they are.
		if distance > limit || distance >= max(len(typed), len(meant)) {
			continue
		}
		begins := distance == limit && strings.HasPrefix(string(typed), string(meant))
		if !found || distance < limit || begins {
			best, found, limit = candidate, true, distance
		}
	}
	return best, found
}

// NearestName is Nearest among names of which there are thousands, so that words of other languages come near to some by
// chance: about one typing mistake in five letters, or letters in another order.
func NearestName(name string, among []string) (string, bool) {
	near, found := Nearest(name, among)
	typed, meant := []rune(strings.ToLower(name)), []rune(near)
	sorted := func(letters []rune) []rune { return slices.Sorted(slices.Values(letters)) }
	found = found && (editDistance(typed, meant) <= len(typed)/5 || slices.Equal(sorted(typed), sorted(meant)))
	return near, found
}

// editDistance is the optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
func editDistance(a, b []rune) int {
	previous2 := make([]int, len(b)+1)
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			current[j] = min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], previous2[j-2]+1)
			}
		}
		previous2, previous, current = previous, current, previous2
	}
	return previous[len(b)]
}
