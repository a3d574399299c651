//go:build !race

package content

const underRace = false
