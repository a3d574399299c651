package picture

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Prefix is where the pictures of pages live.
const Prefix = "/og/"

// edition changes when the same inputs are drawn in another way.
const edition = "1"

// Address tells where the picture of a page lives, without drawing it:
// /og/<site>/<path below the site, or index>-<hash of all that is drawn>.png.
func (s *Studio) Address(owner *site.Site, mark []byte, page *site.Page) string {
	w := wordsOf(owner, page)
	ofMark := sha256.Sum256(mark)
	inputs, err := json.Marshal([]any{
		edition, owner.Theme, owner.Language, w.title, w.lead, w.name, w.tagline, w.address, ofMark[:],
		s.fonts.files(owner.Theme.Fonts.Display), s.fonts.files(owner.Theme.Fonts.Text),
	})
	if err != nil { // strings and numbers always have a JSON form
		panic("picture: " + err.Error())
	}
	sum := sha256.Sum256(inputs)
	below := strings.Trim(strings.TrimPrefix(page.Path, strings.TrimSuffix(owner.Path, "/")), "/")
	if below == "" {
		below = "index"
	}
	return Prefix + owner.ID + "/" + below + "-" + hex.EncodeToString(sum[:5]) + ".png"
}

// files names the files of a family; their names hold the hash of their bytes.
func (l *library) files(family string) []string {
	var names []string
	for _, file := range l.families[family] {
		names = append(names, file.name)
	}
	return names
}
