package pictures

import (
	"cmp"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// cachedPictures is how many pictures stay in memory, of at most 100 KB each.
const cachedPictures = 160

// Index finds the pictures of the revision that is served by their addresses.
// It draws one when somebody first asks for it, once however many ask. It is
// safe for concurrent use.
type Index struct {
	// Is told of every picture that was drawn, with its address; may be nil.
	Drawn func(address string, picture *site.Representation)

	studio  *Studio
	logger  *slog.Logger
	current atomic.Pointer[site.Revision]
	drawn   *lru.Cache[string, *site.Representation]
	drawing singleflight.Group
}

// NewIndex prepares an index that knows no revision yet. Pictures that cannot
// be drawn are logged.
func NewIndex(studio *Studio, logger *slog.Logger) *Index {
	drawn, err := lru.New[string, *site.Representation](cachedPictures)
	if err != nil {
		panic(err) // only a size below one is refused
	}
	x := &Index{studio: studio, logger: logger, drawn: drawn}
	x.current.Store(&site.Revision{})
	return x
}

var (
	iconAddress    = regexp.MustCompile(`^/og/([^/]+)/icon-[0-9a-f]{10}(-(?:180|192|512|mask)\.png|\.ico|\.webmanifest)$`)
	previewAddress = regexp.MustCompile(`^/og/([^/]+)/(.+)-[0-9a-f]{10}\.png$`)
)

// Attach tells a site's settings the addresses of its icons, and its pages those
// of their pictures, where they have none yet. It is called while a revision is
// being made, before anybody else sees it.
func (x *Index) Attach(bundle *site.Bundle, to *site.Assets) {
	addressOf := x.studio.Addresses(bundle)
	for _, page := range bundle.Pages {
		if page.Head.Image == "" && page.Head.Canonical != "" {
			page.Head.Image = strings.TrimSuffix(page.Head.Canonical, page.Path) + addressOf(page)
			page.Head.ImageAlt, page.Head.ImageWidth, page.Head.ImageHeight = page.Title, Width, Height
		}
	}
	at := Prefix + bundle.Site.ID + "/icon-" + hashOf(bundle.Site.Name, bundle.Site.Theme, string(iconOf(bundle)))
	to.TouchIcon, to.Icon, to.Manifest, to.Icons = at+icons[0].end, at+".ico", at+".webmanifest", nil
	for _, i := range icons[1:] {
		to.Icons = append(to.Icons, at+i.end)
	}
}

// Publish makes the pictures of a revision the ones that can be asked for.
func (x *Index) Publish(rev *site.Revision) { x.current.Store(rev) }

// Has reports whether a picture of the current revision lives at an address.
func (x *Index) Has(address string) bool {
	found := x.find(address)
	return found != nil && found.address == address
}

// Get returns the picture at an address, or nil. An address of an earlier
// revision, such as a link preview that is not fetched yet or a page that is
// still open has it, leads to the picture of today.
func (x *Index) Get(address string) *site.Representation {
	found := x.find(address)
	if found == nil {
		return nil
	}
	made, err, _ := x.drawing.Do(found.address, func() (any, error) {
		if drawn, known := x.drawn.Get(found.address); known {
			return drawn, nil
		}
		data, err := found.draw()
		if err != nil {
			return nil, err
		}
		r := &site.Representation{
			Status: http.StatusOK, ContentType: found.contentType, CacheControl: site.Immutable, Body: data,
		}
		encoding.Prepare(r, encoding.Fast)
		x.drawn.Add(found.address, r)
		if x.Drawn != nil {
			x.Drawn(found.address, r)
		}
		return r, nil
	})
	if err != nil {
		x.logger.Error("picture could not be drawn", "address", address, "error", err)
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

// picture is what lives at an address.
type picture struct {
	address     string // in this revision
	contentType string
	draw        func() ([]byte, error)
}

func (x *Index) find(address string) *picture {
	rev := x.current.Load()
	if parts := iconAddress.FindStringSubmatch(address); parts != nil {
		if bundle := rev.ByID(parts[1]); bundle != nil {
			return x.icon(bundle, parts[2])
		}
	} else if parts := previewAddress.FindStringSubmatch(address); parts != nil {
		if bundle := rev.ByID(parts[1]); bundle != nil {
			return x.preview(bundle, address, parts[2])
		}
	}
	return nil
}

func (x *Index) icon(bundle *site.Bundle, end string) *picture {
	address := func(end string) string { return strings.TrimSuffix(bundle.Site.Assets.Icon, ".ico") + end }
	switch end {
	case ".ico":
		return &picture{address(end), "image/x-icon", func() ([]byte, error) { return x.studio.Favicon(bundle) }}
	case ".webmanifest":
		draw := func() ([]byte, error) { return manifest(bundle.Site, address) }
		return &picture{address(end), "application/manifest+json", draw}
	}
	for _, i := range icons {
		if i.end == end {
			draw := func() ([]byte, error) { return x.studio.Icon(bundle, i.size, i.purpose) }
			return &picture{address(end), "image/png", draw}
		}
	}
	return nil
}

// preview finds the page whose picture lives at an address. Below is its path
// below the site, or "index" for the site's own; a page may have that name, too.
func (x *Index) preview(bundle *site.Bundle, address, below string) (found *picture) {
	paths := []string{strings.TrimSuffix(bundle.Site.Path, "/") + "/" + below}
	if below == "index" {
		paths = append(paths, bundle.Site.Path)
	}
	for _, path := range paths {
		at, known := slices.BinarySearchFunc(bundle.Pages, path, func(page *site.Page, path string) int {
			return cmp.Compare(page.Path, path)
		})
		if !known {
			continue
		}
		page := bundle.Pages[at]
		image := strings.TrimPrefix(page.Head.Image, strings.TrimSuffix(page.Head.Canonical, page.Path))
		// Whoever wrote the page may have given it another picture.
		if strings.HasPrefix(image, Prefix) && (found == nil || image == address) {
			found = &picture{image, "image/png", func() ([]byte, error) { return x.studio.Preview(bundle, page) }}
		}
	}
	return found
}

// markOf returns the file of the site's mark, nil where it has none.
func markOf(bundle *site.Bundle) []byte {
	if bundle.Site.Mark == nil {
		return nil
	}
	return bundle.Files[bundle.Site.Mark.URL].Data
}

// iconOf returns the file of the site's favicon, or else its mark.
func iconOf(bundle *site.Bundle) []byte {
	if bundle.Site.Favicon == nil {
		return markOf(bundle)
	}
	return bundle.Files[bundle.Site.Favicon.URL].Data
}
