package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/pictures"
)

// keptPictures is how many bytes of drawn pictures stay in memory: some 200.
const keptPictures = 16 << 20

// pictureIndex gives every page its link-preview picture and every site its icons.
// Addresses are known when content is loaded; drawing waits until somebody asks.
type pictureIndex struct {
	studio  *pictures.Studio
	gallery *pictures.Gallery
	logger  *slog.Logger
	hung    wall // what may be asked for; of the goroutine that publishes
}

// icons of a site, by the end of their addresses.
var icons = []struct {
	end     string
	size    int
	purpose pictures.Purpose
}{
	{"-180.png", 180, pictures.Home},
	{"-192.png", 192, pictures.Home},
	{"-512.png", 512, pictures.Home},
	{"-mask.png", 512, pictures.Maskable},
}

// address tells the site's pictures to its settings, and to pages that have none
// yet. It is called while a revision is being made, before anybody else sees it.
func (p *pictureIndex) address(bundle *site.Bundle, made *site.Assets) {
	addressOf := p.studio.Addresses(bundle.Site, markOf(bundle))
	for _, page := range bundle.Pages {
		if page.Head.Image == "" && page.Head.Canonical != "" {
			page.Head.Image = strings.TrimSuffix(page.Head.Canonical, page.Path) + addressOf(page)
		}
	}
	at := iconsAt(bundle)
	made.TouchIcon, made.Icon, made.Manifest = at+"-180.png", at+".ico", at+".webmanifest"
}

func iconsAt(bundle *site.Bundle) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v %s", bundle.Site.Name, bundle.Site.Theme, iconOf(bundle)))
	return pictures.Prefix + bundle.Site.ID + "/icon-" + hex.EncodeToString(sum[:5])
}

// hang makes the pictures of a revision the ones that may be asked for. Those of
// the revision before stay for pages still open and previews not yet fetched.
func (p *pictureIndex) hang(rev *site.Revision) {
	p.hung = p.hung.next(p.studio, rev)
	p.gallery.Hang(p.hung.find)
}

// Get returns the picture at an address, or nil.
func (p *pictureIndex) Get(address string) *site.Representation {
	file, found, err := p.gallery.Get(address)
	if err != nil {
		p.logger.Error("picture could not be drawn", "address", address, "error", err)
	}
	if !found || err != nil {
		return nil
	}
	r := &site.Representation{Status: http.StatusOK, ContentType: file.ContentType, CacheControl: "public, max-age=31536000, immutable", Body: file.Data}
	encoding.Prepare(r, encoding.Fast)
	return r
}

func markOf(bundle *site.Bundle) []byte {
	if bundle.Site.Mark == nil {
		return nil
	}
	return bundle.Files[bundle.Site.Mark.URL].Data
}

func iconOf(bundle *site.Bundle) []byte {
	if bundle.Site.Favicon == nil {
		return markOf(bundle)
	}
	return bundle.Files[bundle.Site.Favicon.URL].Data
}
