package fontfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Faces describes the files of a family for a stylesheet, without their addresses.
// Of a font for text, pages preload the upright file that is nearest to regular; of a font
// for titles, the one that is nearest to bold.
func Faces(files []*Font, titles, text bool) []site.FontFace {
	made := make([]site.FontFace, len(files))
	for i, file := range files {
		made[i] = site.FontFace{Weight: fmt.Sprint(file.From), Style: "normal"}
		if file.From != file.To {
			made[i].Weight = fmt.Sprintf("%d %d", file.From, file.To)
		}
		if file.Italic {
			made[i].Style = "italic"
		}
		// A browser loads a file for its first character, so files that share the
		// characters of one style have to say which are theirs.
		shares := func(other *Font) bool {
			return other != file && other.Italic == file.Italic && other.overlaps(file)
		}
		if slices.ContainsFunc(files, shares) {
			made[i].UnicodeRange = unicodeRange(file.Covers)
		}
	}
	first := func(weight int) {
		at := -1
		for i, file := range files {
			if !file.Italic && (at < 0 || file.before(files[at], weight)) {
				at = i
			}
		}
		if at >= 0 {
			made[at].Preload = true
		}
	}
	if text {
		first(400)
	}
	if titles {
		first(700)
	}
	return made
}

// before reports whether a page needs the file more than another one: a file with letters first, then by weight.
func (f *Font) before(other *Font, weight int) bool {
	if f.Has('e') != other.Has('e') {
		return f.Has('e')
	}
	return f.Away(weight) < other.Away(weight)
}

func (f *Font) overlaps(other *Font) bool { return f.From <= other.To && other.From <= f.To }

// unicodeRange writes characters as CSS has them.
func unicodeRange(covers []Range) string {
	parts := make([]string, len(covers))
	for i, span := range covers {
		if parts[i] = fmt.Sprintf("U+%X", span.From); span.To > span.From {
			parts[i] += fmt.Sprintf("-%X", span.To)
		}
	}
	return strings.Join(parts, ",")
}
