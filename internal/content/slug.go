package content

import (
	"strings"

	"github.com/evenlight/marquee/internal/slug"
)

// slugify makes an anchor or a file name of words.
func slugify(words string) string { return slug.Make(words) }

// slugPath is slugify for each part of a path.
func slugPath(p string) string {
	parts := strings.Split(p, "/")
	for i, part := range parts {
		parts[i] = slugify(part)
	}
	return strings.Join(parts, "/")
}
