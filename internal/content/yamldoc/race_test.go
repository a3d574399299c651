//go:build race

package yamldoc

// The race detector makes everything several times slower.
const raceEnabled = true
