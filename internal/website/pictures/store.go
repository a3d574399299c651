// Package pictures draws what stands for a page outside of its own window: the picture of link previews, and the icons
// of a site.
//
// The picture of a page is a PNG of 1200x630 pixels, under 100 KB, in one layout and in the site's colours and fonts:
// mark and name, the title as large as it fits, a first sentence and the page's address.
//
// Icons are drawn from the favicon or the mark: for the home screens of phones, for the web manifest, and as
// favicon.ico. A mark that is a tile of its own (the edges have one colour) fills the icon; any other stands on the
// theme's background.
//
// A letter that the site's font lacks is taken from Inter, then from the Go font, which knows Greek and Cyrillic.
// Signs that no font has are left out, such as emoji; words with letters that no font has give way to the next best
// ones: the site's name for a title.
//
// The same inputs give the same bytes, on every machine of one architecture. The address of a picture holds a hash of
// the inputs, so it is known before anything is drawn.
package pictures

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"log/slog"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

const (
	// Prefix is where all pictures live.
	Prefix = "/og/"
	// How many pictures stay in memory, of at most 100 KB each.
	cachedPictures = 160
	// Changes when the same inputs are drawn in another way.
	drawingVersion = "5"
)

// Store draws the pictures of the revision that is served, and finds them by their addresses. It draws one when
// somebody first asks for it, once however many ask, and no more at once than there are processors, which bounds its
// memory. It is safe for concurrent use.
type Store struct {
	fonts   *library
	logger  *slog.Logger
	places  chan struct{} // for drawings at a time
	current atomic.Pointer[site.Revision]
	drawn   *lru.Cache[string, *site.Representation]
	drawing singleflight.Group
}

// NewStore reads fonts.json of the built web folder; the fonts themselves are read when
// a picture first needs them. Pictures that cannot be drawn are logged.
func NewStore(dist fs.FS, logger *slog.Logger) (*Store, error) {
	fonts, err := newLibrary(dist)
	if err != nil {
		return nil, fmt.Errorf("read the fonts for pictures: %w", err)
	}
	drawn, err := lru.New[string, *site.Representation](cachedPictures)
	if err != nil {
		return nil, err
	}
	s := &Store{fonts: fonts, logger: logger, places: make(chan struct{}, runtime.GOMAXPROCS(0)), drawn: drawn}
	s.current.Store(&site.Revision{})
	return s, nil
}

// Attach tells a site's settings the addresses of its icons, and its pages those of their pictures, where they have
// none yet. It is called while a revision is being made, before anybody else sees it. The picture of a page lives at
// /og/<site>/<path below the site, or index>-<hash of all that is drawn>.png.
func (s *Store) Attach(bundle *site.Bundle, to *site.Assets) {
	owner := bundle.Site
	home, place := strings.TrimSuffix(owner.Path, "/"), Prefix+owner.ID+"/"
	shared := hashOf(drawingVersion, s.fonts.version, owner.Theme, owner.Language, owner.Name, owner.Tagline,
		string(markOf(bundle)))
	for _, page := range bundle.Pages {
		if page.Head.Image != "" || page.Head.Canonical == "" {
			continue
		}
		below := cmp.Or(strings.Trim(strings.TrimPrefix(page.Path, home), "/"), "index")
		page.Head.Image = strings.TrimSuffix(page.Head.Canonical, page.Path) +
			place + below + "-" + hashOf(shared, page.Title, page.Description, page.Head.Canonical) + ".png"
		page.Head.ImageAlt, page.Head.ImageWidth, page.Head.ImageHeight = page.Title, Width, Height
	}

	at := place + "icon-" + hashOf(drawingVersion, owner.Name, owner.Theme, string(iconOf(bundle)))
	to.TouchIcon, to.Icon, to.Manifest, to.Icons = at+icons[0].end, at+".ico", at+".webmanifest", nil
	for _, i := range icons[1:] {
		to.Icons = append(to.Icons, at+i.end)
	}
}

func hashOf(inputs ...any) string {
	data, err := json.Marshal(inputs)
	if err != nil { // strings and numbers always have a JSON form
		panic("picture: " + err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:5])
}

