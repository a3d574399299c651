package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// keepVersions is how many stylesheets and sprites of a site are kept: the
// newest, and those of the revisions before. What is kept is how to make them.
const keepVersions = 32

// keepBytes is how much of what was made is kept ready, codings included: a
// stylesheet takes about 150 KB. What is asked for beyond that is made again, in
// a few milliseconds.
const keepBytes = 16 << 20

// generated is a file that is made when somebody asks for it. Sites with the
// same theme, or the same icons, share one.
type generated struct {
	address   string
	mediaType string
	draw      func() []byte
	keepers   int // lists of versions that have it

	making sync.Mutex
	ready  atomic.Pointer[site.Representation]
}

// Dress tells the addresses of the stylesheet and the sprite of a site. They are
// made when somebody asks for them.
func (l *Library) Dress(bundle *site.Bundle) site.Assets {
	l.mu.Lock()
	defer l.mu.Unlock()
	sheet := l.sheet(bundle.Site.Theme)
	return site.Assets{
		Stylesheet: l.keep(bundle.Site.ID+".css", sheet.generated),
		Sprite:     l.keep(bundle.Site.ID+".svg", l.spriteOf(bundle.Icons)),
		Fonts:      sheet.preload,
	}
}

// sheet is a stylesheet and the fonts that its pages load first.
type sheet struct {
	*generated
	preload []string
}

// sheet returns the stylesheet of a theme.
func (l *Library) sheet(theme site.Theme) sheet {
	if l.lastSheet.generated != nil && l.lastTheme == theme { // most sites look like their neighbour
		return l.lastSheet
	}
	end, preload := l.theme(theme)
	// All stylesheets begin alike, so the hash goes on from there.
	sum, err := l.stylesheetSum.Clone()
	if err != nil { // the hash of the standard library can be cloned
		panic("assets: " + err.Error())
	}
	sum.Write(end)
	made := l.generate("theme", ".css", "text/css; charset=utf-8", sum, func() []byte {
		end, _ := l.theme(theme)
		return slices.Concat(l.stylesheet, end)
	})
	l.lastTheme, l.lastSheet = theme, sheet{made, preload}
	return l.lastSheet
}

func (l *Library) spriteOf(icons []site.Icon) *generated {
	sum := sha256.New()
	l.sprite(icons, func(part string) { sum.Write([]byte(part)) })
	return l.generate("icons", ".svg", "image/svg+xml", sum, func() []byte {
		var out strings.Builder
		l.sprite(icons, func(part string) { out.WriteString(part) })
		return []byte(out.String())
	})
}

func (l *Library) sprite(icons []site.Icon, write func(string)) {
	write(`<svg xmlns="http://www.w3.org/2000/svg">`)
	for _, name := range icons {
		// Unknown names were reported when the content was checked.
		if drawing, known := l.icons[string(name)]; known {
			write(fmt.Sprintf(`<symbol id=%q viewBox="0 0 24 24">%s</symbol>`, name, drawing))
		}
	}
	write(`</svg>`)
}

// generate returns the file of some bytes, which are made later.
func (l *Library) generate(name, extension, mediaType string, sum hash.Hash, draw func() []byte) *generated {
	address := Prefix + name + "-" + hex.EncodeToString(sum.Sum(nil)[:5]) + extension
	if known := l.generated[address]; known != nil {
		return known
	}
	return &generated{address: address, mediaType: mediaType, draw: draw}
}

// keep makes a file the newest of a site and lets go of the oldest; it returns
// the file's address.
func (l *Library) keep(versions string, file *generated) string {
	kept := l.versions[versions]
	// What is in use again, such as after an undo, is the newest again.
	if at := slices.Index(kept, file); at >= 0 {
		kept = slices.Delete(kept, at, at+1)
	} else {
		file.keepers++
		l.generated[file.address] = file
	}
	kept = append(kept, file)
	if len(kept) > keepVersions {
		if kept[0].keepers--; kept[0].keepers == 0 {
			delete(l.generated, kept[0].address)
		}
		kept = slices.Delete(kept, 0, 1)
	}
	l.versions[versions] = kept
	return file.address
}

// get makes the file where it is not ready.
func (l *Library) get(file *generated) *site.Representation {
	if ready := file.ready.Load(); ready != nil {
		return ready
	}
	file.making.Lock()
	defer file.making.Unlock()
	if ready := file.ready.Load(); ready != nil { // made by the one who asked just before
		return ready
	}
	made := unchanging(file.mediaType, file.draw())
	encoding.Prepare(made, encoding.Thorough)
	file.ready.Store(made)
	l.makeRoom(file, made)
	return made
}

// makeRoom lets go of what was made first, once there is too much.
func (l *Library) makeRoom(file *generated, made *site.Representation) {
	weight := func(r *site.Representation) int { return len(r.Body) + len(r.Gzip) + len(r.Brotli) }
	l.readyMu.Lock()
	defer l.readyMu.Unlock()
	l.ready = append(l.ready, file)
	l.readyBytes += weight(made)
	for l.readyBytes > keepBytes && len(l.ready) > 1 {
		l.readyBytes -= weight(l.ready[0].ready.Swap(nil))
		l.ready = slices.Delete(l.ready, 0, 1)
	}
}

// unchanging describes bytes that never change under their address.
func unchanging(mediaType string, data []byte) *site.Representation {
	return &site.Representation{Status: http.StatusOK, ContentType: mediaType, CacheControl: immutable, Body: data}
}
