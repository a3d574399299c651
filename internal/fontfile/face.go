package fontfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Faces says what a stylesheet says of the files of a family, but where they are.
// Pages load first what their first lines need: of a text font the upright file that is
// nearest to regular, of a font of titles the one that is nearest to bold.
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
		if slices.ContainsFunc(files, func(other *Font) bool { return other != file && other.Italic == file.Italic && other.overlaps(file) }) {
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

// before tells whether a page needs the file sooner than another one: letters decide, then weight.
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
