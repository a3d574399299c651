package site

import (
	"fmt"
	"io"
	"strings"
)

// referenceAlphabet has no characters that people mistake for another one when
// they read a reference aloud or from paper: neither 0 nor O, neither 1 nor I nor
// L, no S beside 5, no U beside V. The number of characters is a prime on
// purpose, see checkCharacter.
const referenceAlphabet = "23456789ABCDEFGHJKMNPQRTVWXYZ"

const (
	// Characters of a reference without its hyphen; the last one checks the others.
	referenceLength = 8
	referenceGroup  = 4
)

// NewReference makes a short name of a submission for people, such as
// K7M3-9QX3: seven characters from random and one that checks them. There are
// 17 billion; the store says when one is taken. It returns the error of random.
func NewReference(random io.Reader) (string, error) {
	// Bytes above the greatest multiple of the alphabet's size would make its first characters likelier.
	const fair = 256 / len(referenceAlphabet) * len(referenceAlphabet)
	var (
		name [referenceLength]byte
		next [1]byte
	)
	for i := 0; i < referenceLength-1; {
		if _, err := io.ReadFull(random, next[:]); err != nil {
			return "", fmt.Errorf("read randomness: %w", err)
		}
		if int(next[0]) < fair {
			name[i] = referenceAlphabet[int(next[0])%len(referenceAlphabet)]
			i++
		}
	}
	name[referenceLength-1] = checkCharacter(string(name[:referenceLength-1]))
	return string(name[:referenceGroup]) + "-" + string(name[referenceGroup:]), nil
}

// ValidReference reports whether the text is written as NewReference writes
// them, so that nothing else is shown as a reference.
func ValidReference(text string) bool {
	if len(text) != referenceLength+1 || text[referenceGroup] != '-' {
		return false
	}
	name := text[:referenceGroup] + text[referenceGroup+1:]
	for i := range len(name) {
		if strings.IndexByte(referenceAlphabet, name[i]) < 0 {
			return false
		}
	}
	return checkCharacter(name[:referenceLength-1]) == name[referenceLength-1]
}

// checkCharacter is the sum of the characters' places in the alphabet, weighted
// 2, 3, 4 …, modulo the alphabet's size. As that is a prime, every single wrong
// character and every two that changed places are noticed.
func checkCharacter(name string) byte {
	sum := 0
	for i := range len(name) {
		sum += (i + 2) * strings.IndexByte(referenceAlphabet, name[i])
	}
	return referenceAlphabet[sum%len(referenceAlphabet)]
}
