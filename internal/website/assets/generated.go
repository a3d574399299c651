package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"

	"github.com/evenlight/marquee/internal/site"
)

// keepVersions is how many stylesheets and sprites of a site are kept: the
// newest, and those of the revisions before. What is kept is how to make them.
const keepVersions = 32

// readyFiles is how many files that were asked for stay in memory, stylesheets of about
// 150 KB each among them. The others are made again when somebody asks, in a tenth of a second.
const readyFiles = 100

// generated is a file that is made when somebody asks for it. Sites with the
// same theme, or the same icons, share one.
type generated struct {
	address   string
	mediaType string
	make      func() []byte
	users     int // lists of versions that have it
}

// Attach returns the addresses of the stylesheet and the sprite of a site. They
// are made when somebody asks for them.
func (l *Library) Attach(bundle *site.Bundle) site.Assets {
	l.mu.Lock()
	defer l.mu.Unlock()
	sheet, fonts := l.stylesheetOf(bundle)
	return site.Assets{
		Stylesheet: l.keep(bundle.Site.ID+".css", sheet),
		Sprite:     l.keep(bundle.Site.ID+".svg", l.spriteOf(bundle.Icons)),
		Fonts:      fonts,
		Backdrops:  l.styles.backdrops[bundle.Site.Theme.Background],
	}
}

// stylesheetOf returns the stylesheet of a site and the fonts that its pages load first.
func (l *Library) stylesheetOf(bundle *site.Bundle) (sheet *generated, fonts []string) {
	// Without these, the bundle itself would be kept as long as the sheet.
	theme, parts, samples := bundle.Site.Theme, bundle.StyleParts, bundle.Samples
	end, fonts := l.theme(theme, samples)
	make := func(end []byte) []byte {
		return slices.Concat(l.styles.base, l.styles.used(theme.Background, parts), end)
	}
	return l.generate("theme", ".css", "text/css; charset=utf-8", sha256.Sum256(make(end)), func() []byte {
		end, _ := l.theme(theme, samples)
		return make(end)
	}), fonts
}

func (l *Library) spriteOf(icons []site.Icon) *generated {
	sprite := l.sprite(icons)
	return l.generate("icons", ".svg", "image/svg+xml", sha256.Sum256(sprite), func() []byte { return l.sprite(icons) })
}

func (l *Library) sprite(icons []site.Icon) []byte {
	out := []byte(`<svg xmlns="http://www.w3.org/2000/svg">`)
	for _, name := range icons {
		// Unknown names were reported when the content was checked.
		if drawing, known := l.icons[string(name)]; known {
			out = fmt.Appendf(out, `<symbol id=%q viewBox="0 0 24 24">%s</symbol>`, name, drawing)
		}
	}
	return append(out, `</svg>`...)
}

// generate returns the file of some bytes, which are made later.
func (l *Library) generate(name, extension, mediaType string, sum [sha256.Size]byte, make func() []byte) *generated {
	address := Prefix + name + "-" + hex.EncodeToString(sum[:5]) + extension
	if known := l.generated[address]; known != nil {
		return known
	}
	return &generated{address: address, mediaType: mediaType, make: make}
}

// keep makes a file the newest of a site and lets go of the oldest; it returns
// the file's address.
func (l *Library) keep(versions string, file *generated) string {
	kept := l.versions[versions]
	// What is in use again, such as after an undo, is the newest again.
	if at := slices.Index(kept, file); at >= 0 {
		kept = slices.Delete(kept, at, at+1)
	} else {
		file.users++
		l.generated[file.address] = file
	}
	kept = append(kept, file)
	if len(kept) > keepVersions {
		if kept[0].users--; kept[0].users == 0 {
			delete(l.generated, kept[0].address)
		}
		kept = slices.Delete(kept, 0, 1)
	}
	l.versions[versions] = kept
	return file.address
}

// unchanging describes bytes that never change under their address.
func unchanging(mediaType string, data []byte) *site.Representation {
	return &site.Representation{Status: http.StatusOK, ContentType: mediaType, CacheControl: site.Immutable, Body: data}
}
