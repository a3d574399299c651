//go:build race

package content

// underRace is whether the race detector makes everything slow.
const underRace = true
