package resize

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/evenlight/marquee/internal/site"
)

// byPhoto sorts addresses so that those of one photo stand together and are made with one
// decoding. The order is the same every time.
func byPhoto(addresses []string, files map[string]site.File) {
	slices.SortFunc(addresses, func(a, b string) int {
		first, second := files[a].Version, files[b].Version
		return cmp.Or(
			cmp.Compare(first.Source, second.Source), bytes.Compare(first.Sum[:], second.Sum[:]),
			cmp.Compare(first.Width, second.Width), cmp.Compare(a, b),
		)
	})
}
