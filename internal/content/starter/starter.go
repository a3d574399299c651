// Package starter holds the templates of what people begin with: a site for each trade, a page, an entry, a language.
package starter

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"sync"
)

// Files are the templates. Their delimiters are << and >>, because {{ }} are facts of the content.
//
//go:embed site trades *.yaml *.md
var Files embed.FS

// Sample is a text that nobody may keep: what stands at a key or, without one, a part of a longer text.
type Sample struct{ Key, Words string }

var marked = regexp.MustCompile(`(?:(\w+): "?)?<<sample "([^"]+)">>`)

// Samples returns what the templates mark as samples, such as name: <<sample "Your name">>.
var Samples = sync.OnceValue(func() (all []Sample) {
	_ = fs.WalkDir(Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := Files.ReadFile(name)
		for _, found := range marked.FindAllSubmatch(data, -1) {
			if one := (Sample{string(found[1]), string(found[2])}); !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
		return err
	})
	return all
})
