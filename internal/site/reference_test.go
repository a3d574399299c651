package site_test

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

const referenceCharacters = "23456789ABCDEFGHJKMNPQRTVWXYZ"

func TestReferencesAreValidAndDiffer(t *testing.T) {
	seen, used := map[string]bool{}, map[rune]int{}
	for range 10_000 {
		reference := site.NewReference()
		if !site.ValidReference(reference) || seen[reference] {
			t.Fatalf("%q, seen before: %v", reference, seen[reference])
		}
		seen[reference] = true
		for _, r := range reference[:8] {
			used[r]++
		}
	}
	delete(used, '-')
	if len(used) != len(referenceCharacters) {
		t.Errorf("%d characters are used, want %d", len(used), len(referenceCharacters))
	}
	for r, times := range used {
		// 70,000 / 29 = 2,414; five standard deviations are 240.
		if !strings.ContainsRune(referenceCharacters, r) || times < 2_170 || times > 2_660 {
			t.Errorf("%q comes %d times", r, times)
		}
	}
}

func TestEverySlipInAReferenceIsNoticed(t *testing.T) {
	for range 50 {
		reference := site.NewReference()
		for i := range reference {
			if reference[i] == '-' {
				continue
			}
			for _, other := range []byte(referenceCharacters) {
				wrong := []byte(reference)
				if wrong[i] = other; site.ValidReference(string(wrong)) != (other == reference[i]) {
					t.Fatalf("%s for %s is not noticed", wrong, reference)
				}
			}
			for j := range i {
				swapped := []byte(reference)
				swapped[i], swapped[j] = swapped[j], swapped[i]
				if swapped[j] != '-' && reference[i] != reference[j] && site.ValidReference(string(swapped)) {
					t.Fatalf("%s for %s is not noticed", swapped, reference)
				}
			}
		}
	}
}

func TestOnlyReferencesAreReferences(t *testing.T) {
	if !site.ValidReference("K7M3-9QX3") {
		t.Error("the example of the documentation is none")
	}
	for _, text := range []string{
		"", "-", "K7M3", "K7M39QX3", "K7M3-9QX", "K7M3-9QX33", "k7m3-9qx3", "K7M3_9QX3", " K7M3-9QX3", "K7M3-9QX3\n",
		"K7M3-9QX0", "K7M3-9QXÄ", "<b>3-9QX3", "\x00\x00\x00\x00-\x00\x00\x00\x00", "K7M39-QXA", "--------" + "-",
	} {
		if site.ValidReference(text) {
			t.Errorf("%q is taken for a reference", text)
		}
	}
}
