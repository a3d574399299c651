package yamldoc

import "github.com/evenlight/marquee/internal/site"

// Nearest is [site.Nearest].
func Nearest(word string, among []string) (string, bool) { return site.Nearest(word, among) }
