package outbox

import (
	"slices"
	"strings"
)

// sentence is an error in one line. Those of a database server have one for each
// way to connect, which mostly say the same.
type sentence struct{ error }

// Error implements error.
func (e sentence) Error() string {
	var parts []string
	for line := range strings.Lines(e.error.Error()) {
		line = strings.TrimSpace(line)
		if line != "" && !slices.Contains(parts, line) {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " ")
}

// Unwrap returns the error itself.
func (e sentence) Unwrap() error { return e.error }
