//go:build race

package document

// The race detector makes everything several times slower.
const raceEnabled = true
