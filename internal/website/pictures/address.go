package pictures

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Prefix is where the pictures of pages live.
const Prefix = "/og/"

// drawingVersion changes when the same inputs are drawn in another way.
const drawingVersion = "2"

// Address tells where the picture of a page lives, without drawing it:
// /og/<site>/<path below the site, or index>-<hash of all that is drawn>.png.
func (s *Studio) Address(owner *site.Site, mark []byte, page *site.Page) string {
	return s.Addresses(owner, mark)(page)
}

// Addresses is Address for many pages of one site, of which most inputs are the
// same.
func (s *Studio) Addresses(owner *site.Site, mark []byte) func(*site.Page) string {
	ofMark := sha256.Sum256(mark)
	shared := sum(
		drawingVersion, owner.Theme, owner.Language, owner.Name, owner.Tagline, ofMark[:],
		s.fonts.files(owner.Theme.Fonts.Display), s.fonts.files(owner.Theme.Fonts.Text),
	)
	home, place := strings.TrimSuffix(owner.Path, "/"), Prefix+owner.ID+"/"
	return func(page *site.Page) string {
		w := wordsOf(owner, page)
		below := strings.Trim(strings.TrimPrefix(page.Path, home), "/")
		if below == "" {
			below = "index"
		}
		own := sha256.New()
		own.Write(shared[:])
		for _, words := range []string{w.title, w.lead, w.address} {
			io.WriteString(own, words)
			own.Write([]byte{0}) // stands in no text
		}
		return place + below + "-" + hex.EncodeToString(own.Sum(nil)[:5]) + ".png"
	}
}

func sum(of ...any) [sha256.Size]byte {
	inputs, err := json.Marshal(of)
	if err != nil { // strings and numbers always have a JSON form
		panic("picture: " + err.Error())
	}
	return sha256.Sum256(inputs)
}

// files names the files of a family; their names hold the hash of their bytes.
func (l *library) files(family string) []string {
	var names []string
	for _, file := range l.families[family] {
		names = append(names, file.name)
	}
	return names
}