// Publish makes the pictures of a revision the ones that can be asked for.
func (s *Store) Publish(rev *site.Revision) { s.current.Store(rev) }

// Get returns the picture at an address, or nil. An address of an earlier revision, such as a link preview that is not
// fetched yet or a page that is still open has it, leads to the picture of today.
func (s *Store) Get(address string) *site.Representation {
	found := s.find(address)
	if found.draw == nil {
		return nil
	}
	made, err, _ := s.drawing.Do(found.address, func() (any, error) {
		if drawn, known := s.drawn.Get(found.address); known {
			return drawn, nil
		}
		data, err := s.draw(found)
		if err != nil {
			return nil, err
		}
		r := site.Unchanging(found.contentType, data)
		encoding.Prepare(r, encoding.Fast)
		s.drawn.Add(found.address, r)
		return r, nil
	})
	if err != nil {
		s.logger.Error("picture could not be drawn", "address", address, "error", err)
		return nil
	}
	r := made.(*site.Representation)
	if found.address != address {
		changing := *r
		changing.CacheControl = site.Revalidated
		return &changing
	}
	return r
}

// draw waits for a place. A bug of a library for fonts or SVG that a hostile file
// may reach ends as an error, not the program.
func (s *Store) draw(p picture) (data []byte, err error) {
	s.places <- struct{}{}
	defer func() {
		<-s.places
		if reason := recover(); reason != nil {
			err = fmt.Errorf("draw: %v", reason)
		}
	}()
	return p.draw()
}

// picture is what lives at an address, which is that of this revision.
type picture struct {
	address, contentType string
	draw                 func() ([]byte, error)
}

var addressForm = regexp.MustCompile(`^(/og/([^/]+)/(.+)-)[0-9a-f]{10}(-\w+\.png|\.\w+)$`)

// find returns the picture at an address of this revision or of an earlier one, which
// had other digits; a picture without an address where there is none.
func (s *Store) find(address string) (found picture) {
	parts := addressForm.FindStringSubmatch(address)
	if parts == nil {
		return picture{}
	}
	bundle := s.current.Load().ByID(parts[2])
	if bundle == nil {
		return picture{}
	}
	name, end := parts[1], parts[4]
	if end != ".png" {
		if parts[3] == "icon" {
			return s.icon(bundle, end)
		}
		return picture{}
	}

	// The first page of a site and one that is called index differ in the digits alone.
	for _, page := range bundle.Pages {
		image := page.Head.Image
		stem := image[:max(0, len(image)-len("0123456789.png"))]
		if strings.HasSuffix(stem, name) && (found.draw == nil || strings.HasSuffix(image, address)) {
			at := image[len(stem)-len(name):]
			found = picture{at, "image/png", func() ([]byte, error) { return s.Preview(bundle, page) }}
		}
	}
	return found
}

func (s *Store) icon(bundle *site.Bundle, end string) picture {
	at := strings.TrimSuffix(bundle.Site.Assets.Icon, ".ico")
	switch end {
	case ".ico":
		return picture{at + end, "image/x-icon", func() ([]byte, error) { return s.Favicon(bundle) }}
	case ".webmanifest":
		return picture{at + end, "application/manifest+json", func() ([]byte, error) { return manifest(bundle.Site, at) }}
	}
	for _, i := range icons {
		if i.end == end {
			draw := func() ([]byte, error) { return s.Icon(bundle, i.size, i.purpose) }
			return picture{at + end, "image/png", draw}
		}
	}
	return picture{}
}

func markOf(bundle *site.Bundle) []byte { return fileOf(bundle, bundle.Site.Mark) }

func iconOf(bundle *site.Bundle) []byte {
	return fileOf(bundle, cmp.Or(bundle.Site.Favicon, bundle.Site.Mark))
}

// fileOf returns the file of an image, nil where there is none.
func fileOf(bundle *site.Bundle, image *site.Image) []byte {
	if image == nil {
		return nil
	}
	return bundle.Files[image.URL].Data
}

func encode(picture image.Image) ([]byte, error) {
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	var out bytes.Buffer
	if err := encoder.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("write the PNG: %w", err)
	}
	return out.Bytes(), nil
}
